import AuditModel
import AuditReports
import AuditStore

/// What people disagree about: fields of records with several values, and disputed cells.
enum ConflictSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("conflict", "Conflict", isDefault: false), SheetColumn("record", "Record"),
    SheetColumn("key", "Key", .identifier),
    SheetColumn("check", "Check", .identifier), SheetColumn("condition", "Condition", .identifier),
    SheetColumn("field", "Field"), SheetColumn("shown", "Shown"), SheetColumn("others", "Also in view"),
    SheetColumn("sides", "Sides", isDefault: false),
  ]

  static func rows(_ query: Filter, _ reader: Reader, _ form: RowForm) throws -> ListRun.Rows {
    let fields = try fieldRows(query, reader, form)
    let cells = try cellRows(query, reader, form)
    let sheet = Sheet(
      schema: "conflicts", title: "Conflicts", columns: columns,
      emptyMessage: "No conflict matches: no field has two values, and nobody disputes a cell.")
    return ListRun.Rows(
      sheet: sheet, values: fields + cells,
      summary: [
        "\(counted(fields.count, "field")) with several values, \(counted(cells.count, "disputed cell")). "
          + "a11y resolve shows what settles them."
      ])
  }

  private static func fieldRows(_ query: Filter, _ reader: Reader, _ form: RowForm) throws -> [[SheetValue]] {
    let filter = RecordFilter(query, reader: reader, own: [.audit, .condition])
    return try reader.fieldConflicts().compactMap { conflict -> [SheetValue]? in
      let record = try reader.record(conflict.kind, conflict.key)
      let component = conflict.kind == "component" ? conflict.key : record?.text("component") ?? ""
      let check = conflict.kind == "check" ? conflict.key : record?.text("check") ?? ""
      let words = conflict.sides.map { FieldValue.words($0.value, of: conflict.field) }
      guard try filter.accepts(component: component, check: check),
        filter.accepts(.audit, conflict.kind == "audit" ? [conflict.key] : []),
        filter.accepts(.condition, []), filter.accepts(texts: [conflict.key, conflict.field] + words)
      else { return nil }
      let sides = conflict.sides.map { side -> JSONText in
        .object([
          ("value", FieldValue.json(side.value)), ("by", .string(orNull: side.by.isEmpty ? nil : side.by)),
          ("at", .string(Timestamp(milliseconds: side.time).iso8601)), ("replica", .string(side.replica)),
        ])
      }
      let said = zip(words, conflict.sides).map { $0 + ($1.by.isEmpty ? "" : " (\($1.by))") }
      return [
        .text("field"), .text(conflict.kind), .text(conflict.key), .null, .null,
        .text(FieldValue.name(conflict.field)),
        .text(orNull: said.first), .list(Array(said.dropFirst())), .json(.array(sides)),
      ]
    }
  }

  private static func cellRows(_ query: Filter, _ reader: Reader, _ form: RowForm) throws -> [[SheetValue]] {
    var disputed = query
    disputed.terms.append(Filter.Term(.disputed, ["yes"]))
    return try reader.cells(disputed, .all).map { cell -> [SheetValue] in
      let sides = try reader.sidesOfDispute(
        component: cell.component, check: cell.check, condition: cell.condition)
      let ordered = sides.filter { $0.id == cell.id } + sides.filter { $0.id != cell.id }
      let said = ordered.map { side in
        "\(side.outcome.map { OutcomeWords.word($0.rawValue) } ?? "") (\(side.tester))"
      }
      let parts = ordered.map { side -> JSONText in
        .object([
          ("outcome", .string(orNull: side.outcome?.rawValue)), ("tester", .string(side.tester)),
          ("at", .string(Timestamp(milliseconds: side.time).iso8601)), ("build", .string(side.build)),
          ("note", .string(orNull: side.note)), ("id", .string(side.id)),
        ])
      }
      return [
        .text("dispute"), .text("cell"), .text(cell.component), .text(cell.check), .text(cell.condition), .null,
        .text(orNull: said.first), .list(Array(said.dropFirst())), .json(.array(parts)),
      ]
    }
  }
}
