package import Audit
import Base
import Children
package import Store

/// The status of the app for stakeholders: all content of `a11y report`, decided before it is drawn.
///
/// ```
///   Store ──> ReportAssembly ──> Report ──> terminal, plain, Markdown, JSON, CSV, HTML
/// ```
/// Everything in it follows from the facts, the arguments, and the time: two leads get the same bytes. Texts (keys,
/// titles, names, notes) may be foreign; the renderers escape them.
package struct Report: Sendable {
  /// The time of the figures, ms UTC.
  package var asOf: Int64
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
  /// How the items were tested; empty unless requested.
  package var testing = TestingFigures()
  package var audits: [ReportAudit] = []
  /// The changes since the requested time; nil without one.
  package var change: ChangeReport?
  /// The number of components in use at the time that the report is compared with.
  package var componentsBefore = 0
  /// Nil without results.
  package var trend: TrendReport?
  /// The same by category; nil unless requested.
  package var trendByCategory: TrendReport?
  /// What happened in the time of the trend, the earliest first.
  package var marks: [ReportMark] = []
  /// Worst first; every component in scope.
  package var components: [ReportComponent] = []
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
  /// Components in scope.
  package var components = 0
  /// When the oldest and the newest displayed result were observed, ms UTC.
  package var oldest: Int64?
  package var newest: Int64?

  package init() {}

  package mutating func add(_ other: ReportFigures) {
    counts += other.counts
    open += other.open
    oldest = [oldest, other.oldest].compactMap { $0 }.min()
    newest = [newest, other.newest].compactMap { $0 }.max()
    stale += other.stale
    waived += other.waived
    components += other.components
  }
}

/// The results of first-tap tests. A rate is a sample: it is always shown with its interval and the number of children.
package struct ReportFirstTap: Sendable {
  /// One plan.
  struct Row {
    var plan: String
    var component: String
    /// Plan, component and size.
    var target: String
    var figures: String
    var verdict: String
    /// Where the rate may be shown.
    var mark: RateMark?
  }

  private let reports: [TapReport]
  /// Versions and comparisons: of components with more than one plan.
  let courses: [TapCourse]

  /// - Parameter reports: redacted, because reports are shared.
  package init(_ reports: [TapReport]) {
    self.reports = reports
    courses = TapCourse.courses(reports).filter(\.isTelling)
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
        verdict: (report.closing?.verdict ?? .noData).rawValue)
      guard let part = report.main else { return row }
      let wanted = ["target \(plan.target)%", report.look].compactMap { $0 }.joined(separator: "; ")
      switch part.disclosure {
      case .shown:
        row.figures = "\(part.estimate.counts); \(TapStratum.rates(part.estimate, part.filtered, .symbol)); \(wanted)"
        row.mark = part.estimate.limits.map { RateMark($0, target: part.target) }
        row.verdict = part.verdict.rawValue
      case .verdictOnly:
        let children = counted(part.estimate.children, "child", "children")
        row.figures = "\(children); rate hidden (results too similar); \(wanted)"
        row.verdict = part.verdict.rawValue
      case .hidden:
        let least = report.isRedacted ? DisclosureRule.redacted.fewest : DisclosureRule.standard.fewest
        row.figures = "fewer than \(least) children, or too early in the plan"
        row.verdict = "hidden"
      }
      return row
    }
  }

  var json: JSONText {
    .object(TapStatus.members(reports) + [("courses", .array(courses.map(\.json)))])
  }
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
      [("name", .string(row.name))] + row.counts.jsonMembers + [
        ("judged", .int(row.counts.judged)), ("applicable", .int(row.counts.applicable)),
        ("ratio", .ratio(row.counts.pass, row.counts.judged)),
        ("coverage", .ratio(row.counts.judged, row.counts.applicable)),
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
          "\(row.name)", "\(counts.pass)", "\(counts.fail)", "\(counts.cantTell)", "\(counts.untested)",
          "\(counts.compliance.text), \(counts.pass) of \(counts.judged)",
          "\(counts.coverage.text), \(counts.judged) of \(counts.applicable)",
        ]
      })
  }
}

