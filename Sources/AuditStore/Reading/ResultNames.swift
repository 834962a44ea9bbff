import AuditModel
import SQLite

/// Finds the results that evidence names by their digests, in the lists of their cells: digests have no index.
final class ResultNames {
  private let database: Connection
  /// By where a cell's list begins: the numbers of its results, by their identities.
  private var lists: [Int64: [FactReference: Int64]] = [:]

  init(_ database: Connection) {
    self.database = database
  }

  /// The local number of a result; nil where it is not in the list.
  func number(of reference: FactReference, from last: Int64) throws -> Int64? {
    if let known = lists[last] { return known[reference] }
    var list: [FactReference: Int64] = [:]
    let row = try database.cached("SELECT earlier, substr(digest, 1, 16) FROM result WHERE id = ?")
    try CellResults.walk(from: last) { number in
      try row.bind(number, at: 1)
      defer { row.reset() }
      guard try row.step() else { return nil }
      if let known = FactReference(bytes: row.blob(1)) { list[known] = number }
      return row.int64(0)
    }
    lists[last] = list
    return list[reference]
  }
}
