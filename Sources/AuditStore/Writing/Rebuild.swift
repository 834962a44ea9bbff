import AuditModel
import CanonicalJSON
import SQLite

extension Writer {
  /// Throws every projection away and derives it again from the facts.
  package func rebuild() throws {
    for table in [
      "transition", "record", "register", "retraction", "note", "evidence", "signal", "session_fact", "erasure",
      "missing",
    ] {
      try database.run("DELETE FROM \(table)")
    }
    try database.execute(
      """
      UPDATE cell SET outcome = 0, severity = 0, marks = 0, context = 0, shown = 0, latest = 0, latest_time = 0, seen = 0,
        since = 0, text = NULL, results = 0, changes = 0, branch = 0, measured = 0;
      UPDATE check_text SET current = (origin = 'built-in');
      UPDATE fact SET projected = 0 WHERE body <> '';
      """)
    try CellResults.linkAll(in: database)
    try findHeads()
    projector.lineage.markStale()
    try projector.settleRequests()
    try rebuildFacts()
    try projector.flush()
    try rebuildCells()
    try projector.flush()
    try ScopeTables.write(to: database)
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
    try rebuildFacts(where: "WHERE projected = 0")
    try projector.flush()
  }

  private func rebuildFacts(where condition: String = "") throws {
    let sql = """
      SELECT fact.id, branch.replica, ms, counter, prev, kind, body, digest, salt, saw
      FROM fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits) \(condition) ORDER BY fact.id
      """
    // Gathered first: what follows writes to the table that is read here.
    var stored: [(number: Int64, fact: Fact, digest: Digest)] = []
    try database.rows(sql) { row in
      guard let body = RecordJSON.object(row.text(6)), let digest = Digest(bytes: row.blob(7)) else { return }
      let fact = Fact(
        replica: row.text(1), sequence: FactNumber.sequence(of: row.int64(0)),
        clock: HybridTime(milliseconds: row.int64(2), counter: row.int64(3)),
        previous: FactReference(bytes: row.blob(4)), kind: row.text(5), body: body,
        salt: FactSalt(bytes: row.blob(8)), saw: FactReference.list(row.blob(9)))
      stored.append((row.int64(0), fact, digest))
    }
    let intake = try Intake(self)
    for (number, fact, digest) in stored {
      if fact.kind == "result", let body = ResultBody(fact.body) {
        try database.run("DELETE FROM fact WHERE id = ?", [.integer(number)])
        try intake.store(fact, body, digest: digest, number: number, isInOrder: false)
      } else if try projector.add(fact, number: number, reference: digest.reference) {
        try database.run("UPDATE fact SET projected = 1 WHERE id = ?", [.integer(number)])
      }
    }
  }

  private func rebuildCells() throws {
    let sql = "SELECT cell.id, term.text FROM cell JOIN term ON term.id = cell.check_id ORDER BY cell.id"
    let cells = try database.all(sql) { ($0.int64(0), $0.text(1)) }
    for (index, (id, check)) in cells.enumerated() {
      guard let row = try projector.cells.cell(id: id) else { continue }
      projector.cells.recategorize(row, to: try projector.category(ofCheck: check))
      projector.cells.markForRefold(row)
      if index % 50_000 == 49_999 { try projector.cells.flush() }
    }
  }
}
