import AuditModel
import CanonicalJSON

/// What a waiver is about.
package struct WaiverScope {
  package var component: String
  package var check: String
  package var condition: String?

  package init(component: String, check: String, condition: String?) {
    self.component = component
    self.check = check
    self.condition = condition
  }

  /// The cells with a result that it covers, in use or not where it names one of each.
  package func cells(_ reader: Reader) throws -> [Cell] {
    guard Glob(component).isPattern || Glob(check).isPattern else {
      return try reader.currentCells(ofComponent: component, check: check).filter { isUnder($0.condition) }
    }
    let filter = Filter(terms: [Filter.Term(.component, [component]), Filter.Term(.check, [check])])
    return try reader.cells(filter, .all).filter { isUnder($0.condition) }
  }

  /// The patterns that no component, or no check, has a name for: a slip more often than not.
  package func unmatched(_ reader: Reader) throws -> [(what: String, pattern: String)] {
    var found: [(what: String, pattern: String)] = []
    let (components, checks) = (Glob(component), Glob(check))
    if components.isPattern,
      try !(reader.componentKeys() + reader.names(.component) + reader.names.allFormer).contains(
        where: components.matches)
    {
      found.append(("component", component))
    }
    if checks.isPattern, try !reader.checkIDs().contains(where: checks.matches) { found.append(("check", check)) }
    return found
  }

  package func failing(_ reader: Reader) throws -> [Cell] { try cells(reader).filter { $0.outcome == .fail } }

  private func isUnder(_ condition: String) -> Bool { self.condition.map { $0 == condition } ?? true }

  /// How many failing cells each waiver covers, by its key; those in force and those that have run out.
  package static func failing(_ reader: Reader) throws -> [String: Int] {
    let failing = try reader.cells(Filter(), findings: .open, .all)
    let names = try reader.names
    var counts: [String: Int] = [:]
    for record in try reader.records("waiver") {
      let (component, check) = (Glob(record.text("component")), Glob(record.text("check")))
      let condition = record.fields["condition"]?.stringValue
      counts[record.key] = failing.count { row in
        (condition.map { $0 == row.condition } ?? true) && names.matches(component, row.component)
          && check.matches(row.check)
      }
    }
    return counts
  }
}
