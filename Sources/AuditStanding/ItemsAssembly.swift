import AuditModel
package import AuditReports
import AuditStore
import Measuring

/// The cells of a tracker, or of an audit, as test cases for tools that manage tests.
package struct ItemsAssembly {
  package let items: [TestItem]

  package init(_ request: ExchangeRequest) throws {
    let reader = request.reader
    let rows =
      try request.audit.map { try reader.cells(of: $0, request.filter, includingUntested: true).rows }
      ?? reader.cellsWithUntested(request.filter)
    let attachments = try Self.attachments(reader)
    items = try rows.map { row in
      var item = try Self.item(row, reader)
      item.attachments = attachments[row.place] ?? []
      return item
    }
  }

  private static func item(_ row: Cell, _ reader: Reader) throws -> TestItem {
    let check = try reader.check(row.check)?.check ?? unknown(row.check)
    let component = try reader.component(row.component)
    var item = TestItem(component: row.component, check: check, condition: row.condition, outcome: row.outcome)
    item.severity = row.outcome == .fail ? row.severity : nil
    item.isDisputed = row.isUnsettled
    item.isWaived = row.waiver != nil
    if row.isUnsettled { item.remarks.append(row.isDisputed ? "disputed" : "contradicted") }
    if let waiver = row.waiver { item.remarks.append("waived until \(waiver.until)") }
    (item.note, item.value) = (row.note ?? "", row.value?.text ?? "")
    item.time = row.outcome == nil ? nil : row.time
    (item.build, item.device, item.os) = (row.build, row.device, row.os)
    (item.owner, item.screens) = (component?.owner ?? "", component?.screens ?? [])
    item.markedAs = try reader.firstName(of: row.component)
    (item.title, item.source) = (component?.title ?? "", component?.source ?? "")
    return item
  }

  /// What fails and no waiver covers, worst first, with its owner and its tickets.
  package static func findings(_ request: ExchangeRequest) throws -> [TestItem] {
    let reader = request.reader
    let table = try reader.findingTable(request.filter, of: request.audit)
    let source = try reader.findingSource()
    let evidence = try attachments(reader)
    return try (0..<table.count).compactMap { place in
      let finding = try source.finding(at: place, in: table)
      guard finding.waiver == nil, finding.isOpen else { return nil }
      var item = try item(finding.cell, reader)
      (item.severity, item.owner, item.tickets) = (finding.severity, finding.owner, finding.tickets)
      if finding.ticketState == .closed {
        item.closedTickets = finding.links.filter { $0.state == .closed }.map(\.name)
      }
      item.isRegressed = finding.state == .regressed
      (item.triage, item.remark) = (finding.triage?.words ?? "", finding.remark)
      item.attachments = evidence[item.place] ?? []
      return item
    }
  }

  private static func attachments(_ reader: Reader) throws -> [ScopeCell: [TestItem.Attachment]] {
    var attachments: [ScopeCell: [TestItem.Attachment]] = [:]
    for row in try reader.evidence() {
      let place = ScopeCell(component: row.component, check: row.check, condition: row.condition)
      attachments[place, default: []].append(
        TestItem.Attachment(name: row.evidence.name, type: row.evidence.type, digest: row.evidence.digestText))
    }
    return attachments
  }

  /// What was logged for a check that is not known here.
  private static func unknown(_ id: String) -> Check {
    Check(id: id, category: "", title: id, how: "", expected: "", method: .manual, impact: .moderate)
  }
}
