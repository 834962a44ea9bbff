package import AuditModel
package import AuditStore

extension Table<Reader.EvidenceRow> {
  /// Evidence files of results, oldest first.
  ///
  /// - Parameter folder: where the files are kept; nil where there is no tracker.
  package static func evidence(_ query: Filter, _ reader: Reader, _ folder: EvidenceFolder?) throws -> Table {
    let index = try folder.map { try EvidenceIndex(reader, $0) } ?? .empty
    let filter = RecordFilter(query, reader: reader)
    let found = try reader.evidence().filter { row in
      try filter.accepts(
        component: row.component, check: row.check,
        [.condition: [Condition.shown(row.condition)], .tester: [row.tester]], time: row.time,
        texts: [row.evidence.name, row.words])
    }
    let missing = found.count(where: index.isMissing)
    let words = missing > 0 ? ", \(missing) missing here." : "."
    return Table(
      "evidence", title: "Evidence",
      columns: [
        Column("component", "Component", .identifier, \.component), Column("check", "Check", .identifier, \.check),
        Column("condition", "Condition", .identifier, \.condition), Column("name", "Name", \.evidence.name),
        Column("alt", "Description", \.words.filled).extra, Column("type", "Kind", \.evidence.type).extra,
        Column("size", "Bytes", .number) { Int(clamping: $0.evidence.bytes) },
        Column("tester", "Tester", \.tester.filled), .time("at", "Attached", \.time),
        Column("sha256", "SHA-256", .identifier, \.evidence.digestText).extra,
        .mark("missing", "Missing", index.isMissing), Column("result", "Result", .identifier, \.result).extra,
        Column("id", "ID", .identifier, \.id).kept,
      ], rows: TableRows(found), empty: "No matching evidence. Use --evidence FILE with \"a11y log\" to attach a file.",
      summary: [counted(found.count, "file") + words]
    ).inLine("id", "component", "condition", "check", "name", "missing", "size", "tester", "at")
  }
}
