import AuditReports
import AuditStore

/// The evidence of a component or a cell on its page.
struct ShowEvidence {
  private let desk: ShowDesk
  private let rows: [Reader.EvidenceRow]
  private let hasCheck: Bool

  init(_ desk: ShowDesk, _ reader: Reader, component: String, check: String?) throws {
    self.desk = desk
    hasCheck = check != nil
    rows = try reader.evidence(component: component, check: check).filter { desk.scope.accepts($0.condition) }
  }

  var section: PageSection {
    let items = rows.map { row in
      let isMissing = desk.evidence.isMissing(row)
      return PageItem.row(
        PageRow(
          [row.evidence.name],
          words: [
            EvidenceWords.size(row.evidence.bytes), row.evidence.type, hasCheck ? "" : row.check, row.condition,
            row.tester.isEmpty ? "" : "by \(row.tester)", desk.time(row.time),
            isMissing ? "missing here: it came without its file" : "",
          ], details: [("Id", desk.scope.isWhole ? row.id : "")]))
    }
    return PageSection("Evidence", items)
  }

  var members: JSONText {
    .array(
      rows.map { row in
        .object(
          [
            ("check", .string(row.check)), ("condition", .string(row.condition)),
            ("result", .string(orNull: row.result)),
          ] + desk.evidence.json(row))
      })
  }
}
