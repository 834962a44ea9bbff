package import AuditModel
package import AuditStore

/// The states that a control is seen in, each with the check that looks at it (child-touch-guide, Color States).
package enum ControlStates {
  static let all = [
    ("normal", "visual-feedback.normal-state"), ("pressed", "visual-feedback.press-visible"),
    ("disabled", "visual-feedback.disabled-state"), ("loading", "visual-feedback.loading-state"),
  ]

  package struct Line {
    var state: String
    var check: String
    /// Whether it is asked of this component.
    var isAsked: Bool
    /// One for each condition with a result.
    var cells: [ResultRow]
  }

  /// Empty for what is no control: none of the checks is asked of it, and nobody has looked.
  package static func lines(of component: Component, _ cells: [ResultRow], _ reader: Reader) throws -> [Line] {
    let lines = try all.map { state, check in
      Line(
        state: state, check: check,
        isAsked: try reader.check(check)?.check.isInScope(for: component) ?? false,
        cells: cells.filter { $0.check == check })
    }
    return lines.contains { $0.isAsked || !$0.cells.isEmpty } ? lines : []
  }

  package static func items(_ lines: [Line], _ component: Component, _ words: CellWords) -> [PageItem] {
    lines.flatMap { line -> [PageItem] in
      if !line.cells.isEmpty { return line.cells.map { .row(words.row($0, named: line.state)) } }
      guard line.isAsked else { return [.row(PageRow([line.state], words: ["not asked of kind \(component.kind)"]))] }
      return [.row(PageRow(outcome: "untested", [line.state], words: [line.check]))]
    }
  }

  package static func members(_ lines: [Line]) -> JSONText {
    .array(
      lines.map { line in
        .object([
          ("state", .string(line.state)), ("check", .string(line.check)), ("asked", .bool(line.isAsked)),
          (
            "cells",
            .array(
              line.cells.map { cell in
                .object([
                  ("condition", .string(cell.condition)),
                  ("outcome", .string(cell.outcome?.rawValue ?? "untested")),
                  ("value", .string(orNull: cell.value?.text)),
                  ("judged_outcome", .string(orNull: cell.judged?.rawValue)),
                ])
              })
          ),
        ])
      })
  }
}
