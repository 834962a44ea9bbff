package import Audit
package import Base
import Children
package import Store

/// Makes a report of what a tracker holds at a moment.
package struct ReportAssembly {
  private let request: ReportRequest
  private let audit: AuditRound?
  /// As things are now; what spans time is asked of it.
  private let present: Reader
  /// As things were at the moment of the report.
  private let reader: Reader
  private let isOfNow: Bool
  private let rules: ReleaseRules

  /// - Parameter asOf: ms UTC; nil for now.
  package init(
    _ request: ReportRequest, _ audit: AuditRound?, _ present: Reader, asOf: Int64?, _ rules: ReleaseRules
  ) throws {
    (self.rules, self.request, self.audit, self.present) = (rules, request, audit, present)
    isOfNow = asOf == nil
    reader = try present.at(asOf, showing: audit)
  }

  package func report() throws -> Report {
    let filter = request.filter
    let table = try audit.map { try reader.cellTable(filter, of: $0) } ?? reader.cellTable(filter)
    let catalog = CheckCatalog(reader)
    let components = Dictionary(firstOf: try reader.components().map { ($0.key, $0) })
    let sides = try table.rows(where: \.isUnsettled).map { row in
      (row, try reader.sidesOfDispute(row, of: audit))
    }
    let assigned = try audit.map { try table.assigned(of: $0) } ?? []
    let findings = try ReportFindings(filter, of: audit, in: table, reader)
    let testers = try TesterCodes(
      sides.flatMap(\.1).map(\.tester) + findings.testers() + assigned.map(\.tester), namesTesters: request.namesTesters
    )
    var tally = ReportTally(components: components, checks: catalog)
    try tally.add(table)
    if audit == nil {
      tally.addUntested(try reader.untestedCounts(filter, in: table))
    } else {
      for cell in try table.untestedCells() { try tally.addUntested(cell) }
    }
    let gate = try GateAssembly(rules, filter, of: audit, reader).report(in: table)
    var report = Report(
      asOf: reader.now, audit: audit?.name, filter: request.source, figures: tally.figures, gate: gate)
    report.app = try reader.trackerTitle()
    report.clock = reader.clock
    report.plan = try audit == nil ? reader.plan() : nil
    report.components = tally.rankedComponents
    report.groups = try request.grouping.map { try table.groups(by: $0) }
    report.assigned = assigned.map { AssignedItems(tester: testers.code(of: $0.tester), counts: $0.counts) }
    report.standards = try reader.standards(filter, of: audit, in: table)
    report.findings = try findings.findings(request.findings, testers)
    let named = Set(report.findings.rows.flatMap { ($0.finding.on ?? []) + $0.finding.screens })
    report.titles = components.filter { named.contains($0.key) }.compactMapValues(\.title.filled)
    if request.listsFixes { report.fixes = try findings.fixes(gate) }
    report.retest = try findings.retest(request.retests)
    report.checks = tally.named
    report.work = try work(report)
    report.disputes = sides.map { row, sides in Self.dispute(row, sides, testers) }
    // First-tap results are shown as they are now: its moments are weeks, and they do not go into a report.
    report.firstTap = isOfNow ? try firstTap() : nil
    report.ahead = AheadOfClock(table.entries.lazy.map(\.seen), now: reader.now)
    report.notices = try notices(table, gate, hasAnswers: tally.figures.counts.answered > 0)
    if let words = report.ahead.sentence { report.notices.append(words) }
    report.namesTesters = request.namesTesters
    report.change = try change(filter)
    // A trend is of every result; beside what one audit saw it would be a second total.
    if audit == nil { try addTrends(to: &report, filter) }
    if let change = report.change {
      report.componentsBefore = try present.at(change.from.at).components().count { !$0.isRetired }
      report.componentsInScope = try componentsInScope(change, now: report.figures.components)
    }
    report.testing = try table.testing()
    if request.isForPage { try addPageParts(to: &report, filter, table, catalog) }
    return report
  }

  /// What only a page shows.
  private func addPageParts(
    to report: inout Report, _ filter: Filter, _ table: CellTable, _ catalog: CheckCatalog
  ) throws {
    // Where nothing is kept apart, the items of the release check are those of the figures, and none is made twice.
    let gate =
      try report.gate.isOfEveryone
      ? report.gate.gate : MatrixAssembly.items(filter, of: audit, in: table, reader).gate
    let category = try MatrixAssembly.categories(reader)
    report.map = CellMatrix(gate, category: category)
    report.mapOfScreens = try CellMatrix(
      gate, category: category, groups: MatrixAssembly.groups(.screen, gate.names, table, reader))
    for check in report.testing.checks.keys where report.checks[check] == nil {
      report.checks[check] = try catalog.check(check)?.check
    }
    let audits = try reader.audits()
    report.audits = try zip(audits, reader.closedCounts(of: audits)).map { audit, counts in
      ReportAudit(name: audit.name, counts: counts, isClosed: audit.closed.map { $0 <= reader.now } ?? false)
    }
    let files = Dictionary(grouping: try reader.evidence(), by: \.place)
    for number in report.findings.rows.indices where !files.isEmpty {
      let shown = files[report.findings.rows[number].finding.place] ?? []
      report.findings.rows[number].evidence = shown.map { ReportEvidence(name: $0.evidence.name) }
    }
  }

  /// The plans of the components that the report is about; nil where there is none.
  private func firstTap() throws -> ReportFirstTap? {
    let filter = request.filter
    let reports = try TapReports.all(reader, isRedacted: true)?.filter { report in
      let key = report.plan.component
      guard try isOfAudit(key) else { return false }
      return try filter.isEmpty || RecordFilter(filter, reader: reader, own: []).accepts(component: key, check: "")
    }
    return reports.flatMap { $0.isEmpty ? nil : ReportFirstTap($0) }
  }

  private func isOfAudit(_ component: String) throws -> Bool {
    let globs = audit?.components.map(Glob.init) ?? []
    let names = try reader.names
    return globs.isEmpty || globs.contains { names.matches($0, component) }
  }

  /// What is open for the components of the report, or for the app as a whole.
  private func work(_ report: Report) throws -> ReportWork {
    func open(_ kind: String) throws -> [ReportWork.Item] {
      try RegisterRecords.matching(kind, request.filter, reader).filter { record in
        guard record.workState == "open" else { return false }
        return try record.text("component").isEmpty || isOfAudit(record.text("component"))
      }.map(ReportWork.Item.init)
    }
    var work = ReportWork()
    work.questions = try open("question")
    work.tasks = try open("task")
    if audit == nil {
      let shortcuts = try Table<ShortcutLine>.shortcuts(request.filter, reader)
      let gestures = try Table<GestureLine>.gestures(request.filter, reader)
      if shortcuts.rows.count ?? 0 > 0 { work.registers += shortcuts.summary().prefix(1) }
      if gestures.rows.count ?? 0 > 0 { work.registers += gestures.summary() }
    }
    var known: Set<String> = []
    for check in report.findings.rows.map(\.finding.place.check) where known.insert(check).inserted {
      guard let details = report.checks[check] else { continue }
      for id in details.conflicts where known.insert(id).inserted {
        if let conflict = Catalog.conflict(id) { work.decisions.append(conflict) }
      }
    }
    work.decisions.sort { $0.id < $1.id }
    return work
  }

  // MARK: Over time

  /// What changed since the moment that is compared with, or since its audit; nil without one.
  package func change(_ filter: Filter) throws -> ChangeReport? {
    guard let (from, former) = request.compared else { return nil }
    let to = ChangeReport.Moment(
      name: Timestamp(milliseconds: reader.now).iso8601Second, at: reader.now, isNow: isOfNow)
    let changes =
      if let audit {
        try reader.changes(
          from: before(former ?? audit, at: from),
          to: reader.cells(of: audit, filter, includingUntested: true).rows, of: audit)
      } else {
        try present.changes(from: from.at, to: reader.now, filter, isNow: isOfNow)
      }
    var change = ChangeReport(
      changes: changes, from: from, to: to,
      filter: request.source, generated: Timestamp(milliseconds: reader.now).iso8601)
    change.isOfAudits = audit != nil && former != nil
    return change
  }

  /// Those of the audit that is compared with and those of the report; nil where the report is of no audit.
  private func componentsInScope(_ change: ChangeReport, now: Int) throws -> (before: Int, after: Int)? {
    guard request.isForPage, let audit else { return nil }
    return (Set(try before(request.compared?.former ?? audit, at: change.from).map(\.component)).count, now)
  }

  /// What an audit had seen by a moment: one that is compared with when it was closed.
  private func before(_ audit: AuditRound, at moment: ChangeReport.Moment) throws -> [Cell] {
    let reader = moment.isNow ? reader : try present.at(moment.at)
    return try reader.cells(of: audit, request.filter, includingUntested: true).rows
  }

  /// By day, week or month, so that the points are a few dozen at most.
  private func addTrends(to report: inout Report, _ filter: Filter) throws {
    let clock = request.clock
    guard let (step, periods, reach) = try present.fewPeriods(until: isOfNow ? nil : reader.now, in: clock) else {
      return
    }
    func told(_ trend: Trend, by grouping: TrendGrouping?) -> TrendReport? {
      guard !trend.groups.isEmpty else { return nil }
      var told = TrendReport(
        trend: trend, grouping: grouping, step: step, filter: request.source,
        generated: Timestamp(milliseconds: reader.now).iso8601)
      (told.now, told.clock) = (reader.now, clock)
      return told
    }
    if request.isForPage { report.marks = try ReportMark.all(in: periods, present) }
    var asked = TrendRequest(periods: periods, filter: filter, reach: reach)
    guard request.isForPage else {
      report.trend = told(try present.trend(asked), by: nil)
      return
    }
    asked.grouping = .category
    let (whole, groups) = try present.trendWithWhole(asked)
    (report.trend, report.trendByCategory) = (told(whole, by: nil), told(groups, by: .category))
  }

  // MARK: Beside the cells

  private static func dispute(_ row: Cell, _ sides: [Cell], _ testers: TesterCodes) -> ReportDispute {
    var named = sides
    for place in named.indices {
      let code = testers.code(of: named[place].tester)
      // Whose name it is would tell who has the code.
      if code != named[place].tester { named[place].claim = nil }
      named[place].tester = code
    }
    for (place, tester) in MachineWords(own: "").testers(of: named).enumerated() { named[place].tester = tester }
    return ReportDispute(place: row.place, word: row.disagreement ?? "disputed", sides: named)
  }

  /// What the figures do not contain.
  private func notices(_ table: CellTable, _ gate: GateReport, hasAnswers: Bool) throws -> [String] {
    var notices = try audit.map { try NoticeWords.closing(of: $0, reader, present) } ?? []
    notices += try NoticeWords.kept(present.keptForNewer(), present) + NoticeWords.adjusted(reader).map(\.sentence)
    if hasAnswers, let words = StaleWords.notice(try reader.staleRule(), now: try present.staleRule()) {
      notices.append(words)
    }
    // What others ask for and what they removed is no secret of the report: its figures rest on it.
    var exchanged = try isOfNow ? present.exchangeNotices() : Notices()
    if let audit { exchanged.held = try reader.heldFindings(of: audit) }
    let exchange = NoticeWords.exchange(exchanged, namesPeople: false)
    var cells = try reader.cellNotices(of: table, areOfAudit: audit != nil)
    cells.byOthers = gate.byOthers
    let remarks = exchange + NoticeWords.cells(cells, namesPeople: false)
    return notices + remarks.filter { Self.provenance.contains($0.kind) }.map(\.sentence)
  }

  private static let provenance: Set<String> = [
    "policy_conflict", "field_conflicts", "proposals", "sessions", "voids", "waiting", "forks", "held_findings",
    "closed_by_others",
    "tested_by_others", "failed_by_others", "under_own_name", "not_signed", "under_names", "gaps", "claimed_builds",
    "own_undone", "own_erased", "others_undone", "followed_changes",
    "value_contradicts", "better_by_retest", "fail_to_na", "newer_builds", "not_asked_for", "outside_plan",
    "retired_findings",
  ]
}

