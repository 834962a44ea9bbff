package import AuditModel
package import AuditStore

extension Table<BundleRecord> {
  /// The bundles that were imported and exported on this machine, the latest first.
  package static func bundles(_ query: Filter, _ reader: Reader) throws -> Table {
    let words = query.terms(on: [.text]).flatMap(\.values)
    let bundles = try reader.bundles().filter { bundle in words.allSatisfy { bundle.name.contains($0) } }
    /// A figure that only imported bundles have.
    func figure(_ key: String, _ title: String, _ value: @escaping (Row) -> Int) -> Column<Row> {
      Column(key, title, .number) { $0.direction == .exported ? nil : value($0) }
    }
    let imported = bundles.count { $0.direction == .imported }
    return Table(
      "bundles", title: "Bundles",
      columns: [
        .time("at", "When", \.time),
        Column("direction", "Direction", \.direction.rawValue), Column("file", "File", .identifier, \.name),
        Column("scope", "Scope", \.scope), Column("facts", "Entries", .number, \.facts),
        figure("added", "Added", \.added), figure("disputes", "Disputes") { $0.number("disputes") },
        figure("conflicts", "Conflicts") { $0.number("conflicts") },
        figure("kept_for_newer", "Kept for newer version") { $0.number("kept_for_newer") }.extra,
        figure("ahead_of_clock", "Future timestamps") { $0.number("ahead_of_clock") }.extra,
        figure("forks", "Forks") { $0.number("forks") }.extra,
        Column("digest", "Digest", .identifier, \.digestText).extra,
      ], rows: TableRows(bundles),
      empty: "No bundles yet. Run \"a11y export\" or \"a11y import\" to create or read one.",
      summary: ["\(counted(imported, "bundle")) imported, \(bundles.count - imported) exported."])
  }
}
