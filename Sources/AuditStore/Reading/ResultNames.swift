import SQLite

/// Finds the results that evidence names by their digests, in the lists of their cells: digests have no index.
final class ResultNames {
  private let database: Connection
  /// By where a cell's list begins: the numbers of its results, by the first eight bytes of their digests.
  private var lists: [Int64: [UInt64: Int64]] = [:]

  init(_ database: Connection) {
    self.database = database
  }

  /// The local number of a result; nil where it is not in the list.
  func number(of digest: UInt64, from last: Int64) throws -> Int64? {
    if let known = lists[last] { return known[digest] }
    var list: [UInt64: Int64] = [:]
    let row = try database.cached("SELECT earlier, substr(digest, 1, 8) FROM result WHERE id = ?")
    try CellResults.walk(from: last) { number in
      try row.bind(number, at: 1)
      defer { row.reset() }
      guard try row.step() else { return nil }
      list[ShortDigest.value(row.blob(1))] = number
      return row.int64(0)
    }
    lists[last] = list
    return list[digest]
  }
}
