package import AuditModel

/// Where the tracker, or one audit, stands: everything that `a11y status` says, decided before it is drawn.
///
/// Texts (keys, titles, names, commands, reasons, notices) may be foreign; the renderers escape them.
package struct StatusReport: Sendable {
  /// The moment the figures are true for, ISO 8601 in UTC.
  package var asOf: String
  /// Components in scope.
  package var components: Int
  /// Components that were retired; told where nothing else is there.
  package var retired = 0
  /// The audit that makes the scope.
  package var audit: String?
  /// What makes it where no audit does.
  package var plan = TrackerPlan()
  package var cells: StatusCounts
  package var failing: FailingCounts
  /// Those of them that no waiver covers.
  package var open = FailingCounts()
  package var stale: Int
  package var disputed: Int
  package var contradicted = 0
  package var waived: Int
  /// On which build what counts was seen; only of a tracker.
  package var builds: BuildCounts?
  /// Age of the oldest result behind the figures, in whole days; nil if there is no result.
  package var oldestEvidenceDays: Int?
  /// Age of the newest result, in whole days.
  package var newestEvidenceDays: Int?
  /// Components with failing cells, worst first.
  package var worstComponents: [StatusComponent]
  /// How many of them are named where people read; JSON has all.
  package var worstNamed = 5
  /// Tests with children, one for each plan; nil where there is no plan.
  package var firstTap: [TapReport]?
  /// Audits to choose from; empty where the report is about one.
  package var audits: [StatusAudit]
  /// The cells by what was set while they were seen; nil where that was not asked for.
  package var groups: ConditionGroups?
  /// What to do next, most useful first.
  package var next: [StatusStep]
  /// Sentences about what the figures do not contain: conflicts, facts kept for a newer version.
  package var notices: [String]
  /// What to decide, to hand over or to know before the figures are believed.
  package var attention: [Notice] = []
  /// What is counted although it was seen at a time that has yet to come.
  package var ahead = AheadOfClock()

  package init(
    asOf: String, components: Int, audit: String? = nil, cells: StatusCounts, failing: FailingCounts,
    stale: Int = 0, disputed: Int = 0, waived: Int = 0, oldestEvidenceDays: Int? = nil,
    newestEvidenceDays: Int? = nil, worstComponents: [StatusComponent] = [], audits: [StatusAudit] = [],
    next: [StatusStep] = [], notices: [String] = []
  ) {
    self.asOf = asOf
    self.components = components
    self.audit = audit
    self.cells = cells
    self.failing = failing
    self.stale = stale
    self.disputed = disputed
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
  package var cells: StatusCounts

  package init(name: String, cells: StatusCounts) {
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
