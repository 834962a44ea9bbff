import Audit
import Base
import Children
import CommandLine
import Reports
import Sessions
import Store

/// The query of a trend: which cells count, without filters on results.
struct TrendQuery {
  let filter: Filter
  /// As typed; nil where nothing was.
  var source: String? { filter.isEmpty ? nil : filter.source }

  /// - Parameter output: what would need all items.
  /// - Throws: usage: an invalid filter, or a filter on results, with its name.
  init(_ words: [String], of output: String = "a trend") throws(Problem) {
    filter = try Filter(typed: words)
    for term in filter.terms where !TrendRequest.fields.contains(term.field) {
      let subject =
        term.field == .text
        ? "\(MessageText.quoted(term.values.first ?? "")) is searched in notes and tickets too, and \(output) contains none"
        : "\(term.field.rawValue): filters on results; \(output) needs all items in scope"
      let hint = Self.instead[term.field].map { [$0] } ?? []
      throw .usage("query.unfit", subject, hints: hint + [Self.hint])
    }
  }

  /// Lists the filters that do not depend on results.
  static let hint =
    "Use only these filters: "
    + Filter.Field.allCases.filter(TrendRequest.fields.contains).map { $0.rawValue + ":" }.joined(separator: " ") + "."

  private static let instead: [Filter.Field: String] = [
    .since: "Use --since for the start date.", .until: "Use --until for the end date.",
    .tester: "Use --by tester for one row per tester.", .build: "Use --by build for one row per build.",
    .audit: "Run \"a11y status --audit NAME --as-of DATE\" for one audit.",
  ]

  /// Reports names that match nothing, as `a11y list` does.
  func examine(_ reader: Reader, _ context: Context) throws {
    try QueryNames(reader: reader).examine(ListRequest(kind: .cells, filter: filter), context)
  }
}

extension Filter {
  /// - Throws: usage: an invalid filter.
  init(typed words: [String]) throws(Problem) {
    self = try Problem.named("query.invalid", hints: ["Run \"a11y help query\" for valid filters."]) {
      () throws(NameProblem) in try Filter(parsing: words.joined(separator: " "))
    }
  }
}

/// `a11y trend`: trends, and explanations of changes.
enum TrendCommand {
  static let spec = CommandSpec(
    "trend", group: .lead, "show trends and explain changes",
    usage: ["[QUERY...] [FLAGS]", "--explain FROM TO [QUERY...] [FLAGS]", "--first-tap [QUERY...] [FLAGS]"],
    positionals: [
      .query("filters that must all match, e.g. screen:sign-in; with --explain, FROM and TO come first")
    ],
    flags: [
      .choice(.by, value: "GROUP", of: TrendGrouping.self, "one row per group (default: one in all)"),
      .choice(.every, value: "PERIOD", of: TrendStep.self, "length of a period (default: week)"),
      FlagSpec(.since, value: "DATE", "start date (default: first result)"),
      FlagSpec(.until, value: "DATE", "end date (default: today)"),
      FlagSpec(switch: .age, "show the age of results at each point (slower)"),
      .file(.html, "also write an HTML page, replacing FILE (- for stdout)").excludes(.explain, .firstTap, .age),
      FlagSpec(switch: .explain, "explain the changes between 2 points in time")
        .excludes(
          .by, .every, .since, .until, .age, .firstTap, .redact,
          hint: "Use \"a11y trend --explain FROM TO [QUERY...]\"."),
      .number(.limit, "number of periods, groups, or items to show, in text output"),
      FlagSpec(switch: .firstTap, "show first-tap success instead").excludes(.by, .age, .all),
      TapFlags.redact.needs(.firstTap, hint: "Remove --redact: a trend of items contains no names."),
      FlagSpec(switch: .all, "with --explain, show every item in text output")
        .needs(.explain, hint: "Use --limit to show more of a trend."),
      .raw, .bom,
    ],
    formats: OutputFormat.allCases, takesQuery: true, canBeRunAgain: true,
    isPrivate: { $0.has(.firstTap) && !$0.has(.redact) }, run: run)

