import AuditModel
import SQLite

/// The lives of findings, by one pass over what their cells showed: as long as there are changes, whatever the results.
struct FindingLives {
  private var lives: [Int64: FindingLife] = [:]

  /// - Parameters:
  ///   - cells: what is read from as `cell`; then only those that fail there have a life. Nil for every cell.
  ///   - moment: only what had been observed by then (ms UTC).
  init(database: Connection, failingIn cells: String?, until moment: Int64) throws {
    var life = FindingLife()
    var cell: Int64?
    let failing = cells.map { "AND cell IN (SELECT cell.id FROM \($0) WHERE cell.outcome = 2)" } ?? ""
    let sql = """
      SELECT cell, time, outcome, severity FROM transition WHERE time <= ? \(failing) ORDER BY cell, ordinal
      """
    try database.rows(sql, [.integer(moment)]) { row in
      if row.int64(0) != cell {
        if let cell, life.isFinding { lives[cell] = life }
        cell = row.int64(0)
        life = FindingLife()
      }
      guard let outcome = Codes.outcome(row.int64(2)) else { return }
      life.show(outcome, Codes.severity(row.int64(3)), at: row.int64(1))
    }
    if let cell, life.isFinding { lives[cell] = life }
  }

  /// Of a cell by its id; nil where it never failed.
  subscript(cell: Int64) -> FindingLife? { lives[cell] }
}
