import SQLite

extension CellTable {
  enum Order {
    case byName
    case worstFirst
    /// As in the file; each knows its place by name.
    case stored
  }

  func put(in order: Order) throws {
    try rank()
    switch order {
    case .byName: putInOrderOfRanks()
    case .worstFirst: entries.sort(by: Self.isWorse)
    case .stored: break
    }
  }

  /// The places of the entries: those that fail by severity, then the others; then by name.
  func rowsWorstFirst() -> [Int32] {
    // Where some were taken out there are gaps between the ranks.
    var byName = [Int32](repeating: -1, count: entries.reduce(0) { max($0, Int($1.rank) + 1) })
    for (place, entry) in entries.enumerated() { byName[Int(entry.rank)] = Int32(truncatingIfNeeded: place) }
    var failing: [[Int32]] = Array(repeating: [], count: 256)
    var others: [Int32] = []
    others.reserveCapacity(count)
    for row in byName where row >= 0 {
      let entry = entries[Int(row)]
      // 0 is none, which comes last.
      if entry.isFailing { failing[Int(entry.severity &- 1)].append(row) } else { others.append(row) }
    }
    return failing.flatMap { $0 } + others
  }

  /// Each name is compared with each other once, and not the cells.
  private func rank() throws {
    let components = try ranks { $0.component }
    let checks = try ranks { $0.check }
    let conditions = try ranks { $0.condition }
    // Two numbers instead of three names: 32 bits of component, 32 of check; condition and place.
    var keys = entries.enumerated().map { place, entry in
      (
        UInt64(components[entry.component] ?? 0) << 32 | UInt64(checks[entry.check] ?? 0),
        UInt64(conditions[entry.condition] ?? 0) << 32 | UInt64(truncatingIfNeeded: place)
      )
    }
    keys.sort { $0 < $1 }
    for (rank, key) in keys.enumerated() { entries[Int(key.1 & 0xFFFF_FFFF)].rank = Int32(truncatingIfNeeded: rank) }
  }

  /// Each is swapped to its place, which takes no memory beside them.
  private func putInOrderOfRanks() {
    for place in entries.indices {
      while Int(entries[place].rank) != place { entries.swapAt(place, Int(entries[place].rank)) }
    }
  }

  /// Names that are equal in Swift are distinguished by their bytes, so that the order is the same in every run.
  static func precedes(_ left: String, _ right: String) -> Bool {
    left == right ? left.utf8.lexicographicallyPrecedes(right.utf8) : left < right
  }

  private func ranks(_ kind: (Entry) -> Int32) throws -> ByTerm<UInt32> {
    var ranks = ByTerm<UInt32>()
    var names: [(number: Int32, text: String)] = []
    for entry in entries where ranks[kind(entry)] == nil {
      ranks[kind(entry)] = 0
      names.append((kind(entry), try name(kind(entry))))
    }
    let ordered = names.sorted { Self.precedes($0.text, $1.text) }
    for (rank, name) in ordered.enumerated() { ranks[name.number] = UInt32(truncatingIfNeeded: rank) }
    return ranks
  }

  /// Open ones first, then by severity, then those that have been failing longest.
  static func isWorse(_ left: Entry, _ right: Entry) -> Bool {
    if left.isFailing != right.isFailing { return left.isFailing }
    let (one, other) = (left.severity, right.severity)
    // 0 is none, which comes last.
    if one != other { return one &- 1 < other &- 1 }
    if left.since != right.since { return left.since < right.since }
    return left.rank < right.rank
  }
}

extension ScopeCell {
  /// Whether it comes before another by component, check and condition, in the order of a table.
  func precedes(_ other: ScopeCell) -> Bool {
    if !component.hasSameBytes(as: other.component) { return CellTable.precedes(component, other.component) }
    if !check.hasSameBytes(as: other.check) { return CellTable.precedes(check, other.check) }
    return CellTable.precedes(condition, other.condition)
  }
}
