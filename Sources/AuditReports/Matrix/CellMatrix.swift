package import AuditFigures
package import AuditModel

/// The items of a tracker or an audit by group and category, tested or not.
package struct CellMatrix: Sendable {
  package struct Row: Sendable {
    package var name: String
    /// By the place of the category.
    package var counts: [Int: CellCounts] = [:]
    package var total = CellCounts()
    package var waived = 0
  }

  /// Those with results first, worst first; then the others, by the number of items.
  package private(set) var categories: [CheckCategory] = []
  /// Of each category.
  package private(set) var sums: [CellCounts] = []
  /// Worst first.
  package private(set) var rows: [Row] = []
  /// Every item once, also where it is in several groups.
  package private(set) var total = CellCounts()

  package init() {}

  /// - Parameters:
  ///   - gate: holds every item.
  ///   - category: of a check.
  ///   - groups: of an item; nil for its component.
  package init(
    _ gate: Gate, category: (String) -> CheckCategory, groups: ((GateCell) throws -> [String])? = nil
  ) rethrows {
    var numbers: [String: Int] = [:]
    let places = gate.names.checks.map { check -> Int in
      let category = category(check)
      if let known = numbers[category.id] { return known }
      numbers[category.id] = categories.count
      categories.append(category)
      return categories.count - 1
    }
    sums = Array(repeating: CellCounts(), count: categories.count)
    // Without groups there is a row for each component, in their order.
    rows = groups == nil ? gate.names.components.map { Row(name: $0) } : []
    var known: [String: Int] = [:]
    func place(ofRow name: String) -> Int {
      if let place = known[name] { return place }
      known[name] = rows.count
      rows.append(Row(name: name))
      return rows.count - 1
    }
    for cell in gate.cells {
      let category = places[Int(cell.check)]
      let state = cell.outcome.map {
        CellState(
          outcome: $0, severity: cell.severity, isDisputed: cell.isDisputed, isContradicted: cell.isContradicted)
      }
      sums[category].add(state)
      total.add(state)
      func count(_ row: Int) {
        rows[row].counts[category, default: CellCounts()].add(state)
        rows[row].total.add(state)
        if cell.isWaived { rows[row].waived += 1 }
      }
      guard let names = try groups?(cell) else {
        count(Int(cell.component))
        continue
      }
      for name in names { count(place(ofRow: name)) }
    }
    rows.removeAll { $0.counts.isEmpty }
    rows.sort(by: Self.isWorse)
    order()
  }

  private static func isWorse(_ left: Row, _ right: Row) -> Bool {
    let (one, other) = (rank(left.total), rank(right.total))
    if one != other { return other.lexicographicallyPrecedes(one) }
    return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }

  private static func rank(_ counts: CellCounts) -> [Int] {
    [counts.critical, counts.serious, counts.moderate, counts.minor, counts.fail, counts.cantTell, counts.answered]
  }

  private mutating func order() {
    let order = categories.indices.sorted { left, right in
      let (one, other) = (sums[left], sums[right])
      func rank(_ sum: CellCounts) -> [Int] { [sum.critical, sum.serious, sum.fail, sum.answered, sum.inScope] }
      let ranks = (rank(one), rank(other))
      if ranks.0 != ranks.1 { return ranks.1.lexicographicallyPrecedes(ranks.0) }
      return categories[left].id < categories[right].id
    }
    (categories, sums) = (order.map { categories[$0] }, order.map { sums[$0] })
    var places = order
    for (place, former) in order.enumerated() { places[former] = place }
    for row in rows.indices {
      rows[row].counts = Dictionary(uniqueKeysWithValues: rows[row].counts.map { (places[$0.key], $0.value) })
    }
  }

  /// The number of categories with a result; they come first.
  package var tested: Int { sums.count { $0.answered > 0 } }
}