  static func run(_ context: Context) throws -> ExitCode {
    if context.arguments.has(.explain) { return try ExplainRun.run(context) }
    if context.arguments.has(.firstTap) { return try FirstTapTrendRun.run(context) }
    try ReportCommand.refuseSameFile(context)
    let query = try TrendQuery(context.arguments.positionals)
    let grouping: TrendGrouping? = try context.arguments.choice(.by)
    let step: TrendStep = try context.arguments.choice(.every) ?? .week
    let limit = try context.arguments.int(.limit, in: 1...1_000_000)
    let (since, until) = (try context.span(.since)?.lowerBound, try context.span(.until)?.upperBound)
    if let since, let until, since > until {
      throw Problem.usage("time.order", "--since is later than --until", hints: ["Pass the earlier date to --since."])
    }
    let tracker = try context.openTracker(.readAtLength)
    var page: (app: String, marks: [ReportMark], origin: PageOrigin)?
    var report = try tracker.read { reader in
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
          hints: ["Use a later --until or another query. Run \"a11y list items\" for the items."])
      }
      var report = TrendReport(
        trend: trend, grouping: grouping, step: step, filter: query.source,
        generated: Timestamp(milliseconds: until ?? reader.now).iso8601)
      if until == nil { report.now = reader.now }
      report.clock = reader.clock
      if context.arguments.has(.html) {
        var origin = try FactsOrigin.of(reader, filter: flags(context, query))
        origin.asOf = report.generated
        page = (try reader.trackerTitle(), try ReportMark.all(in: periods, reader), origin)
      }
      if until == nil, try reader.hasAnswersAhead() {
        report.ahead = AheadOfClock(try reader.cells(query.filter).map(\.time), now: reader.now)
      }
      return report
    }
    guard let page, let file = context.arguments.string(.html) else {
      try write(report, limit, context)
      return .done
    }
    if let limit { report.limit = limit }
    // What goes to a program is the same bytes on every machine.
    let app = page.app.isEmpty && file != "-" ? DatabaseLocation.trackerName(ofFile: tracker.path) : page.app
    let text = report.htmlPage(app: app, marks: page.marks, origin: page.origin).text
    try ReportFile.write(file, context) { try $0.write(text) }
    if file != "-" { context.remark("Wrote the trend to \(file). Open it in any browser.", linking: file) }
    if file != "-", ReportCommand.asksForForm(context) || context.arguments.has(.output) {
      try write(report, nil, context)
    }
    return .done
  }

  /// What a page shows, as flags.
  private static func flags(_ context: Context, _ query: TrendQuery) -> String {
    let flags = [FlagName.by, .every, .since, .until].compactMap { name in
      context.arguments.string(name).map { "\(name.long) \($0)" }
    }
    return (flags + [query.source].compactMap(\.self)).joined(separator: " ")
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

/// What `a11y trend --explain` does.
enum ExplainRun {
  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positionals
    guard words.count >= 2 else {
      throw Problem.usage(
        "explain.moments", "--explain requires 2 points in time",
        hints: ["Run \"a11y trend --explain 2026-05-01 2026-06-01\", for example."])
    }
    let query = try TrendQuery(Array(words.dropFirst(2)))
    let limit = try context.arguments.int(.limit, in: 1...1_000_000)
    let tracker = try context.openTracker(.readAtLength)
    let report = try tracker.read { reader in
      try query.examine(reader, context)
      guard try reader.resultCount() > 0 else {
        throw Problem(
          .notFound, code: "trend.no-data", "no results yet",
          hints: ["Run \"a11y log pass CHECK COMPONENT\" to log the first result."])
      }
      let (from, to) = (try MomentName.find(words[0], reader), try MomentName.find(words[1], reader))
      guard from.at <= to.at else {
        throw Problem.usage(
          "time.order", "\(MessageText.quoted(words[0])) is later than \(MessageText.quoted(words[1]))",
          hints: ["Specify the earlier point in time first."])
      }
      if let change = try ofAudits(words[0], words[1], from, query, reader) { return change }
      return ChangeReport(
        changes: try reader.changes(from: from.at, to: to.at, query.filter, isNow: to.isNow), from: from, to: to,
        filter: query.source,
        generated: Timestamp(milliseconds: to.at).iso8601)
    }
    try write(report, limit, context)
    return .done
  }

  /// As `report --audit TO --compare FROM` has it: when it was closed, an audit had seen what carries its name alone. Nil
  /// where one of them is no audit, and for an earlier one that is open, which has not ended yet.
  private static func ofAudits(
    _ from: String, _ to: String, _ start: ChangeReport.Moment, _ query: TrendQuery, _ reader: Reader
  ) throws -> ChangeReport? {
    guard let later = try Baseline.audit(to, reader), let former = try Baseline.former(from, of: later, reader),
      former.closed != nil, !former.name.hasSameBytes(as: later.name)
    else { return nil }
    let closed = reader.closing(of: later)
    var request = ReportRequest(query.filter, namesTesters: false, findings: 0, retests: 0)
    request.compared = (start, former)
    let assembly = try ReportAssembly(
      request, closed == nil ? later : reader.asClosed(later), reader, asOf: closed,
      ReleaseRules(standardWith: nil))
    var change = try assembly.change(query.filter)
    change?.to.name = later.name
    return change
  }

  private static func write(_ typed: ChangeReport, _ limit: Int?, _ context: Context) throws {
    var report = typed
    report.limit = context.arguments.has(.all) ? nil : limit ?? ChangeReport.usualLimit
    if try context.format() != .md { report.clock = context.world.clock }
    switch try context.format() {
    case .ndjson, .csv, .tsv: try RowsOutput.write(report.sheet, try context.format(), report.generated, context)
    default: try context.write(report.page, json: report.json)
    }
  }
}

