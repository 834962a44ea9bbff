package import Audit
package import Base
package import Store

/// Makes the status of what a tracker holds at a moment.
package enum StatusAssembly {
  /// - Parameters:
  ///   - asOf: what `--as-of` said; the moment itself is the reader's.
  ///   - isWhole: whether all is asked for, however long it takes.
  ///   - clock: of which the days of the trend are; those of no place in what goes to others.
  package static func report(
    _ reader: Reader, _ present: Reader, _ audit: AuditRound?, asOf: String?, _ grouping: ConditionGrouping?,
    _ decision: ReleaseVerdict, isWhole: Bool = false, in clock: LocalClock = .utc
  ) throws -> StatusReport {
    let (standing, cellNotices) =
      try audit.map { (try reader.standing(of: $0), nil) } ?? reader.summary() as (Standing, CellNotices?)
    var rounds: [(audit: AuditRound, standing: Standing)] = []
    if let audit {
      rounds = audit.closed == nil ? [(audit, standing)] : []
    } else {
      let open = try reader.audits().filter { $0.closed == nil }
      rounds = Array(zip(open, try reader.standings(of: open)))
    }
    // The registered components distinguish an empty scope from an empty tracker.
    let all = standing.counts.inScope > 0 ? [] : try reader.components()
    let retired = all.count(where: \.isRetired)
    let registered = standing.counts.inScope > 0 ? standing.components : all.count - retired
    let counts = standing.counts
    var report = StatusReport(
      asOf: Timestamp(milliseconds: standing.asOf).iso8601Second, components: registered, retired: retired,
      audit: standing.audit, cells: counts, open: standing.open, decision: decision, stale: standing.stale,
      waived: standing.waived,
      oldestEvidenceDays: standing.oldest.map { Timestamp.days(from: $0, to: standing.asOf) },
      newestEvidenceDays: standing.newest.map { Timestamp.days(from: $0, to: standing.asOf) },
      worstComponents: standing.worst,
      audits: audit == nil ? rounds.map { ReportAudit(name: $0.audit.name, counts: $0.standing.counts) } : [],
      next: try StatusAdvice(
        reader: reader, standing: standing, rounds: rounds, audit: audit, blocking: decision.blockingPlaces, asOf: asOf,
        ranksFixes: isWhole || standing.open.fail <= mostTrended
      ).steps(),
      notices: try notices(standing, audit, reader, present))
    report.auditBuild = audit?.build ?? ""
    report.ahead = AheadOfClock(count: standing.ahead, latest: standing.newest)
    if let words = StaleWords.notice(try reader.staleRule(), now: try present.staleRule()), counts.answered > 0 {
      report.notices.append(words)
    }
    if let words = report.ahead.sentence { report.notices.append(words) }
    if audit == nil {
      report.plan = try reader.plan()
      report.builds = standing.builds
      // What the plan does not ask for is gone through as well.
      report.isTrendLeftOut = !isWhole && counts.answered + (cellNotices?.outside ?? 0) > mostTrended
      if !report.isTrendLeftOut {
        report.trend = try trend(present, until: asOf == nil ? nil : reader.now, in: clock, open: standing.open.fail)
      }
    }
    let works = (audit == nil ? [nil] : []) + rounds.map { Optional($0.audit) }
    report.attention =
      try attention(reader, audit, cellNotices, standing, decision)
      + reader.withoutCheck(of: works, NoticeWords.withoutCheck).compactMap(\.self)
    if audit == nil, try !reader.usualChecklists.isEmpty {
      report.attention += NoticeWords.withoutUnit(try reader.workScope(of: nil))
    }
    if audit == nil, asOf == nil {
      report.openQuestions = try reader.openQuestions()
      // With results it is among what comes next.
      if counts.answered == 0 { report.attention += NoticeWords.questions(report.openQuestions) }
    }
    report.groups = try grouping.map { try ConditionTally.groups(reader, audit, standing, by: $0) }
    if let audit, !audit.assignments.isEmpty {
      report.assigned = try reader.cellTable(Filter(), of: audit).assigned(of: audit)
    }
    let taps = try TapReports.status(reader)
    (report.firstTap, report.publishedTaps) = (taps?.shown, taps?.published)
    return report
  }

  /// With more tested items than these the past takes as long as all else that a status says.
  private static let mostTrended = 10_000

  /// The open findings over time, as a report of the same moment has them.
  ///
  /// - Parameter moment: that of the figures; nil for now.
  private static func trend(
    _ present: Reader, until moment: Int64?, in clock: LocalClock, open: Int
  ) throws -> OpenTrend? {
    do {
      // A single period has no course.
      guard let (step, periods, reach) = try present.fewPeriods(until: moment, in: clock), periods.count > 1 else {
        return nil
      }
      let request = TrendRequest(periods: periods, filter: Filter(), reach: reach)
      return OpenTrend(try present.trend(request), by: step, open: open)
    } catch is Refusal {
      // Results of a thousand years have too many periods for a trend; the status is that of now.
      return nil
    }
  }

  /// Notices about cells cover an audit only as far as its own results show them.
  private static func attention(
    _ reader: Reader, _ audit: AuditRound?, _ cells: CellNotices?, _ standing: Standing, _ decision: ReleaseVerdict
  ) throws -> [Notice] {
    var notices = try reader.exchangeNotices(of: audit)
    if let cells {
      notices.cells = cells
    } else {
      notices.cells.disputed = standing.counts.disputed
      notices.cells.contradicted = standing.counts.contradicted
      notices.cells.unasked = standing.unasked
    }
    notices.cells.byOthers = decision.byOthers
    return NoticeWords.all(notices)
  }

  /// What the figures do not contain.
  private static func notices(
    _ standing: Standing, _ audit: AuditRound?, _ reader: Reader, _ present: Reader
  ) throws -> [String] {
    var notices = try audit.map { try NoticeWords.closing(of: $0, reader, present) } ?? []
    if standing.conflicts > 0 {
      let subject = counted(standing.conflicts, "record has", "records have")
      notices.append("\(subject) a field with more than one value; one of them is used.")
    }
    return try notices + NoticeWords.kept(standing.keptForNewer, present)
  }
}

