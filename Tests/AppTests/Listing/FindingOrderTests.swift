import Base
import Store
import StoredFacts
import Testing

@testable import App

@Suite("Order and choice of findings")
struct FindingOrderTests {
  private static let (label, hint) = ("voiceover.label-present", "voiceover.hint-describes-result")
  private let world: DiskWorld

  init() throws { world = try .ofTwoButtons("--owner", "team") }

  private func findings(_ words: String...) throws -> [String] {
    try world.must(["list", "findings", "--json"] + words)
    let rows = try world.json()["rows"] as? [[String: Any]] ?? []
    return rows.map { "\($0["component"] ?? "") \($0["check"] ?? "")" }
  }

  @Test("What fails comes before what is over, the most severe first, then what has failed longest")
  func order() throws {
    try world.must("log", "fail", Self.hint, "a/one", "-s", "3")
    try world.must("log", "fail", Self.label, "b/two", "-s", "1")
    try world.must("log", "fail", Self.label, "a/one", "-s", "1")
    let (one, two, hint) = ("a/one \(Self.label)", "b/two \(Self.label)", "a/one \(Self.hint)")
    #expect(try findings() == [two, one, hint])
    #expect(try world.rows("list", "cells").map { $0["component"] as? String } == ["a/one", "a/one", "b/two"])
    try world.must("log", "pass", Self.label, "b/two")
    #expect(try findings() == [one, hint])
    #expect(try findings("--all") == [one, hint, two])
  }

  @Test("since: speaks of when the failing began, not of when it was seen again")
  func since() throws {
    try world.must("log", "fail", Self.label, "a/one")
    world.now += 10 * 86_400_000
    try world.must("log", "fail", Self.label, "a/one")
    try world.must("log", "fail", Self.label, "b/two")
    #expect(try findings("since:2026-03-05") == ["b/two \(Self.label)"])
    #expect(try world.rows("list", "cells", "since:2026-03-05").count == 2)
    world.now += 200 * 86_400_000
    #expect(try world.rows("list", "cells", "status:stale").count == 2)
  }

  @Test("A finding has an owner of its own, before that of its component")
  func owner() throws {
    for key in ["a/one", "b/two"] { try world.must("log", "fail", Self.label, key) }
    try world.must("edit", "finding", Self.label, "a/one", "--owner", "dev")
    #expect(try findings("owner:dev") == ["a/one \(Self.label)"])
    #expect(try findings("owner:team") == ["b/two \(Self.label)"])
    #expect(try world.rows("list", "findings").map { $0["owner"] as? String } == ["dev", "team"])
  }

  @Test("A waived finding needs no fix")
  func waived() throws {
    for key in ["a/one", "b/two"] { try world.must("log", "fail", Self.label, key) }
    try world.must("list", "fixes", "--json")
    #expect(world.output.contains("a/one"))
    try world.must(
      "new", "waiver", "a/one", Self.label, "--reason", "platform-limit", "--approver", "lead", "--until", "2026-03-31")
    #expect(try findings("waived:no") == ["b/two \(Self.label)"])
    try world.must("list", "fixes", "--json")
    #expect(world.output.contains("b/two") && !world.output.contains("a/one"), "\(world.output)")
  }

  @Test("The ID of a finding stays the same when others come, and its first letters show it")
  func ids() throws {
    try world.must("log", "fail", Self.label, "b/two", "-s", "3")
    func id() throws -> String {
      let rows = try world.rows("list", "findings", "component:b/two check:\(Self.label)", "--all")
      return try #require(rows.first?["finding"] as? String)
    }
    let mark = try id()
    #expect(mark.wholeMatch(of: /[ghjkmnpqrstvwxyz]{8}/) != nil)
    try world.must("log", "fail", Self.label, "a/one", "-s", "1")
    try world.must("log", "fail", Self.hint, "a/one", "-s", "1")
    for typed in [mark, String(mark.prefix(4)), "a11y-\(mark)"] {
      try world.must("show", typed)
      #expect(world.output.hasPrefix("\(Self.label) on b/two\n"), "\(typed): \(world.output)")
      #expect(world.output.contains(mark))
      for query in [typed, "ticket:\(typed)"] { #expect(try findings(query) == ["b/two \(Self.label)"]) }
    }
    try world.must("log", "pass", Self.label, "b/two")
    #expect(try id() == mark && findings(mark).isEmpty)
    try world.must("show", mark)
    // Fewer letters are a word, and longer ones or others are no name.
    for typed in [String(mark.prefix(3)), mark + "gg", "ghjkmnpq"] { #expect(world.run("show", typed) == 3) }
  }

  @Test("First letters that several findings have show none of them, and say how to tell them apart")
  func alike() throws {
    // Of the components c1, c2 ... the first two whose IDs begin alike.
    let keys = ["c568", "c608"]
    for key in keys {
      try world.must("new", "component", key, "--kind", "icon-button")
      try world.must("log", "fail", Self.label, key)
    }
    let ids = try keys.map { key in
      try #require(try world.rows("list", "findings", "component:\(key)").first?["finding"] as? String)
    }
    #expect(ids == ["whhsynyr", "whhswjjj"])
    #expect(world.run("show", "whhs") == 2)
    for key in keys { #expect(world.errors.contains(key)) }
    for (id, key) in zip(ids, keys) {
      try world.must("show", String(id.prefix(5)))
      #expect(world.output.hasPrefix("\(Self.label) on \(key)\n"))
    }
    #expect(try findings("ticket:whhs").count == 2)
  }

  @Test("A failure of a check that is not known here counts as serious")
  func unknown() throws {
    let fixture = try TrackerFixture()
    try fixture.write { writer in
      _ = try writer.receive([
        TrackerFixture.foreign(
          1, "result", ["check": "no.such", "component": "elsewhere", "outcome": "fail", "tester": "t2"])
      ])
    }
    #expect(try fixture.rows("list", "findings").map { $0["severity"] as? Int } == [2])
  }
}
