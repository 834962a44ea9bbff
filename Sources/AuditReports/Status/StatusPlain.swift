import AuditModel

extension StatusReport {
  /// The screen-reader form: one fact on each line, in sentence order, without columns or symbols.
  package var plain: String {
    var lines: [String] = [opening]
    if isEmpty {
      lines.append(TerminalText(escaping: emptySentence).text)
    } else {
      lines += figures
      lines += worstComponents.prefix(worstNamed).map(StatusReport.sentence)
      let more = worstComponents.count - worstNamed
      if more > 0 { lines.append("\(counted(more, "more component has", "more components have")) fails.") }
      lines +=
        groups?.rows.map { "\(groups?.title ?? ""): \(TerminalText(escaping: $0.name).text). \($0.counts.phrase)." }
        ?? []
      lines += audits.map(StatusReport.sentence)
    }
    lines += TapStatus.lines(firstTap ?? [], .words).map { "First tap, \(TerminalText(escaping: $0).text)." }
    lines += notices.map { "Note: " + TerminalText(escaping: $0).text }
    lines += attention.map { notice in
      "Notice: \(TerminalText(escaping: notice.sentence).text) Run: \(TerminalText(escaping: notice.command).text)"
    }
    // The command ends its line, so that no full stop is copied with it.
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
    let judged = counted(cells.judged, "judged cell")
    let applicable = counted(cells.applicable, "applicable cell")
    lines.append("Compliance: \(cells.pass) of \(judged) pass, \(cells.compliance.words).")
    lines.append("Coverage: \(cells.judged) of \(applicable) judged, \(cells.coverage.words).")
    if let range = rangePhrase(\.words) { lines.append("Possible compliance: \(range).") }
    lines.append("Answered: \(cells.answered) of \(counted(cells.inScope, "cell")) in scope.")
    lines += cells.listed.map { "\($0.word): \($0.count)." }
    lines.append("Evidence: \(evidencePhrase).")
    if let build = buildPhrase { lines.append("Build \(TerminalText(escaping: build).text).") }
    lines.append("Open findings: \(open.total).")
    lines += open.listed.filter { $0.count > 0 }.map { "Open, \($0.word): \($0.count)." }
    lines += ["Waived: \(waived).", "Stale: \(stale).", "Disputed: \(disputed).", "Contradicted: \(contradicted)."]
    return lines
  }

  private static func sentence(_ component: StatusComponent) -> String {
    var facts = "Failing component: \(TerminalText(escaping: component.key).text)"
    if let title = component.title { facts += ", \(TerminalText(escaping: title).text)" }
    facts +=
      ". \(counted(component.failing, "fail")), worst \(SeverityWords.word(component.worstSeverity.flatMap(Severity.init(rawValue:))))."
    facts += " \(component.pass) of \(component.judged) pass, \(Percent(of: component.pass, component.judged).words)."
    if !component.screens.isEmpty {
      facts += " On " + component.screens.map { TerminalText(escaping: $0).text }.joined(separator: ", ") + "."
    }
    return facts
  }

  private static func sentence(_ audit: StatusAudit) -> String {
    let cells = audit.cells
    return "Audit: \(TerminalText(escaping: audit.name).text)."
      + " \(cells.pass) of \(cells.judged) judged pass, \(cells.compliance.words)."
      + " \(cells.judged) of \(cells.applicable) applicable judged, \(cells.coverage.words)."
  }
}
