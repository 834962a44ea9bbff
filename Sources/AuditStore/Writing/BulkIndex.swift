import SQLite

/// Takes the index of results by cell down while very many results come in, and builds it again, sorted, in one go.
///
/// Keeping it up row by row costs a third of a large bulk log. It only happens where nothing is looked up by that index
/// in between: in a file whose facts all come from one line.
final class BulkIndex {
  /// Results of one transaction from which on it pays.
  private static let threshold = 50_000
  private static let definition = "CREATE INDEX result_by_cell ON result (cell)"

  /// How many results are coming, where that is known.
  var expected = 0
  private let database: Connection
  private var count = 0
  private(set) var isDown = false

  init(database: Connection) {
    self.database = database
  }

  /// To be called before each insert.
  func willInsert() throws {
    count += 1
    guard count == Self.threshold else { return }
    let stored = try database.scalar("SELECT count(*) FROM result") ?? 0
    // What is imported does without looking anything up; what is logged here may only where no other machine's
    // results are to be seen.
    let pays = expected > 0 ? expected > stored / 4 : try stored < 4 * Int64(Self.threshold) && linesWithResults() == 1
    guard pays else { return }
    try database.execute("DROP INDEX result_by_cell")
    isDown = true
  }

  private func linesWithResults() throws -> Int64? {
    try database.scalar(
      """
      SELECT count(*) FROM line
      WHERE EXISTS (
        SELECT 1 FROM result
        WHERE result.id BETWEEN line.id << \(FactNumber.bits) AND ((line.id + 1) << \(FactNumber.bits)) - 1)
      """)
  }

  /// To be called before anything is looked up by cell, and before the transaction ends.
  func restore() throws {
    guard isDown else { return }
    // A second thread sorts while this one reads.
    try database.execute("PRAGMA threads = 1")
    try database.execute(Self.definition)
    isDown = false
    count = 0
  }
}
