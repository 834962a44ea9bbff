import SQLite

/// The place in some arrays of what was read of the rows of a table. The first few rows that are asked for are read one
/// by one; the next request reads all the others at once, after those.
struct RowPlaces {
  private static let few = 1_000

  private let one: String
  private let all: String
  private var known: [Int64: Int] = [:]
  /// In rising order, once all were read.
  private var ids: [Int64] = []
  private var isWhole = false

  /// - Parameter columns: the columns after the number in the rows that are read.
  init(_ table: String, _ columns: String) {
    one = "SELECT id, \(columns) FROM \(table) WHERE id = ?"
    all = "SELECT id, \(columns) FROM \(table) ORDER BY id"
  }

  /// The place of a row that was read; nil for any other.
  @inline(__always)
  func find(_ id: Int64) -> Int? {
    guard isWhole else { return known[id] }
    guard let first = ids.first, id >= first else { return nil }
    // Mostly no number is left out.
    let offset = id - first
    if offset < ids.count, ids[Int(offset)] == id { return Self.few + Int(offset) }
    return search(id)
  }

  private func search(_ id: Int64) -> Int? {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < ids.count && ids[low] == id ? Self.few + low : nil
  }

  /// Reads a row that `find` does not know.
  ///
  /// - Parameter add: takes what was read of a row; the places count its calls.
  /// - Returns: its place; nil when there is no such row.
  mutating func read(_ id: Int64, in database: Connection, add: (Statement) throws -> Void) throws -> Int? {
    guard !isWhole else { return nil }
    guard known.count < Self.few else {
      (known, isWhole) = ([:], true)
      try database.rows(all) { row in
        ids.append(row.int64(0))
        try add(row)
      }
      return find(id)
    }
    return try database.first(one, [.integer(id)]) { row in
      try add(row)
      known[id] = known.count
      return known.count - 1
    }
  }
}
