import AuditModel

/// The remarks of a conformance report. They are read as Markdown, so foreign text is escaped for it.
extension ConformanceReport.Entry {
  /// The number of findings that are listed; a line gives the number of the others.
  private static let most = 20

  /// The evidence for the term.
  var remarks: String {
    let cells = standing.cells
    let figures = StandardsWords.phrase(cells)
    let beside = StandardsWords.remarks(cells)
    let evidence = ([figures] + beside).joined(separator: "; ") + "."
    switch term {
    case .supports: return "No known defect. " + evidence
    case .notApplicable: return "Not applicable to any component. " + evidence
    case .notEvaluated, nil: return openReason + "."
    case .partiallySupports, .doesNotSupport:
      let subject = counted(cells.failingComponents, "component fails", "components fail")
      return "\(subject), of \(cells.judgedComponents) evaluated. \(evidence)\n\n" + listed
    }
  }

  /// Why there is no better term: `no check covers it`.
  var openReason: String {
    let counts = standing.cells.counts
    switch standing.state {
    case .notEvaluated: return standing.criterion.isObsolete ? "removed in WCAG 2.2" : "no check covers it"
    case .cantTell:
      return "\(counts.cantTell) of \(counted(counts.inScope, "item")) CAN'T TELL, \(counts.disputed) disputed"
    case .pass, .na: return gap.words
    default:
      let cells = counted(counts.inScope, "item")
      return counts.inScope == 0 ? "no items" : "\(counts.untested) of \(cells) untested"
    }
  }

  private var listed: String {
    var lines = findings.prefix(Self.most).map { finding -> String in
      let condition = finding.condition.isEmpty ? "" : ", \(finding.condition)"
      let waiver = finding.waivedUntil.map { ", waived until \($0)" } ?? ""
      let severity = SeverityWords.word(finding.severity)
      let line: MarkdownText =
        "- \(finding.component): \(finding.title) (\(severity)\(condition)\(waiver))\(finding.note.isEmpty ? "" : ": ")"
      return line.text + MarkdownText(escaping: finding.note).text
    }
    if findings.count > lines.count { lines.append("- and \(findings.count - lines.count) more") }
    return lines.joined(separator: "\n")
  }
}

extension ConformanceReport {
  /// Notes about the whole draft.
  var notes: String {
    var sentences = [
      "Draft generated from test results. Review and complete it before publishing.", StandardsRollUp.noClaim,
      "Created with a11y \(program), catalog \(catalogue), from results up to "
        + "\(Timestamp(milliseconds: asOf).iso8601Second).",
    ]
    if let part { sentences.append("Partial report: \(MarkdownText(escaping: part).text).") }
    if let audit { sentences.append("Audit: \(MarkdownText(escaping: audit).text).") }
    if let filter { sentences.append("Query: \(MarkdownText(escaping: filter).text).") }
    if !open.isEmpty {
      sentences.append(
        "\(counted(open.count, "criterion", "criteria")) of level A and AA have no term: the evidence "
          + "is insufficient, and \"not evaluated\" is allowed only at level AAA.")
    }
    return sentences.joined(separator: " ")
  }

  var methods: String {
    "Components of the app were tested one by one with the built-in checks of the catalog and custom checks: by hand, "
      + "by inspection of the source, and with tools. A tool that found nothing does not count as evidence."
  }

  /// Why some criteria of a level have no term; empty where all have one.
  func notes(of level: ConformanceLevel) -> String {
    let open = entries(of: level).filter { $0.term == nil }
    guard !open.isEmpty else { return "" }
    let lines = open.map { entry in
      "- \(entry.standing.criterion.id) \(entry.standing.criterion.name): \(entry.openReason)"
    }
    return "Not enough evidence:\n\n" + lines.joined(separator: "\n")
  }
}
