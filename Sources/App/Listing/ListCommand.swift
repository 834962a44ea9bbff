import Audit
import Base
import CommandLine
import Reports
import Sessions
import Store

/// `a11y list`: rows by query.
enum ListCommand {
  static let spec = CommandSpec(
    "list", group: .lead, "list results, findings, checks, and more", usage: ["[WHAT] [QUERY...] [FLAGS]"],
    positionals: [
      PositionalSpec(
        "WHAT", arity: .optional, choices: ListKind.names, completes: .records(.query),
        "what to list (default: cells)"),
      .query("query terms (all must match), e.g. status:fail -owner:qa-1"),
    ],
    flags: [
      .columns, .sort, .limit, .wrap,
      FlagSpec(
        switch: .all,
        "include untested items, fixed findings, and items as planned"
      ).fits("cells", "items", "findings", "planned", "matrix"),
      FlagSpec(switch: .outside, "list only items with a result outside the tracker's plan")
        .fits("cells", "items", "findings").excludes(.all, .audit),
      .audit("audit to list").fits("cells", "items", "findings", "results", "fixes", "retest", "criteria"),
      .asOf.fits("cells", "items", "findings", "results", "fixes", "retest", "criteria"),
      .now.fits("cells", "items", "findings", "results", "fixes", "retest", "criteria"),
      FlagSpec(
        .standard, value: "STANDARD", completes: .records(.standard),
        "standard whose criteria to list, with clauses, e.g. en301549-v3.2.1"
      ).fits("criteria"),
      .raw, .bom, FlagSpec(switch: .exitCode, "exit with 1 if any rows match"),
    ],
    formats: OutputFormat.allCases, takesQuery: true, canBeRunAgain: true,
    isPrivate: { $0.positional(0) == "sessions" }, run: ListRun.run)
}

/// What `a11y list` does.
struct ListRun {
  private let context: Context
  private let request: ListRequest
  private let output: ListOutput
  private var titles: TableTitles?
  /// Of the evidence of the tracker.
  private(set) var folder: EvidenceFolder?

  static func run(_ context: Context) throws -> ExitCode {
    let request = try ListRequest(context.arguments.positionals)
    let list = ListRun(context, request, try ListOutput(context))
    if request.kind.takesAudit { return try list.cells() }
    if request.kind.name == "sessions", let file = context.arguments.string(.output), file != "-" {
      try GitFolder.refuse(try context.world.absolute(file), context)
    }
    return try list.read { reader, folder in
      try QueryNames(reader: reader).examine(request, context)
      var list = list.titled(reader)
      list.folder = folder
      switch (request.kind.rows, reader) {
      case (.catalog(let write), _): return try write(list, reader)
      case (.records(let write), let reader?): return try write(list, reader)
      default: throw Problem.noTracker()
      }
    }
  }

  private init(_ context: Context, _ request: ListRequest, _ output: ListOutput) {
    (self.context, self.request, self.output) = (context, request, output)
  }

  /// The same, with the titles of what its rows name.
  private func titled(_ reader: Reader?) -> ListRun {
    var run = self
    run.titles = reader.map { SpokenTitles($0, ofFindings: request.kind.items == .findings).title }
    return run
  }

  /// - Parameter suffix: for the title: ` of spring-24, 2026-02-28T23:59:59Z`.
  func write<Row>(
    _ table: Table<Row>, _ suffix: String = "", for audience: Table<Row>.Audience = .everyone
  ) throws -> ExitCode {
    var table = table
    table.filter = request.filter.isEmpty ? nil : request.filter.source
    table.title += suffix
    table.titles = titles
    table.audience = audience
    return try output.write(table)
  }

  // MARK: Records

  /// Reads the tracker; lists of the catalog alone need none.
  private func read<T>(_ body: (Reader?, EvidenceFolder?) throws -> T) throws -> T {
    if case .catalog = request.kind.rows { return try context.readIfThere(body) }
    let tracker = try context.openTracker(.read)
    return try tracker.read { try body($0, tracker.evidence) }
  }

  var query: Filter { request.filter }
  var isWhole: Bool { context.arguments.has(.all) }
  var now: Int64 { output.form.now }

  func criteria(_ reader: Reader?) throws -> ExitCode {
    let scope = try CriterionScope(context, reader)
    return try write(
      .criteria(query, CheckCatalog(reader), scope.rollUp, scope.standard, scope.verdicts), scope.suffix)
  }

  // MARK: Cells

  /// The findings that keep the release; none where the policy cannot be applied.
  private func blockers(
    _ reader: Reader, _ audit: AuditRound?, baseline: Baseline.Finder
  ) throws -> Set<ScopeCell> {
    do {
      return try GateAssembly.current(reader, of: audit, baseline: baseline).blockingPlaces
    } catch is Problem {
      return []
    }
  }

