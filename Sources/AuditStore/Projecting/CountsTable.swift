import SQLite

/// The rows of `tally` or of `day_delta`.
///
/// Read, added and replaced: an upsert over eleven columns takes SQLite longer to compile than these two statements, and
/// one logged result pays for that. It pays for putting texts together as well, so they stand here in full.
struct CountsTable {
  private let select: String
  private let replace: String
  private let delete: String

  static let tally = CountsTable(
    select: """
      SELECT pass, fail, na, cant_tell, disputed, contradicted, critical, serious, moderate, minor, unrated FROM tally
      WHERE component = ? AND category = ?
      """,
    replace: """
      REPLACE INTO tally
        (component, category, pass, fail, na, cant_tell, disputed, contradicted, critical, serious, moderate, minor, unrated)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
    delete: "DELETE FROM tally WHERE component = ? AND category = ?")

  static let dayDelta = CountsTable(
    select: """
      SELECT pass, fail, na, cant_tell, disputed, contradicted, critical, serious, moderate, minor, unrated FROM day_delta
      WHERE day = ? AND category = ?
      """,
    replace: """
      REPLACE INTO day_delta
        (day, category, pass, fail, na, cant_tell, disputed, contradicted, critical, serious, moderate, minor, unrated)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
    delete: "DELETE FROM day_delta WHERE day = ? AND category = ?")

  /// Adds to the row of a component or day and a category; one that comes to nothing is removed, so that the table
  /// holds what a rebuild gives.
  func add(_ changes: Counts, _ first: Int64, category: Int64, in database: Connection) throws {
    var counts = changes
    let stored = try database.cached(select)
    try stored.bind(first, at: 1)
    try stored.bind(category, at: 2)
    if try stored.step() {
      for index in Counts.columns.indices { counts.values[index] &+= stored.int64(Int32(index)) }
    }
    stored.reset()
    if counts.isZero {
      try database.run(delete, [.integer(first), .integer(category)])
      return
    }
    let statement = try database.cached(replace)
    try statement.bind(first, at: 1)
    try statement.bind(category, at: 2)
    for index in Counts.columns.indices { try statement.bind(counts.values[index], at: Int32(index + 3)) }
    try statement.run()
  }
}
