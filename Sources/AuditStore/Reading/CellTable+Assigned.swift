package import AuditModel

extension CellTable {
  /// The items of an audit by who is to test them, in the order of the names, then those without a tester; empty where nothing
  /// is assigned. Items of several testers count for each.
  package func assigned(of audit: AuditRound) throws -> [AssignedItems] {
    guard !audit.assignments.isEmpty else { return [] }
    let patterns = audit.assignments.map { (tester: $0.tester, pattern: Glob($0.components)) }
    let names = try reader.names
    var testers: [String: Set<String>] = [:]
    var counts: [String: CellCounts] = [:]
    func add(_ state: CellState?, _ component: String) {
      let found = testers[component] ?? Set(patterns.filter { names.matches($0.pattern, component) }.map(\.tester))
      testers[component] = found
      for tester in found.isEmpty ? [""] : found { counts[tester, default: CellCounts()].add(state) }
    }
    for entry in entries { add(entry.state, try name(entry.component)) }
    for cell in try untestedCells() { add(nil, cell.component) }
    let named = counts.keys.filter { !$0.isEmpty }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return (named + [""]).compactMap { tester in counts[tester].map { AssignedItems(tester: tester, counts: $0) } }
  }
}
