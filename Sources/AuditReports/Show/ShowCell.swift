import AuditCatalog
import AuditModel
package import AuditStore
import Measuring

/// `a11y show CHECK COMPONENT`: the current result, and the whole history.
package struct ShowCell {
  private let show: ShowContext
  private let reader: Reader
  private let words: CellWords

  package init(_ show: ShowContext, _ reader: Reader) {
    self.show = show
    self.reader = reader
    words = CellWords(show: show)
  }

  package func show(_ check: String, _ component: String, _ attached: Attached) throws -> Shown {
    let current = try reader.check(check)
    let registered = try reader.component(component)
    let cells = try reader.currentCells(ofComponent: component, check: check).filter {
      show.scope.accepts($0.condition)
    }
    let history = CellHistory(
      show, try reader.history(component: component, check: check).filter { show.scope.accepts($0.condition) },
      currentText: current?.text)
    let reason = reasonOutOfScope(current?.check, registered)
    let sides = try Dictionary(
      cells.filter(\.isUnsettled).map { cell in
        (
          cell.condition,
          try reader.sidesOfDispute(component: component, check: check, condition: cell.condition)
        )
      }, uniquingKeysWith: { first, _ in first })
    let evidence = try ShowEvidence(show, reader, component: component, check: check)
    var page = Page(title: "\(check) on \(component)")
    page.sections = [PageSection(nil, head(current?.check, registered, reason, cells))]
    for cell in cells {
      let name = cell.condition.isEmpty ? "Current result" : "Current result under \(Condition.shown(cell.condition))"
      page.sections.append(PageSection(name, try now(cell, current?.check, registered, sides[cell.condition] ?? [])))
    }
    page.sections += [
      PageSection("Check", current.map { ShowCheck.howTo($0.check) + ShowCheck.consequence($0.check) } ?? []),
      PageSection("Conflicting sources", current.map { ShowCheck.conflicts($0.check) } ?? []),
      evidence.section, PageSection("History", history.items),
      PageSection("Changes to the check", try history.textChanges(check, current?.check, reader)),
    ]
    page.sections += attached.sections
    return Shown(
      schema: "cell", page: page,
      members: [
        ("check", .string(check)), ("component", .string(component)),
        ("title", .string(orNull: current?.check.title)),
        ("version", .string(orNull: current.map { TextVersion.hex($0.text) })),
        ("applicability", .object([("in_scope", .bool(reason == nil)), ("reason", .string(orNull: reason))])),
        ("planned", .string(orNull: registered?.promise(for: check)?.value)),
        ("cells", .array(try cells.map { .object(try json($0, sides[$0.condition] ?? [])) })),
        (
          "conflicts",
          .array((current.map { Catalog.conflicts(for: $0.check) } ?? []).map { .object(CriterionWords.members($0)) })
        ), ("history", .array(try history.members())), ("evidence", evidence.members),
      ] + attached.members)
  }

  /// Why the check does not apply to this component; nil if it applies.
  private func reasonOutOfScope(_ check: Check?, _ component: Component?) -> String? {
    guard let component else { return "The component is not registered." }
    guard let check else { return "The text of the check is unknown." }
    if component.isRetired { return "The component is retired." }
    let answer = check.applies(to: component)
    guard case .out(let reason) = answer else { return nil }
    return reason
  }

  private func head(
    _ check: Check?, _ component: Component?, _ reason: String?, _ cells: [Cell]
  ) -> [PageItem] {
    var items: [PageItem] = [.fact("Check", check?.title ?? ""), .fact("Component", component?.title ?? "")]
    if let reason { items.append(.fact("Out of scope", reason)) }
    if cells.isEmpty {
      let place = show.scope.condition.map { " under \($0.shown)" } ?? ""
      items.append(.row(PageRow(outcome: "untested", [], words: ["no current result\(place)"])))
    }
    return items
  }

  private func now(
    _ cell: Cell, _ check: Check?, _ component: Component?, _ sides: [Cell]
  ) throws -> [PageItem] {
    var state: [String] = []
    if cell.severity != nil { state.append(SeverityWords.word(of: cell)) }
    state.append("since \(show.day(cell.since))")
    state.append("tested \(show.time(cell.time)) by \(cell.tester)")
    var items: [PageItem] = [
      .row(PageRow(outcome: cell.outcome?.rawValue ?? "untested", [], words: state + CellHistory.place(cell)))
    ]
    if let value = cell.value { items.append(.fact("Value", judgement(value, cell, check, component))) }
    items.append(.fact("Specified", planned(cell, check, component)))
    items.append(.fact("Stale", words.staleSentences(cell).joined(separator: "; ")))
    if let waiver = cell.waiver {
      let note = waiver.note.isEmpty ? "" : ". \(waiver.note)"
      items.append(
        .fact("Waived", "until \(waiver.until), \(waiver.reason), approved by \(waiver.approver)\(note)"))
    }
    if let expired = cell.expired {
      items.append(.fact("Waiver", "expired on \(expired.until), \(expired.reason), approved by \(expired.approver)"))
    }
    if cell.isUnsettled {
      let said = sides.map { side in
        "\(OutcomeWords.word(side.outcome?.rawValue ?? "")) by \(side.tester), \(show.time(side.time))"
      }
      items.append(.fact("Disputed", said.joined(separator: "; ") + ". To resolve, log a new result."))
    }
    items.append(.fact("Note", cell.note ?? ""))
    items.append(.fact("ID", cell.outcome == .fail ? TicketMark.id(of: try reader.markedPlace(cell.place)) : ""))
    if !cell.pattern.isEmpty {
      let pattern = FindingPattern(cell.pattern, try reader.pattern(cell.pattern))
      items += [
        .fact("Pattern", pattern.title == pattern.name ? pattern.name : "\(pattern.name): \(pattern.title)"),
        .fact("Problem", pattern.problem), .fact("Remedy", pattern.remedy),
      ]
    }
    return items
  }

  /// The outcome of the value by today's threshold, and the outcome of the tester; if they differ, the value decides.
  private func judgement(
    _ value: MeasuredValue, _ cell: Cell, _ check: Check?, _ component: Component?
  ) -> String {
    guard let measurement = check?.measurement?.under(cell.condition) else {
      return "\(value.text); the check has no measurement"
    }
    let said = "tester's outcome: \(OutcomeWords.word(cell.outcome?.rawValue ?? "untested"))"
    let beside = cell.isOverruled ? "the value contradicts the tester's outcome" : said
    let wanted = measurement.wording(on: component)
    switch measurement.judge(value, on: component) {
    case .notComparable(let reason): return "\(value.text); required: \(wanted). \(reason)"
    case .pass, .fail:
      let today = OutcomeWords.word(cell.judged?.rawValue ?? "")
      let faults = measurement.faults(of: value, on: component).map { "; \($0)" }.joined()
      return "\(value.text); required: \(wanted), which is \(today) today\(faults); \(beside)"
    }
  }

  /// The specified value, and whether the measured value matches; empty without a specified value.
  private func planned(_ cell: Cell, _ check: Check?, _ component: Component?) -> String {
    guard let (text, style) = component?.promise(for: cell.check) else { return "" }
    let plan = text + (style.map { " by the style \($0)" } ?? "")
    guard let value = cell.value, let measurement = check?.measurement,
      let planned = try? MeasuredValue.parse(text, of: measurement)
    else { return plan }
    return measurement.areSame(planned, value) ? "\(plan), measured the same" : "\(plan), measured \(value.text)"
  }

  private func json(_ cell: Cell, _ sides: [Cell]) throws -> [(String, JSONText)] {
    try words.json(cell) + [
      ("since", show.iso(cell.since)),
      ("finding", .string(orNull: cell.outcome == .fail ? TicketMark.id(of: try reader.markedPlace(cell.place)) : nil)),
      (
        "sides",
        .array(
          sides.map { side in
            .object([
              ("outcome", .string(orNull: side.outcome?.rawValue)), ("tester", .string(side.tester)),
              ("at", show.iso(side.time)), ("id", .string(side.id)),
            ])
          })
      ),
    ]
  }
}
