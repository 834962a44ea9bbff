import Arguments
import AuditExchange
import AuditFigures
import AuditModel
import AuditRecords
import AuditReports
import AuditSessions
import AuditStanding
import AuditStore
import AuditSync
import Terminal
import TrackerAccess

/// What `a11y report` does.
enum ReportRun {
  static func run(_ context: Context) throws -> ExitCode {
    try refuseSameFile(context)
    if context.arguments.has(.portfolio) { return try PortfolioRun.run(.portfolio, context) }
    if context.arguments.has(.issues) { return try TicketsRun.run(context) }
    if ExchangeRun.isAsked(context) { return try ExchangeRun.run(context) }
    let format = try format(context)
    if context.arguments.has(.declarations) { return try DeclarationsRun.run(context, format) }
    let query = try TrendQuery(context.arguments.positionals)
    let limit = try context.arguments.int(.limit, in: 1...1_000_000)
    let asked = try context.asOf()
    var moment = asked
    let file = context.arguments.string(.html)
    let book = context.arguments.string(.xlsx)
    let shown = limit ?? Report.usualLimit
    let request = ReportRequest(
      query.filter, compare: context.arguments.string(.compare),
      namesTesters: try context.arguments.choice(.testers, as: TesterNaming.self) == .full,
      // Of a page, only the rows are cut: its figures are of all findings.
      findings: format == .json || file != nil ? nil : shown,
      retests: format == .json ? nil : file == nil ? shown : max(shown, Report.mostRetests))
    if [file, book].contains("-"), asksForForm(context) || file != nil && book != nil {
      throw Problem.usage(
        "format.conflict", "--\(file == "-" ? "html" : "xlsx") - cannot be combined with another format",
        hints: ["Specify a file, or remove one of them."])
    }
    let typed = try context.arguments.string(.gate).map { text throws(Problem) in try ReleasePolicy(typed: text) }
    let tracker = try context.openTracker(.readAtLength)
    var origin: PageOrigin?
    var workbook: Workbook?
    var report = try tracker.read { present -> Report in
      try query.examine(present, context)
      let audit: AuditRound?
      (audit, moment) = try AuditName.asked(context, present, asOf: asked)
      var request = request
      request.isForPage = file != nil
      request.grouping = try ConditionTally.grouping(context, audit)
      let reader = try moment.map(present.at) ?? present
      if let compare = request.compare { _ = try ReportAssembly.moment(compare, before: reader) }
      func baseline(_ name: String) throws -> Baseline { try Baseline.find(name, reader, present, context) }
      let rules =
        try ReleaseRules(typed, of: audit, reader, baseline: baseline)
        ?? ReleaseRules(standardWith: request.compare.map(baseline), of: audit)
      let report = try ReportAssembly(request, audit, present, asOf: moment, rules).report()
      if file != nil { origin = try Self.origin(of: report, request, present) }
      if book != nil || format == .xlsx {
        let then = try moment.map(present.at) ?? present
        let form = RowForm(.csv, context.world, now: report.asOf)
        do {
          workbook = try ReportWorkbook(report, then, form).workbook(
            request.filter, of: audit, EvidenceIndex(then, tracker.evidence))
        } catch let problem as SheetProblem {
          throw WorkbookFile.problem(problem)
        }
      }
      return report
    }
    if let limit { report.limit = limit }
    if let file { try addPictures(to: &report, file, tracker, moment, context) }
    if let file, let origin {
      var page = report
      // What goes to a program is the same bytes on every machine.
      if file != "-", page.app.isEmpty { page.app = DatabaseLocation.trackerName(ofFile: tracker.path) }
      let printed = try context.arguments.choice(.printed, as: PagePrint.self) ?? .all
      try write(page.htmlPage(origin: origin, printed: printed), to: file, context)
    }
    if let book, let workbook {
      try ReportFile.write(book, context) { try WorkbookFile.write(workbook, to: $0, isFile: book != "-", context) }
      if book != "-" { context.remark("Wrote the workbook to \(book).", linking: book) }
    }
    if format == .xlsx, let workbook {
      try WorkbookFile.write(workbook, to: context.output, context)
      return .done
    }
    if file == nil && book == nil
      || ![file, book].contains("-") && (asksForForm(context) || context.arguments.has(.output))
    {
      try write(report, format, context)
    }
    return .done
  }

  /// The pictures of a page; with `--with-evidence` also copies of the files, in a folder beside it.
  private static func addPictures(
    to report: inout Report, _ file: String, _ tracker: Tracker, _ moment: Int64?, _ context: Context
  ) throws {
    let folder = tracker.evidence
    let pictures = try tracker.read { try ReportPictures(moment.map($0.at) ?? $0, folder) }
    let tool = PictureTool(environment: context.world.setting)
    let copies = context.arguments.has(.withEvidence) ? try EvidenceCopy(beside: file, context) : nil
    try pictures.add(
      to: &report, small: { tool.small($0, side: ReportPicture.side, most: ReportPicture.most) },
      copy: { try copies?.link($0, from: folder) })
  }

  /// Two outputs to one file would overwrite each other.
  private static func refuseSameFile(_ context: Context) throws(Problem) {
    var names: [String] = []
    for flag in [FlagName.output, .html, .xlsx, .openacr, .openacrPage, .earl, .testrail, .xray] {
      guard let name = context.arguments.string(flag), name != "-" else { continue }
      guard !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
        throw .usage(
          "output.twice", "\(MessageText.quoted(name)) is used for 2 outputs",
          hints: ["Specify a different file for one of them."])
      }
      names.append(name)
    }
  }

  /// The facts that a page is made of, with the time of the report, not of the machine.
  private static func origin(of report: Report, _ request: ReportRequest, _ reader: Reader) throws -> PageOrigin {
    let parts = [
      report.audit.map { "--audit \($0)" }, report.filter, request.compare.map { "--compare \($0)" },
    ]
    var origin = try FactsOrigin.of(reader, filter: parts.compactMap { $0 }.joined(separator: " "))
    origin.asOf = Timestamp(milliseconds: report.asOf).iso8601
    return origin
  }

  static func asksForForm(_ context: Context) -> Bool {
    [FlagName.json, .format, .md, .csv, .plain].contains { context.arguments.has($0) }
  }

  private static func write(_ page: HTMLPage, to path: String, _ context: Context) throws {
    try ReportFile.write(path, context) { try $0.write(page.text) }
    guard path != "-" else { return }
    context.remark("Wrote the report to \(path). Open it in any browser.", linking: path)
  }

  /// The form of what is printed; `--md` and `--csv` are short for `--format`.
  static func format(_ context: Context) throws(Problem) -> OutputFormat {
    let short: [(FlagName, OutputFormat)] = [(.md, .md), (.csv, .csv)].filter { context.arguments.has($0.0) }
    guard let (flag, format) = short.first else { return try context.format() }
    let named = context.arguments.string(.format)
    guard short.count == 1, !context.arguments.has(.json), named == nil || named == format.rawValue else {
      throw .usage(
        "format.conflict", "\(flag.long) cannot be combined with another format", hints: ["Use only one of them."])
    }
    return format
  }

  private static func write(_ report: Report, _ format: OutputFormat, _ context: Context) throws {
    switch format {
    case .ndjson, .csv, .tsv:
      try RowsOutput.write(report.sheet, format, Timestamp(milliseconds: report.asOf).iso8601, context)
    case .md: try context.output.write(report.markdown)
    default: try context.write(report.page, json: report.json, as: format)
    }
  }
}
