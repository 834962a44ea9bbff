import AuditModel
import CanonicalJSON
import SQLite

/// What machines disagree about at one moment.
package struct Disagreements: Equatable, Sendable {
  /// Local numbers of the disputed cells.
  package var disputes: Set<Int64>
  /// Fields of records with more than one value in view.
  package var conflicts: Int
  /// Facts that wait for a decision because another machine asks to have them erased.
  package var erasures: Int
}

extension Reader {
  package func disagreements() throws -> Disagreements {
    Disagreements(
      disputes: Set(try database.all("SELECT id FROM cell WHERE disputed <> 0", []) { $0.int64(0) }),
      conflicts: Int(
        try database.scalar(
          "SELECT total(CASE deleted WHEN 0 THEN conflicts ELSE 1 END) FROM record WHERE \(Self.openConflict)") ?? 0),
      erasures: Int(
        try database.scalar("SELECT count(DISTINCT target) FROM erasure WHERE accepted = 0") ?? 0))
  }

  /// Whether nothing was said in this tracker yet.
  package func isEmpty() throws -> Bool {
    try database.scalar("SELECT 1 FROM fact UNION ALL SELECT 1 FROM result LIMIT 1") == nil
  }
}

extension Writer {
  /// Makes an empty tracker one of a team's: from now on its facts belong to the tracker named.
  ///
  /// - Throws: `Refusal.invalid` where facts of another tracker stand here.
  package func adopt(tracker: String) throws {
    guard try reader.isEmpty() else {
      throw Refusal.invalid("this tracker has facts of its own; only an empty one can become part of another")
    }
    try LocalTable.set(database, "tracker", tracker)
  }

  /// Has the numbers of all facts that come in gathered, those that were known included.
  package func gatherRuns() throws {
    let intake = try self.intake ?? Intake(self)
    intake.runs = FactRuns()
    self.intake = intake
  }

  /// How many of the facts that came in are stubs.
  package var gatheredStubs: Int { intake?.stubs ?? 0 }

  /// What was gathered since `gatherRuns`.
  package var gatheredRuns: FactRuns { intake?.runs ?? FactRuns() }

  /// Folds cells that this transaction changed once more and compares: all of them after a few facts, two hundred
  /// or more spread evenly after many. To be called after `settle`.
  ///
  /// - Throws: `StoreError.damaged` where a cell is not what its results say; the transaction must not be kept.
  package func checkTouchedCells() throws {
    let touched = projector.cells.written
    let step = touched.count <= 500 ? 1 : touched.count / 200
    for index in stride(from: 0, to: touched.count, by: step) {
      guard let row = try projector.cells.cell(id: touched[index]) else { continue }
      let fold = CellFold(try Observations.load(from: row.last, in: database))
      let isSame =
        fold.state == row.state && (fold.shown ?? 0) == row.shown && (fold.latest ?? 0) == row.latest
        && fold.latestTime == row.latestTime && Int64(fold.count) == row.results
        && Int64(fold.transitions.count) == row.changes
      guard isSame else {
        throw StoreError.damaged(path: path, detail: "a cell is not what its results say; nothing was taken in")
      }
    }
  }
}