/// What a report is asked for, beside its audit and its moment.
package struct ReportRequest {
  package var filter: Filter
  /// What to compare with: a moment, and for a report of an audit the one whose own results those of then are.
  package var compared: (moment: ChangeReport.Moment, former: AuditRound?)?
  package var namesTesters: Bool
  /// How many rows of these parts are made; nil for all.
  package var findings: Int?
  package var retests: Int?
  /// The map, the trend by category, and how the items were tested are made as well, and evidence is named.
  package var isForPage = false
  /// Of which the days of the trend are: those of who reads them, and of no place in what goes to others.
  package var clock = LocalClock.utc
  /// The fixes to make first are listed; a page has a plan of its own, and a workbook none.
  package var listsFixes = true
  /// How the cells are grouped in addition.
  package var grouping: ConditionGrouping?

  package init(_ filter: Filter, namesTesters: Bool, findings: Int?, retests: Int?) {
    (self.filter, self.namesTesters, self.findings, self.retests) = (filter, namesTesters, findings, retests)
  }

  /// The query as typed; nil where nothing was.
  var source: String? { filter.isEmpty ? nil : filter.source }
}

/// Counts the cells of a report and keeps what is shown of each.
struct ReportTally {
  private let components: [String: Component]
  private let checks: CheckCatalog
  private(set) var figures = ReportFigures()
  private(set) var named: [String: Check] = [:]
  private var byComponent: [String: ReportFigures] = [:]

