import Arguments
import AuditModel
import AuditReports
import AuditStanding
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y gate` does.
enum GateRun {
  static func run(_ context: Context) throws -> ExitCode {
    let request = try GateRequest(context)
    let format = try format(context)
    let limit = try context.arguments.int(.limit, in: 1...1_000_000)
    let files = try GateFiles(context)
    let tracker = try context.openTracker(.read)
    let moment = try context.asOf()
    var report = try tracker.read { present in
      let reader = try moment.map(present.at) ?? present
      try QueryNames(reader: reader).examine(ListRequest(kind: .cells, filter: request.filter), context)
      return try Self.report(request, files, reader, present, context)
    }
    report.isReportOnly = context.arguments.has(.reportOnly)
    report.limit = context.arguments.has(.all) ? nil : limit ?? GateReport.usualLimit
    report.version = Program.version
    try files.write(report, context)
    try context.write(report, json: report.json, as: format)
    if report.isReportOnly { return .done }
    switch report.gate.verdict {
    case .pass: return .done
    case .fail: return .no
    case .noData: return .notFound
    }
  }

  private static func format(_ context: Context) throws(Problem) -> OutputFormat {
    guard context.arguments.has(.md) else { return try context.format() }
    let named = context.arguments.string(.format)
    guard !context.arguments.has(.json), named == nil || named == OutputFormat.md.rawValue else {
      throw .usage("format.conflict", "--md cannot be combined with another format", hints: ["Use only one of them."])
    }
    return .md
  }

  private static func report(
    _ request: GateRequest, _ files: GateFiles, _ reader: Reader, _ present: Reader, _ context: Context
  ) throws -> GateReport {
    let audit = try context.arguments.string(.audit).map { try AuditName.find($0, reader) }
    var limits = request.limits
    if request.wantsCriticalRules { limits.criticalRules = Set(try reader.checklistChecks(["critical-rules"])) }
    if request.wantsPreRelease { limits.preRelease = Set(try reader.checklistChecks(["pre-release"])) }
    let baseline = try request.baseline.map { try Baseline.find($0, reader, present, context) }
    if let audit, let baseline, baseline.isAudit, baseline.name.utf8.elementsEqual(audit.name.utf8) {
      throw Problem.usage(
        "baseline.itself", "cannot compare the audit \(MessageText.quoted(audit.name)) with itself",
        hints: ["Specify an earlier audit or a date."])
    }
    limits.hasBaseline = baseline != nil
    let found = try reader.gateCells(
      request.filter, of: audit, withLives: limits.forbidsRegressions, before: baseline.map { $0.before })
    let gate = Gate(found.cells, found.names, limits, now: reader.now)
    var report = GateReport(
      gate: gate, limits: limits, baseline: baseline.map { $0.figures(gate.cells) }, audit: audit?.name,
      filter: request.filter.isEmpty ? nil : request.filter.source,
      now: reader.now)
    report.componentsInUse = try reader.components().count { !$0.isRetired }
    report.outside = found.table.outside
    report.remarks = try remarks(found.table, isOfAudit: audit != nil, reader)
    let isForMachines = !files.isEmpty
    report.details = try details(report, found.table, withNotes: isForMachines)
    if isForMachines {
      report.checks = try checks(files.hasItems ? Set(gate.cells.map(\.check)) : gate.checksToTell, gate, reader)
      if files.hasItems { try addEvidence(to: &report, reader) }
      report.places = SourceLocation.places(try reader.components())
    }
    return report
  }

  /// The details of the cells that are listed: those that fail, and those that break a rule.
  private static func details(
    _ report: GateReport, _ table: CellTable, withNotes: Bool
  ) throws -> [Int32: GateReport.Detail] {
    var details: [Int32: GateReport.Detail] = [:]
    for place in report.placesToDetail(forMachines: withNotes) {
      let number = report.gate.cells[place].row
      let row = try table.row(at: Int(number))
      var detail = GateReport.Detail()
      (detail.note, detail.waiver, detail.expired) = (row.note ?? "", row.waiver, row.expired)
      details[number] = detail
    }
    return details
  }

  /// The names of the files that show the cells; empty without evidence.
  private static func addEvidence(to report: inout GateReport, _ reader: Reader) throws {
    /// Bytes: equal Swift strings may be two names.
    func place(_ names: String...) -> [UInt8] { Array(names.joined(separator: "\n").utf8) }
    var files: [[UInt8]: [String]] = [:]
    for row in try reader.evidence() {
      files[place(row.component, row.check, row.condition), default: []].append(row.evidence.name)
    }
    guard !files.isEmpty else { return }
    let names = report.gate.names
    for cell in report.gate.cells {
      guard let shown = files[place(names.component(cell), names.check(cell), names.condition(cell))] else { continue }
      report.details[cell.row, default: .init()].evidence = shown
    }
  }

  /// The checks that the output files need.
  private static func checks(_ numbers: Set<Int32>, _ gate: Gate, _ reader: Reader) throws -> [String: Check] {
    var checks: [String: Check] = [:]
    for number in numbers {
      let id = gate.names.checks[Int(number)]
      checks[id] = try reader.check(id)?.check
    }
    return checks
  }

  /// What the rules do not cover: cells that improved without a newer build, and what is waiting or was removed.
  ///
  /// Disagreement has a rule of its own.
  private static func remarks(_ table: CellTable, isOfAudit: Bool, _ reader: Reader) throws -> [Notice] {
    var notices = try reader.exchangeNotices()
    notices.cells = try reader.cellNotices(of: table, areOfAudit: isOfAudit)
    (notices.cells.disputed, notices.cells.contradicted) = (0, 0)
    return NoticeWords.all(notices)
  }
}
