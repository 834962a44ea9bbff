package import Audit
import Base
package import Store

extension Report {
  /// The report for a terminal, and as lines for a screen reader.
  package var page: Page {
    var sections = [PageSection(nil, opening)]
    sections.append(PageSection("To ship", gate.decision == .ship ? [] : gate.toShip.map { .text($0) } + keptItems))
    if let change { sections.append(PageSection("Change since \(change.from.name)", Self.items(change))) }
    sections.append(PageSection("Trend", trendItems))
    sections.append(PageSection("Components by severity", componentItems))
    if let groups {
      sections.append(
        PageSection(groups.title, groups.rows.map { .row(PageRow([$0.name], words: [$0.phrase])) }))
    }
    sections.append(
      PageSection(
        AssignedWords.title,
        assigned.map { .row(PageRow([AssignedWords.name($0)], words: [AssignedWords.progress($0)])) }))
    sections.append(PageSection("WCAG 2.2", criterionItems))
    sections.append(PageSection("Findings by severity", findingItems))
    sections.append(PageSection("Highest-impact fixes", fixItems))
    sections += work.sections(limit)
    sections.append(PageSection("Needs retest", retestItems))
    sections.append(PageSection("First-tap success", firstTapItems))
    sections.append(PageSection("Disputed or contradicted items", disputeItems))
    sections.append(PageSection("Limits", limits.map { .text($0) }))
    return Page(title: "\(heading), \(clock.moment(asOf))", sections: sections)
  }

  /// Blockers that the findings of everyone do not have, or have milder.
  private var keptItems: [PageItem] {
    PageItem.rows(gate.keptBlockers, limit, "a11y gate --all") { blocker in
      var row = PageRow(gate.place(blocker).names, words: gate.words(blocker))
      row.titles[gate.place(blocker).check] = failure(of: gate.place(blocker).check)
      return row
    }
  }

  private var opening: [PageItem] {
    let counts = figures.counts
    var items: [PageItem] = [
      .decision(gate.decisionSentence, OutcomeWords.role(gate.decision)), .text(headline), .text(scopeSentence),
    ]
    guard counts.inScope > 0 else { return items + notices.map { .text($0) } }
    items += CellWords.rates(counts)
    items += [
      .fact("Possible compliance", counts.rangePhrase(\.text) ?? ""), .fact("Open findings", openPhrase),
      .fact("Age of results", evidencePhrase),
      .fact("Items", counts.statesPhrase),
      .fact("Attention", attentionPhrase),
    ]
    return items + notices.map { .text($0) }
  }

  /// Without the cells, which `trend --explain` lists.
  private static func items(_ change: ChangeReport) -> [PageItem] {
    change.page.sections.prefix(2).flatMap(\.items)
  }

  private var trendItems: [PageItem] {
    guard let trend, let points = trend.trend.groups.first?.points else { return [] }
    let shown = trend.changing.suffix(max(2, limit))
    let facts = shown.map { period -> PageItem in
      let point = points[period.place]
      let words =
        point.isGap
        ? "no results yet"
        : "\(point.compliance.text), \(point.counts.passPhrase); \(counted(point.open)) open"
      return .fact(trend.trend.periods[period.place].name, words)
    }
    return [.text(trend.summary)] + facts
  }

  private var componentItems: [PageItem] {
    let failing = components.filter { $0.standing.counts.fail > 0 }
    let rows = failing.prefix(limit).map { component -> PageItem in
      let standing = component.standing
      var words = [
        "\(counted(component.figures.open.fail)) open"
          + (component.figures.open.fail > 0 ? ", worst \(component.worst)" : ""),
        standing.counts.passPhrase,
      ]
      if component.figures.waived > 0 { words.append("\(counted(component.figures.waived)) waived") }
      if !standing.screens.isEmpty { words.append("on " + standing.screens.joined(separator: ", ")) }
      return .row(PageRow([standing.key], words: words))
    }
    let more = failing.count - rows.count
    return rows
      + (more > 0 ? [.text("and \(counted(more, "more component fails", "more components fail")) (use --limit)")] : [])
  }

  private var criterionItems: [PageItem] {
    guard let standards else { return [] }
    let levels = standards.byLevel.map { level, tally -> PageItem in
      .fact(
        "Level \(level.rawValue)", "\(counted(tally.total, "criterion", "criteria")): \(StandardsWords.phrase(tally))")
    }
    let failing = criteria.filter { $0.state == .fail }
    let rows = failing.map { one -> PageItem in
      let words = ["\(one.criterion.name) (\(one.level))", counted(one.cells.counts.fail, "failing item")]
      return .row(PageRow(outcome: one.state.rawValue, [one.criterion.id], words: words))
    }
    let open = criteria.compactMap { one in
      one.progress.map {
        PageItem.row(PageRow(outcome: one.state.rawValue, [one.criterion.id], words: [one.criterion.name, $0]))
      }
    }
    return levels + [.text(StandardsWords.houseRules(standards))] + rows + open
  }

