package import AuditModel
package import AuditStore
import Measuring

extension Table<Component> {
  package static func components(_ query: Filter, _ reader: Reader) throws -> Table {
    let filter = RecordFilter(query, reader: reader, own: [.platform])
    return components(
      try reader.components().filter {
        try filter.accepts(
          component: $0.key, [.platform: $0.platforms.map(\.rawValue)], texts: $0.allKeys + [$0.title, $0.source])
      })
  }

  static func components(_ found: [Component]) -> Table {
    let retired = found.count(where: \.isRetired)
    return Table(
      "components", title: "Components",
      columns: [
        Column("key", "Component", .identifier, \.key), Column("kind", "Kind", \.kind),
        Column("profile", "Profile", \.profile.rawValue), Column("title", "Title", \.title.filled),
        Column("source", "Source", \.source.filled).extra, Column("owner", "Owner", \.owner.filled),
        Column("screens", "Screens", \.screens), Column("tags", "Tags", \.tags).extra,
        Column("size", "Size", .number, \.size.filled), Column("target_tier", "Target", .number, \.targetTier).extra,
        Column("style", "Style", \.style.filled).extra, .mark("retired", "Retired", \.isRetired),
        Column("platforms", "Platforms") { $0.platforms.map(\.rawValue) }.extra,
        Column("source_digest", "Source digest", .identifier, \.sourceDigest.filled).extra,
        Column("conflicts", "Conflicts", .number, \.conflicts).extra,
      ], rows: TableRows(found),
      empty: "No matching components. Run \"a11y new component KEY --kind KIND\" to add one.",
      summary: [counted(found.count, "component") + (retired > 0 ? ", \(retired) retired." : ".")]
    ).inLine("key", "title", "kind", "retired", "owner", "screens", "target_tier", "size", "profile")
  }

  /// One component as the members of a JSON object.
  package static func members(of component: Component, _ form: RowForm) throws -> [(String, JSONText)] {
    try components([component]).members(of: component, form)
  }
}
