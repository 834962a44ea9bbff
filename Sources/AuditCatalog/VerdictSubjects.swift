package import AuditFigures
package import AuditModel

/// What a person can give a verdict on: a success criterion, a requirement of another chapter, or a feature of the App
/// Store that a criterion decides.
package struct VerdictSubject: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case criterion, chapter, feature
  }

  package var id: String
  package var name: String
  package var kind: Kind
  /// The levels that it allows.
  package var levels: [ConformanceTerm]
}

extension Catalog {
  /// The edition of a report for which none is named.
  package static let standardEdition = "2.5-edition-wcag-2.2-508-en"

  package static func edition(_ typed: String) -> ConformanceEdition? { editions.first { $0.isNamed(typed) } }

  /// Every subject of a verdict: the criteria of WCAG, those of the chapters, the features without a check.
  package static let verdictSubjects: [VerdictSubject] = {
    let usual: [ConformanceTerm] = [.supports, .partiallySupports, .doesNotSupport, .notApplicable]
    let criteria = Catalog.criteria.map { criterion in
      VerdictSubject(
        id: criterion.id, name: criterion.name, kind: .criterion,
        levels: criterion.level == .aaa ? ConformanceTerm.allCases : usual)
    }
    let requirements = Catalog.chapters.flatMap(\.rows).map {
      VerdictSubject(id: $0.id, name: $0.name, kind: .chapter, levels: usual)
    }
    // The App Store knows no part of a feature.
    let features = Catalog.declaredFeatures.filter(\.checks.isEmpty).map {
      VerdictSubject(
        id: $0.id, name: $0.title, kind: .feature, levels: [.supports, .doesNotSupport, .notApplicable])
    }
    return criteria + requirements + features
  }()

  private static let subjectsByID = Dictionary(
    verdictSubjects.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

  package static func verdictSubject(_ id: String) -> VerdictSubject? { subjectsByID[id] }
}
