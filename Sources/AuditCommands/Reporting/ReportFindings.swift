import AuditModel
import AuditReports
import AuditStore

/// What fails, what one change would remove of it, and what is to be seen again.
struct ReportFindings {
  /// How many of the single changes are told.
  private static let mostFixes = 5

  private let rows: [FindingRow]
  private let queue: [RetestItem]
  private let moment: Int64

  /// - Parameters:
  ///   - cells: those of the report that fail, which are its findings, and others.
  ///   - table: all cells of the report.
  init(
    _ filter: Filter, of audit: AuditRound?, in cells: [ResultRow], _ table: CellTable, _ reader: Reader
  ) throws {
    // A finding may have an owner of its own. The report is about the cells of components, so that what it counts is
    // what it lists.
    var filter = filter
    filter.terms.removeAll { $0.field == .owner }
    if audit == nil {
      rows = try reader.findingRows(in: cells)
    } else {
      let failing = Set(cells.filter { $0.outcome == .fail }.map(\.place))
      rows = try reader.findingRows(filter, of: audit).rows.filter { failing.contains($0.row.place) }
    }
    queue = try reader.retestQueue(of: table, audit)
    moment = reader.now
  }

  /// Everyone whose words or results are told.
  var testers: [String] { rows.flatMap { row in [row.row.tester] + row.finding.notes.map(\.by) } }

  /// Worst first, those with a waiver behind the others.
  func findings(_ testers: TesterCodes) -> [ReportFinding] {
    let findings = rows.map { row -> ReportFinding in
      var finding = row.finding
      for place in finding.notes.indices { finding.notes[place].by = testers.code(of: finding.notes[place].by) }
      var told = ReportFinding(finding, daysOpen: finding.life.days(at: moment), seen: row.row.time)
      told.note = row.row.note ?? ""
      told.value = row.row.value?.text ?? ""
      told.build = row.row.build
      told.tester = testers.code(of: row.row.tester)
      told.stale = row.row.stale
      return told
    }
    return findings.filter { $0.finding.waiver == nil } + findings.filter { $0.finding.waiver != nil }
  }

  var fixes: [ReportFix] {
    Fix.all(of: rows.map(\.finding)).filter { $0.group != .owner }.prefix(Self.mostFixes)
      .map { ReportFix($0.words, $0) }
  }

  var retest: [ReportRetest] {
    queue.map { item in
      ReportRetest(
        component: item.component, check: item.check, condition: item.condition, device: item.device, stop: item.stop,
        reasons: item.reasons.map { ($0.code, $0.words) })
    }
  }
}
