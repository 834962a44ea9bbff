package import Audit
package import Base
import Children
package import Store

/// The status of the app for stakeholders: all content of `a11y report`, decided before it is drawn.
///
/// ```
///   Store ──> ReportAssembly ──> Report ──> terminal, plain, Markdown, JSON, CSV, HTML
/// ```
/// Everything in it follows from the facts, the arguments, the time, and the zone, in which a day that is typed is one: two
/// leads of one place get the same bytes, but for the folder that an app without a title is named by. Texts (keys, titles, names, notes) may be foreign; the renderers escape them.
package struct Report: Sendable {
  /// The time of the figures, ms UTC.
  package var asOf: Int64
  /// Of which the days for people are.
  package var clock = LocalClock.utc
  /// The audit that makes the scope; nil where the plan of the tracker does.
  package var audit: String?
  /// The query, as typed; nil for all cells.
  package var filter: String?
  package var figures: ReportFigures
  /// The display name of the tracker; empty for none.
  package var app = ""
  /// What the rules of the release come to.
  package var gate: GateReport
  /// By component and category; empty unless requested.
  package var map = CellMatrix()
  /// By screen and category; a name is empty for the components without one.
  package var mapOfScreens = CellMatrix()
  /// How the items were tested, and on which build.
  package var testing = TestingFigures()
  package var audits: [ReportAudit] = []
  /// The changes since the requested time; nil without one.
  package var change: ChangeReport?
  /// The number of components in use at the time that the report is compared with.
  package var componentsBefore = 0
  /// Of the audits that are compared, as of their other figures; nil where the whole tracker is compared with itself.
  package var componentsInScope: (before: Int, after: Int)?
  /// Nil without results.
  package var trend: TrendReport?
  /// The same by category; nil unless requested.
  package var trendByCategory: TrendReport?
  /// What happened in the time of the trend, the earliest first.
  package var marks: [ReportMark] = []
  /// Worst first; every component in scope.
  package var components: [ReportComponent] = []
  /// The titles of components that findings name and that may be out of scope or retired, by key.
  package var titles: [String: String] = [:]
  /// The cells by the settings during the test; nil if not requested.
  package var groups: ConditionGroups?
  /// Of an audit that is split among testers, by their codes.
  package var assigned: [AssignedItems] = []
  /// The status of the criteria, by tested and untested cells of the whole scope.
  package var standards: StandardsRollUp?
  /// What fails, worst first; those with a waiver last.
  package var findings: FirstRows<ReportFinding> = []
  /// The fixes to make first; they overlap.
  package var fixes: [Fix] = []
  /// In the order in which settings change least.
  package var retest: FirstRows<RetestItem> = []
  /// Nil without first-tap sessions.
  package var firstTap: ReportFirstTap?
  package var disputes: [ReportDispute] = []
  /// What is asked, to be done, and registered beside the results.
  package var work = ReportWork()
  /// The checks that are named, by ID.
  package var checks: [String: Check] = [:]
  /// Results with a future timestamp, which are counted.
  package var ahead = AheadOfClock()
  /// What makes the scope; nil where an audit does.
  package var plan: TrackerPlan?
  /// Sentences about what the figures leave out: conflicts, facts kept for a newer version.
  package var notices: [String] = []
  /// Whether testers are named as they were recorded, and not numbered.
  package var namesTesters = false
  /// The number of rows per section in text output; JSON has all, and the page has all findings.
  package var limit = Report.usualLimit

  package static let usualLimit = 10
  /// The number of cells to retest that the page lists.
  package static let mostRetests = 200
  /// How many findings a page lists: more make it larger than mail takes. Its figures are of all of them.
  package static let mostFindings = 1_000

  /// In the order of the standard; those in force.
  var criteria: [CriterionRollUp] { standards?.criteria.filter { !$0.criterion.isObsolete } ?? [] }

  /// The title of a check; its ID if the title is unknown.
  func title(of check: String) -> String { checks[check]?.title ?? check }

  /// What its findings are named by.
  func failure(of check: String) -> String { checks[check]?.failure ?? check }
}

package struct ReportFigures: Equatable, Sendable {
  package var counts = CellCounts()
  /// The cells that fail without a waiver.
  package var open = CellCounts()
  /// Failing cells that a waiver covers.
  package var waived = 0
  package var stale = 0
  /// Those that the release check counts as they were: better only by people who are not followed.
  package var held = 0
  package var components = 0
  /// When the oldest and the newest displayed result were observed, ms UTC.
  package var oldest: Int64?
  package var newest: Int64?

  package init() {}

  init(_ standing: Standing) {
    (counts, open) = (standing.counts, standing.open)
    (waived, stale, components) = (standing.waived, standing.stale, standing.components)
    (oldest, newest) = (standing.oldest, standing.newest)
  }

  package mutating func add(_ other: ReportFigures) {
    counts += other.counts
    open += other.open
    oldest = [oldest, other.oldest].compactMap { $0 }.min()
    newest = [newest, other.newest].compactMap { $0 }.max()
    stale += other.stale
    waived += other.waived
    held += other.held
    components += other.components
  }
}

