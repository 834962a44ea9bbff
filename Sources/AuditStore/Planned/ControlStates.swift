package import AuditModel

/// The states that a control is seen in, each with the check that looks at it (child-touch-guide, Color States).
package enum ControlStates {
  static let all = [
    ("normal", "visual-feedback.normal-state"), ("pressed", "visual-feedback.press-visible"),
    ("disabled", "visual-feedback.disabled-state"), ("loading", "visual-feedback.loading-state"),
  ]

  package struct Line {
    package var state: String
    package var check: String
    /// Whether it is asked of this component.
    package var isAsked: Bool
    /// One for each condition with a result.
    package var cells: [Cell]
  }

  /// Empty for what is no control: none of the checks applies to it, and none was tested.
  package static func lines(of component: Component, _ cells: [Cell], _ reader: Reader) throws -> [Line] {
    let lines = try all.map { state, check in
      Line(
        state: state, check: check,
        isAsked: try reader.check(check)?.check.isInScope(for: component) ?? false,
        cells: cells.filter { $0.check == check })
    }
    return lines.contains { $0.isAsked || !$0.cells.isEmpty } ? lines : []
  }
}
