/// Puts very many rows in the order of their names: each name is compared with each other once, and not the rows.
enum RowOrder {
  private struct Key {
    var component: Int32
    var check: Int32
    var condition: Int32
    var place: Int32
  }

  /// Whether a row comes before a cell in that order.
  static func precedes(_ row: Cell, _ cell: ScopeCell) -> Bool {
    row.place.precedes(cell)
  }

  /// By component, check and condition. Rows of the same three stay as they were.
  static func sort(_ rows: inout [Cell]) {
    // More than memory holds; the numbers below have room for it.
    guard rows.count < Int32.max else { return }
    let components = ranks(rows, \.component)
    let checks = ranks(rows, \.check)
    let conditions = ranks(rows, \.condition)
    var keys = rows.indices.map { place in
      Key(
        component: components[place], check: checks[place], condition: conditions[place],
        place: Int32(truncatingIfNeeded: place))
    }
    keys.sort { left, right in
      if left.component != right.component { return left.component < right.component }
      if left.check != right.check { return left.check < right.check }
      if left.condition != right.condition { return left.condition < right.condition }
      return left.place < right.place
    }
    move(&rows, to: keys)
  }

  /// The place of each row's name among all of them in their order.
  private static func ranks(_ rows: [Cell], _ name: KeyPath<Cell, String>) -> [Int32] {
    var numbers: [String: Int32] = [:]
    let found = rows.map { row -> Int32 in
      let text = row[keyPath: name]
      if let known = numbers[text] { return known }
      let number = Int32(truncatingIfNeeded: numbers.count)
      numbers[text] = number
      return number
    }
    var ranks = [Int32](repeating: 0, count: numbers.count)
    for (rank, entry) in numbers.sorted(by: { $0.key < $1.key }).enumerated() {
      ranks[Int(entry.value)] = Int32(truncatingIfNeeded: rank)
    }
    return found.map { ranks[Int($0)] }
  }

  /// Within the same memory: a second copy of all rows is as much again.
  private static func move(_ rows: inout [Cell], to keys: [Key]) {
    var source = keys.map { Int($0.place) }
    for start in source.indices {
      var place = start
      while source[place] != start {
        let next = source[place]
        rows.swapAt(place, next)
        source[place] = place
        place = next
      }
      source[place] = place
    }
  }
}
