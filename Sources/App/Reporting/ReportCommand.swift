import Audit
import Base
import CommandLine
import Exchange
import Reports
import Sessions
import Store

/// How a report names testers.
enum TesterNaming: String, CaseIterable {
  /// As numbers that apply only to one report.
  case code
  /// As they were recorded.
  case full
}

/// `a11y report`: the accessibility report for stakeholders.
enum ReportCommand {
  static let spec = CommandSpec(
    "report", group: .lead, "create a report for stakeholders",
    usage: ["[QUERY...] [--audit A] [--compare MOMENT] [--html FILE] [FLAGS]"],
    positionals: [.query("filters that must all match, e.g. screen:sign-in")],
    flags: [
      .audit("audit to report on"), .asOf, .now,
      .choice(
        .by, value: "SETTING", of: ConditionGrouping.self,
        "group results by a device setting (default for an audit with several conditions)"),
      FlagSpec(
        .compare, value: "MOMENT", completes: .records(.audit), "date, audit, or build to show changes since"),
      FlagSpec(
        .gate, value: "RULES", "release rules for the decision (default: the policy of the audit or the tracker)"),
      .file(.html, "also write an HTML page, replacing FILE (- for stdout)"),
      FlagSpec(switch: .withEvidence, "copy evidence files to a folder next to the HTML page").needs(fileOf: .html),
      .choice(
        .printed, value: "WHAT", of: PagePrint.self,
        "what the HTML page prints: all, or a summary of 2 pages (default: all)"
      ).needs(fileOf: .html),
      .file(.xlsx, "workbook of summary, findings, items, criteria, trend, and registers"),
      FlagSpec(switch: .md, "the same as --format md"), FlagSpec(switch: .csv, "the same as --format csv"),
      .choice(.testers, value: "HOW", of: TesterNaming.self, "how to name testers (default: code)"),
      .number(.limit, "number of rows to show per section, in text output"), .raw, .bom,
      .file(.openacr, "write a draft conformance report (- for stdout)")
        .excludes(.compare, .limit, .raw, .bom, .html, .xlsx, .md, .csv, .declarations),
      .file(.openacrPage, "also write the draft as an HTML page").needs(fileOf: .openacr),
      FlagSpec(
        .edition, value: "EDITION", completes: .records(.edition),
        "edition of the draft, e.g. 2.4-wcag-2.1-508 (default: 2.5-wcag-2.2-508)"
      ).needs(fileOf: .openacr),
      FlagSpec(.product, value: "NAME", "product name for --openacr").needs(fileOf: .openacr),
      FlagSpec(.productVersion, value: "VERSION", "product version for --openacr (default: the build)")
        .needs(fileOf: .openacr),
      FlagSpec(.vendor, value: "NAME", "vendor of the product for --openacr").needs(fileOf: .openacr),
      FlagSpec(.vendorContact, value: "ADDRESS", "email address of the vendor for --openacr").needs(fileOf: .openacr),
      FlagSpec(.author, value: "NAME", "author of the report for --openacr").needs(fileOf: .openacr),
      FlagSpec(.contact, value: "ADDRESS", "contact email address for --openacr").needs(fileOf: .openacr),
      FlagSpec(
        .methods, value: "TEXT", "evaluation methods for --openacr (default: devices and technologies of the results)"
      ).needs(fileOf: .openacr),
      FlagSpec(.license, value: "ID", "license of the report for --openacr, e.g. CC-BY-4.0").needs(fileOf: .openacr),
      FlagSpec(.partial, value: "TEXT", "part of the app that --openacr covers, if not all").needs(fileOf: .openacr),
      .file(.earl, "write all items as EARL (- for stdout)")
        .excludes(.compare, .limit, .raw, .bom, .html, .xlsx, .md, .csv, .declarations),
      .file(.allure, value: "DIR", "write all items and evidence as Allure results to a new folder")
        .excludes(.compare, .limit, .html, .xlsx, .md, .csv, .declarations),
      .file(.testrail, "write all items as TestRail test cases, CSV (- for stdout)")
        .excludes(.compare, .limit, .html, .xlsx, .md, .csv, .declarations),
      .file(.xray, "write all items as Xray test cases, CSV (- for stdout)")
        .excludes(.compare, .limit, .html, .xlsx, .md, .csv, .declarations),
      .choice(
        .issues, value: "FORM", of: TicketForm.self,
        "write tickets for open findings instead: jira, azure, asana, and trello as CSV, github as a script"
      ).excludes(
        .compare, .limit, .html, .xlsx, .md, .csv, .openacr, .earl, .allure, .testrail, .xray, .declarations),
      .choice(
        .group, value: "WHAT", of: TicketsRun.Grouping.self, "ticket for each finding or each check (default: finding)"
      ).needs(.issues, hint: "Run \"a11y report --issues jira --group check\"."),
      FlagSpec(switch: .all, "include findings that have a ticket").needs(.issues, hint: "Pass --issues FORM."),
      .choice(
        .earlForm, value: "FORM", of: EARLGraph.Form.self,
        "EARL form: earl, or wcag-em for the WCAG-EM Report Tool (default: earl)"
      ).needs(fileOf: .earl),
      FlagSpec(.address, value: "URL", "URL of the app, the source of each component in --earl").needs(fileOf: .earl),
      FlagSpec(
        .portfolio, value: "DIR", repeatable: true, completes: .files,
        "compare the trackers in a folder instead, as an HTML page"
      ).excludes(
        .audit, .asOf, .by, .html, .xlsx, .openacr, .earl, .allure, .testrail, .xray, .issues, .declarations, .limit),
      FlagSpec(switch: .declarations, "draft App Store Accessibility Nutrition Labels")
        .excludes(.compare, .raw, .bom, .testers),
    ],
    formats: OutputFormat.allCases, takesQuery: true, canBeRunAgain: true, run: run)

