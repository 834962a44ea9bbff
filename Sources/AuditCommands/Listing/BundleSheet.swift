import AuditModel
import AuditReports
import AuditStore

/// The bundles that were imported and written on this machine, the latest first.
enum BundleSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("at", "When", .number), SheetColumn("direction", "Way"), SheetColumn("file", "File", .identifier),
    SheetColumn("scope", "Scope"), SheetColumn("facts", "Facts", .number), SheetColumn("added", "Added", .number),
    SheetColumn("disputes", "Disputes", .number), SheetColumn("conflicts", "Conflicts", .number),
    SheetColumn("kept_for_newer", "For newer", .number, isDefault: false),
    SheetColumn("ahead_of_clock", "Ahead", .number, isDefault: false),
    SheetColumn("forks", "Forks", .number, isDefault: false),
    SheetColumn("digest", "Digest", .identifier, isDefault: false),
  ]

  static func rows(_ query: Filter, _ reader: Reader, _ form: RowForm) throws -> ListRun.Rows {
    let words = query.terms(on: [.text]).flatMap(\.values)
    let bundles = try reader.bundles().filter { bundle in words.allSatisfy { bundle.name.contains($0) } }
    let values = bundles.map { bundle -> [SheetValue] in
      func number(_ name: String) -> SheetValue {
        bundle.direction == .exported ? .null : .integer(bundle.number(name))
      }
      return [
        .text(Timestamp(milliseconds: bundle.time).iso8601), .text(bundle.direction.rawValue), .text(bundle.name),
        .text(bundle.scope), .integer(bundle.facts), bundle.direction == .exported ? .null : .integer(bundle.added),
        number("disputes"), number("conflicts"), number("kept_for_newer"), number("ahead_of_clock"), number("forks"),
        .text(bundle.digestText),
      ]
    }
    let sheet = Sheet(
      schema: "bundles", title: "Bundles", columns: columns,
      emptyMessage: "No bundle was imported or written here. a11y export and a11y import do that.")
    let imported = bundles.count { $0.direction == .imported }
    return ListRun.Rows(
      sheet: sheet, values: values,
      summary: ["\(counted(imported, "bundle")) imported, \(bundles.count - imported) written."])
  }
}