  private func cells() throws -> ExitCode {
    let tracker = try context.openTracker(.read)
    let moment = try context.asOf()
    return try tracker.read { present in
      let (named, shown) = try AuditName.asked(context, present, asOf: moment)
      let reader = try present.at(shown, showing: named)
      try QueryNames(reader: reader).examine(request, context)
      var query = request.filter
      let audit =
        try named.map { try AuditName.find($0.name, reader) }
        ?? (isWhole && request.kind.items == .cells ? Self.audit(in: &query, reader) : nil)
      let suffix =
        (audit.map { " of \($0.name)" } ?? "")
        + (try moment.map { ", \(try context.moment($0))" } ?? "")
      let reach: CellReach = context.arguments.has(.outside) ? .outside : .plan
      func tables() throws -> ResultTables {
        let folder = Paths.parent(try context.world.absolute(tracker.path))
        let root = Paths.name(folder) == ".a11y" ? Paths.parent(folder) : nil
        return ResultTables(reader, try EvidenceIndex(reader, tracker.evidence), root: root)
      }
      let list = titled(reader)
      if moment == nil, [.fixes, .retest, .findings].contains(request.kind.items),
        let words = try HeldWords.leftOut(reader, of: audit)
      {
        context.remark(words)
      }
      switch request.kind.items {
      case .fixes:
        let blockers = try blockers(reader, audit) {
          try Baseline.find($0, $1, for: audit, reader, present, context)
        }
        let fixes = try reader.findingTable(query, of: audit).fixes(reader.findingSource(), blockers: blockers)
        return try list.write(
          .fixes(fixes) { try reader.check($0)?.check.failure ?? $0 }, suffix, for: .people)
      case .retest:
        return try list.write(
          .retest(reader.retestQueue(query, of: audit), query: query.source, of: audit?.name), suffix, for: .people)
      case .results:
        if let audit { query.terms.append(Filter.Term(.audit, [audit.name])) }
        return try list.write(tables().results(query), suffix, for: .people)
      case .findings:
        let (table, outside) = try tables().findings(query, of: audit, reach, isWhole ? .all : .open)
        remark(outside, audit)
        return try list.write(table, suffix, for: .people)
      default:
        let (table, outside) = try tables().cells(
          query, of: audit, reach, isWhole: isWhole,
          isToFillIn: context.arguments.has(.columns) || [.csv, .tsv, .xlsx].contains(context.format()),
          saysFollowed: context.format() == .json)
        remark(outside, audit)
        return try list.write(table, suffix, for: .people)
      }
    }
  }

  /// The audit that the query names, whose untested cells are added: `audit:A` and `--audit A` then mean the same.
  private static func audit(in query: inout Filter, _ reader: Reader) throws -> AuditRound? {
    let terms = query.terms(on: [.audit]).filter { !$0.isNegated }
    guard !terms.isEmpty else { return nil }
    guard terms.count == 1, terms[0].values.count == 1, !Glob(terms[0].values[0]).isPattern else {
      throw Problem.usage(
        "query.unfit", "--all requires exactly one audit in audit:",
        hints: ["Specify one audit, or remove --all."])
    }
    guard let audit = try reader.audit(terms[0].values[0]) else { return nil }
    query.terms.removeAll { $0 == terms[0] }
    return audit
  }

  private func remark(_ outside: Int, _ audit: AuditRound?) {
    guard outside > 0, let audit else { return }
    context.remark("a11y: note: \(counted(outside, "more item")) logged for \(audit.name) outside its scope")
  }
}

/// Writes tables in the requested format, order, and length.
struct ListOutput {
  private let context: Context
  private let output: TableOutput
  private let isWorkbook: Bool

  init(_ context: Context) throws(Problem) {
    self.context = context
    let format = try context.format()
    isWorkbook = format == .xlsx
    let now = try context.asOf() ?? context.world.now()
    let terminal = try context.style()
    var style = SheetStyle(
      SheetFormat(rawValue: format.rawValue) ?? (isWorkbook ? .csv : .table),
      generated: Timestamp(milliseconds: now).iso8601,
      width: terminal.width, painter: Styler(enabled: terminal.hasColor, hasLinks: terminal.hasLinks),
      columns: context.arguments.has(.columns) ? context.arguments.list(.columns) : nil,
      raw: context.arguments.has(.raw), bom: context.arguments.has(.bom))
    style.takesColumns = true
    style.room = context.arguments.has(.wrap) ? .whole : terminal.isAtTerminal ? .line : .usual
    output = TableOutput(
      style: style, form: RowForm(style.format, context.world, now: now), sort: context.arguments.string(.sort),
      limit: try context.arguments.int(.limit, in: 1...1_000_000_000))
  }

  var form: RowForm { output.form }

  /// - Returns: 1 if there are rows and `--exit-code` was given.
  /// - Throws: usage for columns that the table does not have.
  func write<Row>(_ table: Table<Row>) throws -> ExitCode {
    do {
      if isWorkbook {
        let sheet = try output.sheet(table)
        try WorkbookFile.write(Workbook([sheet]), to: context.output, context)
        return sheet.isEmpty || !context.arguments.has(.exitCode) ? .done : .no
      }
      let count = try output.write(table) { try context.output.write($0) }
      return count > 0 && context.arguments.has(.exitCode) ? .no : .done
    } catch let problem as SheetProblem {
      throw Self.usage(problem)
    }
  }

  private static func usage(_ problem: SheetProblem) -> Problem {
    switch problem {
    case .unknownColumn(let name, let valid): .unknown("column", name, among: valid, code: "columns.unknown")
    case .unknownSort(let name, let valid): .unknown("sort column", name, among: valid, code: "sort.unknown")
    case .repeatedColumn, .noColumns: .usage("columns.invalid", problem.description)
    case .tooManyRows, .tooLarge: WorkbookFile.problem(problem)
    }
  }
}

extension Context {
  /// A moment in a title: local for people, and with Z in documents and for programs.
  func moment(_ time: Int64) throws(Problem) -> String {
    let isText = [.table, .plain].contains(try format())
    return isText ? world.clock.moment(time) : Timestamp(milliseconds: time).iso8601Second
  }
}

extension RowForm {
  init(_ format: SheetFormat, _ world: World, now: Int64) {
    self.init(isForPeople: format.isForPeople, now: now, clock: world.clock)
  }
}