  init(components: [String: Component], checks: CheckCatalog) {
    (self.components, self.checks) = (components, checks)
  }

  mutating func add(_ table: CellTable) throws {
    var byNumber: [Int32: ReportFigures] = [:]
    for entry in table.entries {
      byNumber[entry.component, default: ReportFigures()].add(entry)
    }
    for (number, added) in byNumber { add(added, to: try table.name(number)) }
    for check in Set(table.entries.lazy.map(\.check)) { try addName(table.name(check)) }
  }

  /// A cell of an audit that was not tested in its name.
  mutating func addUntested(_ cell: ScopeCell) throws {
    addUntested([cell.component: 1])
    try addName(cell.check)
  }

  /// Cells that are not tested, by component. They are counted, and none of them is listed by itself.
  mutating func addUntested(_ counts: [String: Int]) {
    for (component, count) in counts {
      var added = ReportFigures()
      added.counts.untested = count
      add(added, to: component)
    }
  }

  private mutating func add(_ added: ReportFigures, to component: String) {
    if byComponent[component] == nil { figures.components += 1 }
    byComponent[component, default: ReportFigures()].add(added)
    figures.add(added)
  }

  private mutating func addName(_ check: String) throws {
    if named[check] == nil, let known = try checks.check(check) { named[check] = known.check }
  }

