import AuditModel
import AuditReports
import AuditStore

/// Audits as rows, with where each stands.
enum AuditSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("name", "Audit", .identifier), SheetColumn("title", "Title"), SheetColumn("state", "State"),
    SheetColumn("closed", "Closed", .number, isDefault: false),
    SheetColumn("checklists", "Checklists", isDefault: false),
    SheetColumn("components", "Components", isDefault: false),
    SheetColumn("conditions", "Conditions", isDefault: false),
    SheetColumn("build", "Build", isDefault: false), SheetColumn("standard", "Standard", isDefault: false),
    SheetColumn("owner", "Owner", isDefault: false), SheetColumn("tags", "Tags", isDefault: false),
    SheetColumn("cells", "Cells", .number, isDefault: false), SheetColumn("pass", "PASS", .number, isDefault: false),
    SheetColumn("fail", "FAIL", .number, isDefault: false), SheetColumn("na", "N/A", .number, isDefault: false),
    SheetColumn("cant_tell", "CAN'T TELL", .number, isDefault: false),
    SheetColumn("untested", "UNTESTED", .number), SheetColumn("compliance", "Compliance", .number),
    SheetColumn("coverage", "Coverage", .number),
  ]

  static func rows(_ query: Filter, _ reader: Reader, _ form: RowForm) throws -> ListRun.Rows {
    let filter = RecordFilter(query, reader: reader, own: [.owner, .tag])
    let records = Dictionary(try reader.records("audit").map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    var values: [[SheetValue]] = []
    var open = 0
    for audit in try reader.audits() {
      guard let record = records[audit.name] else { continue }
      let conditions = audit.conditions.map(\.shown)
      guard filter.accepts(.audit, [audit.name]), filter.accepts(.build, [audit.build]),
        filter.accepts(.condition, conditions), filter.accepts(.owner, [record.text("owner")]),
        filter.accepts(.tag, record.list("tags")),
        filter.accepts(texts: [audit.name, audit.title, record.text("note")])
      else { continue }
      if audit.closed == nil { open += 1 }
      values.append(try row(audit, record, conditions, reader, form))
    }
    let sheet = Sheet(
      schema: "audits", title: "Audits", columns: columns,
      emptyMessage: "No audit matches. a11y new audit KEY --checklist CHECKLIST begins one.")
    return ListRun.Rows(
      sheet: sheet, values: values, summary: [counted(values.count, "audit") + ", \(open) open."])
  }

  private static func row(
    _ audit: AuditRound, _ record: Reader.Record, _ conditions: [String], _ reader: Reader, _ form: RowForm
  ) throws -> [SheetValue] {
    let counts = try reader.standing(of: audit).counts
    return [
      .text(audit.name), form.text(audit.title), .text(audit.closed == nil ? "open" : "closed"),
      audit.closed.map { form.day($0) } ?? .null, .list(audit.checklists), .list(audit.components), .list(conditions),
      form.text(audit.build), form.text(audit.standard), form.text(record.text("owner")), .list(record.list("tags")),
      .integer(counts.inScope), .integer(counts.pass), .integer(counts.fail), .integer(counts.na),
      .integer(counts.cantTell), .integer(counts.untested), .ratio(counts.pass, of: counts.judged),
      .ratio(counts.judged, of: counts.applicable),
    ]
  }
}
