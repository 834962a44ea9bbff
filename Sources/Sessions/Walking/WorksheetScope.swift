package import Audit
import Base
package import CommandLine
package import Reports
package import Store

/// The cells of a worksheet, from the flags.
package struct WorksheetScope {
  package let audit: AuditRound?
  package let grouping: Worksheet.Grouping
  /// As typed, and what it selects.
  private let component: String?
  private let components: Set<ExactText>?
  private let check: String?
  private let checks: Set<String>?
  private let checklists: [Checklist]
  private let condition: Condition?
  private let only: WalkRequest.Only?

  private static let few = 50

  package init(_ context: Context, _ reader: Reader) throws {
    let arguments = context.arguments
    audit = try arguments.string(.audit).map { try AuditName.find($0, reader) }
    if let audit { try AuditName.refuseClosed(audit) }
    let chosen = try arguments.string(.component).map { try ComponentSelection([$0], reader) }
    components = chosen.map { Set($0.keys.map(ExactText.init)) }
    component = chosen.flatMap { $0.isPattern ? arguments.string(.component) : $0.keys.first }
    let asked = try arguments.string(.check).map { typed in
      try CheckSelection(typed, reader) { try NameFinder.check($0, reader) }
    }
    checks = asked.map { Set($0.ids) }
    check = asked.flatMap { $0.isPattern || $0.ids.count > 1 ? arguments.string(.check) : $0.ids.first }
    checklists = try ChecklistName.find(arguments.list(.checklist), reader).compactMap { try reader.checklist($0) }
    let settings = arguments.strings(.condition)
    condition =
      settings.isEmpty
      ? nil : try Problem.named { () throws(NameProblem) in try Condition(typed: settings.joined(separator: ",")) }
    if let condition { try SettingWords().refuseUnknown(condition, reader) }
    grouping = try arguments.choice(.by) ?? .component
    only = try arguments.choice(.only)
  }

  /// Whether the answers retest other testers' results.
  package var isRetest: Bool { only == .retest || only == .fail || only == .disputed }

  /// The scope, in words for a heading.
  package var subject: String {
    let parts =
      [audit.map { "audit \($0.name)" }, component, check].compactMap { $0 } + checklists.map(\.id)
      + [condition.map(\.shown), only?.rawValue].compactMap { $0 }
    return parts.isEmpty ? "all components" : parts.joined(separator: ", ")
  }

  /// The scope as flags.
  package var filter: String {
    let flags: [(FlagName, String?)] = [
      (.audit, audit?.name), (.component, component), (.check, check),
      (.checklist, checklists.isEmpty ? nil : checklists.map(\.id).joined(separator: ",")),
      (.condition, condition?.shown), (.by, grouping.rawValue), (.only, only?.rawValue),
    ]
    return flags.compactMap { name, value in value.map { "\(name.long) \($0)" } }.joined(separator: " ")
  }

  /// The cells in test order, each with the place of its current result in the table; nil is untested.
  package func cells(_ reader: Reader) throws -> (table: CellTable, cells: [(cell: ScopeCell, place: Int?)]) {
    var filter = Filter()
    // Fewer rows are read where few names say which; many names would be compared with each component and check.
    if let components, components.count < Self.few {
      filter.terms.append(Filter.Term(.component, components.map(\.text).sorted()))
    }
    if let checks, checks.count < Self.few { filter.terms.append(Filter.Term(.check, checks.sorted())) }
    let table = try audit.map { try reader.cellTable(filter, of: $0) } ?? reader.cellTable(filter)
    var places: [ScopeCell: Int] = [:]
    places.reserveCapacity(table.count)
    for (place, entry) in table.entries.enumerated() { places[try table.place(of: entry)] = place }
    let listed = try listed(reader)
    let found = try ordered(try scope(reader)).map { (cell: $0, place: places[$0]) }.filter { cell, place in
      only?.accepts(place.map { table.entries[$0] }, isListed: listed.contains(cell)) ?? true
    }
    return (table, found)
  }

  /// Of a worksheet of untested items: how many only people have tested who are not followed.
  package func testedByOthers(_ reader: Reader) throws -> Int {
    guard only == .untested, try !reader.countsAll() else { return 0 }
    let asked = try Set(scope(reader))
    return try reader.retestQueue(of: audit).items().count {
      $0.reasons.contains(.testedByOthers) && asked.contains($0.place)
    }
  }

  private func listed(_ reader: Reader) throws -> Set<ScopeCell> {
    switch only {
    case .signals: return Set(try reader.openSignals().map(\.place))
    case .retest: return Set(try reader.retestQueue(of: audit).items().map(\.place))
    default: return []
    }
  }

  private func scope(_ reader: Reader) throws -> [ScopeCell] {
    // Named components and checks override the plan.
    let isNamed = audit == nil && (!checklists.isEmpty || checks != nil)
    var scope = try isNamed ? reader.everything() : reader.workScope(of: audit)
    let listed = checklists.isEmpty ? nil : Set(checklists.flatMap(\.checks))
    if let components { scope.components.removeAll { !components.contains(ExactText($0.key)) } }
    if let checks { scope.checks.removeAll { !checks.contains($0.id) } }
    if let listed { scope.checks.removeAll { !listed.contains($0.id) } }
    if let condition { scope.conditions = audit == nil ? [condition] : scope.conditions.filter { $0 == condition } }
    return try Array(reader.items(of: scope, in: .component, audit, under: condition))
  }

  /// Checks in the order of the named checklists, else in catalog order.
  private func ordered(_ cells: [ScopeCell]) throws -> [ScopeCell] {
    var checks = Dictionary(firstOf: checklists.flatMap(\.checks).enumerated().map { ($0.element, $0.offset) })
    var components: [String: Int] = [:]
    let keyed = cells.enumerated().map { place, cell in
      let check = checklists.isEmpty ? checks.value(cell.check) { place } : checks[cell.check] ?? 0
      let component = components.value(cell.component) { place }
      return (key: grouping == .component ? (component, check, place) : (check, component, place), cell: cell)
    }
    return keyed.sorted { $0.key < $1.key }.map(\.cell)
  }
}

