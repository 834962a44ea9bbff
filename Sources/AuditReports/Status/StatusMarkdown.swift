import AuditModel

extension StatusReport {
  /// The report as Markdown, for a pull request or a wiki.
  package var markdown: String {
    var output = "## \(heading.text)\n"
    if isEmpty {
      output += "\n\(MarkdownText(escaping: emptySentence).text)\n"
    } else {
      output += "\n\(MarkdownText(escaping: scopeSentence).text)\n"
      output += "\n" + figures
      if !worstComponents.isEmpty { output += "\n### Components by severity\n\n" + componentTable }
      if let groups { output += "\n### \(groups.title)\n\n" + groups.markdown }
      if !assigned.isEmpty { output += "\n### \(AssignedWords.title)\n\n" + AssignedWords.markdown(assigned) }
      if !audits.isEmpty { output += "\n### Audits\n\n" + auditTable }
    }
    if !notices.isEmpty || !attention.isEmpty {
      output += "\n### Notices\n\n" + notices.map { "- \(MarkdownText(escaping: $0).text)\n" }.joined()
      output += attention.map {
        "- \(MarkdownText(escaping: $0.sentence).text) \(MarkdownText.code($0.command).text)\n"
      }.joined()
    }
    if !steps.isEmpty {
      output += "\n### Next\n\n"
      output += steps.map { "- \(MarkdownText.code($0.command).text): \(MarkdownText(escaping: $0.reason).text)\n" }
        .joined()
    }
    return output
  }

  private var heading: MarkdownText {
    if let audit { return "Accessibility status of \(audit), \(asOf)" }
    return "Accessibility status, \(asOf)"
  }

  private var figures: String {
    let build = buildPhrase.map { [("Build", MarkdownText(escaping: $0).text)] } ?? []
    var rows: [(String, String)] = decision.map { [("Decision", MarkdownText(escaping: $0.sentence).text)] } ?? []
    rows += [
      ("Compliance", "\(cells.pass) of \(cells.judged) evaluated items pass (\(cells.compliance.text))"),
      ("Coverage", "\(cells.judged) of \(cells.applicable) applicable items evaluated (\(cells.coverage.text))"),
    ]
    if let range = cells.rangePhrase(\.text) { rows.append(("Possible compliance", range)) }
    rows +=
      [
        ("Results", "\(cells.answered) of \(cells.inScope) items in scope"),
        ("Items", cells.statesPhrase),
        ("Age of results", evidencePhrase),
      ] + build + [
        ("Open findings", open.findingsPhrase(waived: waived)),
        ("Attention", attentionPhrase),
      ] + (trendPhrase.map { [("Open findings over time", MarkdownText(escaping: $0).text)] } ?? [])
    rows += TapStatus.lines(firstTap ?? [], .symbol).map { ("First-tap success", MarkdownText(escaping: $0).text) }
    return "| Figure | Value |\n| --- | --- |\n" + rows.map { "| \($0.0) | \($0.1) |\n" }.joined()
  }

  private var componentTable: String {
    var output =
      "| Component | Fails | Worst | Pass | Evaluated | Screens |\n| --- | ---: | --- | ---: | ---: | --- |\n"
    for component in worstComponents.prefix(worstNamed) {
      let screens = component.screens.map { MarkdownText(escaping: $0) }.joined(separator: ", ")
      let name: MarkdownText = component.title.map { "\(component.key) (\($0))" } ?? "\(component.key)"
      let worst = SeverityWords.word(component.worstSeverity.flatMap(Severity.init(rawValue:)))
      let row: MarkdownText =
        "| \(name) | \(component.failing) | \(worst) | \(component.pass) | \(component.judged) | \(screens) |\n"
      output += row.text
    }
    let more = worstComponents.count - worstNamed
    if more > 0 { output += "\n\(counted(more, "more component fails", "more components fail")).\n" }
    return output
  }

  private var auditTable: String {
    var output = "| Audit | Pass | Fail | N/A | Can't tell | Untested | Compliance | Coverage |\n"
    output += "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
    for audit in audits {
      let cells = audit.cells
      let counts = cells.states.map { String($0.count) }.joined(separator: " | ")
      let name = MarkdownText(escaping: audit.name).text
      output += "| \(name) | \(counts) | \(cells.compliance.text) | \(cells.coverage.text) |\n"
    }
    return output
  }
}
