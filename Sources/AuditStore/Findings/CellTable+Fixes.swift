package import AuditFigures
import AuditModel

extension CellTable {
  /// What one change, or one owner, could remove of its findings; those that a waiver covers or that are over do not
  /// count.
  ///
  /// - Parameter blockers: the findings that keep the release.
  package func fixes(_ source: FindingSource, blockers: Set<ScopeCell>) throws -> FixTally {
    var tally = FixTally()
    var components: [Int32: (number: FixTally.Number, owner: FixTally.Number)] = [:]
    var checks: [Int32: FixTally.Number] = [:]
    func blocks(_ entry: Entry) throws -> Bool {
      guard !blockers.isEmpty else { return false }
      return blockers.contains(
        ScopeCell(
          component: try name(entry.component), check: try name(entry.check), condition: try name(entry.condition)))
    }
    func add(_ entry: Entry, _ pattern: String) throws {
      if components[entry.component] == nil {
        let name = try name(entry.component)
        let found = try source.component(name)
        let number = tally.component(
          name, kind: found?.kind ?? "", source: found?.source ?? "", screens: found?.screens ?? [])
        components[entry.component] = (number, tally.name(found?.owner ?? ""))
      }
      if checks[entry.check] == nil {
        let id = try name(entry.check)
        checks[entry.check] = tally.check(id, criteria: try source.criteria(of: id))
      }
      guard let component = components[entry.component], let check = checks[entry.check] else { return }
      let own = try source.ownOwner(of: entry, in: self)
      let remedy = try pattern.isEmpty ? "" : source.pattern(pattern).remedy
      tally.add(
        component.number, check, severity: Codes.severity(Int64(entry.severity)),
        owner: own.isEmpty ? component.owner : tally.name(own),
        pattern: pattern.isEmpty ? nil : tally.name(pattern, remedy: remedy),
        isBlocker: try blocks(entry))
    }
    try patterns(where: { $0.isFailing && !$0.isWaived }, add)
    return tally
  }
}
