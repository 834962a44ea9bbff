import Audit
package import Base
package import Store

/// `a11y show` for a ticket that is about several findings.
package struct ShowTicket {
  private let show: ShowContext
  private let reader: Reader

  package init(_ show: ShowContext, _ reader: Reader) {
    self.show = show
    self.reader = reader
  }

  package func show(_ name: String) throws -> Shown {
    let findings = try reader.findings(ofTicket: name).filter { show.scope.accepts($0.condition) }
    let links = findings.flatMap(\.links).filter { Ticket.isNamed($0.name, by: name) }
    let rows = findings.map { finding in
      PageRow(
        outcome: finding.outcome?.rawValue,
        [finding.component, finding.check, finding.condition].filter { !$0.isEmpty },
        words: [
          finding.severity?.word ?? "", finding.isOpen ? "" : finding.state.rawValue, finding.owner,
          "finding \(finding.findingID)",
        ],
        details: [("Note", finding.note ?? "")])
    }
    let page = Page(
      title: name,
      sections: [
        PageSection(
          nil,
          [
            .links("Ticket", Array(links.prefix(1))), .fact("State", Ticket.state(of: links)?.rawValue ?? ""),
            .fact("Findings", String(findings.count)),
          ]),
        PageSection("Findings", show.scope.cut(rows, otherwise: 50)),
      ])
    let members = findings.map { finding in
      JSONText.object([
        ("component", .string(finding.component)), ("check", .string(finding.check)),
        ("condition", .string(finding.condition)), ("outcome", .string(orNull: finding.outcome?.rawValue)),
        ("severity", .string(orNull: finding.severity?.word)), ("state", .string(finding.state.rawValue)),
        ("tickets", .strings(finding.tickets)), ("ticket_links", finding.ticketLinks),
        ("ticket_state", .string(orNull: finding.ticketState?.rawValue)),
        ("finding", .string(finding.findingID)),
      ])
    }
    return Shown(
      schema: "ticket", page: page, members: [("ticket", .string(name)), ("findings", .array(members))])
  }
}

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
