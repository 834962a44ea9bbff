import AuditModel
import SQLite

/// The lives of findings: by one pass over what their cells showed, and by the results themselves where a cell has more
/// of them than changes, as what was seen again on another build changes nothing that is shown.
struct FindingLives {
  /// By the ids of cells; those that never failed have none.
  private(set) var lives: [Int64: FindingLife] = [:]

  /// - Parameters:
  ///   - cells: what is read from as `cell`; then only those that fail there have a life. Nil for every cell.
  ///   - moment: only what had been observed by then (ms UTC).
  init(_ reader: Reader, failingIn cells: String?, until moment: Int64) throws {
    let chosen = cells.map { "SELECT cell.id FROM \($0) WHERE cell.outcome = 2" }
    let sql = """
      SELECT transition.cell, transition.time, transition.outcome, transition.severity, context.build, context.source
      FROM transition JOIN result ON result.id = transition.result JOIN context ON context.id = result.context
      WHERE transition.time <= ? AND transition.cell IN (\(chosen ?? "SELECT cell FROM transition WHERE outcome = 2"))
      ORDER BY transition.cell, ordinal
      """
    var builds: [Int64: ObservedBuild] = [:]
    var life = FindingLife()
    var cell: Int64?
    var shown = 0
    var endedOnce = false
    var unsure: [Int64: Int] = [:]
    func keep() {
      guard let cell, life.isFinding else { return }
      lives[cell] = life
      if endedOnce { unsure[cell] = shown }
    }
    try reader.database.rows(sql, [.integer(moment)]) { row in
      if row.int64(0) != cell {
        keep()
        cell = row.int64(0)
        life = FindingLife()
        (shown, endedOnce) = (0, false)
      }
      guard let outcome = Codes.outcome(row.int64(2)) else { return }
      let build = row.int64(4)
      if builds[build] == nil { builds[build] = try reader.observedBuild(build) }
      life.show(
        outcome, Codes.severity(row.int64(3)), at: row.int64(1),
        on: .init(build: builds[build] ?? ObservedBuild(), source: row.int64(5)))
      shown += 1
      if life.isFinding, !life.isOpen { endedOnce = true }
    }
    keep()
    guard !unsure.isEmpty else { return }
    let observations = Observations(reader)
    let count = try reader.database.cached("SELECT results FROM cell WHERE id = ?")
    for (cell, shown) in unsure {
      try count.bind(cell, at: 1)
      let results = try count.step() ? count.int64(0) : 0
      count.reset()
      if results > shown { lives[cell] = try observations.life(cell: cell, until: moment) }
    }
  }

}

extension Reader {
  /// How the failing of cells went, whoever saw it, by their ids.
  ///
  /// - Parameter seen: the cells as one audit saw them: then only what had been observed by then is told. Nil for all.
  func lives(of seen: [(outcome: Outcome?, cell: Int64, time: Int64)]?) throws -> [Int64: FindingLife] {
    guard let seen else { return try FindingLives(self, failingIn: nil, until: past?.moment ?? .max).lives }
    var lives: [Int64: FindingLife] = [:]
    let observations = Observations(self)
    for cell in seen where cell.outcome == .fail || cell.outcome == .pass {
      let life = try observations.life(cell: cell.cell, until: cell.time)
      if life.isFinding { lives[cell.cell] = life }
    }
    return lives
  }
}

extension Reader {
  /// A build as results name it, by its term.
  fileprivate func observedBuild(_ term: Int64) throws -> ObservedBuild {
    ObservedBuild(term: term, number: term == 0 ? nil : BuildNumber(try text(term)))
  }
}
