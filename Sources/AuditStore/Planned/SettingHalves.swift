package import AuditModel

/// A check that has to be seen twice, with a setting of the system off and on: every animation with Reduce Motion,
/// every glass surface with Reduce Transparency.
package struct SettingHalves {
  package var component: String
  package var check: String
  /// The token of conditions, such as `reduce-motion`.
  package var setting: String
  /// What was seen with the setting off; nil where not tested.
  package var off: Outcome?
  package var on: Outcome?

  /// The settings, by the category of the checks that look at them.
  package static let settings = ["reduce-motion", "reduce-transparency"]

  /// The halves that were not tested.
  package var missing: [String] {
    (off == nil ? ["off"] : []) + (on == nil ? ["on"] : [])
  }

  package var isSettled: Bool {
    missing.isEmpty && [off, on].allSatisfy { $0 == .pass || $0 == .na }
  }

  /// Whether it stands on the page of its component: always where that is an animation, else once a side was seen.
  package func isToldOf(_ component: Component?) -> Bool { component?.kind == "animation" || missing.count < 2 }

  /// The checks of a component that have to be seen twice, in the order of the catalog.
  ///
  /// - Parameters:
  ///   - checks: those of the settings' categories.
  ///   - cells: those of the component that have a result.
  package static func all(of component: Component, _ checks: [Check], _ cells: [Cell]) -> [SettingHalves] {
    checks.compactMap { check in
      let seen = cells.filter { $0.check == check.id }
      guard !seen.isEmpty || (!component.isRetired && check.isInScope(for: component)) else { return nil }
      let on = seen.filter { $0.condition.split(separator: ",").contains { $0 == check.category } }
      let off = seen.filter { !$0.condition.split(separator: ",").contains { $0 == check.category } }
      return SettingHalves(
        component: component.key, check: check.id, setting: check.category, off: rolledUp(off), on: rolledUp(on))
    }
  }

  package static func checks(_ reader: Reader) throws -> [Check] {
    try reader.checks().map(\.check).filter { settings.contains($0.category) }
  }

  /// Several conditions on one side count as the worst of them.
  private static func rolledUp(_ cells: [Cell]) -> Outcome? {
    guard !cells.isEmpty else { return nil }
    var counts = CellCounts()
    for cell in cells { counts.add(cell.outcome.map { cell.state($0) }) }
    if counts.fail > 0 { return .fail }
    if counts.cantTell > 0 { return .cantTell }
    return counts.pass > 0 ? .pass : .na
  }
}
