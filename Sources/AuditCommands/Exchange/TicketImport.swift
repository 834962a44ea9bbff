import Arguments
import AuditExchange
import AuditModel
import AuditRecords
import AuditReports
import AuditStore
import CanonicalJSON
import Terminal
import TrackerAccess

/// `a11y import tickets.csv`: the numbers of tickets go to the findings that they are about.
enum TicketImport {
  /// The tables of tickets among the files; nil where no file is one.
  ///
  /// - Throws: usage where only some are.
  static func tables(_ inputs: [ImportInput], _ context: Context) throws -> [TicketTable]? {
    guard !context.arguments.has(.tool) else { return nil }
    let tables = try inputs.compactMap(TicketTable.read)
    guard !tables.isEmpty else { return nil }
    guard tables.count == inputs.count else {
      throw Problem.usage(
        "import.mixed", "tickets cannot be imported together with bundles or reports",
        hints: ["Run \"a11y import\" once for each."])
    }
    return tables
  }

  static func run(_ tables: [TicketTable], _ context: Context) throws -> ExitCode {
    try RegisterRun.run(context) { register in
      let findings = try findings(register.reader)
      var unknown = 0
      for row in tables.flatMap(\.rows) {
        guard let places = findings[row.mark] else {
          unknown += 1
          continue
        }
        let ticket = try FieldRules.ticket(row.ticket)
        for place in places {
          var fields: JSONObject = ["component": .string(place.component), "check": .string(place.check)]
          if !place.condition.isEmpty { fields["condition"] = .string(place.condition) }
          fields["ticket"] = ticket
          let key = "\(place.component) \(place.check)" + (place.condition.isEmpty ? "" : " \(place.condition)")
          try register.change("finding", key, fields, restoring: true)
        }
      }
      let others = tables.reduce(0) { $0 + $1.others }
      if others > 0 { register.remark("\(counted(others, "row")) without the mark of a finding skipped") }
      let without = tables.flatMap(\.withoutTicket)
      if let first = without.first {
        let rows = counted(without.count, "row")
        register.remark("\(rows) with a mark and without a ticket skipped, the first in line \(first)")
      }
      if unknown > 0 {
        register.remark("\(counted(unknown, "ticket")) of findings that this tracker does not have skipped")
      }
    }
  }

  /// What each mark is about: a finding, or all that fails of a check.
  private static func findings(_ reader: Reader) throws -> [String: [ScopeCell]] {
    var places: [String: [ScopeCell]] = [:]
    let table = try reader.findingTable(Filter(), of: nil, .all, .all)
    let source = try reader.findingSource()
    for index in 0..<table.count {
      let finding = try source.finding(at: index, in: table)
      places[TicketMark.of(finding.place), default: []].append(finding.place)
      guard finding.isOpen else { continue }
      places[TicketMark.of(check: finding.check), default: []].append(finding.place)
    }
    return places
  }
}
