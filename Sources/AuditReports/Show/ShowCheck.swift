import AuditCatalog
package import AuditModel
import AuditStore
import Measuring

/// `a11y show CHECK`.
package struct ShowCheck {
  private let show: ShowContext
  private let words: CellWords

  package init(_ show: ShowContext) {
    self.show = show
    words = CellWords(show: show)
  }

  package func show(_ id: String) throws -> Shown {
    let catalog = show.catalog()
    guard let current = try catalog.check(id) else { throw Refusal.unknownCheck(id) }
    let check = current.check
    let lists = try catalog.checklists().filter { $0.checks.contains(id) && !$0.isOfAll }
    let cells = try cells(of: id)
    var page = Page(title: "\(id): \(check.title)")
    page.sections = [
      PageSection(nil, Self.howTo(check) + Self.consequence(check)), PageSection("Details", facts(current)),
      PageSection("Kinds of components", Self.kinds(check)), PageSection("WCAG 2.2", criteria(check)),
      PageSection("Conflicting sources", Self.conflicts(check)),
      PageSection("Sources", check.sources.map { .text("\($0.document), \($0.section)") }),
      PageSection("Checklists", lists.map { .row(PageRow([$0.id], words: [$0.title])) }),
      PageSection("Status", standing(cells)),
    ]
    return Shown(schema: "check", page: page, members: try members(current, lists, cells))
  }

  /// The instructions for a tester, shared with the page of a cell.
  package static func howTo(_ check: Check, how: String? = nil) -> [PageItem] {
    var measurement = check.measurement.map { $0.wording() } ?? ""
    if let note = check.measurement?.note, !note.isEmpty { measurement += ". " + note }
    return [
      .fact("How to test", how ?? check.how), .fact("Expected", check.expected), .fact("Measurement", measurement),
      .fact("Example value", check.measurement?.parts?.example ?? ""),
    ]
  }

  /// What a failure means, and what to do about it.
  static func consequence(_ check: Check) -> [PageItem] {
    [.fact("Failure", check.fails ?? ""), .fact("Affects", check.affects ?? ""), .fact("Remedy", check.remedy ?? "")]
  }

  private func facts(_ current: Reader.CurrentCheck) -> [PageItem] {
    let check = current.check
    let systems = check.minOS.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value) and later" }
    let profiles =
      check.profiles.isEmpty
      ? "all profiles" : check.profiles.map(\.rawValue).joined(separator: ", ") + " only"
    let reason = Catalog.profileRule(for: check.id)?.reason
    let origin =
      check.origin == .builtIn && !current.isAdjusted
      ? "built in" : current.isAdjusted ? "built in, modified" : "custom"
    return [
      .fact("Level", Catalog.levelLabel(for: check)), .fact("Method", check.method.rawValue),
      .fact(
        "Impact", "\(check.impact.rawValue), \(check.impactOrigin == "stated" ? "stated by the source" : "assigned")"),
      .fact(
        "Platforms",
        check.platforms.isEmpty ? "all platforms" : check.platforms.map(\.rawValue).joined(separator: ", ")),
      .fact("Systems", systems.joined(separator: ", ")),
      .fact("Profiles", reason.map { "\(profiles): \($0)" } ?? profiles),
      .fact("XCTest audits", Self.audits(check).joined(separator: ", ")),
      .fact("Note", check.note ?? ""), .fact("Origin", origin),
      .names("Text version", [TextVersion.hex(current.text)]),
    ]
  }

  /// The applicable kinds, and the others with their reasons, grouped by reason.
  private static func kinds(_ check: Check) -> [PageItem] {
    let answers = Catalog.kinds(of: check)
    let asked = answers.filter(\.applies).map(\.kind)
    var left: [(reason: String, kinds: [String])] = []
    for answer in answers where !answer.applies {
      guard let reason = answer.reason else { continue }
      if let place = left.firstIndex(where: { $0.reason == reason }) {
        left[place].kinds.append(answer.kind)
      } else {
        left.append((reason, [answer.kind]))
      }
    }
    return [
      .fact("Applies to", asked.count == answers.count ? "all kinds" : asked.joined(separator: ", ")),
      .fact("Asked", "once per \(check.unit.rawValue)"),
    ]
      + left.map { .fact("Does not apply to", "\($0.kinds.joined(separator: ", ")): \($0.reason)") }
  }

  /// The XCTest audits that cover it: those that the check names and those whose findings match it.
  private static func audits(_ check: Check) -> [String] {
    var names = check.xcuiAudits
    for type in Catalog.auditTypes(for: check.id) where !names.contains(type.name) { names.append(type.name) }
    return names
  }

  private func criteria(_ check: Check) -> [PageItem] {
    guard !check.wcag.isEmpty else {
      return [.text("Best practice: not mapped to a WCAG criterion, and not counted for WCAG.")]
    }
    var items = check.wcag.map { link -> PageItem in
      let criterion = Catalog.criterion(link.criterion)
      return .row(
        PageRow(
          [link.criterion],
          words: [link.relation == .tests ? "tests" : "related, not covered"]
            + (criterion.map(CriterionWords.phrases) ?? [])))
    }
    if Catalog.claims(of: check).isEmpty {
      items.append(.text("Best practice: related to criteria, but not mapped to one, and not counted for WCAG."))
    }
    return items
  }

  package static func conflicts(_ check: Check) -> [PageItem] {
    Catalog.conflicts(for: check).map { conflict in
      .row(
        PageRow(
          [conflict.id], words: [conflict.title],
          details: [
            ("Sources", conflict.sourcesSay), ("Fact", conflict.fact), ("Decision", conflict.reading),
          ]))
    }
  }

  private func cells(of id: String) throws -> [Cell] {
    // A foreign name can contain a star; only this exact check matches.
    try show.reader?.cells(Filter(terms: [Filter.Term(.check, [id])]), .all).filter {
      $0.check == id && show.scope.accepts($0.condition)
    } ?? []
  }

  private func standing(_ cells: [Cell]) -> [PageItem] {
    guard show.reader != nil else { return [] }
    guard !cells.isEmpty else { return [.text("No results yet.")] }
    let ordered =
      cells.filter { $0.outcome == .fail } + cells.filter { $0.outcome == .cantTell }
      + cells.filter { $0.outcome == .pass } + cells.filter { $0.outcome == .na }
    let rows = ordered.map { words.row($0, named: $0.component) }
    return [.text("\(counted(cells.count, "item")): \(CellWords.counts(CellWords.counts(of: cells))).")]
      + show.scope.cut(rows, otherwise: 10)
  }

  private func members(
    _ current: Reader.CurrentCheck, _ lists: [Checklist], _ cells: [Cell]
  ) throws -> [(String, JSONText)] {
    let check = current.check
    return [
      ("check", CheckWords.document(check)), ("version", .string(TextVersion.hex(current.text))),
      ("origin", .string(check.origin.rawValue)), ("adjusted", .bool(current.isAdjusted)),
      ("level", .string(Catalog.levelLabel(for: check))), ("unit", .string(check.unit.rawValue)),
      (
        "criteria",
        .array(
          check.wcag.map { link in
            .object(
              [("criterion", .string(link.criterion)), ("relation", .string(link.relation.rawValue))]
                + (Catalog.criterion(link.criterion).map(CriterionWords.members) ?? []))
          })
      ),
      (
        "kinds",
        .array(
          Catalog.kinds(of: check).map {
            .object([
              ("kind", .string($0.kind)), ("applies", .bool($0.applies)),
              ("reason", $0.reason.map(JSONText.string) ?? .null),
            ])
          })
      ),
      ("measurement", check.measurement.map { CheckWords.json($0) } ?? .null),
      ("audit_types", .strings(Self.audits(check))), ("checklists", .strings(lists.map(\.id))),
      ("conflicts", .array(Catalog.conflicts(for: check).map { .object(CriterionWords.members($0)) })),
      ("standing", CellWords.json(CellWords.counts(of: cells))),
      ("cells", .array(try cells.map { .object(try words.json($0)) })),
    ]
  }
}
