import AuditModel

/// What keeps the evidence for a criterion from speaking for the whole app.
package struct StandardsGap: Equatable, Sendable {
  /// Pairs of component and check without a result.
  package private(set) var cells = 0
  /// Components with such a cell, and all that a check of the criterion applies to.
  private var missing: Set<String> = []
  private var applying: Set<String> = []

  package init() {}

  package var isEmpty: Bool { cells == 0 }

  package mutating func add(cells: Int, missing: [String], of applying: [String]) {
    self.cells += cells
    self.missing.formUnion(missing)
    self.applying.formUnion(applying)
  }

  /// `33 of 35 components that it applies to are not judged for every check of it`.
  package var words: String {
    let components = "\(applying.count) component\(applying.count == 1 ? "" : "s")"
    return
      "\(missing.count) of \(components) in scope \(missing.count == 1 ? "is" : "are") not evaluated for each check of "
      + "the criterion"
  }
}
