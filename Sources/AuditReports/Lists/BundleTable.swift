package import AuditModel
package import AuditStore

extension Table<BundleRecord> {
  /// The bundles that were imported and written on this machine, the latest first.
  package static func bundles(_ query: Filter, _ reader: Reader) throws -> Table {
    let words = query.terms(on: [.text]).flatMap(\.values)
    let bundles = try reader.bundles().filter { bundle in words.allSatisfy { bundle.name.contains($0) } }
    /// What is only known of an imported one.
    func figure(_ key: String, _ title: String, _ value: @escaping (Row) -> Int) -> Column<Row> {
      Column(key, title, .number) { $0.direction == .exported ? nil : value($0) }
    }
    let imported = bundles.count { $0.direction == .imported }
    return Table(
      "bundles", title: "Bundles",
      columns: [
        Column("at", "When", .number) { Timestamp(milliseconds: $0.time).iso8601 },
        Column("direction", "Way", \.direction.rawValue), Column("file", "File", .identifier, \.name),
        Column("scope", "Scope", \.scope), Column("facts", "Facts", .number, \.facts),
        figure("added", "Added", \.added), figure("disputes", "Disputes") { $0.number("disputes") },
        figure("conflicts", "Conflicts") { $0.number("conflicts") },
        figure("kept_for_newer", "For newer") { $0.number("kept_for_newer") }.extra,
        figure("ahead_of_clock", "Ahead") { $0.number("ahead_of_clock") }.extra,
        figure("forks", "Forks") { $0.number("forks") }.extra,
        Column("digest", "Digest", .identifier, \.digestText).extra,
      ], rows: TableRows(bundles),
      empty: "No bundle was imported or written here. a11y export and a11y import do that.",
      summary: ["\(counted(imported, "bundle")) imported, \(bundles.count - imported) written."])
  }
}
