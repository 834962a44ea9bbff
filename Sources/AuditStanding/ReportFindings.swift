import AuditFigures
import AuditModel
import AuditReports
import AuditStore

/// What fails, what one change would remove of it, and what is to be seen again.
struct ReportFindings {
  /// How many of the single changes are shown.
  private static let mostFixes = 5

  private let table: CellTable
  private let source: FindingSource
  private let queue: RetestQueue
  private let moment: Int64

  /// - Parameter table: all cells of the report.
  init(_ filter: Filter, of audit: AuditRound?, in table: CellTable, _ reader: Reader) throws {
    self.table =
      try audit.map { audit in
        // A finding may have an owner of its own. The report is about the cells of components, so that what it counts
        // is what it lists.
        try reader.cellTable(filter, of: audit, findings: .open)
      } ?? table.findings()
    source = try reader.findingSource()
    queue = try reader.retestQueue(in: table, of: audit)
    moment = reader.now
  }

  /// Everyone whose words or results are shown.
  func testers() throws -> Set<String> { try source.testers(of: table) }

  /// The first of them: worst first, those with a waiver behind the others.
  func findings(_ limit: Int?, _ testers: TesterCodes) throws -> FirstRows<ReportFinding> {
    let places = table.entries.indices
    let ordered = places.filter { !table.entries[$0].isWaived } + places.filter { table.entries[$0].isWaived }
    let rows = try ordered.prefix(limit ?? .max).map { place in
      var finding = try source.finding(at: place, in: table)
      for place in finding.notes.indices { finding.notes[place].by = testers.code(of: finding.notes[place].by) }
      finding.cell.tester = testers.code(of: finding.tester)
      return ReportFinding(finding, daysOpen: finding.life.days(at: moment))
    }
    return FirstRows(rows, of: ordered.count)
  }

  func fixes(_ gate: GateReport) throws -> [ReportFix] {
    try table.fixes(source, blockers: gate.blockingPlaces).fixes.filter { $0.group != .owner }.prefix(Self.mostFixes)
      .map { ReportFix($0.words, $0) }
  }

  func retest(_ limit: Int?) throws -> FirstRows<ReportRetest> {
    let rows = try queue.items(limit).map { item in
      ReportRetest(
        component: item.component, check: item.check, condition: item.condition, device: item.device, stop: item.stop,
        reasons: item.reasons.map { ($0.code, $0.words) })
    }
    return FirstRows(rows, of: queue.count)
  }
}
