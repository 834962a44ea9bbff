package import Audit
import Base

/// The status of the tracker, or of one audit: all content of `a11y status`, decided before it is drawn.
///
/// Texts (keys, titles, names, commands, reasons, notices) may be foreign; the renderers escape them.
package struct StatusReport: Sendable {
  /// The time of the figures, ISO 8601 in UTC.
  package var asOf: String
  /// The same for people, in their own time; nil where that is UTC.
  package var localAsOf: String?
  /// The app whose status it is; empty where it has no name.
  package var app = ""
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
  /// `: MovieSwiftUI, build 72eb4ae71`, after what a heading is of.
  var subject: String {
    let build = (builds?.current ?? auditBuild).filled.map { "build \($0)" }
    let parts = [app.filled, build].compactMap(\.self)
    return parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
  }
  /// The trend in words, or the command that has it.
  var trendPhrase: String? { trend?.phrase ?? (isTrendLeftOut ? "a11y trend" : nil) }
  /// What the rules of the release come to; nil where it is not known.
  package var decision: ReleaseVerdict?
  package var stale = 0
  package var waived = 0
  /// The build that an audit is about; empty for none.
  package var auditBuild = ""
  /// The builds of the current results; only for a tracker.
  package var builds: BuildCounts?
  /// Age of the oldest result behind the figures, in whole days; nil if there is no result.
  package var oldestEvidenceDays: Int?
  /// Age of the newest result, in whole days.
  package var newestEvidenceDays: Int?
  /// Components with failing cells, worst first.
  package var worstComponents: [ComponentSummary] = []
  /// The number of components in text output, where one was asked for; JSON has all.
  package var worstLimit: Int?
  var worstNamed: Int { worstLimit ?? 5 }
  /// All figures and steps on a terminal, which else has what fits 24 lines.
  package var isWhole = false
  /// First-tap tests, one per plan; nil without a plan.
  package var firstTap: [TapReport]?
  /// The same for files, which others may keep one after the other: they change at the looks of the plans alone.
  package var publishedTaps: [TapReport]?
  /// Audits to choose from; empty for the report of one.
  package var audits: [ReportAudit] = []
  /// The cells by the settings during the test; nil if not requested.
  package var groups: ConditionGroups?
  /// Of an audit that is split among testers.
  package var assigned: [AssignedItems] = []
  /// What to do next, most useful first.
  package var next: [StatusStep] = []
  /// Sentences about what the figures leave out: conflicts, facts kept for a newer version.
  package var notices: [String] = []
  /// What to decide, to share, or to know before the figures are used.
  package var attention: [Notice] = []
  /// The questions of the team that are not decided, where the status is that of now and of no audit.
  package var openQuestions = 0
  /// Results with a future timestamp, which are counted.
  package var ahead = AheadOfClock()
}

/// A command worth running, and why.
package struct StatusStep: Sendable {
  package var command: String
  package var reason: String
}

/// How many findings were open at the ends of the periods in which that changed, and how many are open now.
package struct OpenTrend: Equatable, Sendable {
  package struct Point: Equatable, Sendable {
    /// `2026-W10`, `2026-03-01`, `2026-03`.
    package var period: String
    package var open: Int
  }

  package let step: TrendStep
  /// The oldest first; at least one.
  package let points: [Point]
  private let now: Int

  /// - Parameter open: the open findings now, which is later than the end of the last period but one.
  /// - Returns: nil where nothing was tested in an earlier period.
  package init?(_ trend: Trend, by step: TrendStep, open: Int) {
    guard let group = trend.groups.first else { return nil }
    var points: [Point] = []
    for (period, point) in zip(trend.periods, group.points).dropLast() where !point.isGap {
      if points.last?.open != point.open { points.append(Point(period: period.name, open: point.open)) }
    }
    guard !points.isEmpty else { return nil }
    (self.step, self.points) = (step, points)
    now = open
  }

  /// `11 open at the end of 2024-11, 71 at the end of 2025-03, 54 now`: the first, the most in between, and now.
  package var phrase: String { phrase { $0 } }

  /// - Parameter named: the name of a period in the words of the reader.
  func phrase(_ named: (String) -> String) -> String {
    let peak = points.dropFirst().max { ($0.open, $1.period) < ($1.open, $0.period) }
    let shown = [points[0]] + [peak].compactMap { $0 }.filter { $0.open > max(points[0].open, now) }
    let words = shown.enumerated().map { place, point in
      "\(counted(point.open))\(place == 0 ? " open" : "") at the end of \(named(point.period))"
    }
    return words.joined(separator: ", ") + ", \(counted(now)) now"
  }

  /// A character for each point, the latest last, as high as its share of the most.
  package var line: String {
    let values = points.suffix(11).map(\.open) + [now]
    let most = max(1, values.max() ?? 1)
    return values.map { Sparkline.mark(step: $0 * (Sparkline.steps - 1) / most) }.joined()
  }

  var json: JSONText {
    .object([
      "every": step.rawValue, "open": now,
      "points": JSONText.objects(points) { ["period": $0.period, "open": $0.open] },
    ])
  }
}

