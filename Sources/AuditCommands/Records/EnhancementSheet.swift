import AuditModel
import AuditReports
import AuditStore

/// Tasks by source file, files with open tasks first.
enum EnhancementSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("source", "File", .identifier), SheetColumn("open", "Open", .number), SheetColumn("needed", "Needed"),
    SheetColumn("done", "Done", .number), SheetColumn("last_done", "Last done", .number),
    SheetColumn("components", "Components"), SheetColumn("until", "Until", .number),
    SheetColumn("tasks", "Open tasks", isDefault: false),
  ]

  static func rows(_ query: Filter, _ reader: Reader, _ form: RowForm) throws -> ListRun.Rows {
    let found = try RegisterRecords.matching("task", query, reader)
    let sources = try TaskSheet.sources(found, reader)
    var files: [String: [Reader.Record]] = [:]
    for record in found { files[sources[record.text("component")] ?? "", default: []].append(record) }
    let rows = files.map { file, tasks in (file, tasks.filter { !TaskSheet.isDone($0) }, tasks) }
      .sorted { ($0.1.isEmpty ? 1 : 0, $0.0) < ($1.1.isEmpty ? 1 : 0, $1.0) }
    let values = rows.map { file, open, tasks -> [SheetValue] in
      let done = tasks.compactMap(TaskSheet.done).max()
      return [
        form.isForPeople && file.isEmpty ? .text("no source file") : form.text(file), .integer(open.count),
        .list(open.map { $0.text("title") }), .integer(tasks.count - open.count), done.map(form.day) ?? .null,
        .list(Set(tasks.map { $0.text("component") }).filter { !$0.isEmpty }.sorted()),
        form.text(open.map { $0.text("until") }.filter { !$0.isEmpty }.min() ?? ""), .list(open.map(\.key)),
      ]
    }
    let open = rows.reduce(0) { $0 + $1.1.count }
    let nowhere = rows.first { $0.0.isEmpty }?.1.count ?? 0
    let sheet = Sheet(
      schema: "enhancements", title: "Enhancements by file", columns: columns,
      emptyMessage: "No matching tasks. Run \"a11y new task TEXT --component COMPONENT\" to add one.")
    return ListRun.Rows(
      sheet: sheet, values: values,
      summary: [
        "\(counted(rows.count { !$0.1.isEmpty && !$0.0.isEmpty }, "file")) with \(counted(open - nowhere, "open task"))"
          + (nowhere > 0 ? ", \(nowhere) more without a source file" : "") + ", \(found.count - open) done."
      ])
  }
}