extension NoticeWords {
  /// What the team asks for in the place of built-in checks: figures of criteria do not go by it, and all others do.
  package static func adjusted(_ reader: Reader) throws -> [Notice] {
    let ids = try reader.adjustedChecks()
    guard !ids.isEmpty else { return [] }
    let subject = counted(ids.count, "built-in check is", "built-in checks are")
    return [
      Notice(
        "adjusted_checks", ids.count,
        "\(subject) adjusted by the team (thresholds, impact): \(firstNamed(ids, 3)).",
        command: "a11y list checks " + ShellWord.quoted("check:" + ids.prefix(10).joined(separator: ",")))
    ]
  }
}

/// What to do next, read off the data: what hurts most first, then what makes the figures doubtful, then what is
/// missing from them.
struct StatusAdvice {
  let reader: Reader
  let standing: Standing
  /// The open audits in view, each with its state.
  let rounds: [(audit: AuditRound, standing: Standing)]
  /// The one that the report is about.
  let audit: AuditRound?
  /// Of the findings that keep the release.
  let blocking: Set<ScopeCell>
  /// What `--as-of` said. Of a past moment only what can be shown as of it is advised.
  var asOf: String?
  /// Whether the first fix is named: of very many findings the ranking takes as long as all else.
  var ranksFixes = true

  /// Waivers that end within this number of days are named.
  private static let waiverNotice = 14

  func steps() throws -> [StatusStep] {
    // A tracker without anything gets the first steps, which the report knows by itself.
    if standing.counts.answered == 0, rounds.isEmpty { return [] }
    var steps = critical
    if asOf == nil { steps += try waivers() }
    steps += disputes
    if asOf == nil {
      steps += conflicts
      steps += try signals()
    }
    steps += try untested() + fixes() + stale
    if asOf == nil { steps += try questions() }
    return steps + withoutResults
  }

  private func step(_ count: Int, _ command: String, _ reason: String) -> [StatusStep] {
    let moment = asOf.map { " --as-of \(ShellWord.quoted($0))" } ?? ""
    return count > 0 ? [StatusStep(command: command + moment, reason: reason)] : []
  }

  /// Added to a command where the report is about one audit.
  private var ofAudit: String { standing.audit.map { " --audit \(ShellWord.quoted($0))" } ?? "" }

  private var critical: [StatusStep] {
    // What a waiver covers is decided.
    let count = standing.open.critical
    let query = standing.counts.critical > count ? "'severity:1 -waived:yes'" : "severity:1"
    return step(
      count, "a11y list findings \(query)" + ofAudit,
      "\(counted(count, "failing item is", "failing items are")) critical.")
  }

  private func waivers() throws -> [StatusStep] {
    guard standing.audit == nil else { return [] }
    let today = Timestamp(milliseconds: reader.now).localDate(offset: 0)
    var expired = 0
    var ending = 0
    for waiver in try reader.waivers() {
      if !WaiverSheet.isInForce(waiver.until, on: today) {
        expired += 1
      } else if let days = WaiverSheet.daysLeft(waiver.until, from: reader.now), days <= Self.waiverNotice {
        ending += 1
      }
    }
    var words: [String] = []
    if expired > 0 { words.append("\(counted(expired, "waiver has", "waivers have")) expired") }
    if ending > 0 { words.append("\(counted(ending, "waiver ends", "waivers end")) within \(Self.waiverNotice) days") }
    return step(expired + ending, "a11y list waivers --sort until", words.joined(separator: ", ") + ".")
  }

