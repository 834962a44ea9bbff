import AuditModel

/// What keeps the evidence for a criterion from speaking for the whole app: no status is PASS, and no conformance report
/// says "supports", where one is left.
package struct StandardsGap: Equatable, Sendable {
  /// Pairs of component and check without a result.
  package private(set) var cells = 0
  /// Components with such a cell, and all that a check of the criterion applies to.
  private var missing: Set<String> = []
  /// The checks of the criterion that apply to a component in use, those of them with an answer for every one of these,
  /// and all pairs of both.
  private(set) var checks = 0
  private(set) var answeredChecks = 0
  private(set) var pairs = 0
  private var applying: Set<String> = []

  package init() {}

  package var isEmpty: Bool { cells == 0 }

  package mutating func add(cells: Int, missing: [String], of applying: [String]) {
    self.cells += cells
    if !applying.isEmpty {
      checks += 1
      pairs += applying.count
      if missing.isEmpty { answeredChecks += 1 }
    }
    self.missing.formUnion(missing)
    self.applying.formUnion(applying)
  }

  /// `1 of 2 applicable checks`, with the items where several components are in use.
  var answered: String {
    let told = "\(answeredChecks) of \(checks) applicable check\(checks == 1 ? "" : "s")"
    return pairs > checks ? "\(told) (\(pairs - cells) of \(pairs) items)" : told
  }

  /// `33 of 35 components that it applies to are not judged for every check of it`.
  package var words: String {
    let components = "\(applying.count) component\(applying.count == 1 ? "" : "s")"
    return
      "\(missing.count) of \(components) in scope \(missing.count == 1 ? "is" : "are") not evaluated for each check of "
      + "the criterion"
  }
}