/// The results of first-tap tests. A rate is a sample: it is always shown with its interval and the number of children.
package struct ReportFirstTap: Sendable {
  struct Row {
    var plan: String
    var component: String
    /// Plan, component and size.
    var target: String
    var figures: String
    var verdict: String
    /// The figures say it already.
    var isSaid = false
    /// Where the rate may be shown.
    var mark: RateMark?
  }

  let reports: [TapReport]
  /// Versions and comparisons: of components with more than one plan.
  let courses: [TapCourse]

  /// - Parameters:
  ///   - reports: redacted where they are shared.
  ///   - courses: of the components of these plans, with plans beside these; nil for these alone.
  package init(_ reports: [TapReport], courses: [TapCourse]? = nil) {
    self.reports = reports
    self.courses = (courses ?? TapCourse.courses(reports)).filter(\.isTelling)
  }

  /// A sentence about all of them.
  var sentence: String {
    "\(counted(reports.count, "first-tap test plan")). Each rate is a sample of few children. If one child has real "
      + "difficulty, report it as a finding regardless of the rate."
      + (TapReport.falseCalls(of: reports.count).map { " " + $0 } ?? "")
  }

  var rows: [Row] {
    reports.map { report in
      let plan = report.plan
      let target = "\(plan.key): \(plan.component), \(plan.sizeText) pt"
      var row = Row(
        plan: plan.key, component: plan.component, target: target, figures: report.absence,
        verdict: report.absentVerdict)
      // The sentence has the verdict.
      row.isSaid = report.closing != nil
      guard let part = report.main else { return row }
      row.isSaid = false
      let wanted = ["target \(plan.target)%", report.look].compactMap { $0 }.joined(separator: "; ")
      switch part.disclosure {
      case .shown:
        row.figures = "\(part.estimate.counts); \(TapStratum.rates(part.estimate, part.filtered, .symbol)); \(wanted)"
        row.mark = part.estimate.limits.map { RateMark($0, target: part.target) }
        row.verdict = part.verdict.rawValue
      case .verdictOnly:
        let children = counted(part.estimate.children, "child", "children")
        row.figures = "\(children); rate hidden (\(part.whyNoRate)); \(wanted)"
        row.verdict = part.verdict.rawValue
      case .hidden:
        let least = report.isRedacted ? DisclosureRule.redacted.fewest : DisclosureRule.standard.fewest
        row.figures = "fewer than \(least) children, or too early in the plan"
        row.verdict = "hidden"
      }
      return row
    }
  }

  var json: JSONText { .object(TapStatus.members(reports) + ["courses": courses.map(\.json)]) }
}

/// A small picture of a finding, made from its evidence.
package struct ReportPicture: Sendable {
  /// The largest side, in pixels; the largest file, in bytes; and how many a page has.
  package static let side = 480
  package static let most = 60 << 10
  package static let count = 12

  /// A media type, as in `image/jpeg`.
  package var type: String
  package var bytes: [UInt8]
  /// What it shows, in the words of the tester who attached it; empty without a description.
  package var words: String
}

/// The forms of cells by group: every rate with its counts and its coverage.
extension ConditionGroups {
  var json: JSONText {
    .objects(rows) { row in
      ["name": row.name] + row.counts.jsonMembers + [
        "judged": row.counts.judged, "applicable": row.counts.applicable,
        "ratio": JSONText.ratio(row.counts.pass, row.counts.judged),
        "coverage": row.isAsked ? JSONText.ratio(row.counts.judged, row.counts.applicable) : .null,
        "asked": row.isAsked,
      ]
    }
  }

  var markdown: String {
    let heads = [
      title.dropFirst(3).description.capitalizedFirst, "Pass:", "Fail:", "Can't tell:", "Untested:", "Compliance:",
      "Coverage:",
    ]
    return MarkdownText.table(
      heads,
      rows.map { row in
        let counts = row.counts
        return [
          "\(row.name)", "\(counted(counts.pass))", "\(counted(counts.fail))", "\(counted(counts.cantTell))",
          "\(counted(counts.untested))",
          "\(counts.compliance.text), \(counted(counts.pass, of: counts.judged))",
          row.isAsked ? "\(counts.coverage.text), \(counted(counts.judged, of: counts.applicable))" : "not asked for",
        ]
      })
  }
}

