import CommandLine
import Foundation
import Testing

@testable import App

@Suite("Dry runs")
struct DryRunTests {
  private static let code = "KTR4WX"

  /// By the path of a command the words that follow; at least one line for each command that has `--dry-run`.
  private static func lines(_ ids: [String: String]) -> [(path: String, words: [String])] {
    let check = Team.check
    func id(_ name: String) -> String { ids[name] ?? name }
    return [
      ("log", ["pass", check, Team.close, "--disagree", "--evidence", "shot.png"]), ("log", ["-"]), ("undo", []),
      ("redo", []),
      ("undo", ["follow", id("undo")]), ("undo", ["refuse", id("undo")]),
      ("resolve", [check, "home", "fail", "-m", "seen"]), ("import", ["lead.json"]),
      ("erase fact", [id("result")]), ("erase participant", [code]), ("erase follow", [id("erase")]),
      ("erase refuse", [id("erase")]), ("follow", ["*"]), ("waiting", ["--refuse", id("undo")]),
      ("fork settle", [id("replica"), "--keep", id("head")]),
      ("tap run", ["close-44", "--from", "sessions.csv"]), ("tap close", ["close-44"]),
      ("tap void", [code, "--reason", "technical"]),
      ("doctor", ["--rebuild"]), ("doctor", ["--sources", "--refresh"]),
      ("new component", ["c", "--kind", "card"]), ("new component", ["--from", "list.csv"]),
      ("new audit", ["autumn"]), ("new check", ["--from", "check2.json"]),
      ("new checklist", ["ours", "--check", check]), ("new reference", ["--from", "reference2.json"]),
      ("new waiver", [Team.close, check, "--reason", "deferred", "--approver", "x", "--until", "2027-01-01"]),
      ("new verdict", ["1.4.3", "--level", "supports", "--remarks", "r", "--by", "m"]), ("new question", ["How?"]),
      ("new task", ["Shrink", "--component", "home"]), ("new shortcut", ["cmd+shift+n", "--action", "Folder"]),
      ("new gesture", ["long press", "--component", "home", "--action", "Menu"]),
      ("new note", ["n", "--component", "home"]), ("new evidence", [check, "home", "shot.png"]),
      ("new plan", ["play-44", "--component", "home", "--size", "44x44"]),
      ("edit component", ["home", "--target-tier", "64"]), ("edit audit", ["spring", "--close"]),
      ("edit check", [check, "--impact", "minor"]), ("edit checklist", ["smoke", "--title", "S"]),
      ("edit waiver", ["home", "--revoke"]), ("edit verdict", ["1.4.3/l", "--level", "does-not-support", "--by", "l"]),
      ("edit question", ["why", "--decision", "so"]), ("edit task", ["grow", "--done"]),
      ("edit shortcut", ["command-n-new", "--keys", "cmd+k"]),
      ("edit gesture", ["pinch-home-zoom", "--alternative", "buttons"]),
      ("edit finding", [check, "home", "--owner", "qa-1"]), ("edit note", [id("note"), "-m", "other"]),
      ("edit reference", ["pattern/our-pattern", "--delete"]),
      ("edit plan", ["close-44", "--delete"]), ("edit tracker", ["--stale-days", "90"]),
    ]
  }

  @Test("Every command that has --dry-run leaves each byte of the tracker's folder as it is")
  func all() throws {
    let (world, team, ids) = try Self.prepared()
    let lines = Self.lines(ids)
    let paths = Self.paths(CommandTable.a11y.all)
    #expect(Set(lines.map(\.path)) == Set(paths))
    let before = try Self.files(world)
    for (path, words) in lines {
      let typed = path.split(separator: " ").map(String.init) + words + ["--dry-run"]
      let input = words == ["-"] ? "pass\t\(Team.check)\thome\n" : "h\nh\nq\n"
      let code = world.run(typed, input: input)
      // Sources that would be registered again are not as registered: exit code 1.
      #expect(code == (words.contains("--refresh") ? 1 : 0), "\(typed.joined(separator: " ")): \(world.errors)")
      let after = try Self.files(world)
      #expect(after == before, "\(typed.joined(separator: " "))")
    }
    withExtendedLifetime(team) {}
  }

  private static func paths(_ commands: [CommandSpec], below path: String = "") -> [String] {
    commands.flatMap { command -> [String] in
      let own = path + command.name
      let below = paths(command.subcommands, below: own + " ")
      return (command.flags.contains { $0.name == .dryRun } ? [own] : []) + below
    }
  }

