import AuditFigures
import AuditModel
import AuditReports
import AuditStore
import Measuring

/// Keyboard shortcuts as rows, with their conflicts.
enum ShortcutSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("key", "Shortcut", .identifier), SheetColumn("keys", "Keys"), SheetColumn("action", "Action"),
    SheetColumn("conflicts", "Conflicts"), SheetColumn("kinds", "Kinds", isDefault: false),
    SheetColumn("check", "Check", .identifier, isDefault: false), SheetColumn("screens", "Screens"),
    SheetColumn("component", "Component", .identifier), SheetColumn("platforms", "Platforms"),
    SheetColumn("owner", "Owner", isDefault: false), SheetColumn("tags", "Tags", isDefault: false),
    SheetColumn("ticket", "Ticket", isDefault: false), SheetColumn("note", "Note", isDefault: false),
  ]

  static func rows(_ query: Filter, _ reader: Reader, _ form: RowForm) throws -> ListRun.Rows {
    let filter = RecordFilter(query, reader: reader, own: [.owner, .tag, .screen, .platform])
    let table = try ShortcutTable(reader)
    let everywhere = Platform.allCases.map(\.rawValue)
    let found = try reader.records("shortcut").filter { record in
      let component = record.text("component")
      let screens = try record.list("screens") + (reader.component(component)?.screens ?? [])
      let platforms = record.list("platforms")
      return try filter.accepts(component: component, check: ShortcutConflict.check)
        && filter.accepts(.owner, [record.text("owner")]) && filter.accepts(.tag, record.list("tags"))
        && filter.accepts(.screen, screens) && filter.accepts(.platform, platforms.isEmpty ? everywhere : platforms)
        && filter.accepts(texts: [record.key, record.text("keys"), record.text("action"), record.text("note")])
    }
    let conflicts = found.map { table.conflicts(of: ShortcutTable.shortcut($0)) }
    let values = zip(found, conflicts).map { record, conflicts -> [SheetValue] in
      [
        .text(record.key), form.text(record.text("keys")), form.text(record.text("action")),
        .list(conflicts.map(\.words)), .list(conflicts.map(\.kind.rawValue)),
        form.text(conflicts.isEmpty ? "" : ShortcutConflict.check), .list(record.list("screens")),
        form.text(record.text("component")), .list(record.list("platforms")), form.text(record.text("owner")),
        .list(record.list("tags")), form.text(record.text("ticket")), form.text(record.text("note")),
      ]
    }
    let open = conflicts.count { !$0.isEmpty }
    let sheet = Sheet(
      schema: "shortcuts", title: "Shortcuts", columns: columns,
      emptyMessage: "No matching shortcuts. Run \"a11y new shortcut KEYS --action TEXT\" to add one.")
    let advice = open > 0 ? ["Run \"a11y show \(ShortcutConflict.check)\" to see how to test them."] : []
    return ListRun.Rows(
      sheet: sheet, values: values,
      summary: ["\(counted(found.count, "shortcut")), \(open) with a conflict."] + advice)
  }
}

/// Gestures as rows, with their concerns.
enum GestureSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("key", "Key", .identifier), SheetColumn("gesture", "Gesture"),
    SheetColumn("component", "Component", .identifier), SheetColumn("action", "Action"),
    SheetColumn("alternative", "Alternative"), SheetColumn("concerns", "Concerns"),
    SheetColumn("kinds", "Kinds", isDefault: false), SheetColumn("checks", "Checks"),
    SheetColumn("screens", "Screens", isDefault: false), SheetColumn("owner", "Owner", isDefault: false),
    SheetColumn("tags", "Tags", isDefault: false), SheetColumn("ticket", "Ticket", isDefault: false),
    SheetColumn("note", "Note", isDefault: false),
  ]

  static func rows(_ query: Filter, _ reader: Reader, _ form: RowForm) throws -> ListRun.Rows {
    let filter = RecordFilter(query, reader: reader, own: [.owner, .tag, .check])
    let table = try GestureTable(reader)
    let found = try reader.records("gesture").filter { record in
      try filter.accepts(component: record.text("component"), check: "")
        && filter.accepts(.owner, [record.text("owner")]) && filter.accepts(.tag, record.list("tags"))
        && filter.accepts(.check, table.concerns(record).map(\.check))
        && filter.accepts(
          texts: [
            record.key, record.text("gesture"), record.text("action"), record.text("alternative"),
            record.text("note"),
          ])
    }
    let concerns = found.map(table.concerns)
    let values = try zip(found, concerns).map { record, concerns -> [SheetValue] in
      [
        .text(record.key), form.text(record.text("gesture")), form.text(record.text("component")),
        form.text(record.text("action")), form.text(record.text("alternative")), .list(concerns.map(\.words)),
        .list(concerns.map(\.kind.rawValue)), .list(concerns.map(\.check)),
        .list(try reader.component(record.text("component"))?.screens ?? []), form.text(record.text("owner")),
        .list(record.list("tags")), form.text(record.text("ticket")), form.text(record.text("note")),
      ]
    }
    let without = concerns.count { $0.contains { $0.kind == .noAlternative } }
    let edges = concerns.count { $0.contains { $0.kind == .systemEdge } }
    let other = concerns.count { $0.contains { $0.kind == .otherMeaning } }
    let custom = concerns.count { $0.contains { $0.kind == .custom } }
    let sheet = Sheet(
      schema: "gestures", title: "Gestures", columns: columns,
      emptyMessage: "No matching gestures. Run \"a11y new gesture --help\" to add one.")
    return ListRun.Rows(
      sheet: sheet, values: values,
      summary: [
        "\(counted(found.count, "gesture")): \(without) without an alternative, \(edges) at a system edge, "
          + "\(other) with an unusual meaning, \(custom) custom."
      ])
  }
}
