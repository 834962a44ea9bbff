import Base
import Foundation
import SQLite
import Testing

@testable import App

@Suite("a11y doctor")
struct DoctorTests {
  /// A tracker with damage that another program did to it.
  static func damaged(_ sql: String...) throws -> DiskWorld {
    let world = try DiskWorld.demo()
    try damage(world, sql)
    return world
  }

  static func damage(_ world: DiskWorld, _ statements: [String]) throws {
    let database = try Connection(path: world.database, mode: .readWrite)
    for sql in statements { try database.execute(sql) }
    try database.close()
  }

  /// The findings of a grade, as `area: message`.
  private func findings(_ world: DiskWorld, _ grade: String) throws -> [String] {
    world.run("doctor", "--json")
    let rows = try world.json()["rows"] as? [[String: Any]] ?? []
    return rows.filter { $0["grade"] as? String == grade }.map { "\($0["area"] ?? ""): \($0["message"] ?? "")" }
  }

  @Test("A sound tracker has nothing but ok, in every form")
  func sound() throws {
    let world = try DiskWorld.demo()
    let before = try Data(contentsOf: URL(fileURLWithPath: world.database))
    #expect(world.run("doctor") == 0)
    #expect(world.output.hasSuffix("\nNo problems found.\n"))
    #expect(!world.output.contains("note ") && !world.output.contains("WRONG"), "\(world.output)")
    #expect(world.run("doctor", "--plain") == 0)
    #expect(world.output.hasPrefix("No problems found.\nTracker: "))
    #expect(world.output.split(separator: "\n").dropFirst(2).allSatisfy { $0.hasPrefix("OK: ") })
    #expect(world.run("doctor", "--json") == 0)
    #expect(try world.json()["sound"] as? Bool == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: world.database)) == before)
  }

  /// What is done to the file, the area that must be wrong, and a word of the message.
  static let damages: [(sql: String, area: String, word: String)] = [
    ("UPDATE result SET note = 'other' WHERE id = (SELECT max(id) FROM result)", "facts", "1 entry does not match"),
    ("UPDATE result SET outcome = 1 WHERE outcome = 2", "facts", "entries do not match"),
    ("UPDATE result SET digest = zeroblob(32) WHERE id = (SELECT min(id) FROM result)", "facts", "does not match"),
    ("UPDATE fact SET body = '{}' WHERE id = (SELECT max(id) FROM fact WHERE kind = 'note')", "facts", "not match"),
    ("UPDATE fact SET prev = zeroblob(16) WHERE id = (SELECT max(id) FROM fact)", "chains", "not follow"),
    ("DELETE FROM result WHERE id = (SELECT min(id) + 5 FROM result)", "chains", "missing: number"),
    ("DELETE FROM fact WHERE id < (SELECT min(id) + 3 FROM fact)", "chains", "missing: numbers 1 to 3"),
    ("DELETE FROM branch", "facts", "not match"),
    ("UPDATE result SET context = 9999 WHERE id = (SELECT min(id) FROM result)", "facts", "points to a missing item"),
    ("DELETE FROM transition WHERE cell = (SELECT max(id) FROM cell)", "projections", "transitions"),
    ("DELETE FROM applicable", "projections", "planned items"),
    ("INSERT INTO plan_check VALUES ('a.b')", "projections", "planned items"),
    ("UPDATE cell SET outcome = 1, severity = 0 WHERE outcome = 2", "projections", "items"),
    ("UPDATE cell SET last = 0 WHERE id = (SELECT min(id) FROM cell)", "projections", "item results"),
    ("UPDATE result SET earlier = id", "projections", "item results"),
    ("UPDATE record SET doc = '{}' WHERE kind = 'waiver'", "projections", "records"),
    ("UPDATE register SET live = 0 WHERE kind = 'task'", "projections", "fields"),
    ("DELETE FROM note", "projections", "notes"),
    (
      "INSERT INTO evidence VALUES (1, x'', 0, 0, 0, 0, 0, zeroblob(32), 'x', 'image/png', 3, 0)", "projections",
      "evidence"
    ),
    ("UPDATE fact SET projected = 0", "projections", "supported entries"),
    ("DROP TABLE note", "projections", "no such table"),
    ("DELETE FROM local WHERE name = 'replica'", "replica", "no replica ID"),
  ]

