import AuditModel

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
