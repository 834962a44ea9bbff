import AuditModel
import CanonicalJSON
import SQLite

extension Writer {
  /// Throws every projection away and derives it again from the facts.
  package func rebuild() throws {
    try rebuildRecords()
    try rebuildCells()
  }

  /// All but the cells, their lists of results and their transitions, which stay as they are.
  func rebuildRecords() throws {
    projector.cells.isHeld = true
    defer { projector.cells.isHeld = false }
    for table in [
      "record", "register", "retraction", "note", "evidence", "signal", "session_fact", "erasure", "missing",
    ] {
      try database.run("DELETE FROM \(table)")
    }
    projector.records.keptNames = nil
    try database.execute(
      "UPDATE check_text SET current = (origin = 'built-in'); UPDATE fact SET projected = 0 WHERE body <> '';")
    try findHeads()
    projector.lineage.markStale()
    (projector.hasNewBuilds, projector.hasNewEdition) = (true, true)
    try projector.settleRequests()
    try rebuildFacts()
    try projector.flush()
    try ScopeTables.write(to: database)
  }

  /// Folds every cell again.
  func rebuildCells() throws {
    try RenamedCells(projector).placeAll()
    try CellResults.linkAll(in: database)
    try database.run("DELETE FROM transition")
    try database.run("DELETE FROM cell WHERE last = 0")
    let writer = try CellWriter(database: database)
    try FoldedCells(projector).visit { _, cell, _ in try writer.store(cell) }
  }

  /// The heads that decisions and signatures name, as far as they are here.
  func findHeads() throws {
    for table in ["decision", "signed"] {
      let open = try database.all("SELECT identity FROM \(table) WHERE number = 0", []) { Digest(bytes: $0.blob(0)) }
      let wanted = Set(open.compactMap { $0?.reference })
      for (reference, number) in try ReferenceFinder.find(wanted, in: database) {
        try database.run(
          "UPDATE \(table) SET number = ? WHERE substr(identity, 1, 16) = ?",
          [.integer(number), .blob(reference.bytes)])
      }
    }
  }

  /// Looks again at the facts that an earlier version did not understand.
  func takeUpKept() throws {
    try rebuildFacts(where: "projected = 0")
    try projector.flush()
  }

  /// Takes all stored facts up again, in the order of their numbers.
  private func rebuildFacts(where condition: String = "TRUE") throws {
    let sql = """
      SELECT fact.id, branch.replica, ms, counter, prev, kind, body, digest, salt, saw
      FROM fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
      WHERE fact.id > ? AND \(condition) ORDER BY fact.id LIMIT 1000
      """
    let intake = try Intake(self)
    var last = Int64.min
    while true {
      // Gathered first: what follows writes to the table that is read here.
      var stored: [(number: Int64, fact: Fact, digest: Digest, bytes: Int)] = []
      let before = last
      try database.rows(sql, [.integer(last)]) { row in
        last = row.int64(0)
        guard let body = RecordJSON.object(row.text(6)), let digest = Digest(bytes: row.blob(7)) else { return }
        let fact = Fact(
          replica: row.text(1), sequence: FactNumber.sequence(of: row.int64(0)),
          clock: HybridTime(milliseconds: row.int64(2), counter: row.int64(3)),
          previous: FactReference(bytes: row.blob(4)), kind: row.text(5), body: body,
          salt: FactSalt(bytes: row.blob(8)), saw: FactReference.list(row.blob(9)))
        stored.append((row.int64(0), fact, digest, row.text(6).utf8.count))
      }
      guard last > before else { return }
      for (number, fact, digest, bytes) in stored
      where !BodyLimits.isTooLarge(kind: fact.kind, fact.body, bytes: bytes) {
        try takeUp(fact, number: number, digest: digest, intake)
      }
    }
  }

  private func takeUp(_ fact: Fact, number: Int64, digest: Digest, _ intake: Intake) throws {
    if fact.kind == "result", let body = ResultBody(fact.body) {
      try database.run("DELETE FROM fact WHERE id = ?", [.integer(number)])
      try intake.store(fact, body, digest: digest, number: number, isInOrder: false)
    } else if try projector.add(fact, number: number, reference: digest.reference) {
      try database.run("UPDATE fact SET projected = 1 WHERE id = ?", [.integer(number)])
    }
  }
}
