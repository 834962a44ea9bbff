import AuditCatalog
package import AuditModel

/// The reference of this tracker: the built-in entries, and the team's own, which replace entries of the same name.
package struct ReferenceCatalog {
  package let entries: [ReferenceEntry]
  private let own: Set<String>
  private let catalog: CheckCatalog

  package init(_ reader: Reader?) throws {
    catalog = CheckCatalog(reader)
    own = Set(try reader?.ownReference().map(\.key) ?? [])
    entries = try reader?.reference() ?? Catalog.reference
  }

  package func isOwn(_ entry: ReferenceEntry) -> Bool { own.contains(entry.key) }

  package func title(ofCheck id: String) throws -> String { try catalog.check(id)?.check.title ?? "unknown check" }

  /// What the team's own version of a check asks, for the checks whose figure an entry tells.
  package func ownFigures(of entry: ReferenceEntry) throws -> [(check: String, wording: String)] {
    guard entry.table == ReferenceTable.limit.rawValue else { return [] }
    return try catalog.ownFigures(of: Set(entry.checks)).sorted { $0.key < $1.key }.map { ($0.key, $0.value.wording()) }
  }

  /// The tables, those of the team last.
  package var tables: [String] {
    var seen = Set(ReferenceTable.allCases.map(\.rawValue))
    return ReferenceTable.allCases.map(\.rawValue) + entries.map(\.table).filter { seen.insert($0).inserted }
  }

  package func title(of table: String) -> String {
    "\(table): \(ReferenceTable(rawValue: table)?.title ?? "custom table")"
  }

  /// Parts a table, if the first word is one (`haptics` is `haptic`), from the words looked for.
  package func split(_ words: [String]) throws -> (table: String?, word: String) {
    guard let first = words.first else { return (nil, "") }
    let folded = ReferenceEntry.folded(first)
    let table = tables.first { table in
      let name = ReferenceEntry.folded(table)
      return name == folded || name + "s" == folded || plural(table) == folded
    }
    guard let table else { return (nil, words.joined(separator: " ")) }
    return (table, words.dropFirst().joined(separator: " "))
  }

  private func plural(_ table: String) -> String? {
    switch ReferenceTable(rawValue: table) {
    case .criterion: "criteria"
    default: nil
    }
  }
}