  private var fixItems: [PageItem] {
    fixes.prefix(min(limit, 3)).map { .row(PageRow([$0.words(failure)], words: [$0.effect, $0.remedy])) }
  }

  private var findingItems: [PageItem] {
    let rows = findings.rows.prefix(limit).map { row -> PageItem in
      let finding = row.finding
      var shown = PageRow(
        finding.place.names, words: row.phrases + ["finding \(finding.findingID)"],
        details: [
          ("Note", row.note), ("Remark", finding.remark), ("Question", ReportWork.titles(row.questions)),
          ("Task", ReportWork.titles(row.tasks)),
          ("Problem", finding.pattern?.problem ?? ""), ("Remedy", finding.pattern?.remedy ?? ""),
        ])
      shown.links = finding.links
      return .row(shown)
    }
    let more = findings.count - rows.count
    return rows
      + (more > 0
        ? [.more(more, "and \(counted(more, "more finding")) (use --limit, or run \"a11y list findings\")")] : [])
  }

  private var retestItems: [PageItem] {
    guard !retest.isEmpty else { return [] }
    return [.text("\(counted(retest.count, "item")) to retest.")]
      + PageItem.rows(retest.rows, of: retest.count, limit, "use --limit") { cell in
        PageRow(cell.place.names, words: cell.reasons.map(\.words))
      }
  }

  private var firstTapItems: [PageItem] {
    guard let firstTap else { return [] }
    return [.text(firstTap.sentence)]
      + firstTap.rows.map { row in
        .row(PageRow([row.target], words: [row.figures] + (row.isSaid ? [] : [row.verdict])))
      }
      + firstTap.courses.flatMap { course in
        [.text("\(course.title), by version and group:")] + course.chartItems(.symbol, hasBars: false)
          + course.comparisonItems
      }
  }

  /// `1 disputed, 2 contradicted`: the items with different results of two testers.
  var disputesPhrase: String {
    let contradicted = disputes.count { $0.word == "contradicted" }
    let disputed = disputes.count - contradicted
    return counted([(disputed, "disputed"), (contradicted, "contradicted")]).filled ?? "0 disputed"
  }

  private var disputeItems: [PageItem] {
    PageItem.rows(disputes, limit, "use --limit") { dispute in
      PageRow(
        dispute.place.names,
        words: [dispute.word] + dispute.sides.map { "\($0.ratedWord) by \($0.tester) on \(day($0.time))" })
    }
  }
}

extension ReportComponent {
  /// The worst severity of the open findings; `waived` where there are others alone, `none` without any.
  var worst: String { figures.open.fail == 0 && figures.waived > 0 ? "waived" : figures.open.worstWord }
}

/// The first rows of a list, and how many there are: the others are counted, not created.
package struct FirstRows<Row: Sendable>: Sendable, ExpressibleByArrayLiteral {
  package var rows: [Row]
  package var count: Int

  package var isEmpty: Bool { count == 0 }
}

extension FirstRows {
  package init(arrayLiteral rows: Row...) { self.init(rows: rows, count: rows.count) }
}

package struct ReportComponent: Sendable {
  package var standing: ComponentSummary
  package var kind = ""
  package var owner = ""
  /// All that a query may name it by; without a registration its key alone.
  package var component: Component?
  package var figures = ReportFigures()
}

package struct ReportFinding: Sendable {
  /// Its tester and those of its remarks are codes, unless the report names testers.
  package var finding: Finding
  package var daysOpen: Int
  /// What its check asks of the value that was measured; empty where nothing was.
  package var required = ""
  /// What is open about its check on its component.
  package var questions: [ReportWork.Item] = []
  package var tasks: [ReportWork.Item] = []
  /// The names of its evidence files, and a small picture of one of them.
  package var evidence: [ReportEvidence] = []
  package var picture: ReportPicture?

  var note: String { finding.cell.note ?? "" }
  /// As typed.
  var value: String { finding.cell.value?.text ?? "" }
  var device: String { [finding.device, finding.os].filter { !$0.isEmpty }.joined(separator: " with ") }
}

/// A cell with different results of two testers.
package struct ReportDispute: Sendable {
  package var place: ScopeCell
  /// `disputed`, `contradicted`.
  package var word = "disputed"
  /// The latest first; their testers are codes, unless the report names testers.
  package var sides: [Cell]
}

extension Cell {
  /// `FAIL, critical`: testers may differ about the severity alone.
  var ratedWord: String { outcomeWord + (severity.map { ", \($0.word)" } ?? "") }
}

/// A file that shows a finding.
package struct ReportEvidence: Sendable {
  package var name: String
  /// Where a copy is, relative to the page; nil without one.
  package var link: String?
}

package struct ReportAudit: Sendable {
  package var name: String
  package var counts: CellCounts
  package var isClosed = false
}
