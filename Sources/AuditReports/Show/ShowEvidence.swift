package import AuditStore

/// The evidence of a component or a cell on its page.
package struct ShowEvidence {
  private let show: ShowContext
  private let rows: [Reader.EvidenceRow]
  private let hasCheck: Bool

  package init(_ show: ShowContext, _ reader: Reader, component: String, check: String?) throws {
    self.show = show
    hasCheck = check != nil
    rows = try reader.evidence(component: component, check: check).filter { show.scope.accepts($0.condition) }
  }

  package var section: PageSection {
    let items = rows.map { row in
      let isMissing = show.evidence.isMissing(row)
      return PageItem.row(
        PageRow(
          [row.evidence.name],
          words: [
            EvidenceWords.size(row.evidence.bytes), row.evidence.type, hasCheck ? "" : row.check, row.condition,
            row.tester.isEmpty ? "" : "by \(row.tester)", show.time(row.time),
            isMissing ? "missing: imported without its file" : "",
          ], details: [("ID", show.scope.isWhole ? row.id : "")]))
    }
    return PageSection("Evidence", items)
  }

  package var members: JSONText {
    .array(
      rows.map { row in
        .object(
          [
            ("check", .string(row.check)), ("condition", .string(row.condition)),
            ("result", .string(orNull: row.result)),
          ] + show.evidence.json(row))
      })
  }
}
