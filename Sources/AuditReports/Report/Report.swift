package import AuditFigures
package import AuditModel
package import AuditStore

/// The status of the app for stakeholders: all content of `a11y report`, decided before it is drawn.
///
/// ```
///   AuditStore ──> ReportAssembly (AuditStanding) ──> Report ──> terminal, plain, Markdown, JSON, CSV, HTML
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
  package var fixes: [ReportFix] = []
  /// In the order in which settings change least.
  package var retest: FirstRows<ReportRetest> = []
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

  package init(
    asOf: Int64, audit: String? = nil, filter: String? = nil, figures: ReportFigures, gate: GateReport
  ) {
    self.gate = gate
    self.asOf = asOf
    self.audit = audit
    self.filter = filter
    self.figures = figures
  }

  /// In the order of the standard; those in force.
  var criteria: [CriterionRollUp] { standards?.criteria.filter { !$0.criterion.isObsolete } ?? [] }

  /// The title of a check; its ID if the title is unknown.
  func title(of check: String) -> String { checks[check]?.title ?? check }

  /// What its findings are named by.
  func failure(of check: String) -> String { checks[check]?.failure ?? check }
}

/// The figures of a report.
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
