import Arguments
import AuditCatalog
import AuditExchange
import AuditModel
import AuditReports
import AuditStanding
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y list` does.
struct ListRun {
  private let context: Context
  private let request: ListRequest
  private let output: ListOutput
  private var titles: TableTitles?

  static func run(_ context: Context) throws -> ExitCode {
    let request = try ListRequest(context.arguments.positionals)
    let list = ListRun(context, request, try ListOutput(context))
    if request.kind.takesAudit { return try list.cells() }
    if request.kind == .sessions, let file = context.arguments.string(.output), file != "-" {
      try GitFolder.refuse(try context.world.absolute(file), context)
    }
    return try list.read { reader, folder in
      try QueryNames(reader: reader).examine(request, context)
      return try list.titled(reader).records(reader, folder)
    }
  }

  private init(_ context: Context, _ request: ListRequest, _ output: ListOutput) {
    (self.context, self.request, self.output) = (context, request, output)
  }

  /// The same, with the titles of what its rows name.
  private func titled(_ reader: Reader?) -> ListRun {
    var run = self
    run.titles = reader.map { SpokenTitles($0, ofFindings: request.kind == .findings).title }
    return run
  }

  /// - Parameter suffix: for the title: ` of spring-24, 2026-02-28T23:59:59Z`.
  private func write<Row>(
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
    if [.checks, .checklists, .criteria].contains(request.kind) { return try context.readIfThere(body) }
    let tracker = try context.openTracker(.read)
    return try tracker.read { try body($0, tracker.evidence) }
  }

  private func records(_ reader: Reader?, _ folder: EvidenceFolder?) throws -> ExitCode {
    let (query, isWhole) = (request.filter, context.arguments.has(.all))
    let catalog = CheckCatalog(reader)
    switch (request.kind, reader) {
    case (.checks, _): return try write(.checks(query, catalog))
    case (.checklists, _): return try write(.checklists(query, catalog))
    case (.criteria, _):
      let scope = try CriterionScope(context, reader)
      return try write(.criteria(query, catalog, scope.rollUp, scope.standard, scope.verdicts), scope.suffix)
    case (.components, let reader?): return try write(.components(query, reader))
    case (.audits, let reader?): return try write(.audits(query, reader))
    case (.waivers, let reader?): return try write(.waivers(query, reader, now: output.form.now))
    case (.verdicts, let reader?): return try write(.verdicts(query, reader))
    case (.conflicts, let reader?): return try write(.conflicts(query, reader))
    case (.questions, let reader?): return try write(QuestionSheet.rows(query, reader, output.form))
    case (.tasks, let reader?): return try write(TaskSheet.rows(query, reader, output.form))
    case (.enhancements, let reader?): return try write(EnhancementSheet.rows(query, reader, output.form))
    case (.shortcuts, let reader?): return try write(ShortcutSheet.rows(query, reader, output.form))
    case (.gestures, let reader?): return try write(GestureSheet.rows(query, reader, output.form))
    case (.notes, let reader?): return try write(NoteSheet.rows(query, reader, output.form))
    case (.bundles, let reader?): return try write(.bundles(query, reader))
    case (.evidence, let reader?): return try write(.evidence(query, reader, folder))
    case (.toolFindings, let reader?): return try write(.signals(query, reader))
    case (.agreement, let reader?): return try write(.agreement(query, reader))
    case (.plans, let reader?): return try write(.plans(query, reader))
    case (.sessions, let reader?): return try write(.sessions(query, reader))
    case (.planned, let reader?): return try write(.planned(query, reader, isWhole: isWhole))
    case (.matrix, let reader?): return try write(.matrix(query, reader, isWhole: isWhole))
    default: throw Problem(.notFound, code: "tracker.none", "no tracker found in this folder or any parent folder")
    }
  }

  // MARK: Cells

  /// The findings that keep the release; none where the policy cannot be applied.
  private func blockers(
    _ reader: Reader, _ audit: AuditRound?, baseline: (String) throws -> Baseline
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
      let reader = try shown.map(present.at) ?? present
      try QueryNames(reader: reader).examine(request, context)
      var query = request.filter
      let isWhole = context.arguments.has(.all)
      let audit =
        try named.map { try AuditName.find($0.name, reader) }
        ?? (isWhole && request.kind == .cells ? Self.audit(in: &query, reader) : nil)
      let suffix =
        (audit.map { " of \($0.name)" } ?? "")
        + (moment.map { ", \(Timestamp(milliseconds: $0).iso8601Second)" } ?? "")
      let reach: CellReach = context.arguments.has(.outside) ? .outside : .plan
      func tables() throws -> ResultTables {
        let folder = Paths.parent(try context.world.absolute(tracker.path))
        let root = Paths.name(folder) == ".a11y" ? Paths.parent(folder) : nil
        return ResultTables(reader, try EvidenceIndex(reader, tracker.evidence), root: root)
      }
      let list = titled(reader)
      switch request.kind {
      case .fixes:
        let open = try reader.findingTable(query, of: audit)
        let blockers = try blockers(reader, audit) { try Baseline.find($0, reader, present, context) }
        let fixes = try open.fixes(reader.findingSource(), blockers: blockers)
        return try list.write(.fixes(fixes), suffix, for: .people)
      case .retest: return try list.write(.retest(reader.retestQueue(query, of: audit)), suffix, for: .people)
      case .results:
        if let audit { query.terms.append(Filter.Term(.audit, [audit.name])) }
        return try list.write(tables().results(query), suffix, for: .people)
      case .findings:
        let (table, outside) = try tables().findings(query, of: audit, reach, isWhole ? .all : .open)
        remark(outside, audit)
        return try list.write(table, suffix, for: .people)
      default:
        let (table, outside) = try tables().cells(query, of: audit, reach, isWhole: isWhole)
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
    context.remark(
      "a11y: note: \(counted(outside, "more item")) logged for \(audit.name) outside its scope")
  }
}

extension ListRun {
  /// A list whose values are built next to its columns.
  typealias Rows = Sheet
}

extension Sheet {
  init(sheet: Sheet, values: [[SheetValue]], summary: [String]) {
    self = sheet
    rows = TableRows(values)
    self.summary = { summary }
  }
}
