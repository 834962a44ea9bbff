import Base

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
    return ([id] + shortNames).contains { $0.lowercased().hasSameBytes(as: typed) }
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

/// A standard in one version, as the list of what it asks of an app.
package struct Standard: Equatable, Sendable {
  package struct Requirement: Equatable, Sendable {
    /// The WCAG criterion behind it.
    package var criterion: String
    /// The standard's own clause number, where it has one.
    package var clause: String?
  }

  /// For options and facts, e.g. `wcag22-aa`; names the version, so that it never changes its meaning.
  package var id: String
  /// For people, with the version.
  package var title: String
  package var requirements: [Requirement]
}

extension Standard {
  /// Every standard that an audit can be compared with.
  static func all(of criteria: [Criterion]) -> [Standard] {
    [
      wcag("2.2", .a, criteria), wcag("2.2", .aa, criteria), wcag("2.2", .aaa, criteria),
      wcag("2.1", .aa, criteria), wcag("2.0", .aa, criteria),
      european(criteria), federal(criteria),
    ]
  }

  /// The criteria of a WCAG version up to a level, those included that a later version dropped.
  private static func wcag(_ version: String, _ highest: ConformanceLevel, _ criteria: [Criterion]) -> Standard {
    let asked = criteria.filter { criterion in
      // Version numbers of equal length compare as text.
      guard criterion.addedIn <= version, criterion.removedIn.map({ version < $0 }) ?? true else { return false }
      return (criterion.level ?? criterion.formerLevel).map { $0 <= highest } ?? false
    }
    let levels = ConformanceLevel.allCases.filter { $0 <= highest }.map(\.rawValue)
    let digits = version.filter { $0 != "." }
    return Standard(
      id: "wcag\(digits)-\(highest.rawValue.lowercased())",
      title: "WCAG \(version) level \(levels.joined(separator: ", "))",
      requirements: asked.map { Requirement(criterion: $0.id) })
  }

  private static func european(_ criteria: [Criterion]) -> Standard {
    let rows = criteria.filter { $0.european.status == .applies }
    return Standard(
      id: "en301549-v3.2.1",
      title: rows.first?.european.version ?? "EN 301 549",
      requirements: rows.map { Requirement(criterion: $0.id, clause: $0.european.clause) })
  }

  private static func federal(_ criteria: [Criterion]) -> Standard {
    Standard(
      id: "section508",
      title: "Revised Section 508 (WCAG 2.0 A/AA)",
      requirements: criteria.filter { $0.federalDuty == .applies }.map { Requirement(criterion: $0.id) })
  }
}

extension Catalog {
  /// What a check may claim towards WCAG, for everything that prints: `WCAG 2.5.5 (AAA)`, `WCAG 1.4.3 (AA), 1.4.6
  /// (AAA)`, or `best practice`.
  ///
  /// Only criteria that the check *tests* count. A check of 44 pt tests 2.5.5, which is AAA, and is merely related to
  /// 2.5.8, which is AA: were that one counted, a control of 40 pt would be called an AA failure, which it is not.
  package static func levelLabel(for check: Check) -> String {
    let tested = claims(of: check).map { claim in
      "\(claim.criterion) (\(claim.level.map(\.rawValue) ?? "no level"))"
    }
    return tested.isEmpty ? "best practice" : "WCAG \(tested.joined(separator: ", "))"
  }

  /// What Section 508 makes of a criterion, in words.
  package static func federalWords(of criterion: Criterion) -> String {
    switch criterion.federalDuty {
    case .applies: "applies"
    case .exempt: "software is exempt"
    case .outside: "not required"
    }
  }

  /// The criteria that a check tests, in the order of the catalog, each with its level; nil for one that WCAG 2.2
  /// no longer has or that this version does not know. Empty for a best practice.
  package static func claims(of check: Check) -> [(criterion: String, level: ConformanceLevel?)] {
    check.wcag.filter { $0.relation == .tests }.map { ($0.criterion, criterion($0.criterion)?.level) }
  }
}
