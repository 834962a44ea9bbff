import AuditModel
import AuditReports
import AuditStore

/// Components as rows.
enum ComponentSheet {
  static let columns: [SheetColumn] = [
    SheetColumn("key", "Component", .identifier), SheetColumn("kind", "Kind"), SheetColumn("profile", "Profile"),
    SheetColumn("title", "Title"), SheetColumn("source", "Source", isDefault: false), SheetColumn("owner", "Owner"),
    SheetColumn("screens", "Screens"), SheetColumn("tags", "Tags", isDefault: false),
    SheetColumn("size", "Size", .number), SheetColumn("target_tier", "Target", .number, isDefault: false),
    SheetColumn("style", "Style", isDefault: false), SheetColumn("retired", "Retired"),
    SheetColumn("platforms", "Platforms", isDefault: false),
    SheetColumn("source_digest", "Source digest", .identifier, isDefault: false),
    SheetColumn("conflicts", "Conflicts", .number, isDefault: false),
  ]

  static func rows(_ query: Filter, _ reader: Reader, _ form: RowForm) throws -> ListRun.Rows {
    let filter = RecordFilter(query, reader: reader, own: [.platform])
    let found = try reader.components().filter { component in
      try filter.accepts(component: component.key, check: "")
        && filter.accepts(.platform, component.platforms.map(\.rawValue))
        && filter.accepts(texts: [component.key, component.title, component.source])
    }
    let retired = found.count(where: \.isRetired)
    let words = counted(found.count, "component") + (retired > 0 ? ", \(retired) of them retired" : "")
    let sheet = Sheet(
      schema: "components", title: "Components", columns: columns,
      emptyMessage: "No component matches. a11y new component KEY --kind KIND registers one.")
    return ListRun.Rows(sheet: sheet, values: found.map { row($0, form) }, summary: [words + "."])
  }

  static func row(_ component: Component, _ form: RowForm) -> [SheetValue] {
    [
      .text(component.key), .text(component.kind), .text(component.profile.rawValue), form.text(component.title),
      form.text(component.source), form.text(component.owner), .list(component.screens), .list(component.tags),
      form.text(component.size), .integer(orNull: component.targetTier),
      form.text(component.style), form.flag(component.isRetired),
      .list(component.platforms.map(\.rawValue)), form.text(component.sourceDigest), .integer(component.conflicts),
    ]
  }
}
