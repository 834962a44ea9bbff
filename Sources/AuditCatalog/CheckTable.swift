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
}