  static func run(_ context: Context) throws -> ExitCode {
    try refuseSameFile(context)
    if context.arguments.has(.portfolio) { return try PortfolioRun.run(.portfolio, context) }
    if context.arguments.has(.issues) { return try TicketsRun.run(context) }
    if ExchangeRun.isAsked(context) { return try ExchangeRun.run(context) }
    let format = try format(context)
    if context.arguments.has(.declarations) { return try DeclarationsRun.run(context, format) }
    let query = try TrendQuery(context.arguments.positionals, of: "a report")
    let limit = try context.arguments.int(.limit, in: 1...1_000_000)
    let asked = try context.asOf()
    var moment = asked
    let file = context.arguments.string(.html)
    let book = context.arguments.string(.xlsx)
    let shown = limit ?? Report.usualLimit
    let compare = context.arguments.string(.compare)
    let request = ReportRequest(
      query.filter, namesTesters: try context.arguments.choice(.testers, as: TesterNaming.self) == .full,
      // Of a page, only the rows are cut: its figures are of all findings.
      findings: format == .json || file != nil ? nil : shown,
      retests: format == .json ? nil : file == nil ? shown : max(shown, Report.mostRetests))
    if [file, book].contains("-"), asksForForm(context) || file != nil && book != nil {
      throw Problem.usage(
        "format.conflict", "--\(file == "-" ? "html" : "xlsx") - cannot be combined with another format",
        hints: ["Specify a file, or remove one of them."])
    }
    let isWritten =
      file == nil && book == nil
      || ![file, book].contains("-") && (asksForForm(context) || context.arguments.has(.output))
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
      request.listsFixes = isWritten
      request.grouping = try context.grouping(audit)
      let reader = try present.at(moment, showing: audit)
      if file != nil || book == nil && [.table, .plain].contains(format) { request.clock = reader.clock }
      request.compared = try compare.map { try MomentName.compared($0, with: audit, reader, present) }
      func baseline(_ name: String, _ source: GateReport.PolicySource) throws -> Baseline {
        try Baseline.find(name, source, for: audit, reader, present, context)
      }
      let rules =
        try ReleaseRules(typed, of: audit, reader, baseline: baseline)
        ?? ReleaseRules(standardWith: compare.map { try baseline($0, .standard) })
      var report = try ReportAssembly(request, audit, present, asOf: moment, rules).report()
      // A page that goes to a program is the same bytes on every machine.
      if report.app.isEmpty, file != "-" { report.app = DatabaseLocation.trackerName(ofFile: tracker.path) }
      if file != nil { origin = try Self.origin(of: report, compare, present) }
      if book != nil || format == .xlsx {
        let then = try present.at(moment, showing: audit)
        let form = RowForm(.csv, context.world, now: report.asOf)
        do {
          workbook = try Workbook(
            report, then, form, request.filter, of: audit, EvidenceIndex(then, tracker.evidence))
        } catch let problem as SheetProblem {
          throw WorkbookFile.problem(problem)
        }
      }
      return report
    }
    if let limit { report.limit = limit }
    if let file { try addPictures(to: &report, file, tracker, moment, context) }
    if let file, let origin {
      let printed = try context.arguments.choice(.printed, as: PagePrint.self) ?? .all
      try write(report.htmlPage(origin: origin, printed: printed), to: file, context)
    }
    if let book, let workbook {
      try ReportFile.write(book, context) { try WorkbookFile.write(workbook, to: $0, isFile: book != "-", context) }
      if book != "-" { context.remark("Wrote the workbook to \(book).", linking: book) }
    }
    if format == .xlsx, let workbook {
      try WorkbookFile.write(workbook, to: context.output, context)
      return .done
    }
    if isWritten { try write(report, format, context) }
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
  static func refuseSameFile(_ context: Context) throws(Problem) {
    var names: [String] = []
    for flag in [FlagName.output, .html, .xlsx, .openacr, .openacrPage, .earl, .testrail, .xray] {
      guard let name = context.arguments.string(flag), name != "-" else { continue }
      guard !names.contains(where: { $0.hasSameBytes(as: name) }) else {
        throw .usage(
          "output.twice", "\(MessageText.quoted(name)) is used for 2 outputs",
          hints: ["Specify a different file for one of them."])
      }
      names.append(name)
    }
  }

  /// The facts that a page is made of, with the time of the report, not of the machine.
  private static func origin(of report: Report, _ compare: String?, _ reader: Reader) throws -> PageOrigin {
    let parts = [report.audit.map { "--audit \($0)" }, report.filter, compare.map { "--compare \($0)" }]
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

/// A file that a report is written to, apart from what the command prints.
enum ReportFile {
  /// Writes it completely or not at all; `-` is the output of the command.
  static func write(
    _ target: String, _ context: Context, isPrivate: Bool = false, _ body: (ByteWriter) throws -> Void
  ) throws {
    guard target != "-" else { return try body(context.output) }
    let file = try context.world.files.create(target, isPrivate: isPrivate)
    do {
      try body(file.writer)
    } catch {
      file.discard()
      throw error
    }
    try Replacement.commit(file, to: target, context)
  }
}