  private var disputes: [StatusStep] {
    let count = standing.counts.disputed
    return step(
      count, "a11y list items disputed:yes" + ofAudit,
      "Testers disagree about \(counted(count, "item")). Run \"a11y resolve\" to choose an outcome.")
  }

  private var conflicts: [StatusStep] {
    step(
      standing.conflicts, "a11y list conflicts",
      "\(counted(standing.conflicts, "record has", "records have")) several values of a field. Run \"a11y resolve\" "
        + "to choose one.")
  }

  private func signals() throws -> [StatusStep] {
    guard standing.audit == nil, try reader.signalCount() > 0 else { return [] }
    let open = try reader.openSignals().count
    return step(
      open, "a11y list tool-findings",
      "\(counted(open, "item has", "items have")) tool findings that are not reviewed.")
  }

  /// The fix that the list of fixes begins with, where it removes more than one of several findings.
  private func fixes() throws -> [StatusStep] {
    let open = standing.open.fail
    guard open > 2 else { return [] }
    let command = "a11y list fixes" + ofAudit
    guard ranksFixes else {
      return step(1, command, "\(counted(open)) findings are open. List the highest-impact fixes.")
    }
    let tally = try reader.findingTable(of: audit).fixes(reader.findingSource(), blockers: blocking)
    guard let best = tally.fixes.first, best.group != .owner, best.findings > 1 else { return [] }
    let words = try best.words { try reader.check($0)?.check.failure ?? $0 }
    return step(
      best.findings < tally.open ? 1 : 0, command,
      "Highest-impact fix: \(words), \(counted(best.findings, of: tally.open)) open findings.")
  }

  private func untested() -> [StatusStep] {
    rounds.flatMap { round in
      let (untested, scope) = (round.standing.counts.untested, round.standing.counts.inScope)
      let name = ShellWord.quoted(round.audit.name)
      let isBegun = round.standing.counts.answered > 0 || asOf != nil
      return step(
        untested, isBegun ? "a11y list items status:untested --all --audit \(name)" : "a11y walk --audit \(name)",
        "\(counted(untested)) of \(counted(scope, "item")) of \(round.audit.name) \(untested == 1 ? "is" : "are") untested."
      )
    }
  }

  private var stale: [StatusStep] {
    step(
      standing.stale, "a11y list items stale:yes" + ofAudit,
      "\(counted(standing.stale, "result is", "results are")) stale: something has changed since the test, or the age "
        + "limit has passed.")
  }

  private func questions() throws -> [StatusStep] {
    guard standing.audit == nil else { return [] }
    let open = try reader.openQuestions()
    return step(open, "a11y list questions", "\(counted(open, "question is", "questions are")) open.")
  }

  /// Components that are not tested yet, where no audit says what to test.
  private var withoutResults: [StatusStep] {
    guard standing.audit == nil, rounds.isEmpty else { return [] }
    let missing = standing.unanswered
    return step(
      missing, "a11y list items status:untested --all",
      "\(counted(missing)) of \(counted(standing.components, "component")) \(missing == 1 ? "has" : "have") no result yet."
    )
  }
}

extension Reader {
  /// How many questions of the team are not decided.
  fileprivate func openQuestions() throws -> Int { try records("question").count { !$0.isDecided } }
}

/// Stale results, and the age limit for them.
enum StaleWords {
  /// `stale (build, age)`; nil for what is not.
  static func phrase(_ reasons: [StaleReason]) -> String? {
    reasons.isEmpty ? nil : "stale (\(reasons.map(\.rawValue).joined(separator: ", ")))"
  }

  /// Where there is no limit, and where the moment in view had another one than now: the same results then give
  /// other numbers. Nil where no notice is needed.
  static func notice(_ then: StaleRule, now: StaleRule) -> String? {
    guard then.days == now.days else {
      return "The age limit for stale results was changed: then \(limit(then)), now \(limit(now))."
    }
    guard now.days == 0 else { return nil }
    return "No result is stale by age: this tracker has no age limit. "
      + "Run \"a11y edit tracker --stale-days 180\" to set one."
  }

  private static func limit(_ rule: StaleRule) -> String {
    rule.days > 0 ? "more than \(counted(rule.days, "day"))" : "no limit"
  }
}

extension ChainGap {
  /// `Decisions of ben count, though entries before them are missing here: nothing proves that they are theirs.`
  package static func sentence(_ gaps: [ChainGap], areNamed: Bool) -> String {
    let names = Set(gaps.map { $0.tester.isEmpty ? $0.replica : $0.tester }).sorted()
    return
      "Decisions of \(areNamed ? firstNamed(names, 3) : "people who are followed") count, though entries before them are "
      + "missing here: nothing proves who made them."
  }
}
