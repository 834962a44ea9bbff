package import AuditModel

extension CellTable {
  /// Its cells by what was set while they were seen.
  ///
  /// - Parameter withUntested: also those that are not tested.
  package func groups(by grouping: ConditionGrouping, withUntested: Bool) throws -> ConditionGroups {
    // How a check is done decides where a technology is asked for.
    let methods: [String: Method] =
      grouping == .technology
      ? Dictionary(try checks().map { ($0.check.id, $0.check.method) }, uniquingKeysWith: { first, _ in first }) : [:]
    var counts: [String: CellCounts] = [:]
    var known: [String: [String]] = [:]
    func add(_ state: CellState?, condition: String, check: String, device: String) {
      let method = methods[check]
      let place = "\(condition)\n\(device)\n\(method?.rawValue ?? "")"
      let names = known[place] ?? grouping.groups(condition: condition, device: device, method: method)
      known[place] = names
      for name in names { counts[name, default: CellCounts()].add(state) }
    }
    for entry in entries {
      add(
        entry.state, condition: try name(entry.condition), check: try name(entry.check), device: try device(entry))
    }
    if withUntested {
      for cell in try untestedCells() { add(nil, condition: cell.condition, check: cell.check, device: "") }
    }
    return ConditionGroups(by: grouping, counts)
  }
}
