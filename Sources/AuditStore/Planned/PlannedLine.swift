package import AuditModel

/// What was promised of a component and what was found of it, for one check.
package struct PlannedLine {
  package enum Standing: String, CaseIterable {
    /// Found as planned.
    case same
    /// A promise in a range is kept.
    case kept
    /// Another value than the planned one.
    case differs
    /// A promise in a range is broken.
    case broken
    case nothing = "nothing found yet"

    /// Whether there is nothing to do about it.
    package var isSettled: Bool { self == .same || self == .kept }
  }

  package var component: String
  /// The id of a check, or `size`.
  package var check: String
  /// Nil where nothing was found.
  package var condition: String?
  package var planned: String
  /// `plan`, or the style that promises it.
  package var by: String
  /// What was measured; nil where an outcome is all there is, or nothing.
  package var value: String?
  package var outcome: Outcome?
  package var judged: Outcome?
  package var standing: Standing
  /// A clause about what was found; empty where the standing says it all.
  package var words = ""
}
