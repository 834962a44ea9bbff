import Audit
import Base
import Store

extension Report {
  /// The report as Markdown: a comment on a pull request, the figures first and the lists folded away.
  package var markdown: String {
    var output =
      "## \(MarkdownText(escaping: heading).text)\n\n**\(MarkdownText(escaping: gate.decisionSentence).text)**\n"
    output += "\n**\(MarkdownText(escaping: headline).text)**\n"
    output += "\n\(MarkdownText(escaping: scopeSentence).text)\n"
    if figures.counts.inScope > 0 { output += "\n" + figureTable }
    for notice in notices { output += "\n\(MarkdownText(escaping: notice).text)\n" }
    let kept = gate.decision == .ship ? [] : gate.keptBlockers
    if !kept.isEmpty { output += "\n### To ship\n\n" + list(of: kept) }
    if let change {
      output += "\n### Change since \(MarkdownText(escaping: change.from.name).text)\n\n" + changeList(change)
    }
    let failing = components.filter { $0.standing.counts.fail > 0 }
    if !failing.isEmpty { output += "\n### Components by severity\n\n" + table(of: failing) }
    if let groups { output += "\n### \(groups.title)\n\n" + groups.markdown }
    if !assigned.isEmpty { output += "\n### \(AssignedWords.title)\n\n" + AssignedWords.markdown(assigned) }
    if !findings.isEmpty { output += "\n### Findings by severity\n\n" + findingTable }
    if let best = fixes.first {
      let words: MarkdownText = "Highest-impact fix: \(best.words(failure)), \(best.effect)."
      output += "\n\(words.text)\n"
    }
    output += work.markdown(limit)
    if let trend { output += folded("Trend", "\(MarkdownText(escaping: trend.summary).text)\n\n" + trendTable(trend)) }
    output += folded("WCAG 2.2", criterionTable)
    if let firstTap { output += "\n### First-tap tests with children\n\n" + table(of: firstTap) }
    if !retest.isEmpty {
      output += "\n\(counted(retest.count, "item")) to retest. \(disputesPhrase).\n"
    }
    output += folded("Limits", limits.map { "- \(MarkdownText(escaping: $0).text)\n" }.joined())
    return output + "\nAs of \(Timestamp(milliseconds: asOf).iso8601Second).\n"
  }

  private var figureTable: String {
    let counts = figures.counts
    return MarkdownText.figures([
      ("Compliance", "\(counts.compliance.text), \(counts.passPhrase)"),
      ("Coverage", "\(counts.coverage.text), \(counts.coveragePhrase)"),
      ("Open findings", openPhrase), ("Age of results", evidencePhrase),
      ("Possible compliance", counts.rangePhrase(\.text)), ("Attention", attentionPhrase),
    ])
  }

  /// Blockers that the findings of everyone do not have, or have milder.
  private func list(of kept: [ReleaseBlocker]) -> String {
    let lines = kept.map { blocker in
      let words = gate.words(blocker).joined(separator: ", ")
      return "- \(MarkdownText(escaping: "\(gate.place(blocker).name): \(words)").text)\n"
    }
    return firstLines(lines, limit) { "- and \(counted($0)) more\n" }.joined()
  }

  private func changeList(_ change: ChangeReport) -> String {
    let table = MarkdownText.table(
      ["Figure", "Before:", "Difference", "Now:"],
      change.lines.filter { $0.before != 0 || $0.after != 0 }.map { line in
        let terms = line.words.joined(separator: ", ")
        return ["\(line.measure.title)", "\(line.before)", MarkdownText(verbatim: terms), "\(line.after)"]
      })
    return "\(MarkdownText(escaping: change.summary).text)\n\n\(table)"
  }

  private func table(of failing: [ReportComponent]) -> String {
    let table = MarkdownText.table(
      ["Component", "Open:", "Worst", "Pass:", "Evaluated:", "Screens"],
      failing.prefix(limit).map { component in
        let standing = component.standing
        return [
          "\(standing.key)", "\(counted(component.figures.open.fail))", "\(component.worst)",
          "\(counted(standing.counts.pass))",
          "\(counted(standing.counts.judged))",
          standing.screens.map { MarkdownText(escaping: $0) }.joined(separator: ", "),
        ]
      })
    return table + Self.more(failing.count - limit, "component fails", "components fail")
  }

  private var findingTable: String {
    let table = MarkdownText.table(
      ["Severity", "Finding", "Component", "Days open:", "Owner", "Note", "ID"],
      findings.rows.prefix(limit).map { shown in
        let finding = shown.finding
        let severity = SeverityWords.word(of: finding.cell)
        let marks = ([severity] + shown.lifePhrases + (finding.waiver.map { ["waived until \($0.until)"] } ?? []))
        let condition = finding.condition.isEmpty ? "" : " (\(finding.condition))"
        let on = OnWords.phrase(finding.on).map { " (\($0))" } ?? ""
        let notes = [shown.note, finding.remark].filter { !$0.isEmpty }.joined(separator: "; ")
        return [
          "\(marks.joined(separator: ", "))", "\(failure(of: finding.check))\(condition)", "\(finding.component)\(on)",
          "\(shown.daysOpen)", "\(finding.owner)",
          "\(Self.short(notes))\(Self.remedy(finding))\(Self.beside(shown))",
          ([MarkdownText(escaping: finding.findingID)] + finding.links.map(\.markdown)).joined(separator: ", "),
        ]
      })
    return table + Self.more(findings.count - limit, "finding", "findings")
  }

