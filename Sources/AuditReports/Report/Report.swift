package import AuditModel

/// Where the app stands, for those who were not there: everything that `a11y report` says, decided before it is drawn.
///
/// ```
///   AuditStore ──> ReportAssembly (AuditCommands) ──> Report ──> terminal, plain, Markdown, JSON, CSV, HTML
/// ```
/// Everything in it follows from the facts, the question and the moment: two leads get the same bytes. Texts (keys,
/// titles, names, notes) may be foreign; the renderers escape them.
package struct Report: Sendable {
  /// The moment the figures are true for, ms UTC.
  package var asOf: Int64
  /// The audit that makes the scope; nil where the plan of the tracker does.
  package var audit: String?
  /// The query, as typed; nil for all cells.
  package var filter: String?
  package var figures: ReportFigures
  /// What changed since the moment that was asked for; nil where none was.
  package var change: ChangeReport?
  /// Nil where nothing was observed.
  package var trend: TrendReport?
  /// Worst first; every component in scope.
  package var components: [ReportComponent] = []
  /// The cells by what was set while they were seen; nil where that was not asked for.
  package var groups: ConditionGroups?
  /// How the criteria stand, by what was looked at and what of the whole scope was not.
  package var standards: StandardsRollUp?
  /// What fails, worst first; those with a waiver last.
  package var findings: FirstRows<ReportFinding> = []
  /// The single changes that would remove most of what is open, best first; they overlap.
  package var fixes: [ReportFix] = []
  /// In the order in which settings change least.
  package var retest: FirstRows<ReportRetest> = []
  /// Nil until children took part.
  package var firstTap: ReportFirstTap?
  package var disputes: [ReportDispute] = []
  /// Every other answer: what passed, does not apply, could not be told or was not looked at.
  package var answers: [ReportAnswer] = []
  /// The checks that are named, by their ids.
  package var checks: [String: Check] = [:]
  /// What is counted although it was seen at a time that has yet to come.
  package var ahead = AheadOfClock()
  /// What makes the scope; nil where an audit does.
  package var plan: TrackerPlan?
  /// Sentences about what the figures do not contain: conflicts, facts kept for a newer version.
  package var notices: [String] = []
  /// Whether testers are named as they were recorded, and not numbered.
  package var namesTesters = false
  /// How many rows of each part are shown where people read; JSON has all, and the page all findings.
  package var limit = Report.usualLimit

  package static let usualLimit = 10
  /// How many cells to look at again the page names.
  package static let mostRetests = 200

  package init(asOf: Int64, audit: String? = nil, filter: String? = nil, figures: ReportFigures) {
    self.asOf = asOf
    self.audit = audit
    self.filter = filter
    self.figures = figures
  }

  /// In the order of the standard; those in force.
  var criteria: [CriterionRollUp] { standards?.criteria.filter { !$0.criterion.isObsolete } ?? [] }

  /// What a check is called; its id where nothing else is known.
  func title(of check: String) -> String { checks[check]?.title ?? check }
}

/// The figures of a report.
package struct ReportFigures: Equatable, Sendable {
  package var counts = CellCounts()
  /// Failing cells without a waiver, by severity.
  package var open = FailingCounts()
  /// Failing cells that a waiver covers.
  package var waived = 0
  package var stale = 0
  /// Components in scope.
  package var components = 0
  /// When the oldest and the newest result were observed that are shown, ms UTC.
  package var oldest: Int64?
  package var newest: Int64?

  package init() {}

  /// The same counts with the words of the status.
  package var cells: StatusCounts {
    StatusCounts(
      pass: counts.pass, fail: counts.fail, na: counts.na, cantTell: counts.cantTell, untested: counts.untested)
  }
}
