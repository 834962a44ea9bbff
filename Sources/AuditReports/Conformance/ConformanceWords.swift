import AuditModel

/// The remarks of a conformance report. They are read as Markdown, so what people wrote is escaped for it.
extension ConformanceReport.Entry {
  /// How many findings are told in full; the count says how many there are.
  private static let most = 20

  /// What the term rests on.
  var remarks: String {
    let cells = standing.cells
    let figures = StandardsWords.phrase(cells)
    let beside = StandardsWords.remarks(cells)
    let evidence = ([figures] + beside).joined(separator: "; ") + "."
    switch term {
    case .supports: return "No known defect. " + evidence
    case .notApplicable: return "It applied nowhere. " + evidence
    case .notEvaluated, nil: return openReason + "."
    case .partiallySupports, .doesNotSupport:
      let subject = counted(cells.failingComponents, "component fails", "components fail")
      return "\(subject), of \(cells.judgedComponents) judged. \(evidence)\n\n" + listed
    }
  }

  /// Why there is no better term: `no check tests it`.
  var openReason: String {
    let counts = standing.cells.counts
    switch standing.state {
    case .notEvaluated: return standing.criterion.isObsolete ? "WCAG 2.2 has dropped it" : "no check tests it"
    case .cantTell:
      return "\(counts.cantTell) of \(counted(counts.inScope, "cell")) could not be told, \(counts.disputed) disputed"
    case .pass, .na: return gap.words
    default:
      let cells = counted(counts.inScope, "cell")
      return counts.inScope == 0 ? "no cell" : "\(counts.untested) of \(cells) untested"
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
  /// What has to be known about the whole draft.
  var notes: String {
    var sentences = [
      "A draft from test results, to be completed and answered for by people.", StandardsRollUp.noClaim,
      "Made with a11y \(program), catalogue \(catalogue), from results up to "
        + "\(Timestamp(milliseconds: asOf).iso8601Second).",
    ]
    if let part { sentences.append("A partial report: \(MarkdownText(escaping: part).text).") }
    if let audit { sentences.append("Only the audit \(MarkdownText(escaping: audit).text).") }
    if let filter { sentences.append("Only what matches the query \(MarkdownText(escaping: filter).text).") }
    if !open.isEmpty {
      sentences.append(
        "\(counted(open.count, "criterion", "criteria")) of level A and AA stand without a term, because the evidence "
          + "bears none and not-evaluated may be said at level AAA only.")
    }
    return sentences.joined(separator: " ")
  }

  var methods: String {
    "Components of the app were tested one by one with the checks of the catalogue and the team's own: by hand, by "
      + "inspection of the source, and with tools. That a tool found nothing counts as no evidence."
  }

  /// Why some criteria of a level have no term; empty where all have one.
  func notes(of level: ConformanceLevel) -> String {
    let open = entries(of: level).filter { $0.term == nil }
    guard !open.isEmpty else { return "" }
    let lines = open.map { entry in
      "- \(entry.standing.criterion.id) \(entry.standing.criterion.name): \(entry.openReason)"
    }
    return "Open, for the evidence bears no term:\n\n" + lines.joined(separator: "\n")
  }
}
