import Audit
import Foundation
import Store
import StoredFacts
import Testing

@testable import Exchange

@Suite("exchange through a folder")
struct FolderTests {
  let place: SharedPlace
  let tia: Machine
  let tom: Machine

  init() throws {
    place = try SharedPlace()
    (tia, tom) = try place.pair()
  }

  @Test(
    "a clock that is ten years off decides nothing: what saw the earlier value wins, and so does the newer build",
    arguments: [10, -10])
  func clock(years: Int64) throws {
    let off = try Machine("off", at: place, seed: 3, clock: 1_750_000_000_000 + years * 31_557_600_000)
    try off.join()
    try off.edit("off")
    try off.log(.fail, by: "off")
    try off.sync()
    let report = try tia.sync()
    let ahead = report.read.reduce(0) { $0 + $1.report.received.aheadOfClock }
    #expect(ahead == (years > 0 ? 2 : 0))
    #expect(try tia.owner() == "off")
    try tia.edit("tia")
    try tia.log(.pass, by: "tia", build: "2")
    try tia.sync()
    let answer = try off.sync()
    let effects = answer.read.map(\.report.effects)
    #expect(effects.allSatisfy { $0.conflicts == 0 && $0.changes.disputed + $0.changes.contradicted == 0 })
    #expect(effects.map(\.changes.better).reduce(0, +) == 1)
    #expect(effects.flatMap(\.newBuilds) == ["2"])
    #expect(try off.owner() == "tia")
    #expect(try off.bytes() == tia.bytes())
    let state = try FolderState(tia.tracker, path: place.shared)
    #expect(state.replicas.map(\.state.aheadOfClock).reduce(0, +) == ahead)
  }

  @Test("an exchange with nothing new reads nothing, writes nothing and changes no file")
  func nothingNew() throws {
    let before = place.files
    for machine in [tia, tom, tia] {
      let report = try machine.sync()
      #expect(report.read.isEmpty && report.written.isEmpty && report.skipped.isEmpty && report.refused.isEmpty)
    }
    #expect(place.files == before && before.count == 1)
  }

  @Test("exchanges in any order end in the same bytes", arguments: [UInt64(1), 2, 3, 4])
  func anyOrder(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let ana = try Machine("ana", at: place, seed: 10 + seed)
    try ana.join()
    let team = [tia, tom, ana]
    for round in 0..<20 {
      let one = Int.random(in: 0..<team.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: try team[one].edit("owner \(round)")
      case 1: try team[one].log(Bool.random(using: &random) ? .pass : .fail, by: "tester \(one)")
      default: try team[one].sync()
      }
      // Now and then a file is lost; whoever has its facts writes them again.
      if Int.random(in: 0..<6, using: &random) == 0, let file = place.files.randomElement(using: &random) {
        try FileManager.default.removeItem(atPath: "\(place.shared)/\(file)")
      }
    }
    for _ in 0..<2 { for machine in team { try machine.sync() } }
    #expect(try tom.bytes() == tia.bytes() && ana.bytes() == tia.bytes(), "seed \(seed)")
    #expect(try tia.sync().written.isEmpty)
  }

  @Test(
    "a name says that a file is a bundle, also as file services spell it",
    arguments: [
      ("t/r/1-5-60ac2f7c.a11y.json", true), ("1-5-60ac2f7c.a11y (conflicted copy).json", true),
      ("a.a11y.sync-conflict-1.json", true), ("t/r/README.md", false), ("x.a11y/README.md", false), ("", false),
      (".a11", false),
    ])
  func names(name: String, isOurs: Bool) {
    #expect(SharedFolder.isOurs(name) == isOurs)
  }

  @Test("a file that is being written elsewhere is passed over, whatever its length")
  func halves() throws {
    try tia.log(.pass, by: "tia")
    let written = try #require(try tia.sync().written.first).path
    let path = "\(place.shared)/\(written)"
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for count in stride(from: 0, to: whole.count - 2, by: 7) {
      try whole.prefix(count).write(to: URL(fileURLWithPath: path))
      let report = try tom.sync()
      #expect(report.skipped == [.init(path: written, reason: "file is incomplete")], "\(count)")
      #expect(report.refused.isEmpty && report.read.isEmpty, "\(count)")
    }
    try whole.write(to: URL(fileURLWithPath: path))
    #expect(try tom.sync().read.count == 1)
    #expect(try tom.bytes() == tia.bytes())
  }
  @Test("the tracker is looked at as it was before the first new entry of a file, and not at all without one")
  func news() throws {
    for outcome in [Outcome.fail, .pass] { try tom.log(outcome, by: "tom") }
    let written = try #require(try tom.sync().written.first).path
    let before = try tia.tracker.read { try $0.storedRuns().count }
    var seen: [Int] = []
    let look = { (reader: Reader) in seen.append(try reader.storedRuns().count) }
    let read = try FolderSync(tia.tracker, path: place.shared).run(willAdd: look).read
    #expect(read.map(\.report.received.added) == [2] && seen == [before])
    var again = BundleImport()
    again.willAdd = look
    let file = try BundleFile(path: "\(place.shared)/\(written)")
    let report = try tia.tracker.write { try again.run(file, name: "again", into: $0) }
    #expect(report.received.same == 2 && seen == [before])
  }
}
