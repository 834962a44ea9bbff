import AuditModel

extension StatusReport {
  /// The screen-reader form: one fact per line, as sentences, without columns or symbols.
  package var plain: String {
    var lines: [String] = [opening]
    if isEmpty {
      lines.append(TerminalText(escaping: emptySentence).text)
    } else {
      lines += figures
      lines += worstComponents.prefix(worstNamed).map(StatusReport.sentence)
      let more = worstComponents.count - worstNamed
      if more > 0 { lines.append("\(counted(more, "more component fails", "more components fail")).") }
      lines +=
        groups?.rows.map { "\(groups?.title ?? ""): \(TerminalText(escaping: $0.name).text). \($0.counts.phrase)." }
        ?? []
      lines += assigned.map { items in
        "\(TerminalText(escaping: AssignedWords.name(items)).text): \(AssignedWords.progress(items))."
      }
      lines += audits.map(StatusReport.sentence)
    }
    lines += TapStatus.lines(firstTap ?? [], .words).map { "First-tap success: \(TerminalText(escaping: $0).text)." }
    lines += notices.map { "Note: " + TerminalText(escaping: $0).text }
    lines += attention.map { notice in
      "Notice: \(TerminalText(escaping: notice.sentence).text) Run: \(TerminalText(escaping: notice.command).text)"
    }
    // The command ends its line, so that no period is copied with it.
    lines += steps.map { step in
      "Next: \(TerminalText(escaping: step.reason).text) Run: \(TerminalText(escaping: step.command).text)"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var opening: String {
    let subject = audit.map { "of the audit \(TerminalText(escaping: $0).text) " } ?? ""
    return "Accessibility status \(subject)as of \(TerminalText(escaping: asOf).text)."
  }

  private var figures: [String] {
    var lines = [TerminalText(escaping: scopeSentence).text]
    if let decision { lines.append("Decision: " + TerminalText(escaping: decision.sentence).text) }
    let judged = counted(cells.judged, "evaluated item")
    let applicable = counted(cells.applicable, "applicable item")
    lines.append("Compliance: \(cells.pass) of \(judged) pass, \(cells.compliance.words).")
    lines.append("Coverage: \(cells.judged) of \(applicable) evaluated, \(cells.coverage.words).")
    if let range = cells.rangePhrase(\.words) { lines.append("Possible compliance: \(range).") }
    lines.append("Results: \(cells.answered) of \(counted(cells.inScope, "item")) in scope.")
    lines += cells.states.map { "\($0.word): \($0.count)." }
    lines.append("Age of results: \(evidencePhrase).")
    if let build = buildPhrase { lines.append("Build \(TerminalText(escaping: build).text).") }
    lines.append("Open findings: \(open.fail).")
    lines += open.severities.filter { $0.count > 0 }.map { "Open, \($0.word): \($0.count)." }
    if let trendPhrase { lines.append("Open findings over time: \(TerminalText(escaping: trendPhrase).text).") }
    lines += ["Waived: \(waived).", "Stale: \(stale)."]
    lines += ["Disputed: \(cells.disputed).", "Contradicted: \(cells.contradicted)."]
    return lines
  }

  private static func sentence(_ component: StatusComponent) -> String {
    let names = [component.title, component.key].compactMap { $0 }.map { TerminalText(escaping: $0).text }
    var facts = "Failing component: \(names.joined(separator: ", "))"
    facts +=
      ". \(counted(component.failing, "fail")), worst "
      + "\(SeverityWords.word(component.worstSeverity.flatMap(Severity.init(rawValue:))))."
    facts += " \(component.pass) of \(component.judged) pass, \(Percent(of: component.pass, component.judged).words)."
    if !component.screens.isEmpty {
      facts += " On " + component.screens.map { TerminalText(escaping: $0).text }.joined(separator: ", ") + "."
    }
    return facts
  }

  private static func sentence(_ audit: StatusAudit) -> String {
    let cells = audit.cells
    return "Audit: \(TerminalText(escaping: audit.name).text)."
      + " \(cells.pass) of \(cells.judged) evaluated items pass, \(cells.compliance.words)."
      + " \(cells.judged) of \(cells.applicable) applicable items evaluated, \(cells.coverage.words)."
  }
}