  @Test("Damage is found, named and told apart", arguments: damages.indices)
  func damage(index: Int) throws {
    let (sql, area, word) = DoctorTests.damages[index]
    let world = try Self.damaged(sql)
    let wrong = try findings(world, "wrong")
    #expect(wrong.contains { $0.hasPrefix(area + ": ") && $0.contains(word) }, "\(sql): \(wrong)")
    #expect(world.run("doctor") == 1)
    #expect(world.output.contains("WRONG"))
  }

  /// The identity of a note that has seen nothing, from its parts.
  private static func identity(
    _ body: String, salt: [UInt8], at: String, number: Int64, previous: String, replica: String
  ) -> [UInt8] {
    let commitment = SHA256.digest(of: salt + Array(body.utf8)).hex
    let header =
      "{\"at\":\(at),\"c\":\"\(commitment)\",\"kind\":\"note\",\"n\":\(number),\"prev\":\"\(previous)\","
      + "\"r\":\"\(replica)\",\"saw\":[]}"
    return SHA256.digest(of: Array(header.utf8)).withBytes { [UInt8]($0) }
  }

  /// Changes a result as someone who knows our format would: the digest fits the new content.
  @Test("A forged digest breaks the chain behind it")
  func forged() throws {
    let world = try DiskWorld.demo()
    let database = try Connection(path: world.database, mode: .readWrite)
    let row = try #require(
      try database.first(
        """
        SELECT fact.id, body, ms, counter, hex(prev), replica, salt FROM fact
        JOIN branch ON branch.id = fact.id >> 40 WHERE kind = 'note' ORDER BY fact.id LIMIT 1
        """
      ) {
        ($0.int64(0), $0.text(1), $0.int64(2), $0.int64(3), $0.text(4).lowercased(), $0.text(5), $0.blob(6))
      })
    let body = row.1.replacingOccurrences(of: "Demo", with: "Fake")
    let digest = Self.identity(
      body, salt: row.6, at: "[\(row.2),\(row.3)]", number: row.0 & (1 << 40 - 1), previous: row.4, replica: row.5)
    try database.run(
      "UPDATE fact SET body = ?, digest = ? WHERE id = ?", [.text(body), .blob(digest), .integer(row.0)])
    try database.close()
    let wrong = try findings(world, "wrong")
    #expect(!wrong.contains { $0.hasPrefix("facts: ") }, "\(wrong)")
    #expect(wrong.contains { $0.hasPrefix("chains: 1 entry does not follow") }, "\(wrong)")
  }

  @Test("A rebuild repairs what is derived, says what it was, and the second changes nothing")
  func rebuild() throws {
    let world = try Self.damaged("DELETE FROM transition", "UPDATE plan_condition SET chosen = 1", "DELETE FROM note")
    #expect(world.run("doctor", "--rebuild", "--dry-run", "--width", "200") == 0)
    #expect(world.output.contains("would change: transitions, notes, planned items"), "\(world.output)")
    #expect(world.run("doctor") == 1)
    #expect(world.run("doctor", "--rebuild", "--width", "200") == 0)
    #expect(world.output.contains("Changed: transitions, notes, planned items"), "\(world.output)")
    #expect(world.run("doctor") == 0)
    #expect(world.run("doctor", "--rebuild", "--json") == 0)
    let rebuilt = try world.json()["rebuild"] as? [String: Any]
    #expect((rebuilt?["changed"] as? [String])?.isEmpty == true)
    #expect(world.run("doctor", "--dry-run") == 2)
  }

  @Test("A rebuild leaves the facts as they are")
  func rebuildKeepsFacts() throws {
    let world = try Self.damaged("DELETE FROM register", "DELETE FROM record")
    func facts() throws -> [String] {
      let database = try Connection(path: world.database, mode: .readOnly)
      return try ["fact", "result"].flatMap { table in
        try database.all("SELECT hex(digest) FROM \(table) ORDER BY id") { $0.text(0) }
      }
    }
    let before = try facts()
    #expect(world.run("doctor", "--rebuild") == 0, "\(world.output)")
    #expect(try facts() == before)
  }

  @Test("A fork is named, and nothing is wrong with it")
  func fork() throws {
    let world = try DiskWorld.demo()
    let database = try Connection(path: world.database, mode: .readWrite)
    let row = try #require(
      try database.first(
        """
        SELECT replica, fact.id & ((1 << 40) - 1), ms, hex(prev) FROM fact JOIN branch ON branch.id = fact.id >> 40
        WHERE kind = 'note' ORDER BY fact.id DESC LIMIT 1
        """
      ) { ($0.text(0), $0.int64(1), $0.int64(2), $0.text(3).lowercased()) })
    let body = "{\"component\":\"my-lists/my-lists\",\"text\":\"branch\"}"
    let salt = [UInt8](repeating: 7, count: 16)
    let digest = Self.identity(
      body, salt: salt, at: "[\(row.2),0]", number: row.1, previous: row.3, replica: row.0)
    try database.run("INSERT INTO branch (replica, fork) VALUES (?, 1)", [.text(row.0)])
    try database.run(
      """
      INSERT INTO fact (id, kind, ms, counter, prev, digest, salt, body, projected)
      SELECT (SELECT max(id) FROM branch) << 40 | ?, 'note', ?, 0, prev, ?, ?, ?, 1
      FROM fact WHERE kind = 'note' AND id & ((1 << 40) - 1) = ?
      """, [.integer(row.1), .integer(row.2), .blob(digest), .blob(salt), .text(body), .integer(row.1)])
    try database.close()
    world.run("doctor", "--rebuild")
    #expect(world.run("doctor") == 0, "\(world.output)")
    let notes = try findings(world, "note")
    #expect(notes.contains { $0.contains("forked: from entry \(row.1) on") }, "\(notes)")
  }

  @Test("What is worth knowing is a note: newer facts, clocks, copies, conflicts, references")
  func notes() throws {
    let world = try DiskWorld.demo()
    world.now += 40_000_000_000
    world.run("log", "pass", "voiceover.label-present", "my-lists/my-lists", "--tester", "t1")
    world.now -= 40_000_000_000
    #expect(try findings(world, "note").contains { $0.contains("1 entry of replica") && $0.contains("ahead") })

    let copy = try DiskWorld()
    world.run("backup", copy.path("copy.db"))
    #expect(copy.run("doctor", "--db", "copy.db") == 0)
    #expect(copy.output.contains("copied or moved"), "\(copy.output)")

    let damaged = try Self.damaged(
      "UPDATE record SET conflicts = 1 WHERE kind = 'task' AND key = 'demo-list-buttons'",
      "UPDATE fact SET kind = 'hologram', projected = 0 WHERE kind = 'note'",
      "DELETE FROM record WHERE kind = 'component' AND key = 'my-lists/my-lists'",
      "UPDATE term SET text = 'other.check' WHERE text = 'voiceover.label-present'")
    let notes = try findings(damaged, "note")
    #expect(notes.contains("conflicts: 1 record has fields with more than one value: task demo-list-buttons."))
    #expect(notes.contains { $0.hasPrefix("newer: 3 entries need a newer version (hologram)") })
    #expect(notes.contains("references: 1 unregistered component has results: my-lists/my-lists."))
    #expect(notes.contains("references: 1 unknown check has results: other.check."))
  }

  @Test("An older copy in the file's place is noticed")
  func rolledBack() throws {
    let world = try DiskWorld.demo()
    world.run("backup", "old.db")
    world.run("log", "pass", "voiceover.label-present", "my-lists/my-lists", "--tester", "t1")
    try FileManager.default.removeItem(atPath: world.database)
    try FileManager.default.moveItem(atPath: world.path("old.db"), toPath: world.database)
    #expect(world.run("doctor") == 0)
    #expect(world.output.contains("older copy replaced the file"), "\(world.output)")
  }
}
