/// An edition of the conformance report (VPAT): which tables and chapters it has.
package struct ConformanceEdition: Equatable, Sendable {
  /// The catalog of OpenACR: `2.5-edition-wcag-2.2-508-en`.
  package var id: String
  /// For people: `VPAT 2.5 with WCAG 2.2 and Revised Section 508`.
  package var name: String
  /// The version of WCAG: `2.1`.
  package var wcag: String
  /// After the tables of success criteria, in order.
  package var chapters: [ConformanceChapter]

  /// Whether a criterion is in its tables: those of its version of WCAG and the one that a later version removed.
  package func has(_ criterion: Criterion) -> Bool {
    // Version numbers of equal length compare as text.
    criterion.addedIn <= wcag
  }

  /// The names that people may type for it, in small letters: `2.5-wcag-2.2-508`, `2.5-wcag-2.2-int`.
  package var shortNames: [String] {
    let short = id.split(separator: "-").filter { $0 != "edition" && $0 != "en" }.joined(separator: "-")
    let international = short.hasSuffix("-508-eu") ? [String(short.dropLast(6)) + "int"] : []
    return international + [short]
  }

  /// Whether a typed name stands for it, in any case.
  package func isNamed(_ typed: String) -> Bool {
    let typed = typed.lowercased()
    return ([id] + shortNames).contains { $0.lowercased().utf8.elementsEqual(typed.utf8) }
  }
}

/// A chapter of an edition besides the tables of success criteria.
package struct ConformanceChapter: Equatable, Sendable {
  /// One requirement: `602.2`.
  package struct Row: Equatable, Sendable {
    package var id: String
    package var name: String
  }

  /// As OpenACR names it: `support_documentation_and_services`.
  package var id: String
  package var heading: String
  /// Why there is no evidence for it, in a sentence.
  package var reason: String
  package var rows: [Row]
}

extension ConformanceTerm {
  /// The term that the evidence for a criterion supports; nil if it supports none.
  ///
  /// - Fails: "does not support" if most of the evaluated components fail, else "partially supports".
  /// - Supports and does not apply are used for the whole app only: every component in use that a check of the
  ///   criterion applies to has an answer for it.
  /// - Not enough evidence: "not evaluated" at level AAA, where the catalog allows that term. A criterion of
  ///   level A or AA has no term then, and stays open: every other term would be a statement about the app.
  package init?(_ standing: CriterionRollUp) {
    switch standing.state {
    case .pass: self = .supports
    case .na: self = .notApplicable
    case .fail:
      let cells = standing.cells
      let isMost = cells.failingComponents > cells.judgedComponents - cells.failingComponents
      self = isMost ? .doesNotSupport : .partiallySupports
    case .cantTell, .untested, .notEvaluated:
      guard standing.criterion.level == .aaa else { return nil }
      self = .notEvaluated
    }
  }
}
