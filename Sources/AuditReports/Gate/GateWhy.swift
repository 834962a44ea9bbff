import AuditFigures
import AuditModel

/// How the rules of a release count one item: `a11y gate --why`.
package struct GateWhy: Sendable {
  private let report: GateReport
  /// The item in each condition that is in scope, by its place in the gate.
  private let places: [Int]

  /// - Parameter isMeant: by component, check, and condition. At least one item is accepted.
  package init?(_ report: GateReport, where isMeant: (String, String, String) -> Bool) {
    let (gate, names) = (report.gate, report.gate.names)
    places = gate.cells.indices.filter { place in
      let cell = gate.cells[place]
      return isMeant(names.component(cell), names.check(cell), names.condition(cell))
    }
    self.report = report
    guard !places.isEmpty else { return nil }
  }

  package var page: Page {
    let blockers = report.gate.blockers
    return Page(
      title: "Release check: \(report.decision.word)",
      sections: places.map { place in section(place, blockers.first { $0.place == place }) })
  }

  private func section(_ place: Int, _ blocker: ReleaseBlocker?) -> PageSection {
    let (gate, cell) = (report.gate, report.gate.cells[place])
    let name = [gate.names.component(cell), gate.names.check(cell), gate.names.condition(cell)]
    let owner = report.detail(cell).owner
    var items: [PageItem] = [
      .fact("Effect", effect(blocker)),
      .fact("Outcome", OutcomeWords.word(cell.outcome?.rawValue ?? "untested")),
      .fact("Details", cell.outcome == .fail ? report.words(cell, .fails).joined(separator: ", ") : ""),
      .fact("Owner", blocker != nil && owner.isEmpty ? "none" : owner),
    ]
    items += gate.rulings.map { ruling in
      let reasons = ruling.against.filter { $0.cells.contains(place) }.map { GateReport.sentence($0.reason, 1) }
      let words = reasons.isEmpty ? ["does not count against this rule"] : reasons
      return .row(PageRow(outcome: report.word(ruling.verdict), [ruling.rule.rawValue], words: words))
    }
    return PageSection(name.filter { !$0.isEmpty }.joined(separator: " "), items)
  }

  private func effect(_ blocker: ReleaseBlocker?) -> String {
    guard report.isProposal else { return blocker == nil ? "does not block the release" : "blocks the release" }
    return
      "none, the team has set no policy; with \(report.policy.text) it would \(blocker == nil ? "not " : "")block the release"
  }

  package var json: JSONText {
    .object([
      ("schema", .string("a11y.gate-why/1")), ("decision", .string(report.decision.rawValue)),
      ("items", .array(places.map(json))),
    ])
  }

  private func json(_ place: Int) -> JSONText {
    let (gate, cell) = (report.gate, report.gate.cells[place])
    let blocker = gate.blockers.first { $0.place == place }
    return .object([
      ("component", .string(gate.names.component(cell))), ("check", .string(gate.names.check(cell))),
      ("condition", .string(gate.names.condition(cell))),
      ("outcome", .string(cell.outcome?.rawValue ?? "untested")),
      ("blocks", .bool(blocker != nil && !report.isProposal)),
      ("owner", .string(orNull: report.detail(cell).owner.isEmpty ? nil : report.detail(cell).owner)),
      (
        "rules",
        .array(
          gate.rulings.map { ruling in
            .object([
              ("rule", .string(ruling.rule.rawValue)), ("verdict", .string(ruling.verdict.rawValue)),
              (
                "reasons",
                .strings(ruling.against.filter { $0.cells.contains(place) }.map(\.reason.rawValue))
              ),
            ])
          })
      ),
    ])
  }
}
