import AuditFigures
import AuditModel
import AuditStore

extension Report {
  /// The report as Markdown: a comment on a pull request, the figures first and the lists folded away.
  package var markdown: String {
    var output =
      "## \(MarkdownText(escaping: title).text)\n\n**\(MarkdownText(escaping: gate.decisionSentence).text)**\n"
    output += "\n**\(MarkdownText(escaping: headline).text)**\n"
    output += "\n\(MarkdownText(escaping: scopeSentence).text)\n"
    if figures.counts.inScope > 0 { output += "\n" + figureTable }
    for notice in notices { output += "\n\(MarkdownText(escaping: notice).text)\n" }
    if let change {
      output += "\n### Change since \(MarkdownText(escaping: change.from.name).text)\n\n" + changeList(change)
    }
    let failing = components.filter { $0.standing.counts.fail > 0 }
    if !failing.isEmpty { output += "\n### Components by severity\n\n" + table(of: failing) }
    if let groups { output += "\n### \(groups.title)\n\n" + groups.markdown }
    if !assigned.isEmpty { output += "\n### \(AssignedWords.title)\n\n" + AssignedWords.markdown(assigned) }
    if !findings.isEmpty { output += "\n### Findings by severity\n\n" + findingTable }
    if let best = fixes.first {
      let words: MarkdownText = "Highest-impact fix: \(best.what), \(best.effect)."
      output += "\n\(words.text)\n"
    }
    if let trend { output += folded("Trend", "\(MarkdownText(escaping: trend.summary).text)\n\n" + trendTable(trend)) }
    output += folded("WCAG 2.2", criterionTable)
    if let firstTap { output += "\n### First-tap tests with children\n\n" + table(of: firstTap) }
    if !retest.isEmpty {
      output += "\n\(counted(retest.count, "item")) to retest. \(counted(disputes.count, "dispute")).\n"
    }
    output += folded("Limits", limits.map { "- \(MarkdownText(escaping: $0).text)\n" }.joined())
    return output + "\nAs of \(Timestamp(milliseconds: asOf).iso8601Second).\n"
  }

  private var figureTable: String {
    let counts = figures.counts
    var rows = [
      ("Compliance", "\(counts.compliance.text), \(counts.pass) of \(counts.judged) evaluated items pass"),
      ("Coverage", "\(counts.coverage.text), \(counts.judged) of \(counts.applicable) applicable items evaluated"),
      ("Open findings", openPhrase),
      ("Age of results", evidencePhrase),
    ]
    if let range = counts.rangePhrase(\.text) { rows.append(("Possible compliance", range)) }
    rows.append(("Attention", attentionPhrase))
    return "| Figure | Value |\n| --- | --- |\n" + rows.map { "| \($0.0) | \($0.1) |\n" }.joined()
  }

  private func changeList(_ change: ChangeReport) -> String {
    var output = "\(MarkdownText(escaping: change.summary).text)\n\n| Figure | Before | Difference | Now |\n"
    output += "| --- | ---: | --- | ---: |\n"
    for line in change.lines where line.before != 0 || line.after != 0 {
      let terms = line.terms.map { "\(ChangeReport.signed($0.difference)) \($0.reason.words($0.difference))" }
      output += "| \(line.measure.title) | \(line.before) | \(terms.joined(separator: ", ")) | \(line.after) |\n"
    }
    return output
  }

  private func table(of failing: [ReportComponent]) -> String {
    var output = "| Component | Open | Worst | Pass | Evaluated | Screens |\n| --- | ---: | --- | ---: | ---: | --- |\n"
    for component in failing.prefix(limit) {
      let standing = component.standing
      let screens = standing.screens.map { MarkdownText(escaping: $0) }.joined(separator: ", ")
      let row: MarkdownText = """
        | \(standing.key) | \(component.figures.open.fail) | \(component.worst) | \(standing.counts.pass) \
        | \(standing.counts.judged) | \(screens) |

        """
      output += row.text
    }
    return output + Self.more(failing.count - limit, "component fails", "components fail")
  }

