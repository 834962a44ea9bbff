package import AuditModel

/// The status of the tracker, or of one audit: all content of `a11y status`, decided before it is drawn.
///
/// Texts (keys, titles, names, commands, reasons, notices) may be foreign; the renderers escape them.
package struct StatusReport: Sendable {
  /// The time of the figures, ISO 8601 in UTC.
  package var asOf: String
  /// Components in scope.
  package var components: Int
  /// The number of retired components, shown if no others exist.
  package var retired = 0
  /// The audit that makes the scope.
  package var audit: String?
  /// The scope without an audit.
  package var plan = TrackerPlan()
  package var cells: CellCounts
  /// The cells that fail without a waiver.
  package var open = CellCounts()
  /// The open findings of earlier periods; nil for an audit, and where nothing is known of any.
  package var trend: OpenTrend?
  /// There are too many items to go through their past each time.
  package var isTrendLeftOut = false
  /// The trend in words, or the command that has it.
  var trendPhrase: String? { trend?.phrase ?? (isTrendLeftOut ? "a11y trend" : nil) }
  /// What the rules of the release come to; nil where it is not known.
  package var decision: ReleaseVerdict?
  package var stale: Int
  package var waived: Int
  /// The builds of the current results; only for a tracker.
  package var builds: BuildCounts?
  /// Age of the oldest result behind the figures, in whole days; nil if there is no result.
  package var oldestEvidenceDays: Int?
  /// Age of the newest result, in whole days.
  package var newestEvidenceDays: Int?
  /// Components with failing cells, worst first.
  package var worstComponents: [StatusComponent]
  /// The number of components in text output, where one was asked for; JSON has all.
  package var worstLimit: Int?
  var worstNamed: Int { worstLimit ?? 5 }
  /// All figures and steps on a terminal, which else has what fits 24 lines.
  package var isWhole = false
  /// First-tap tests, one per plan; nil without a plan.
  package var firstTap: [TapReport]?
  /// Audits to choose from; empty for the report of one.
  package var audits: [StatusAudit]
  /// The cells by the settings during the test; nil if not requested.
  package var groups: ConditionGroups?
  /// Of an audit that is split among testers.
  package var assigned: [AssignedItems] = []
  /// What to do next, most useful first.
  package var next: [StatusStep]
  /// Sentences about what the figures leave out: conflicts, facts kept for a newer version.
  package var notices: [String]
  /// What to decide, to share, or to know before the figures are used.
  package var attention: [Notice] = []
  /// Results with a future timestamp, which are counted.
  package var ahead = AheadOfClock()

  package init(
    asOf: String, components: Int, audit: String? = nil, cells: CellCounts, stale: Int = 0, waived: Int = 0,
    oldestEvidenceDays: Int? = nil, newestEvidenceDays: Int? = nil, worstComponents: [StatusComponent] = [],
    audits: [StatusAudit] = [], next: [StatusStep] = [], notices: [String] = []
  ) {
    self.asOf = asOf
    self.components = components
    self.audit = audit
    self.cells = cells
    self.stale = stale
    self.waived = waived
    self.oldestEvidenceDays = oldestEvidenceDays
    self.newestEvidenceDays = newestEvidenceDays
    self.worstComponents = worstComponents
    self.audits = audits
    self.next = next
    self.notices = notices
  }
}

/// A component with failing cells.
package struct StatusComponent: Sendable {
  package var key: String
  package var title: String?
  /// Failing cells.
  package var failing: Int
  /// 1 to 4; nil if no failing cell has a severity.
  package var worstSeverity: Int?
  package var pass: Int
  /// pass + fail.
  package var judged: Int
  /// The screens that use it.
  package var screens: [String]

  package init(
    key: String, title: String? = nil, failing: Int, worstSeverity: Int?, pass: Int, judged: Int, screens: [String] = []
  ) {
    self.key = key
    self.title = title
    self.failing = failing
    self.worstSeverity = worstSeverity
    self.pass = pass
    self.judged = judged
    self.screens = screens
  }
}

/// One audit in short.
package struct StatusAudit: Sendable {
  package var name: String
  package var cells: CellCounts

  package init(name: String, cells: CellCounts) {
    self.name = name
    self.cells = cells
  }
}

/// A command worth running, and why.
package struct StatusStep: Sendable {
  package var command: String
  package var reason: String

  package init(command: String, reason: String) {
    self.command = command
    self.reason = reason
  }
}