/// What `a11y trend --first-tap` does.
enum FirstTapTrendRun {
  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let step: TrendStep? = try arguments.choice(.every)
    guard step != .audit else {
      throw Problem.usage(
        "flag.unfit", "first-tap test plans do not belong to an audit",
        hints: [
          "Use --every build, day, week, or month with --first-tap, or omit --every for one row per plan."
        ])
    }
    let query = try TrendQuery(arguments.positionals)
    let (since, until) = (try context.span(.since)?.lowerBound, try context.span(.until)?.upperBound)
    let tracker = try context.openTracker(.read)
    let trend = try tracker.read { reader in
      try query.examine(reader, context)
      let matching = RecordFilter(query.filter, reader: reader, own: [])
      let plans = try reader.plans().filter { plan in
        let isInTime = plan.closed.map { $0 >= since ?? $0 && $0 <= until ?? $0 } ?? (until == nil)
        return try isInTime && (query.filter.isEmpty || matching.accepts(component: plan.component, check: ""))
      }
      let reports = try TapReports.reports(plans, reader, isRedacted: arguments.has(.redact))
      let courses = TapCourse.courses(reports)
      guard !courses.isEmpty else {
        throw Problem(
          .notFound, code: "trend.no-data", "no matching first-tap test plan has a scored tap",
          hints: [
            "Run \"a11y list plans\" for the plans, and \"a11y tap run PLAN --help\" for how to record a session."
          ])
      }
      return TapTrend(courses, periods: try periods(step, courses, reader, since, until), byBuild: step == .build)
    }
    let text = try context.format() == .plain ? RateText.words : .symbol
    return try ListOutput(context).write(trend.table(text, filter: query.source))
  }

  /// From the first plan that was closed to the last, or within the requested period.
  private static func periods(
    _ step: TrendStep?, _ courses: [TapCourse], _ reader: Reader, _ since: Int64?, _ until: Int64?
  ) throws -> [TrendPeriod]? {
    guard let step, step != .build else { return nil }
    let closed = courses.flatMap(\.steps).compactMap(\.plan.closed)
    guard let first = since ?? closed.min(), let last = until ?? closed.max(), first <= last else { return [] }
    return try reader.calendarPeriods(step, from: first, to: last)
  }
}