/// Builds the items of a worksheet from cells: the texts of their checks and their last results.
package final class WorksheetBuilder {
  private let reader: Reader
  private var checks: [String: Reader.CurrentCheck?] = [:]
  private var components: [String: Component?] = [:]
  private var screens: [String: [(key: String, title: String)]] = [:]

  package init(_ reader: Reader) { self.reader = reader }

  /// A cell as an item of the page, with its last result.
  package func item(_ cell: ScopeCell, _ row: Cell?, isRetest: Bool) throws -> Worksheet.Item {
    guard let current = try check(cell.check) else { throw Refusal.unknownCheck(cell.check) }
    let component = try component(cell.component)
    let followed = try row == nil ? nil : reader.followed(cell)
    // Before the answer is known: a "can't tell" is replaced where those say nothing else who are followed.
    let isAnswer = Outcome.fail.answersCantTell(shown: row?.outcome, followed: followed?.state.outcome)
    var item = Worksheet.Item(
      cell, current, component, row, followed: followed, try reader.end(of: cell), isRetest: isRetest || isAnswer,
      clock: reader.clock)
    item.seenUnder = try reader.checkSettings.seen(cell.condition, of: cell.check)
    if let condition = try? Condition(parsing: cell.condition) {
      item.noPass = LogEntry.smallerText(cell.check, current.check.measurement, condition)
    }
    if let component, FailingParts.isAsked(current.check.unit, of: component) { item.parts = try parts(of: component) }
    return item
  }

  /// What fails of a screen may name: the same that the walk asks for.
  private func parts(of screen: Component) throws -> [(key: String, title: String)] {
    try screens.value(screen.key) {
      try FailingParts.offered(on: screen, reader).map { (key: $0.key, title: $0.title) }
    }
  }

  private func check(_ id: String) throws -> Reader.CurrentCheck? {
    try checks.value(id) { try reader.check(id) }
  }

  private func component(_ key: String) throws -> Component? {
    try components.value(key) { try reader.component(key) }
  }
}

extension WalkRequest.Only {
  /// - Parameter isListed: whether the cell has open signals or is in the retest queue.
  fileprivate func accepts(_ row: CellTable.Entry?, isListed: Bool) -> Bool {
    switch self {
    case .signals, .retest: isListed
    case .untested: row == nil
    case .fail: row?.isFailing ?? false
    case .stale: row?.isStale ?? false
    case .disputed: row?.isUnsettled ?? false
    }
  }
}
