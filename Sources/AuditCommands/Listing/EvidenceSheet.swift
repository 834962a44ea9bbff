import AuditModel
import AuditReports
import AuditStore

/// Files that show what results say, oldest first.
enum EvidenceSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("component", "Component", .identifier), SheetColumn("check", "Check", .identifier),
    SheetColumn("condition", "Condition", .identifier), SheetColumn("name", "Name"),
    SheetColumn("type", "Kind", isDefault: false), SheetColumn("size", "Bytes", .number),
    SheetColumn("tester", "Tester"), SheetColumn("at", "Attached", .number),
    SheetColumn("sha256", "SHA-256", .identifier, isDefault: false), SheetColumn("missing", "Missing"),
    SheetColumn("result", "Result", .identifier, isDefault: false), SheetColumn("id", "Id", .identifier),
  ]

  static func rows(_ query: Filter, _ reader: Reader, _ folder: EvidenceFolder?, _ form: RowForm) throws -> ListRun.Rows
  {
    let catalog = try folder.map { try EvidenceIndex(reader, $0) } ?? .empty
    let filter = RecordFilter(query, reader: reader)
    let found = try reader.evidence().filter { row in
      try filter.accepts(component: row.component, check: row.check)
        && filter.accepts(.condition, [row.condition.isEmpty ? "default" : row.condition])
        && filter.accepts(.tester, [row.tester]) && filter.accepts(time: row.time)
        && filter.accepts(texts: [row.evidence.name])
    }
    let values = found.map { row -> [SheetValue] in
      [
        .text(row.component), .text(row.check), .text(row.condition), .text(row.evidence.name),
        .text(row.evidence.type), .integer(Int(clamping: row.evidence.bytes)), form.text(row.tester),
        form.time(row.time), .text(row.evidence.digestText), form.flag(catalog.isMissing(row)),
        .text(orNull: row.result), .text(row.id),
      ]
    }
    let missing = found.count { catalog.isMissing($0) }
    let sheet = Sheet(
      schema: "evidence", title: "Evidence", columns: columns,
      emptyMessage: "No evidence matches. a11y log with --evidence FILE attaches some.")
    let words = missing > 0 ? ", of \(missing) of which the file is missing here" : ""
    return ListRun.Rows(sheet: sheet, values: values, summary: [counted(found.count, "file", "files") + "\(words)."])
  }
}
