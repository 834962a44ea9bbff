package import AuditModel
package import AuditStore

/// A conflict: a field of a record with several values, or a disputed cell.
package struct Disagreement {
  var what: String
  var record: String
  var key: String
  var check: String?
  var condition: String?
  var field: String?
  /// In words; the current value first.
  var said: [String]
  var sides: [JSONText]
}

extension Table<Disagreement> {
  package static func conflicts(_ query: Filter, _ reader: Reader) throws -> Table {
    let fields = try fields(query, reader)
    let cells = try cells(query, reader)
    return Table(
      "conflicts", title: "Conflicts",
      columns: [
        Column("conflict", "Conflict", \.what).extra, Column("record", "Record", \.record),
        Column("key", "Key", .identifier, \.key), Column("check", "Check", .identifier, \.check),
        Column("condition", "Condition", .identifier, \.condition), Column("field", "Field", \.field),
        Column("shown", "Current", \.said.first), Column("others", "Other values") { Array($0.said.dropFirst()) },
        Column("sides", "Sides") { SheetValue.json(.array($0.sides)) }.extra,
      ], rows: TableRows(fields + cells),
      empty: "No matching conflicts.",
      summary: [
        "\(counted(fields.count, "field")) with several values, \(counted(cells.count, "disputed item")). "
          + "To resolve conflicts, run \"a11y resolve\"."
      ])
  }

  private static func fields(_ query: Filter, _ reader: Reader) throws -> [Disagreement] {
    let filter = RecordFilter(query, reader: reader, own: [.audit, .condition])
    return try reader.fieldConflicts().compactMap { conflict in
      let record = try reader.record(conflict.kind, conflict.key)
      let words = conflict.sides.map { FieldValue.words($0.value, of: conflict.field) }
      guard
        try filter.accepts(
          component: conflict.kind == "component" ? conflict.key : record?.text("component") ?? "",
          check: conflict.kind == "check" ? conflict.key : record?.text("check") ?? "",
          [.audit: conflict.kind == "audit" ? [conflict.key] : [], .condition: []],
          texts: [conflict.key, conflict.field] + words)
      else { return nil }
      return Disagreement(
        what: "field", record: conflict.kind, key: conflict.key, field: FieldValue.name(conflict.field),
        said: zip(words, conflict.sides).map { $0 + ($1.by.isEmpty ? "" : " (\($1.by))") },
        sides: conflict.sides.map { side in
          .object([
            ("value", FieldValue.json(side.value)), ("by", .string(orNull: side.by.filled)),
            ("at", .string(Timestamp(milliseconds: side.time).iso8601)), ("replica", .string(side.replica)),
          ])
        })
    }
  }

  private static func cells(_ query: Filter, _ reader: Reader) throws -> [Disagreement] {
    var disputed = query
    disputed.terms.append(Filter.Term(.disputed, ["yes"]))
    return try reader.cells(disputed, .all).map { cell in
      let sides = try reader.sidesOfDispute(
        component: cell.component, check: cell.check, condition: cell.condition)
      let ordered = sides.filter { $0.id == cell.id } + sides.filter { $0.id != cell.id }
      return Disagreement(
        what: "dispute", record: "cell", key: cell.component, check: cell.check, condition: cell.condition,
        said: ordered.map { "\($0.outcome.map { OutcomeWords.word($0.rawValue) } ?? "") (\($0.tester))" },
        sides: ordered.map { side in
          .object([
            ("outcome", .string(orNull: side.outcome?.rawValue)), ("tester", .string(side.tester)),
            ("at", .string(Timestamp(milliseconds: side.time).iso8601)), ("build", .string(side.build)),
            ("note", .string(orNull: side.note)), ("id", .string(side.id)),
          ])
        })
    }
  }
}
