import AuditFigures
import AuditModel

extension ChangeReport {
  /// The change as `a11y.explain/1`. Keys are a contract and only ever added to.
  ///
  /// In each measure `before` and the `difference` of the parts add up to `after`.
  package var json: JSONText { json(withRows: true) }

  /// The same without the cells of the parts.
  var figuresJSON: JSONText { json(withRows: false) }

  private func json(withRows: Bool) -> JSONText {
    func figures(_ counts: [ChangeMeasure: Int]) -> JSONText {
      .object(ChangeMeasure.allCases.map { ($0.rawValue, .int(counts[$0] ?? 0)) })
    }
    func moment(_ moment: Moment) -> JSONText {
      .object([("name", .string(moment.name)), ("at", .string(Timestamp(milliseconds: moment.at).iso8601))])
    }
    let difference = Dictionary(
      uniqueKeysWithValues: ChangeMeasure.allCases.map {
        ($0, (changes.after[$0] ?? 0) - (changes.before[$0] ?? 0))
      })
    return .object([
      ("schema", .string("a11y.explain/1")), ("generated", .string(generated)), ("filter", .string(orNull: filter)),
      ("from", moment(from)), ("to", moment(to)), ("summary", .string(summary)),
      ("before", figures(changes.before)), ("after", figures(changes.after)), ("difference", figures(difference)),
      (
        "parts",
        .array(
          changes.parts.map { part in
            .object(
              [
                ("class", .string(part.reason.rawValue)), ("cells", .int(part.cells.count)),
                ("difference", figures(part.difference)),
              ] + (withRows ? [("rows", .array(part.cells.map { row($0) }))] : []))
          })
      ),
    ])
  }

  private func row(_ cell: CellChange) -> JSONText {
    func side(_ side: CellSide) -> JSONText {
      guard side.isInScope else { return .null }
      return .object([
        ("outcome", .string(side.outcome?.rawValue ?? "untested")), ("severity", .int(orNull: side.severity?.rawValue)),
        ("disputed", .bool(side.isDisputed)), ("waived", .bool(side.isWaived)),
        ("stale", .strings(side.stale.map(\.rawValue))),
      ])
    }
    return .object([
      ("component", .string(cell.component)), ("check", .string(cell.check)), ("condition", .string(cell.condition)),
      ("before", side(cell.before)), ("after", side(cell.after)),
    ])
  }

  /// The cells as rows, one per part of a cell; the figures of the rows add up to the difference.
  package var sheet: Sheet {
    let columns = [
      SheetColumn("class", "Reason"), SheetColumn("component", "Component", .identifier),
      SheetColumn("check", "Check", .identifier), SheetColumn("condition", "Condition", .identifier),
      SheetColumn("before", "Before", .outcome), SheetColumn("after", "After", .outcome),
      SheetColumn("severity", "Severity", .outcome),
    ]
    let figures = ChangeMeasure.allCases.map { SheetColumn("d_" + $0.rawValue, $0.title, .number, isDefault: false) }
    func outcome(_ side: CellSide) -> SheetValue {
      side.isInScope ? .outcome(side.outcome?.rawValue ?? "untested") : .null
    }
    let rows = changes.parts.flatMap { part in
      part.cells.map { cell -> [SheetValue] in
        let figures = ChangeMeasure.allCases.map { measure in
          SheetValue.integer(cell.reason(for: measure) == part.reason ? cell.difference(in: measure) : 0)
        }
        return [
          .text(part.reason.rawValue), .text(cell.component), .text(cell.check), .text(cell.condition),
          outcome(cell.before), outcome(cell.after), .severity(orNull: cell.after.severity?.rawValue),
        ] + figures
      }
    }
    return Sheet(
      schema: "explain", title: title, columns: columns + figures, rows: rows, filter: filter, summary: [summary],
      emptyMessage: "No changes.")
  }
}
