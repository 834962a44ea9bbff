import AuditCatalog
package import AuditModel
package import Measuring

/// Checks and checklists: the tracker's, or where there is no tracker the built-in ones. Each is read when first asked
/// for.
package final class CheckCatalog {
  package let reader: Reader?
  private var everyCheck: [Reader.CurrentCheck]?
  private var own: [Checklist]?
  private var builtInLists: [Checklist]?

  package init(_ reader: Reader?) {
    self.reader = reader
  }

  package func checks() throws -> [Reader.CurrentCheck] {
    if let everyCheck { return everyCheck }
    let found = try reader?.checks() ?? Catalog.checks.map(Self.builtIn)
    everyCheck = found
    return found
  }

  /// One check; cheaper than all of them.
  package func check(_ id: String) throws -> Reader.CurrentCheck? {
    guard let reader else { return Catalog.checks[id: id].map(Self.builtIn) }
    return try reader.check(id)
  }

  private static func builtIn(_ check: Check) -> Reader.CurrentCheck {
    Reader.CurrentCheck(check: check, text: TextVersion.parse(check.textVersion) ?? 0, isAdjusted: false)
  }

  /// The built-in checklists, and behind them the team's own; one of the same id takes the place of a built-in one.
  package func checklists() throws -> [Checklist] {
    let own = try ownChecklists()
    return try builtInChecklists().filter { list in !own.contains { $0.id == list.id } } + own
  }

  /// The built-in lists, with the checks of the tracker's edition.
  private func builtInChecklists() throws -> [Checklist] {
    if let builtInLists { return builtInLists }
    let all = try reader?.checkIDs() ?? Catalog.checks.map(\.id)
    let edition = try reader?.edition ?? .newest
    let known = Set(all)
    var lists = Catalog.checklists.map { $0.asked(in: edition, all: all) }
    for place in lists.indices { lists[place].checks.removeAll { !known.contains($0) } }
    builtInLists = lists
    return lists
  }

  package func ownChecklists() throws -> [Checklist] {
    if let own { return own }
    let found = try reader?.ownChecklists() ?? []
    own = found
    return found
  }

  package func isOwn(_ list: Checklist) throws -> Bool { try ownChecklists().contains { $0.id == list.id } }

  /// The checks linked to a criterion, in the order of the ids: those that test it and those merely related.
  package typealias Links = (testing: [String], related: [String])

  package func linkedChecks() throws -> [String: Links] {
    var linked: [String: Links] = [:]
    for current in try checks() {
      for link in current.check.wcag {
        switch link.relation {
        case .tests: linked[link.criterion, default: ([], [])].testing.append(current.check.id)
        case .related: linked[link.criterion, default: ([], [])].related.append(current.check.id)
        }
      }
    }
    return linked
  }

  /// What the team's own version of a built-in check measures, for those of the ids that it changed.
  package func ownFigures(of ids: Set<String>) throws -> [String: Measurement] {
    var figures: [String: Measurement] = [:]
    for id in ids {
      guard let current = try check(id), current.isAdjusted, let own = current.check.measurement,
        own != Catalog.checks[id: id]?.measurement
      else { continue }
      figures[id] = own
    }
    return figures
  }
}