  private func trendTable(_ trend: TrendReport) -> String {
    guard let points = trend.trend.groups.first?.points else { return "" }
    return MarkdownText.table(
      [trend.step.rawValue.capitalizedFirst, "Compliance:", "PASS:", "Evaluated:", "Open:"],
      trend.shownPeriods.map { shown in
        let (period, point) = (trend.trend.periods[shown.place], points[shown.place])
        return [
          "\(period.name)", "\(point.isGap ? "no data" : point.compliance.text)", "\(counted(point.counts.pass))",
          "\(counted(point.counts.judged))", "\(counted(point.open))",
        ]
      })
  }

  private func table(of firstTap: ReportFirstTap) -> String {
    var output = "\(MarkdownText(escaping: firstTap.sentence).text)\n\n"
    output += MarkdownText.table(
      ["Target", "First-tap success", "Verdict"],
      firstTap.rows.map { ["\($0.target)", "\($0.figures)", "\($0.verdict)"] })
    for course in firstTap.courses {
      if course.chart.isChart {
        let head: MarkdownText = "\n\(course.title), version by version. \(course.chart.sentence())\n\n"
        output += head.text
        output += MarkdownText.table(
          ["Version", "First-tap success"],
          course.chart.points.map { ["\($0.name)", "\(TapChart.figures($0, .symbol))"] })
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
    var output = MarkdownText.table(
      ["Level", "Criteria:", "Status"],
      standards.byLevel.map { level, tally in
        ["\(level.rawValue)", "\(counted(tally.total))", "\(StandardsWords.phrase(tally))"]
      })
    output += "\n\(MarkdownText(escaping: StandardsWords.houseRules(standards)).text)\n"
    let failing = criteria.filter { $0.state == .fail }.map { "\($0.criterion.id) \($0.criterion.name) (\($0.level))" }
    guard !failing.isEmpty else { return output }
    return output + "\nFailing: \(MarkdownText(escaping: failing.joined(separator: ", ")).text).\n"
  }

  /// Its value beside what is required, and what is asked and to be done about it.
  private static func beside(_ row: ReportFinding) -> MarkdownText {
    let parts = [
      row.value.isEmpty ? "" : " Measured: \(row.measured).",
      row.questions.isEmpty ? "" : " Question: \(ReportWork.titles(row.questions))",
      row.tasks.isEmpty ? "" : " Task: \(ReportWork.titles(row.tasks))",
    ]
    return MarkdownText(escaping: parts.joined())
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

/// The sentences that every form of a report shares, so that all forms agree.
extension Report {
  /// `12 stale, 2 disputed, 1 contradicted, 5 waived`
  var attentionPhrase: String {
    let counts = figures.counts
    return
      "\(counted(figures.stale)) stale, \(counted(counts.disputed)) disputed, \(counted(counts.contradicted)) contradicted, "
      + "\(counted(figures.waived)) waived"
  }

  /// The summary of the report. Never more than the figures support, and no claim of conformance.
  enum Verdict: String, CaseIterable {
    case open = "open-findings"
    case waived = "only-waived-findings"
    case undecided = "no-open-findings-not-all-judged"
    case clean = "no-open-findings"
    case unjudged = "not-judged"
    case empty
  }

  var verdict: Verdict {
    let counts = figures.counts
    if counts.inScope == 0 { return .empty }
    if counts.judged == 0 { return .unjudged }
    if figures.open.fail > 0 { return .open }
    if figures.waived > 0 { return .waived }
    return counts.judged < counts.applicable ? .undecided : .clean
  }

  /// The verdict in a sentence.
  package var headline: String {
    let cells = figures.counts
    switch verdict {
    case .empty: return "Nothing is in scope yet."
    case .unjudged: return "Nothing evaluated yet: \(counted(cells.inScope, "item is", "items are")) in scope."
    case .open:
      let total = counted(figures.open.fail, "open finding")
      let waived = figures.waived > 0 ? " \(counted(figures.waived, "more is", "more are")) waived." : ""
      return "\(total): \(figures.open.severitiesPhrase).\(waived)"
    case .waived:
      return "No open findings; \(counted(figures.waived, "finding is", "findings are")) waived."
    case .undecided:
      let rest = cells.applicable - cells.judged
      return
        "No open findings in \(counted(cells.judged, "evaluated item")); "
        + "\(counted(rest, "applicable item is", "applicable items are")) not evaluated yet."
    case .clean: return "No open findings: everything in scope was evaluated and passes."
    }
  }

  var openPhrase: String { figures.open.findingsPhrase(waived: figures.waived) }

  /// `Accessibility report of spring: Shop, build 3.2`: what it is, of which app, and where it is known the build.
  var heading: String {
    heading([app.filled, testing.build.filled.map { "build \($0)" }].compactMap(\.self).joined(separator: ", "))
  }

  func heading(_ subject: String) -> String {
    (audit.map { "Accessibility report of \($0)" } ?? title) + (subject.isEmpty ? "" : ": " + subject)
  }

  /// What it is, without the app.
  var title: String { audit.map { "Accessibility report: \($0)" } ?? "Accessibility report" }

  var scopeSentence: String {
    let scope = "\(counted(figures.components, "component")), \(counted(figures.counts.inScope, "item")) in scope"
    let words = [audit.map { "audit \($0)" }, filter.map { "filter \($0)" }, plan?.words].compactMap { $0 }
    return words.isEmpty ? scope + "." : "\(scope) (\(words.joined(separator: ", ")))."
  }

  /// `newest today, oldest 41 days old`.
  var evidencePhrase: String {
    ahead.ages(newest: figures.newest.map(days), at: figures.newest, oldest: figures.oldest.map(days))
  }

  /// Whole days from a moment to that of the report.
  package func days(since moment: Int64) -> Int { Timestamp.days(from: moment, to: asOf) }

  func day(_ moment: Int64) -> String { clock.date(moment).iso8601 }

  /// The methodology and limitations of the report.
  package var limits: [String] {
    [
      "Compliance is PASS / (PASS + FAIL). Coverage is the share of applicable items that were evaluated. Percentages "
        + "are rounded down, so 100 percent means all. UNTESTED never counts as passed, and a waiver never turns a "
        + "failure into a pass.",
      audit == nil
        ? "The scope is the plan: components in use, the checks that apply to them, and the conditions of the plan, "
          + "tested or not. Other tested items are included unless the plan excludes them."
        : "The scope is the audit: its components, checks, and conditions, by the results logged for it. A compared "
          + "audit is shown as of the time it was closed.",
      "Compliance counts every item, so it has no margin of error. It applies to the time in the title, by the results "
        + "up to then.",
      StandardsRollUp.noClaim,
      "A criterion is PASS only if every applicable check that decides it was answered for every component in use, in the "
        + "plan or not, and a person measured what has a figure. A criterion without a check is not evaluated. A pass by a tool alone is not evidence.",
      namesTesters
        ? "Tester names appear as recorded."
        : "Testers appear as numbers that apply only to this report. Owners, approvers, and notes appear as recorded.",
    ]
  }
}

extension CriterionRollUp {
  /// `applies`, `exempt`, `not required`: its status in Section 508.
  var federal: String {
    criterion.federalDuty == .outside ? "not required" : CriterionWords.federal(criterion)
  }

  /// The clause of EN 301 549, or the reason for none.
  var european: String {
    switch criterion.european.status {
    case .applies, .legacy: criterion.european.clause ?? "applies"
    case .void: (criterion.european.clause.map { $0 + ", " } ?? "") + "void"
    case .notRequired: "not required"
    case .tooNew: "not in V3.2.1"
    }
  }

  var level: String { criterion.levelWord }
}

extension ReportFinding {
  /// `25x25, required: at least 44 pt`
  var measured: String { required.isEmpty ? value : "\(value), required: \(required)" }

  /// More details, each a phrase.
  var phrases: [String] {
    var phrases = [SeverityWords.word(of: finding.cell)]
    if !value.isEmpty { phrases.append(measured) }
    phrases += ["open \(counted(daysOpen, "day"))"] + lifePhrases
    if let on = OnWords.phrase(finding.on) { phrases.append(on) }
    if let pattern = finding.pattern { phrases.append("pattern \(pattern.name)") }
    if !finding.owner.isEmpty { phrases.append("owner \(finding.owner)") }
    phrases += finding.tickets
    if let waiver = finding.waiver {
      phrases.append("waived until \(waiver.until) (\(waiver.reason), \(waiver.approver))")
    }
    if !finding.screens.isEmpty { phrases.append("on " + finding.screens.joined(separator: ", ")) }
    return phrases
  }

  /// Its unusual properties.
  var lifePhrases: [String] {
    var phrases: [String] = []
    let returns = finding.life.returns
    // As `a11y list findings` says it: what passed on an older build has regressed, whether it had failed before or not.
    if returns > 0 || finding.life.state == .regressed {
      phrases.append("regressed" + (returns > 1 ? " \(returns) times" : ""))
    }
    if let expired = finding.expired { phrases.append("waiver expired on \(expired.until)") }
    if let word = finding.cell.disagreement { phrases.append(word) }
    return phrases + [finding.cell.staleWords].compactMap(\.self)
  }
}

extension Fix {
  /// `12 findings, 3 screens, 2 criteria`.
  var effect: String {
    [
      counted(findings, "finding"), counted(screens.count, "screen"), counted(criteria.count, "criterion", "criteria"),
    ].joined(separator: ", ")
  }
}
