import Arguments
import AuditFigures
import AuditModel
import AuditReports
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y trend` does.
enum TrendRun {
  static func run(_ context: Context) throws -> ExitCode {
    if context.arguments.has(.explain) { return try ExplainRun.run(context) }
    if context.arguments.has(.firstTap) { return try FirstTapTrendRun.run(context) }
    let query = try TrendQuery(context.arguments.positionals)
    let grouping: TrendGrouping? = try context.arguments.choice(.by)
    let step: TrendStep = try context.arguments.choice(.every) ?? .week
    let limit = try context.arguments.int(.limit, in: 1...1_000_000)
    let (since, until) = (try context.span(.since)?.lowerBound, try context.span(.until)?.upperBound)
    if let since, let until, since > until {
      throw Problem.usage("time.order", "--since is later than --until", hints: ["Pass the earlier date to --since."])
    }
    let tracker = try context.openTracker(.readAtLength)
    let report = try tracker.read { reader in
      try query.examine(reader, context)
      let (periods, reach) =
        try until.map { (try reader.periods(step, since: since, until: $0), nil) }
        ?? reader.periodsUntilNow(step, since: since)
      if let since, until == nil, since > reader.now {
        throw Problem.usage(
          "time.order", "--since is later than the end of the trend (now)",
          hints: ["Pass an earlier date to --since."])
      }
      guard !periods.isEmpty else { throw try nothing(step, reader) }
      let request = TrendRequest(
        grouping: grouping, periods: periods, filter: query.filter, readsAge: context.arguments.has(.age), reach: reach,
        isOfAudits: step == .audit)
      let trend = try reader.trend(request)
      guard !trend.groups.isEmpty else {
        throw Problem(
          .notFound, code: "trend.no-data", "no matching item has a result by the end of this trend",
          hints: ["Use a later --until or another query. Run \"a11y list cells\" for the items."])
      }
      var report = TrendReport(
        trend: trend, grouping: grouping, step: step, filter: query.source,
        generated: Timestamp(milliseconds: until ?? reader.now).iso8601)
      if until == nil { report.now = reader.now }
      if until == nil, try reader.hasAnswersAhead() {
        report.ahead = AheadOfClock(try reader.cells(query.filter).map(\.time), now: reader.now)
      }
      return report
    }
    try write(report, limit, context)
    return .done
  }

  /// The reason why no period can be shown.
  private static func nothing(_ step: TrendStep, _ reader: Reader) throws -> Problem {
    let code = "trend.no-data"
    guard try reader.resultCount() > 0 else {
      return Problem(
        .notFound, code: code, "no results yet",
        hints: ["Run \"a11y log pass CHECK COMPONENT\" to log the first result."])
    }
    switch step {
    case .audit:
      return Problem(
        .notFound, code: code, "no audit was closed in this period",
        hints: ["Run \"a11y edit audit NAME --close\" to close an audit, or use --every week."])
    case .build:
      return Problem(
        .notFound, code: code, "no result in this period has a build",
        hints: ["Use --build with \"a11y log\", or use --every week."])
    default:
      return Problem(
        .notFound, code: code, "no results by the end of this trend", hints: ["Use a later --until."])
    }
  }

  private static func write(_ typed: TrendReport, _ limit: Int?, _ context: Context) throws {
    var report = typed
    if let limit { report.limit = limit }
    let style = try context.style()
    let format = try context.format()
    switch format {
    case .table: try context.output.write(report.text(width: style.width, painter: Styler(enabled: style.hasColor)))
    case .plain: try context.output.write(report.plain)
    case .json: try context.output.write(report.json)
    case .ndjson: try context.output.write(report.ndjson)
    case .csv, .tsv, .md, .xlsx:
      try RowsOutput.write(report.sheet(isForPeople: format == .md), format, report.generated, context)
    }
  }
}

/// The rows of a report, in a form for spreadsheets or as a Markdown table.
enum RowsOutput {
  static func write<Row>(
    _ table: Table<Row>, _ format: OutputFormat, _ generated: String, _ context: Context
  ) throws {
    if format == .xlsx {
      let sheet = try TableOutput(
        style: SheetStyle(.csv, generated: generated), form: RowForm(.csv, context.world, now: 0)
      ).sheet(table)
      return try WorkbookFile.write(Workbook([sheet]), to: context.output, context)
    }
    let terminal = try context.style()
    let style = SheetStyle(
      SheetFormat(rawValue: format.rawValue) ?? .csv, generated: generated, width: terminal.width,
      painter: Styler(enabled: terminal.hasColor), raw: context.arguments.has(.raw),
      bom: context.arguments.has(.bom))
    try table.write(style) { try context.output.write($0) }
  }
}
