import AuditModel
import AuditStore
import Measuring

/// The states of a control, in words.
extension ControlStates {
  static func items(_ lines: [Line], _ component: Component, _ words: CellWords) -> [PageItem] {
    lines.flatMap { line -> [PageItem] in
      if !line.cells.isEmpty { return line.cells.map { .row(words.row($0, named: line.state)) } }
      guard line.isAsked else {
        return [.row(PageRow([line.state], words: ["does not apply to \(component.kind) components"]))]
      }
      return [.row(PageRow(outcome: "untested", [line.state], words: [line.check]))]
    }
  }

  static func members(_ lines: [Line]) -> JSONText {
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
