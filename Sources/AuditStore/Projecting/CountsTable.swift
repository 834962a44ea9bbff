import SQLite

/// The rows of `tally` and `day_delta`.
///
/// Read, added and replaced: an upsert over ten columns takes SQLite longer to compile than these two statements, and
/// one logged result pays for that.
struct CountsTable {
  let database: Connection

  /// Adds to a row; one that comes to nothing is removed, so that the tables hold what a rebuild gives.
  func add(_ changes: Counts, to table: String, _ key: String, _ first: Int64, category: Int64) throws {
    var counts = changes
    let columns = Counts.columns.joined(separator: ", ")
    let stored = try database.cached("SELECT \(columns) FROM \(table) WHERE \(key) = ? AND category = ?")
    try stored.bind(first, at: 1)
    try stored.bind(category, at: 2)
    if try stored.step() {
      for index in Counts.columns.indices { counts.values[index] &+= stored.int64(Int32(index)) }
    }
    stored.reset()
    if counts.isZero {
      try database.run(
        "DELETE FROM \(table) WHERE \(key) = ? AND category = ?", [.integer(first), .integer(category)])
      return
    }
    let places = String(repeating: ", ?", count: Counts.columns.count)
    let replace = try database.cached(
      "REPLACE INTO \(table) (\(key), category, \(columns)) VALUES (?, ?\(places))")
    try replace.bind(first, at: 1)
    try replace.bind(category, at: 2)
    for index in Counts.columns.indices { try replace.bind(counts.values[index], at: Int32(index + 3)) }
    try replace.run()
  }
}
