package import AuditFigures
package import AuditModel

/// One success criterion of a conformance report.
package struct ConformanceEntry: Sendable {
  package var standing: CriterionRollUp
  /// The term that the evidence supports; nil for none.
  package var evidence: ConformanceTerm?
  /// The answer that the form prescribes where there is no evidence.
  package var prescribed: ConformanceTerm?
  package var verdicts: VerdictStanding
  /// Worst first.
  package var findings: [ConformanceReport.Finding]
  /// Why the evidence does not cover the whole app; empty for a partial report.
  package var gap: StandardsGap { standing.gap }

  /// - Parameter edition: nil for one that prescribes nothing.
  package init(
    _ standing: CriterionRollUp, findings: [ConformanceReport.Finding],
    verdicts: VerdictStanding = VerdictStanding(), edition: ConformanceEdition? = nil
  ) {
    self.standing = standing
    self.findings = findings
    self.verdicts = verdicts
    evidence = ConformanceTerm(standing)
    if let edition, standing.criterion.isObsolete, evidence == nil { prescribed = Self.prescribed(edition) }
  }

  /// A criterion that WCAG 2.2 removed is always supported under WCAG 2.0 and 2.1 by their errata of 2023, which hold
  /// for the standards that refer to them, too.
  private static func prescribed(_ edition: ConformanceEdition) -> ConformanceTerm {
    edition.wcag == "2.2" && edition.chapters.isEmpty ? .notApplicable : .supports
  }

  /// The term of the report: of the people if they agree, else of the evidence; nil if it stays open.
  package var term: ConformanceTerm? { verdicts.term ?? prescribed ?? evidence }

  /// How a person's term goes beyond what the results show.
  package enum Claim: Sendable {
    case better
    /// Nothing that was tested supports any term.
    case untested
  }

  package var claim: Claim? {
    guard let term = verdicts.term, prescribed == nil else { return nil }
    guard let evidence, evidence != .notEvaluated else { return term == .notEvaluated ? nil : .untested }
    return term.isBetter(than: evidence) ? .better : nil
  }
}

/// The remarks of a criterion: paragraphs, then a list.
package struct ConformanceRemarks: Equatable, Sendable {
  package var paragraphs: [Prose]
  package var items: [Prose] = []

  package var markdown: String {
    let list = items.map { "- " + $0.markdown }.joined(separator: "\n")
    return (paragraphs.map(\.markdown) + (list.isEmpty ? [] : [list])).joined(separator: "\n\n")
  }

  package var html: HTMLText {
    let list: HTMLText = items.map { "<li class=\"pre\">\($0.html)</li>\n" }.joined()
    let text: HTMLText = paragraphs.map { "<p class=\"pre\">\($0.html)</p>\n" }.joined()
    return items.isEmpty ? text : text + "<ul>\n\(list)</ul>\n"
  }
}