  // MARK: In the end

  /// Worst first, as `a11y status` has them.
  var rankedComponents: [ReportComponent] {
    byComponent.map { key, figures in
      let component = components[key]
      var row = ReportComponent(
        standing: ComponentSummary(
          key: key, title: component?.title ?? "", screens: component?.screens ?? [], counts: figures.counts,
          open: figures.open))
      row.kind = component?.kind ?? ""
      row.owner = component?.owner ?? ""
      row.component = component
      row.figures = figures
      return row
    }.sorted { ComponentSummary.isWorse($0.standing, $1.standing) }
  }
}

extension ReportFigures {
  fileprivate mutating func add(_ entry: CellTable.Entry) {
    counts.add(entry.state)
    oldest = min(oldest ?? entry.seen, entry.seen)
    newest = max(newest ?? entry.seen, entry.seen)
    if entry.isStale { stale += 1 }
    guard entry.isFailing else { return }
    guard !entry.isWaived else {
      waived += 1
      return
    }
    open.add(entry.state)
  }
}

extension ReportMark {
  /// What happened in the time of a trend.
  package static func all(in periods: [TrendPeriod], _ reader: Reader) throws -> [ReportMark] {
    guard let first = periods.first, let last = periods.last else { return [] }
    let audits = try reader.followedAudits().compactMap { audit in
      audit.closed.map { ReportMark(name: audit.name, at: $0, isAudit: true) }
    }
    let builds = try reader.firstResultsOfBuilds().filter { !$0.isOfOthers }
      .map { ReportMark(name: $0.name, at: $0.at, isAudit: false) }
    return (audits + builds).filter { first.from <= $0.at && $0.at <= last.to }
      .sorted { ($0.at, $0.name) < ($1.at, $1.name) }
  }
}
