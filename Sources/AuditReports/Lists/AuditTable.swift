package import AuditModel
package import AuditStore

/// An audit with its status.
package struct ListedAudit {
  let audit: AuditRound
  let record: Reader.Record
  let counts: CellCounts
}

extension Table<ListedAudit> {
  package static func audits(_ query: Filter, _ reader: Reader) throws -> Table {
    let filter = RecordFilter(query, reader: reader, own: [.owner, .tag])
    let records = Dictionary(try reader.records("audit").map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let listed = try reader.audits().compactMap { audit -> (audit: AuditRound, record: Reader.Record)? in
      guard let record = records[audit.name],
        try filter.accepts(
          [
            .audit: [audit.name], .build: [audit.build], .condition: audit.conditions.map(\.shown),
            .owner: [record.text("owner")], .tag: record.list("tags"),
          ], texts: [audit.name, audit.title, record.text("note")])
      else { return nil }
      return (audit, record)
    }
    let found = zip(listed, try reader.closedStandings(of: listed.map(\.audit))).map { listed, standing in
      ListedAudit(audit: listed.audit, record: listed.record, counts: standing.counts)
    }
    let open = found.count { $0.audit.closed == nil }
    return Table(
      "audits", title: "Audits", columns: columns, rows: TableRows(found),
      empty: "No matching audits. Run \"a11y new audit KEY --checklist CHECKLIST\" to start one.",
      summary: [counted(found.count, "audit") + ", \(open) open."])
  }

  private static var columns: [Column<Row>] {
    [
      Column("name", "Audit", .identifier, \.audit.name), Column("title", "Title", \.audit.title.filled),
      Column("state", "Status") { $0.audit.closed == nil ? "open" : "closed" },
      .day("closed", "Closed", \.audit.closed).extra, Column("checklists", "Checklists", \.audit.checklists).extra,
      Column("components", "Components", \.audit.components).extra,
      Column("conditions", "Conditions") { $0.audit.conditions.map(\.shown) }.extra,
      Column("build", "Build", \.audit.build.filled).extra,
      Column("standard", "Standard", \.audit.standard.filled).extra,
      Column("owner", "Owner") { $0.record.text("owner").filled }.extra,
      Column("tags", "Tags") { $0.record.list("tags") }.extra,
      Column("cells", "Items", .number, \.counts.inScope).extra,
      Column("pass", "PASS", .number, \.counts.pass).extra, Column("fail", "FAIL", .number, \.counts.fail).extra,
      Column("na", "N/A", .number, \.counts.na).extra,
      Column("cant_tell", "CAN'T TELL", .number, \.counts.cantTell).extra,
      Column("untested", "UNTESTED", .number, \.counts.untested),
      Column("compliance", "Compliance", .number) { SheetValue.ratio($0.counts.pass, of: $0.counts.judged) },
      Column("coverage", "Coverage", .number) { SheetValue.ratio($0.counts.judged, of: $0.counts.applicable) },
    ]
  }
}