  private var findingTable: String {
    var output =
      "| Severity | Finding | Component | Days open | Owner | Note | ID |\n| --- | --- | --- | ---: | --- | --- | --- |\n"
    for shown in findings.rows.prefix(limit) {
      let finding = shown.finding
      let severity = SeverityWords.word(of: finding.cell)
      let marks = ([severity] + shown.lifePhrases + (finding.waiver.map { ["waived until \($0.until)"] } ?? []))
      let condition = finding.condition.isEmpty ? "" : " (\(finding.condition))"
      let row: MarkdownText = """
        | \(marks.joined(separator: ", ")) | \(failure(of: finding.check))\(condition) | \(finding.component) \
        | \(shown.daysOpen) | \(finding.owner) | \(Self.short(shown.note))\(Self.remedy(finding)) \
        | \(finding.findingID) |

        """
      output += row.text
    }
    return output + Self.more(findings.count - limit, "finding", "findings")
  }

  private func trendTable(_ trend: TrendReport) -> String {
    guard let points = trend.trend.groups.first?.points else { return "" }
    var output = "| \(trend.step.rawValue.capitalizedFirst) | Compliance | PASS | Evaluated | Open |\n"
    output += "| --- | ---: | ---: | ---: | ---: |\n"
    for shown in trend.shownPeriods {
      let (period, point) = (trend.trend.periods[shown.place], points[shown.place])
      let share = point.isGap ? "no data" : point.compliance.text
      let row: MarkdownText =
        "| \(period.name) | \(share) | \(point.counts.pass) | \(point.counts.judged) | \(point.open) |\n"
      output += row.text
    }
    return output
  }

  private func table(of firstTap: ReportFirstTap) -> String {
    var output = "\(MarkdownText(escaping: firstTap.sentence).text)\n\n"
    output += "| Target | First-tap success | Verdict |\n| --- | --- | --- |\n"
    for row in firstTap.rows {
      let line: MarkdownText = "| \(row.target) | \(row.figures) | \(row.verdict) |\n"
      output += line.text
    }
    for course in firstTap.courses {
      if course.chart.isChart {
        let head: MarkdownText = "\n\(course.title), version by version. \(course.chart.sentence())\n\n"
        output += head.text + "| Version | First-tap success |\n| --- | --- |\n"
        for point in course.chart.points {
          let line: MarkdownText = "| \(point.name) | \(TapChart.figures(point, .symbol)) |\n"
          output += line.text
        }
      }
      output += course.comparisons.isEmpty ? "" : "\n"
      for comparison in course.comparisons {
        let line: MarkdownText = "- \(comparison.title): \(comparison.sentence)\n"
        output += line.text
      }
      if let family = course.family { output += "\n\(family)\n" }
    }
    return output
  }

  private var criterionTable: String {
    guard let standards else { return "" }
    var output = "| Level | Criteria | Status |\n| --- | ---: | --- |\n"
    for (level, tally) in standards.byLevel {
      output +=
        "| \(level.rawValue) | \(tally.total) | \(MarkdownText(escaping: StandardsWords.phrase(tally)).text) |\n"
    }
    output += "\n\(MarkdownText(escaping: StandardsWords.houseRules(standards)).text)\n"
    let failing = criteria.filter { $0.state == .fail }.map { "\($0.criterion.id) \($0.criterion.name) (\($0.level))" }
    guard !failing.isEmpty else { return output }
    return output + "\nFailing: \(MarkdownText(escaping: failing.joined(separator: ", ")).text).\n"
  }

  private static func remedy(_ finding: Finding) -> MarkdownText {
    guard let pattern = finding.pattern else { return "" }
    return " Pattern \(pattern.name): \(pattern.problem) Remedy: \(pattern.remedy)"
  }

  /// A note, cut to the length of a table cell.
  private static func short(_ note: String) -> String {
    let most = 200
    return note.unicodeScalars.count > most
      ? String(String.UnicodeScalarView(note.unicodeScalars.prefix(most - 1))) + "…" : note
  }

  private static func more(_ count: Int, _ one: String, _ many: String) -> String {
    count > 0 ? "\nand \(counted(count, "more " + one, "more " + many)).\n" : ""
  }

  /// - Parameter title: not foreign text.
  private func folded(_ title: String, _ content: String) -> String {
    "\n<details><summary>\(title)</summary>\n\n\(content)\n</details>\n"
  }
}
