import AuditFigures
import AuditModel

extension GateReport {
  /// The release check for a terminal of `width` columns.
  package func text(width: Int, painter: Styler = Styler(enabled: false)) -> String {
    let label = "Release check: "
    let role = OutcomeWords.role(decision)
    let last =
      lastLine.hasPrefix(label)
      ? label + painter.paintCapitals(of: String(lastLine.dropFirst(label.count)), role) : lastLine
    return page.text(width: width, painter: painter) + "\n" + last + "\n"
  }

  /// The screen-reader form: the decision first.
  package var plain: String {
    var page = page
    page.title = lastLine
    page.sections[0].items[0] = .text("As of \(asOf)\(audit.map { ", audit \($0)" } ?? "").")
    return page.plain + lastLine + "\n"
  }

  /// For a pull request.
  package var markdown: String { page.markdown + "\n" + lastLine + "\n" }

  private var page: Page {
    let subject = audit.map { " of \($0)" } ?? ""
    var sections = [
      PageSection(
        nil,
        [
          .decision(decisionSentence, OutcomeWords.role(decision)), .text(scopeSentence), .text(baselineSentence),
          .text(ahead.sentence ?? ""),
          .fact("Query", filter ?? ""), .fact("Policy", policyPhrase),
        ])
    ]
    sections.append(PageSection(isProposal ? "Blockers with \(policy.text)" : "Blockers", blockerItems))
    sections.append(PageSection("To ship", toShip.map { .text($0) }))
    sections.append(PageSection("Remarks", remarks.map { .row(PageRow([$0.command], words: [$0.sentence])) }))
    if isProposal {
      sections.append(PageSection("Proposed rules", GateVerdict.allCases.flatMap(rows)))
      if isReportOnly { sections.append(PageSection("Exit code", [.text(Self.reportOnlySentence)])) }
      return Page(title: "Release check\(subject), \(asOf)", sections: sections)
    }
    sections.append(PageSection("Pass", rows(.pass)))
    sections.append(PageSection("No data", rows(.noData)))
    // A rule that fails has its own part, so that only its cells are numbered in it.
    sections += failed.map { PageSection("Fail: \($0.rule.rawValue)", facts($0) + against($0)) }
    if isReportOnly { sections.append(PageSection("Exit code", [.text(Self.reportOnlySentence)])) }
    return Page(title: "Release check\(subject), \(asOf)", sections: sections)
  }

  private func rows(_ verdict: GateVerdict) -> [PageItem] {
    gate.rulings.filter { $0.verdict == verdict }.map { .row(row($0)) }
  }

  /// The findings that keep the release, with who can remove them.
  private var blockerItems: [PageItem] {
    let shown = blockers.prefix(limit ?? blockers.count)
    let items = shown.map { blocker -> PageItem in
      let cell = gate.cells[blocker.place]
      let owner = detail(cell).owner
      let owned = owner.isEmpty ? "no owner" : "owner \(owner)"
      return .row(
        row(cell, words: words(blocker) + [owned] + [findingID(blocker)].compactMap { $0.map { "finding \($0)" } }))
    }
    let more = blockers.count - shown.count
    return items + (more > 0 ? [.more(more, "and \(more) more (use --all or --json)")] : [])
  }

  private func row(_ cell: GateCell, outcome: String? = nil, words: [String]) -> PageRow {
    var row = PageRow(
      outcome: outcome, [gate.names.component(cell), gate.names.check(cell), gate.names.condition(cell)], words: words)
    for name in row.head { row.titles[name] = titles[name] }
    return row
  }

  private func row(_ ruling: GateRuling) -> PageRow {
    PageRow(
      outcome: word(ruling.verdict), [ruling.rule.rawValue],
      words: [found(ruling), "required: \(wanted(ruling))"],
      details: [("Note", remarks(ruling).joined(separator: "; "))])
  }

  func word(_ verdict: GateVerdict) -> String { verdict == .noData ? "NO DATA" : verdict.rawValue }

  private func facts(_ ruling: GateRuling) -> [PageItem] {
    [
      .fact("Actual", found(ruling)), .fact("Required", wanted(ruling)),
      .fact("Note", remarks(ruling).joined(separator: "; ")),
    ]
  }

  /// The cells that break a rule, worst first, by reason, without the blockers, which are named above.
  private func against(_ ruling: GateRuling) -> [PageItem] {
    let named = Set(blockers.map(\.place))
    return ruling.against.flatMap { reason, all -> [PageItem] in
      let cells = all.filter { !named.contains($0) }
      let above = all.count - cells.count
      let shown = cells.prefix(limit ?? cells.count)
      let note = above == 0 ? "" : cells.isEmpty ? " (see Blockers)" : ", \(above) of them under Blockers"
      var items: [PageItem] = [.text(Self.sentence(reason, all.count) + note + ".")]
      items += shown.map { place in
        let cell = gate.cells[place]
        return .row(row(cell, outcome: cell.outcome?.rawValue ?? "untested", words: words(cell, reason)))
      }
      if shown.count < cells.count {
        let more = cells.count - shown.count
        items.append(.more(more, "and \(more) more (use --all or --json)"))
      }
      return items
    }
  }
}