extension Report {
  /// What the report is and what it says, a line for each.
  var about: Sheet {
    let counts = figures.counts
    let rows: [(String, SheetValue)] = [
      ("title", .text(title)), ("app", app.isEmpty ? .null : .text(app)),
      ("as_of", .text(Timestamp(milliseconds: asOf).iso8601)),
      ("build", testing.build.isEmpty ? .null : .text(testing.build)), ("decision", .text(gate.decision.word)),
      ("reason", .text(gate.reason)),
      ("policy", .text(gate.isProposal || gate.policy.text.isEmpty ? "none" : gate.policy.text)),
      ("scope", .text(scopeSentence)), ("open", .integer(figures.open.fail)), ("waived", .integer(figures.waived)),
      ("compliance", .ratio(counts.pass, of: counts.judged)),
      ("coverage", .ratio(counts.judged, of: counts.applicable)),
      ("oldest", figures.oldest.map { .text(Timestamp(milliseconds: $0).iso8601) } ?? .null),
      ("newest", figures.newest.map { .text(Timestamp(milliseconds: $0).iso8601) } ?? .null),
      ("compared_with", change.map { .text($0.from.name) } ?? .null), ("filter", .text(orNull: filter)),
    ]
    // Of the role of numbers, so that moments are moments.
    return Sheet(
      schema: "report", title: title,
      columns: [SheetColumn("name", "Name", .identifier), SheetColumn("value", "Value", .number)],
      rows: rows.map { [.text($0.0), $0.1] })
  }

  /// The figures as rows, for spreadsheets: of everything, of each component, of each criterion and of each test with
  /// children, whose rate is given in words with its interval.
  package var sheet: Sheet {
    let columns = [
      SheetColumn("of", "Kind"), SheetColumn("name", "Name", .identifier), SheetColumn("title", "Title"),
      SheetColumn("level", "Level"), SheetColumn("state", "Status", .outcome),
      SheetColumn("pass", "PASS", .number), SheetColumn("fail", "FAIL", .number), SheetColumn("na", "N/A", .number),
      SheetColumn("cant_tell", "CAN'T TELL", .number), SheetColumn("untested", "UNTESTED", .number),
      SheetColumn("judged", "Evaluated", .number), SheetColumn("applicable", "Applicable", .number),
      SheetColumn("ratio", "Compliance", .number), SheetColumn("coverage", "Coverage", .number),
      SheetColumn("open", "Open", .number), SheetColumn("waived", "Waived", .number),
      SheetColumn("critical", "Critical", .number), SheetColumn("serious", "Serious", .number),
      SheetColumn("moderate", "Moderate", .number), SheetColumn("minor", "Minor", .number),
      SheetColumn("stale", "Stale", .number),
      SheetColumn("disputed", "Disputed", .number), SheetColumn("contradicted", "Contradicted", .number),
      SheetColumn("oldest_days", "Oldest (days)", .number),
      SheetColumn("owner", "Owner"), SheetColumn("screens", "Screens"), SheetColumn("first_taps", "First-tap success"),
    ]
    var rows = [row("all", audit ?? "", "", figures)]
    rows += components.map { component in
      row(
        "component", component.standing.key, component.standing.title, component.figures, owner: component.owner,
        screens: component.standing.screens)
    }
    rows +=
      groups?.rows.map { group in
        [.text(groups?.by.rawValue ?? ""), .text(group.name), .null, .null, .null] + Self.counts(group.counts)
      } ?? []
    rows += criteria.map(row)
    rows +=
      firstTap?.rows.map { row in
        let first: [SheetValue] = [
          .text("first-tap"), .text(row.plan), .text(row.target), .null, .text(row.verdict),
        ]
        return first + Array(repeating: .null, count: columns.count - first.count - 1) + [.text(row.figures)]
      } ?? []
    return Sheet(schema: "report", title: title, columns: columns, rows: rows, filter: filter, summary: [headline])
  }

  private func row(
    _ kind: String, _ name: String, _ title: String, _ figures: ReportFigures, owner: String = "",
    screens: [String]? = nil
  ) -> [SheetValue] {
    let open = figures.open
    return [.text(kind), .text(name), title.isEmpty ? .null : .text(title), .null, .null] + Self.counts(figures.counts)
      + [.integer(open.fail), .integer(figures.waived)] + open.severities.map { .integer($0.count) }
      + [
        .integer(figures.stale), .integer(figures.counts.disputed),
        .integer(figures.counts.contradicted), .integer(orNull: figures.oldest.map(days)),
        owner.isEmpty ? .null : .text(owner), screens.map { .list($0) } ?? .null,
      ]
  }

  private func row(_ one: CriterionRollUp) -> [SheetValue] {
    let cells = one.cells
    return [
      .text("criterion"), .text(one.criterion.id), .text(one.criterion.name), .text(one.level),
      .outcome(one.state.rawValue),
    ] + Self.counts(cells.counts) + [.integer(cells.counts.fail - cells.waived), .integer(cells.waived)]
  }

  private static func counts(_ counts: CellCounts) -> [SheetValue] {
    [
      .integer(counts.pass), .integer(counts.fail), .integer(counts.na), .integer(counts.cantTell),
      .integer(counts.untested), .integer(counts.judged), .integer(counts.applicable),
      .ratio(counts.pass, of: counts.judged), .ratio(counts.judged, of: counts.applicable),
    ]
  }
}