extension Report {
  /// What the report is and what it says, a line for each.
  var about: Table<(String, SheetValue)> {
    let counts = figures.counts
    func time(_ moment: Int64?) -> SheetValue { moment.map { Timestamp(milliseconds: $0).iso8601 }.sheetValue }
    let rows: [(String, SheetValue)] = [
      ("title", .text(title)), ("app", app.filled.sheetValue), ("as_of", time(asOf)),
      ("build", testing.build.filled.sheetValue), ("decision", .text(gate.decision.word)),
      ("reason", .text(gate.reason)),
      ("policy", .text(gate.isProposal || gate.policy.text.isEmpty ? "none" : gate.policy.text)),
      ("scope", .text(scopeSentence)), ("open", .integer(figures.open.fail)), ("waived", .integer(figures.waived)),
      ("compliance", .ratio(counts.pass, of: counts.judged)),
      ("coverage", .ratio(counts.judged, of: counts.applicable)), ("oldest", time(figures.oldest)),
      ("newest", time(figures.newest)), ("compared_with", (change?.from.name).sheetValue),
      ("filter", filter.sheetValue),
    ]
    // Of the role of numbers, so that moments are moments.
    return Table(
      "report", title: title,
      columns: [Column("name", "Name", .identifier) { $0.0 }, Column("value", "Value", .number) { $0.1 }],
      rows: TableRows(rows))
  }

  /// Figures of everything, of a component, a group or a criterion, or of a test with children; nil where it has none.
  package struct Row {
    var kind: String
    var name: String
    var title: String?
    var level: String?
    var state = SheetValue.null
    var counts: CellCounts?
    var hasCoverage = true
    var open: Int?
    var waived: Int?
    /// With severities and ages.
    var figures: ReportFigures?
    var owner: String?
    var screens: [String]?
    /// The rate in words, with its interval.
    var taps: String?
  }

  /// The figures as rows, for spreadsheets.
  package var sheet: Table<Row> {
    func count(_ key: String, _ title: String, _ value: @escaping (CellCounts) -> Int) -> Column<Row> {
      Column(key, title, .number) { $0.counts.map(value) }
    }
    func figure(_ key: String, _ title: String, _ value: @escaping (ReportFigures) -> Int?) -> Column<Row> {
      Column(key, title, .number) { $0.figures.flatMap(value) }
    }
    let columns: [Column<Row>] = [
      Column("of", "Kind", \.kind), Column("name", "Name", .identifier, \.name), Column("title", "Title", \.title),
      Column("level", "Level", \.level), Column("state", "Status", .outcome, \.state),
      count("pass", "PASS", \.pass), count("fail", "FAIL", \.fail), count("na", "N/A", \.na),
      count("cant_tell", "CAN'T TELL", \.cantTell), count("untested", "UNTESTED", \.untested),
      count("judged", "Evaluated", \.judged), count("applicable", "Applicable", \.applicable),
      Column("ratio", "Compliance", .number) { $0.counts.map { SheetValue.ratio($0.pass, of: $0.judged) } },
      Column("coverage", "Coverage", .number) { row in
        row.hasCoverage ? row.counts.map { SheetValue.ratio($0.judged, of: $0.applicable) } : nil
      },
      Column("open", "Open", .number, \.open), Column("waived", "Waived", .number, \.waived),
      figure("critical", "Critical", \.open.critical), figure("serious", "Serious", \.open.serious),
      figure("moderate", "Moderate", \.open.moderate), figure("minor", "Minor", \.open.minor),
      figure("stale", "Stale", \.stale), figure("disputed", "Disputed", \.counts.disputed),
      figure("contradicted", "Contradicted", \.counts.contradicted),
      figure("oldest_days", "Oldest (days)") { $0.oldest.map(days) }, Column("owner", "Owner", \.owner),
      Column("screens", "Screens", \.screens), Column("first_taps", "First-tap success", \.taps),
    ]
    return Table("report", title: title, columns: columns, rows: TableRows(rows))
  }

  private var rows: [Row] {
    func row(_ kind: String, _ name: String, _ figures: ReportFigures) -> Row {
      Row(
        kind: kind, name: name, counts: figures.counts, open: figures.open.fail, waived: figures.waived,
        figures: figures)
    }
    var rows = [row("all", audit ?? "", figures)]
    rows += components.map { component in
      var row = row("component", component.standing.key, component.figures)
      row.title = component.standing.title.filled
      (row.owner, row.screens) = (component.owner.filled, component.standing.screens)
      return row
    }
    if let groups {
      rows += groups.rows.map {
        Row(kind: groups.by.rawValue, name: $0.name, counts: $0.counts, hasCoverage: $0.isAsked)
      }
    }
    rows += criteria.map { one in
      let (criterion, counts, waived) = (one.criterion, one.cells.counts, one.cells.waived)
      return Row(
        kind: "criterion", name: criterion.id, title: criterion.name, level: one.level,
        state: .outcome(one.state.rawValue), counts: counts, open: counts.fail - waived, waived: waived)
    }
    rows += (firstTap?.rows ?? []).map { row in
      Row(kind: "first-tap", name: row.plan, title: row.target, state: .text(row.verdict), taps: row.figures)
    }
    return rows
  }
}