/// The sentences that every form of the status shares, so that all forms agree.
///
/// They are fixed texts with counts; foreign text in them is escaped by the renderer.
extension StatusReport {
  /// True if nothing is in scope yet, or nothing was tested.
  var isEmpty: Bool { cells.inScope <= 0 || audit == nil && cells.answered <= 0 }

  /// The text instead of figures: what is missing.
  var emptySentence: String {
    if let audit { return "The scope of the audit \(audit) is empty." }
    if components <= 0, retired > 0 {
      return "No active components: \(counted(retired, "component is", "components are")) retired."
    }
    if components <= 0 { return "No components or results yet." }
    return scope + (cells.inScope > 0 ? ", none tested yet." : ".")
  }

  /// Steps for a tracker without suggestions of its own.
  var steps: [StatusStep] {
    guard next.isEmpty, isEmpty else { return next }
    let log = StatusStep(command: "a11y log pass CHECK COMPONENT", reason: "Log the first result.")
    let checks = StatusStep(command: "a11y list checks", reason: "Browse the checks.")
    let walk = StatusStep(command: "a11y walk", reason: "Test each applicable item, one key per answer.")
    if components > 0, cells.inScope <= 0 {
      return [StatusStep(command: "a11y list checklists", reason: "Find checklists whose checks apply."), checks]
    }
    if components > 0 { return [walk, log, checks] }
    let register = StatusStep(
      command: "a11y new component sign-in/close-button --kind icon-button",
      reason: "Add the first component, or many with --from components.csv.")
    let demo = StatusStep(command: "a11y demo DIR", reason: "Explore a demo tracker.")
    return [register, log, demo]
  }

  var scopeSentence: String { scope + "." }

  private var scope: String {
    let scope = "\(counted(components, "component")), \(counted(cells.inScope, "item")) in scope"
    return audit == nil ? "\(scope) (\(plan.words))" : scope
  }

  /// `12 stale, 2 disputed, 1 contradicted`
  var attentionPhrase: String {
    "\(counted(stale)) stale, \(counted(cells.disputed)) disputed, \(counted(cells.contradicted)) contradicted"
      + (openQuestions > 0 ? ", \(counted(openQuestions, "open question"))" : "")
  }

  /// `3.2: 205 tested on it, 82 on an older one, 72 untested`; a note if no build is recorded.
  var buildPhrase: String? {
    guard let builds else { return nil }
    if builds.current.isEmpty {
      return "not recorded, so older results cannot be identified, and nothing counts as fixed"
    }
    return
      "\(builds.current): \(counted(builds.onCurrent)) tested on this build, "
      + (builds.newer.count > 0 ? "\(counted(builds.newer.count)) on a newer build, " : "")
      + "\(counted(builds.onOlder)) on an older build, "
      + "\(counted(cells.untested)) untested"
  }

  /// Results whose build is not known, or is newer than the current one.
  var hasUnusualBuilds: Bool { builds.map { $0.current.isEmpty || $0.newer.count > 0 } ?? false }

  var evidencePhrase: String {
    ahead.ages(newest: newestEvidenceDays, at: ahead.latest, oldest: oldestEvidenceDays)
  }
}
