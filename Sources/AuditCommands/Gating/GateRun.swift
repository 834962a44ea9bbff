import AuditModel
import AuditReports
import AuditStore

/// What `a11y gate` does.
enum GateRun {
  static func run(_ context: inout Context) throws -> ExitCode {
    let request = try GateRequest(context)
    let format = try format(context)
    let limit = try context.arguments.int(.limit, in: 1...1_000_000)
    let files = try GateFiles(context)
    let tracker = try context.openTracker(.read)
    let moment = try context.asOf()
    let asked = context
    var report = try tracker.read { present in
      let reader = try moment.map(present.at) ?? present
      try QueryNames(reader: reader).examine(ListRequest(kind: .cells, filter: request.filter), asked)
      return try Self.report(request, reader, present, asked)
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
      throw .usage("format.conflict", "--md does not go with another form", hints: ["Give one of them."])
    }
    return .md
  }

  private static func report(
    _ request: GateRequest, _ reader: Reader, _ present: Reader, _ context: Context
  ) throws -> GateReport {
    let audit = try context.arguments.string(.audit).map { try AuditName.find($0, reader) }
    var limits = request.limits
    if request.wantsCriticalRules { limits.criticalRules = Set(try reader.checklistChecks(["critical-rules"])) }
    if request.wantsPreRelease { limits.preRelease = Set(try reader.checklistChecks(["pre-release"])) }
    let baseline = try request.baseline.map { try Baseline.find($0, reader, present, context) }
    if let audit, let baseline, baseline.isAudit, baseline.name.utf8.elementsEqual(audit.name.utf8) {
      throw Problem.usage(
        "baseline.itself", "the audit \(MessageText.quoted(audit.name)) is not to be compared with itself",
        hints: ["Name an earlier audit or a date."])
    }
    limits.hasBaseline = baseline != nil
    let found =
      try audit.map { try reader.cells(of: $0, request.filter, includingUntested: true) }
      ?? AuditCells(rows: reader.cells(request.filter), outside: 0)
    let untested = try audit == nil ? reader.untestedCells(request.filter) : []
    let source = try GateSource(reader, reader.lives(of: found.rows, areOfAudit: audit != nil))
    let cells = try found.rows.map { try source.cell($0, baseline) } + untested.map { try source.cell($0, baseline) }
    var report = GateReport(
      gate: Gate(cells, limits, now: reader.now), limits: limits,
      baseline: baseline.map { $0.figures(cells) }, audit: audit?.name,
      filter: request.filter.isEmpty ? nil : request.filter.source,
      asOf: Timestamp(milliseconds: reader.now).iso8601Second, components: Set(cells.map(\.component)).count)
    report.componentsInUse = try reader.components().count { !$0.isRetired }
    report.outside = found.outside
    report.ahead = AheadOfClock(cells.compactMap(\.time), now: reader.now)
    report.remarks = try remarks(found.rows, isOfAudit: audit != nil, reader)
    report.checks = source.texts
    report.sources = try source.sources()
    return report
  }
}

extension GateRun {
  /// What the rules do not say: what made cells better without a newer build, and what waits or was removed.
  ///
  /// Disagreement has a rule of its own.
  fileprivate static func remarks(_ rows: [ResultRow], isOfAudit: Bool, _ reader: Reader) throws -> [Notice] {
    var notices = try reader.exchangeNotices()
    notices.cells = try reader.cellNotices(of: rows, areOfAudit: isOfAudit)
    (notices.cells.disputed, notices.cells.contradicted) = (0, 0)
    return NoticeWords.all(notices)
  }
}

/// What a gate wants to know of a cell beyond its state.
private final class GateSource {
  private let reader: Reader
  private let lives: RowLives
  private var checks: [String: Check?] = [:]

  init(_ reader: Reader, _ lives: RowLives) {
    self.reader = reader
    self.lives = lives
  }

  func cell(_ row: ResultRow, _ baseline: Baseline?) throws -> GateCell {
    var cell = GateCell(
      component: row.component, check: row.check, condition: row.condition, outcome: row.outcome,
      severity: row.severity, isDisputed: row.isDisputed, time: row.outcome == nil ? nil : row.time)
    cell.isContradicted = row.isContradicted
    cell.note = row.note ?? ""
    cell.waiver = row.waiver
    cell.expired = row.expired
    cell.before = baseline?.before(row.place) ?? .unknown
    cell.life = lives[row]
    guard row.outcome == .fail else {
      // Its text is wanted where the cell is named, which an untested one of a list may be.
      if row.outcome != .pass { _ = try check(row.check) }
      return cell
    }
    _ = try check(row.check)
    cell.isUsualSeverity = row.isUsualSeverity
    return cell
  }

  /// One that nobody has tested.
  func cell(_ place: ScopeCell, _ baseline: Baseline?) throws -> GateCell {
    var cell = GateCell(
      component: place.component, check: place.check, condition: place.condition, outcome: nil, severity: nil,
      isDisputed: false, time: nil)
    cell.before = baseline?.before(place) ?? .unknown
    _ = try check(place.check)
    return cell
  }

  private func check(_ id: String) throws -> Check? {
    if let known = checks[id] { return known }
    let found = try reader.check(id)?.check
    checks[id] = .some(found)
    return found
  }

  var texts: [String: GateReport.CheckText] {
    checks.compactMapValues { check in
      check.map { .init(title: $0.title, expected: $0.expected, category: $0.category) }
    }
  }

  func sources() throws -> [String: String] {
    Dictionary(
      try reader.components().filter { !$0.source.isEmpty }.map { ($0.key, $0.source) },
      uniquingKeysWith: { first, _ in first })
  }
}
