package import Audit
import Base
import CommandLine
package import Store

/// The cells of a walk, determined once when it begins.
///
/// Reads only the rules of the checks; the texts are read when an item is shown.
package struct WalkScope {
  /// Items that are tested elsewhere.
  package struct LeftOut: Equatable {
    /// For devices of another platform.
    package var platform = 0
    /// Of sessions with children.
    package var children = 0

    package var isEmpty: Bool { platform == 0 && children == 0 }
  }

  /// In the order of the walk.
  package var cells: WorkItems
  /// The cells that a tester can go to, answered or not, in the same order.
  let reach: WorkItems
  /// What the walk leaves out of the items that it was asked for: those of other devices, unless their check is named
  /// alone, and sessions with children, unless checks are named or listed by an audit.
  package let leftOut: LeftOut
  /// The number of cells in scope, including those that need no answer.
  package var inScope: Int
  /// Components in scope, by key.
  package var components: [String: Component]
  /// Whether there is more than one condition, so that each item shows its own.
  var hasSeveralConditions: Bool
  /// Whether each check is answered once for the whole app; a fail may name components.
  var isOfApp: Bool
  /// Of a walk through the retest queue: the stop of each cell.
  var stops: [ScopeCell: WalkStop] = [:]
  /// Where nothing is untested: how many items only people have tested who are not followed.
  package private(set) var testedByOthers = 0

  /// - Parameter device: what the tester holds; empty if unknown.
  package init(_ reader: Reader, _ request: WalkRequest, audit: AuditRound?, device: String) throws {
    isOfApp = audit?.isOfApp ?? false
    // Named components and checks override the plan.
    let isNamed = audit == nil && (!request.checklists.isEmpty || request.check != nil)
    var scope = try isNamed ? reader.everything() : reader.workScope(of: audit)
    try Self.narrow(&scope, reader, request, audit)
    let isListed = audit?.checklists.isEmpty == false
    let whole = scope
    let withChildren = isListed ? [] : Self.withChildren(scope, request)
    let outOfAll = Self.leaveOut(from: &scope, request, device, withChildren)
    let taking = Dictionary(firstOf: scope.components.map { ($0.key, $0) })
    components = taking
    if !isListed { scope.checks = Self.inCatalogueOrder(scope.checks) }
    let settings = try reader.checkSettings
    let held = DeviceFamily.of(device: device)
    let all = try reader.items(of: scope, in: request.order, audit, under: request.condition, on: held)
    reach = all
    let known = Set(scope.checks.map(\.id))
    let family = request.only == .retest ? nil : DeviceFamily.of(device: device)
    func isUnder(_ cell: ScopeCell) -> Bool {
      guard let asked = request.condition?.text else { return true }
      return cell.condition == asked || settings.seen(cell.condition, of: cell.check) == asked
    }
    func isAsked(_ cell: ScopeCell) -> Bool {
      taking[cell.component] != nil && known.contains(cell.check)
        && family.flatMap { (try? Condition(parsing: cell.condition))?.contradiction(on: $0) } == nil && isUnder(cell)
    }
    /// Of the cells that a query or `--only` asks for: the others are no matter of this walk.
    func out(of cells: some Sequence<ScopeCell>) -> LeftOut {
      let components = Set(whole.components.map(\.key))
      let checks = Set(whole.checks.map(\.id))
      var leftOut = LeftOut()
      for cell in cells
      where components.contains(cell.component) && checks.contains(cell.check) && isUnder(cell) && !isAsked(cell) {
        if withChildren.contains(cell.check) { leftOut.children += 1 } else { leftOut.platform += 1 }
      }
      return leftOut
    }
    func retests() throws -> [RetestItem] { try reader.retestQueue(request.query, of: audit).items() }
    if !request.asksResults, request.includesAll || request.only == .untested {
      let isWhole = request.query.isEmpty
      let asked = try isWhole ? all : reader.asked(all, request.query, of: audit)
      leftOut =
        try isWhole || outOfAll.isEmpty
        ? outOfAll
        : out(
          of: reader.asked(
            reader.items(of: whole, in: request.order, audit, under: request.condition), request.query, of: audit))
      inScope = asked.count
      cells = request.includesAll ? asked : try reader.untested(asked, of: audit)
      if cells.isEmpty, try !reader.countsAll() {
        testedByOthers = try retests().count { $0.reasons.contains(.testedByOthers) && isAsked($0.place) }
      }
    } else {
      let inOrder: [ScopeCell]
      if request.only == .retest {
        let queue = try retests()
        leftOut = out(of: queue.map(\.place))
        let asked = queue.filter { isAsked($0.place) }
        inOrder = asked.map(\.place)
        stops = WalkStop.all(asked)
      } else {
        let standing = try Self.standing(reader, request, audit)
        leftOut = out(of: standing)
        inOrder = standing.filter(isAsked)
      }
      let found = Set(inOrder)
      inScope = found.count
      scope.conditions = try Set(found.map(\.condition)).sorted().map(Condition.init(parsing:))
      // A result counts even if the check does not apply to the component.
      cells = request.only == .retest ? WorkItems(inOrder) : try scope.items(request.order, among: inOrder)
    }
    hasSeveralConditions = scope.conditions.count > 1
  }

  /// Whether no other component in scope has the title of this one.
  func isOnlyTitle(of component: Component?) -> Bool {
    guard let title = component?.title, !title.isEmpty else { return false }
    return components.values.count { $0.title == title } == 1
  }

  // MARK: Which

  /// The checks of sessions with children, where no checks are named.
  private static func withChildren(_ scope: WorkScope, _ request: WalkRequest) -> Set<String> {
    guard request.check == nil, request.checklists.isEmpty else { return [] }
    return Set(scope.checks.map(\.id).filter { Catalog.checks[id: $0]?.method == .childTest })
  }

  /// - Parameter withChildren: checks that the walk leaves to sessions with children.
  private static func leaveOut(
    from scope: inout WorkScope, _ request: WalkRequest, _ device: String, _ withChildren: Set<String>
  ) -> LeftOut {
    var leftOut = LeftOut()
    /// How many items a change leaves out.
    func items(leftBy change: (inout WorkScope) -> Void) -> Int {
      let before = scope.count
      change(&scope)
      return before - scope.count
    }
    if !withChildren.isEmpty { leftOut.children = items { $0.checks.removeAll { withChildren.contains($0.id) } } }
    // Each stop of a retest walk has a device of its own.
    guard request.only != .retest, let family = DeviceFamily.of(device: device) else { return leftOut }
    leftOut.platform = items { scope in
      scope.conditions.removeAll { $0.contradiction(on: family) != nil }
      guard !request.namesOneCheck, let platform = family.platform else { return }
      scope.checks.removeAll { !$0.platforms.isEmpty && !$0.platforms.contains(platform) }
      scope.components.removeAll { !$0.platforms.isEmpty && !$0.platforms.contains(platform) }
    }
    return leftOut
  }

  private static func narrow(
    _ scope: inout WorkScope, _ reader: Reader, _ request: WalkRequest, _ audit: AuditRound?
  ) throws {
    if request.isMine {
      let mine = audit?.components(assignedTo: request.tester) ?? []
      scope.components.removeAll { component in !mine.contains(where: component.matches) }
      guard !scope.components.isEmpty else { throw unassigned(request.tester, audit) }
    }
    if let typed = request.component {
      let wanted = try Set(ComponentSelection([typed], reader).keys.map(ExactText.init))
      scope.components.removeAll { !wanted.contains(ExactText($0.key)) }
      try require(!scope.components.isEmpty, "component", typed, audit)
    }
    if !request.checklists.isEmpty {
      let lists = try ChecklistName.find(request.checklists, reader)
      let ids = try Set(reader.checklistChecks(lists))
      scope.checks.removeAll { !ids.contains($0.id) }
      try require(!scope.checks.isEmpty, "checklist", lists.joined(separator: ","), audit)
    }
    if let typed = request.check {
      let wanted = try Set(CheckSelection(typed, reader) { try NameFinder.check($0, reader) }.ids)
      scope.checks.removeAll { !wanted.contains($0.id) }
      try require(!scope.checks.isEmpty, "check", typed, audit)
    }
    if let condition = request.condition {
      if audit != nil { try require(scope.conditions.contains(condition), "condition", condition.shown, audit) }
      scope.conditions = [condition]
    }
  }

  private static func unassigned(_ tester: String, _ audit: AuditRound?) -> Problem {
    let name = audit.map { ShellWord.quoted($0.name) } ?? "AUDIT"
    let place = audit.map { "in audit \($0.name)" } ?? "in an open audit"
    let pattern = ShellWord.quoted("\(tester)=sign-in/**")
    return Problem(
      .notFound, code: "walk.unassigned", "no component \(place) is assigned to \(MessageText.quoted(tester))",
      hints: ["Run \"a11y edit audit \(name) --assign \(pattern)\" to assign components."])
  }

  private static func require(_ holds: Bool, _ kind: String, _ typed: String, _ audit: AuditRound?) throws(Problem) {
    if holds { return }
    let place = audit.map { "in audit \($0.name) " } ?? "in use "
    let list = kind == "condition" ? "cells" : kind + "s"
    throw Problem(
      .notFound, code: "walk.outside", "no \(kind) \(place)matches \(MessageText.quoted(typed))",
      hints: [
        audit.map {
          "Run \"a11y show \(ShellWord.quoted($0.name))\" for the scope of the audit. Pass --audit '' to walk outside of it."
        }
          ?? "Run \"a11y list \(list)\" for valid names."
      ])
  }

  /// The cells that `a11y list items` or `list tool-findings` shows for the same words.
  private static func standing(_ reader: Reader, _ request: WalkRequest, _ audit: AuditRound?) throws -> [ScopeCell] {
    var filter = request.query
    switch request.only {
    case _ where request.asksResults: break
    case .fail, .untested: filter.terms.append(Filter.Term(.status, [request.only.rawValue]))
    case .stale: filter.terms.append(Filter.Term(.stale, ["yes"]))
    case .disputed: filter.terms.append(Filter.Term(.disputed, ["yes"]))
    case .signals, .retest:
      let conditions = audit.map { Set($0.conditions.map(\.text)) }
      let open = try reader.openSignals().map(\.place).filter { conditions?.contains($0.condition) ?? true }
      return try filter.isEmpty ? open : Array(reader.asked(WorkItems(open), filter, of: audit))
    }
    return try (audit.map { try reader.cells(of: $0, filter).rows } ?? reader.cells(filter)).map(\.place)
  }

  /// Catalog order, which groups checks that need the same setting; custom checks come last.
  private static func inCatalogueOrder(_ checks: [CheckRules]) -> [CheckRules] {
    let places = Dictionary(firstOf: Catalog.checks.enumerated().map { ($0.element.id, $0.offset) })
    return checks.map { (places[$0.id] ?? .max, $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
  }
}
