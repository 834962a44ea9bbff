package import AuditModel

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