  /// Everything in the folder of the tracker, by its path.
  private static func files(_ world: DiskWorld) throws -> [String: Data] {
    let folder = world.path(".a11y")
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      files[name] = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
    }
    return files
  }

  /// A machine with one of everything, requests and a fork among it; and the names of what lines need.
  private static func prepared() throws -> (DiskWorld, Team, [String: String]) {
    let team = try Team()
    let world = team.tom
    try team.tia.must("log", "fail", "voiceover.hint-describes-result", "home", "-m", "a name")
    try team.disagree(
      ["log", "pass", Team.check, "home", "--build", "3.2"], ["log", "fail", Team.check, "home", "--build", "3.2"])
    try team.meet()
    let named = try #require(
      try team.lead.rows("list", "results").first { $0["note"] as? String == "a name" }?["id"] as? String)
    try world.must("follow", "--none", "lead")
    try team.lead.must("resolve", Team.check, "home", "fail", "-m", "seen")
    try team.lead.must("erase", "fact", named, "--yes")
    let twin = try team.twin(of: team.tia)
    try twin.must("log", "fail", Team.check, Team.close)
    try team.tia.must("log", "na", Team.check, Team.close)
    for other in [team.lead, twin, team.tia] { try team.send(other, to: world) }
    var ids: [String: String] = [:]
    for row in try world.rows("waiting") { ids[row["kind"] as? String ?? ""] = row["id"] as? String }
    let fork = try #require(try world.rows("fork", "list").first)
    ids["replica"] = fork["replica"] as? String
    ids["head"] = (fork["branches"] as? [[String: Any]])?.first?["head"] as? String
    try fill(world)
    ids["note"] = try world.rows("list", "notes").first?["id"] as? String
    ids["result"] = try world.rows("list", "results").first { $0["tester"] as? String == "tom" }?["id"] as? String
    // The last step can be redone, the one before it undone.
    try world.must("new", "question", "Later?")
    try world.must("undo")
    // What a folder only gets once somebody asks for it.
    try team.lead.must("log", "pass", Team.check, Team.close)
    try team.lead.must("edit", "component", Team.close, "--owner", "qa-9")
    try world.must("edit", "component", Team.close, "--owner", "qa-8")
    try world.must("undo")
    try world.must("redo")
    try world.must("undo")
    try FileManager.default.copyItem(atPath: try team.bundle(of: team.lead), toPath: world.path("lead.json"))
    return (world, team, ids)
  }

  private static func fill(_ world: DiskWorld) throws {
    func write(_ name: String, _ bytes: Data) throws { try bytes.write(to: URL(fileURLWithPath: world.path(name))) }
    let image = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
    try write("shot.png", try #require(Data(base64Encoded: image)))
    try write("list.csv", Data("key,kind\nb,card\n".utf8))
    try write("check.json", Data(RegisterLines.check.utf8))
    try write("check2.json", Data(RegisterLines.check.replacing("team.x", with: "team.y").utf8))
    try write("Home.swift", Data("import SwiftUI\n".utf8))
    let pattern = #"{"table":"pattern","name":"our-pattern","title":"Ours","meaning":"M","use_when":"U"}"#
    try write("reference.json", Data(pattern.utf8))
    try write("reference2.json", Data(pattern.replacing("our-pattern", with: "other-pattern").utf8))
    try write(
      "sessions.csv",
      Data(
        "participant,age,moderator,consent,guardian,assent,device,taps\n\(code),6-8,m1,c-17,yes,yes,iPad mini 6,hhm\n"
          .utf8))
    try world.must("edit", "component", "home", "--source", "Home.swift")
    try write("Home.swift", Data("import UIKit\n".utf8))
    try world.must("new", "audit", "spring")
    try world.must("new", "check", "--from", "check.json")
    try world.must("new", "reference", "--from", "reference.json")
    try world.must("new", "checklist", "smoke", "--check", Team.check)
    try world.must(
      "new", "waiver", "home", Team.check, "--reason", "deferred", "--approver", "x", "--until", "2027-01-01")
    try world.must("new", "verdict", "1.4.3", "--level", "supports", "--remarks", "r", "--by", "l")
    try world.must("new", "question", "Why?")
    try world.must("new", "task", "Grow", "--component", "home")
    try world.must("new", "shortcut", "cmd+n", "--action", "New")
    try world.must("new", "gesture", "pinch", "--component", "home", "--action", "Zoom")
    try world.must("new", "note", "text", "--component", "home")
    try world.must("new", "plan", "close-44", "--component", Team.close, "--size", "44x44")
    try world.must("tap", "run", "close-44", "--from", "sessions.csv")
    try world.must("log", "fail", Team.check, "home", "--build", "3.2", "--evidence", "shot.png", "--audit", "")
    try write(
      "sessions.csv",
      Data("age,moderator,consent,guardian,assent,device,taps\n6-8,m1,c-19,yes,yes,iPad mini 6,hhh\n".utf8))
  }
}
