import Foundation
import Testing

@testable import App
@testable import CommandLine

@Suite("Making a worksheet")
struct WorksheetTests {
  private static let touch = "touch-target.minimum-44pt"
  private static let label = "voiceover.label-present"

  /// Three components, an audit of two checks under two conditions.
  private func world() throws -> DiskWorld {
    let world = try DiskWorld()
    world.environment["A11Y_TESTER"] = "qa-nine"
    try world.must("init", "--catalog", "2")
    for key in ["home/open", "home/close", "search"] {
      try world.must("new", "component", key, "--kind", "icon-button")
    }
    try world.must("new", "checklist", "two", "--check", "\(Self.touch),\(Self.label)")
    try world.must("new", "audit", "spring", "--checklist", "two", "--condition", "default,dark", "--build", "3.2")
    return world
  }

  /// Component, check and condition of each item.
  private func items(_ world: DiskWorld, _ words: String...) throws -> [String] {
    try world.must(["worksheet"] + words)
    return try data(world.output).map { item in
      ["component", "check", "condition"].map { item[$0] as? String ?? "?" }.joined(separator: " ")
    }
  }

  private func data(_ page: String) throws -> [[String: Any]] {
    let json = try #require(page.firstMatch(of: /id="sheet">(.*?)<\/script>/)).output.1
    let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    return try #require(document?["items"] as? [[String: Any]])
  }

  @Test("Items are the audit's cells, by component in the order of its checklist, or by check")
  func order() throws {
    let world = try world()
    let cells = ["home/close", "home/open", "search"].flatMap { component in
      [Self.touch, Self.label].flatMap { check in ["", "dark"].map { "\(component) \(check) \($0)" } }
    }
    #expect(try items(world, "--audit", "spring") == cells)
    let byCheck = try items(world, "--audit", "spring", "--by", "check")
    #expect(Set(byCheck) == Set(cells))
    #expect(byCheck.prefix(6).allSatisfy { $0.contains(Self.touch) })
    let listed = try world.rows("list", "cells", "--all", "--audit", "spring")
    #expect(listed.count == cells.count)
  }

  @Test(
    "Flags narrow it",
    arguments: [
      (["--audit", "spring", "--component", "home/**"], 8), (["--audit", "spring", "--component", "search"], 4),
      (["--audit", "spring", "--check", "label-present"], 6), (["--audit", "spring", "--condition", "dark"], 6),
      (["--checklist", "two"], 6), (["--checklist", "two", "--condition", "dark,text-ax5"], 6),
      (["--check", Self.touch, "--component", "search"], 1), (["--audit", "spring", "--only", "untested"], 11),
      (["--audit", "spring", "--only", "fail"], 1), (["--checklist", "two", "--only", "fail"], 1),
    ])
  func narrowed(flags: [String], count: Int) throws {
    let world = try world()
    try world.must("log", "fail", Self.touch, "search", "--audit", "spring", "--condition", "default")
    try world.must(["worksheet"] + flags)
    #expect(try data(world.output).count == count)
  }

  @Test("What the items show of results is what a new one must have seen, and never who saw it")
  func seen() throws {
    let world = try world()
    try world.must(
      "log", "fail", Self.touch, "search", "--value", "40x40", "-s", "2", "-m", "too small", "--build", "3.1")
    let id = try #require(try world.rows("list", "results").first?["id"] as? String)
    try world.must("worksheet", "--check", Self.touch, "--component", "search")
    let page = world.output
    #expect(page.contains("Last result: <strong>FAIL</strong>, 2026-03-01, <bdi>serious</bdi>, <bdi>40x40</bdi>"))
    #expect(page.contains("<q class=\"pre\"><bdi>too small</bdi></q>"))
    #expect(!page.contains("qa-nine") && !page.contains(world.folder))
    let item = try #require(try data(page).first)
    #expect((item["saw"] as? [String])?.count == 1)
    #expect(item["after"] as? Int64 == world.now - 2_000, "\(id)")
  }

  @Test("More than 150 items are refused with ways to narrow them, and made in parts")
  func parts() throws {
    let world = try world()
    #expect(world.run("worksheet", "-o", "sheet.html") == 5)
    let count = try #require(world.errors.firstMatch(of: /(\d+) items exceed the maximum of 150 per page/))
    let all = try #require(Int(count.output.1))
    #expect(world.errors.contains("--part 1 to --part"))
    #expect(!FileManager.default.fileExists(atPath: world.path("sheet.html")))
    let parts = (all + 149) / 150
    let found = try (1...parts).flatMap { try items(world, "--part", String($0)) }
    #expect(found.count == all && Set(found).count == all)
    #expect(world.run("worksheet", "--part", String(parts + 1)) == 2)
    #expect(world.run("worksheet", "--part", "0") == 2)
  }

  @Test("A sheet without items, of a closed audit, in the place of another or for a terminal is refused")
  func refused() throws {
    let world = try world()
    #expect(world.run("worksheet", "--audit", "spring", "--only", "disputed") == 3)
    #expect(world.run("worksheet", "--audit", "summer") == 3)
    #expect(world.run("worksheet", "--checklist", "nothing-like-it") == 3)
    #expect(world.run("worksheet", "--audit", "spring", "--tester", "two\nlines") == 2)
    try world.must("worksheet", "--audit", "spring", "-o", "sheet.html")
    let first = try Data(contentsOf: URL(fileURLWithPath: world.path("sheet.html")))
    #expect(world.run("worksheet", "--audit", "spring", "-o", "sheet.html") == 5)
    #expect(try Data(contentsOf: URL(fileURLWithPath: world.path("sheet.html"))) == first)
    try world.must("worksheet", "--audit", "spring", "-o", "sheet.html", "--yes", "--json")
    #expect(try world.json()["items"] as? Int == 12)
    #expect(try world.json()["schema"] as? String == "a11y.worksheet/1")
    world.terminals = [.output]
    #expect(world.run("worksheet", "--audit", "spring") == 2)
    world.terminals = []
    try world.must("edit", "audit", "spring", "--close")
    #expect(world.run("worksheet", "--audit", "spring") == 5)
  }

  @Test("Every sheet has a name of its own, and nothing else differs")
  func identity() throws {
    let world = try world()
    var pages: [String] = []
    for _ in 0..<2 {
      world.now -= 1_000
      try world.must("worksheet", "--audit", "spring")
      pages.append(world.output)
    }
    let ids = pages.compactMap { $0.firstMatch(of: /"worksheet":"([0-9a-f-]{36})"/)?.output.1 }
    #expect(ids.count == 2 && ids[0] != ids[1])
    #expect(pages[0].replacing(ids[0], with: "") == pages[1].replacing(ids[1], with: ""))
  }
}
