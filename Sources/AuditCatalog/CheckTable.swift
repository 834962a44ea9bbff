package import AuditModel

/// Checks in a fixed order, found by identifier: the built-in ones, or those together with a team's own.
package struct CheckTable: Sendable, RandomAccessCollection {
  private let checks: [Check]
  private let places: [String: Int]

  /// Of two checks with the same identifier the first counts.
  package init(_ checks: [Check]) {
    self.checks = checks
    places = Dictionary(
      checks.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  package var startIndex: Int { checks.startIndex }
  package var endIndex: Int { checks.endIndex }
  package subscript(position: Int) -> Check { checks[position] }

  /// The check with exactly this identifier.
  package subscript(id id: String) -> Check? { places[id].map { checks[$0] } }

  /// The checks that are linked to a criterion, those that test it apart from those that are merely related.
  package func linked(to criterion: String) -> (testing: [Check], related: [Check]) {
    func having(_ relation: CriterionLink.Relation) -> [Check] {
      checks.filter { $0.wcag.contains(CriterionLink(criterion: criterion, relation: relation)) }
    }
    return (having(.tests), having(.related))
  }

  /// The checks of a category, in order.
  package func inCategory(_ category: String) -> [Check] { checks.filter { $0.category == category } }
}
