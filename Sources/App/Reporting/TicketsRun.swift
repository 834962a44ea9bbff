import Audit
import Base
import CommandLine
import Reports
import Sessions
import Store

/// `a11y report --issues FORM`: what fails, as tickets for the people who repair it.
enum TicketsRun {
  static func run(_ context: Context) throws -> ExitCode {
    let isJSON = try context.format() == .json
    guard !isJSON || !context.writesToStandardOutput else {
      throw Problem.usage(
        "format.conflict", "--json cannot be combined with --issues on standard output",
        hints: ["Pass -o FILE for the tickets, or use --issues ndjson."])
    }
    let form: TicketForm = try context.arguments.choice(.issues) ?? .md
    let isByCheck = try context.arguments.choice(.group, as: Grouping.self) == .check
    let query = try ListRequest(kind: .findings, filter: Filter(typed: context.arguments.positionals))
    try query.kind.check(query.filter)
    let tracker = try context.openTracker(.readAtLength)
    let asked = try context.asOf()
    let (findings, held) = try tracker.read { present in
      try QueryNames(reader: present).examine(query, context)
      let (audit, moment) = try AuditName.asked(context, present, asOf: asked)
      let reader = try present.at(moment, showing: audit)
      return (
        try TestItem.findings(ExchangeRequest(query.filter, of: audit, reader, namesTesters: false)),
        asked == nil ? try HeldWords.leftOut(reader, of: audit) : nil
      )
    }
    // What has a ticket gets no second one; one that is closed is to be opened again.
    let again = reopening(findings.filter { !$0.closedTickets.isEmpty })
    let open = findings.filter { $0.closedTickets.isEmpty && (context.arguments.has(.all) || $0.tickets.isEmpty) }
    let tickets = again + (isByCheck ? byCheck(open) : open.map { TicketDraft($0) })
    try form.write(tickets) { try context.output.write($0) }
    let count = open.count + again.reduce(0) { $0 + $1.findings.count }
    let rest = findings.filter { $0.closedTickets.isEmpty && !$0.tickets.isEmpty && !context.arguments.has(.all) }
    let left = rest.count
    let regressed = rest.count(where: \.isRegressed)
    if isJSON {
      let file = JSONText.object([
        "form": form.rawValue, "path": context.arguments.string(.output) ?? "", "count": tickets.count,
        "findings": count, "left_out": left, "reopened": again.count,
      ])
      // The output of the command is the file itself.
      try context.world.output.write(
        context.document("a11y.report-files/1", ["files": JSONText.array([file])]).render(indent: 2) + "\n")
      return tickets.isEmpty ? .notFound : .done
    }
    if let held { context.remark(held) }
    context.remark(
      "\(counted(tickets.count, "ticket")) for \(counted(count, "finding"))."
        + (again.isEmpty ? "" : " To reopen, as closed and failing: \(counted(again.count, "ticket")).")
        + (left > 0
          ? " Left out: \(counted(left, "finding")) with a ticket"
            + (regressed > 0 ? ", \(counted(regressed)) regressed" : "") + " (--all includes them)." : ""))
    return tickets.isEmpty ? .notFound : .done
  }

  /// What one ticket is about.
  enum Grouping: String, CaseIterable {
    case finding, check
  }

  /// The closed tickets, each with all findings that it is about.
  private static func reopening(_ findings: [TestItem]) -> [TicketDraft] {
    findings.grouped { $0.closedTickets.first }.compactMap { ticket, findings in
      ticket.map { TicketDraft(reopening: $0, findings) }
    }
  }

  /// The findings of each check, in the order of their worst.
  private static func byCheck(_ findings: [TestItem]) -> [TicketDraft] {
    findings.grouped(by: \.check.id).map { TicketDraft(ofCheck: $0.members) }
  }
}
