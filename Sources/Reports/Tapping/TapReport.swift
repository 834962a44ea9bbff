import Base
package import Children
package import Store

/// One session as input of a report.
package struct TapRecord: Sendable {
  package var session: TapSession
  /// Scored trials, as they count: none where consent is missing.
  package var trials: [TapTrial]
  package var remarks: [TapRemark]
  /// As `SessionRecord` has it.
  package var isElsewhere = false
}

extension TapRecord {
  package init(_ record: SessionRecord) {
    self.init(
      session: record.session, trials: record.scored.map(\.trial), remarks: record.remarks,
      isElsewhere: record.isElsewhere)
  }
}

/// The result of a first-tap test: one part for each size, input, and scoring version. They are never
/// combined.
package struct TapReport: Sendable {
  package let plan: TapPlan
  /// What was changed of the plan after its first session, in sentences.
  package let changes: [String]
  package let isRedacted: Bool
  /// Whether its figures change at the looks of the plan alone, though it is redacted no further.
  package let isPublished: Bool
  package let strata: [TapStratum]
  /// Warnings about the recorded data, for the team only.
  package let warnings: [String]
  /// What a plan came to, also if its sessions are on another machine; nil where that is not known here.
  var closing: Closing?
  /// The verdict that was logged for the sessions that are here; nil where none was, or for others than the team.
  package var loggedVerdict: Verdict? { main == nil || isRedacted ? nil : closing?.verdict }
  /// Sessions are here that do not count: their machines are not followed.
  var hasStrangeSessions = false

  /// - Parameters:
  ///   - records: of this plan, in the order in which they were held.
  ///   - begun: the plan as it was when the first of them was held.
  ///   - isForTeam: for the team that held the sessions; nothing is hidden.
  ///   - isPublished: for what other programs read again and again.
  ///   - erasedAfter: how many of them were held before the last erasure of a child; nil without one.
  package init(
    _ plan: TapPlan, _ records: [TapRecord], begun: TapPlan? = nil, isRedacted: Bool = false, isForTeam: Bool = false,
    isPublished: Bool = false, erasedAfter: Int? = nil
  ) {
    changes = begun.map { Self.changes(of: plan, since: $0) } ?? []
    let looks = (begun ?? plan).looksAfter
    let plan = begun.map(plan.held) ?? plan
    (self.plan, self.isRedacted, self.isPublished) = (plan, isRedacted, isPublished)
    let keys = records.flatMap { record in record.trials.map { TapStratum.Key(record.session, $0) } }
    strata = keys.unique().sorted().map { key in
      TapStratum(
        plan, key, records, published: looks, isRedacted: isRedacted, isForTeam: isForTeam, isPublished: isPublished,
        erasedAfter: erasedAfter)
    }
    // Their numbers differ by the child that was erased, as the rates do.
    let isTold = !isRedacted && !strata.contains(where: \.isAfterErasure)
    warnings = isTold ? TapQuality.warnings(plan, records, strata: keys.count) : []
  }

  /// Of many verdicts, some are false by chance: 2.5% each way. Nil for few verdicts.
  package static func falseCalls(of count: Int) -> String? {
    guard count >= 10 else { return nil }
    let expected = max(1, Int(Multiplicity.expectedFalseCalls(judged: count).rounded()))
    return
      "\(count) plans are evaluated: about \(expected) false \"met\" and about \(expected) false \"not met\" are "
      + "expected by chance."
  }

  /// The look of a redacted report; nil if it is not shown, or if all children are included.
  ///
  /// The same with or without later children: a redacted report does not reveal them.
  package var look: String? {
    guard isRedacted, let part = main, part.disclosure != .hidden else { return nil }
    let count = part.estimate.children
    let first = count == 1 ? "first child" : "first \(count) children"
    let words = count == plan.children ? " (all planned)" : count < plan.children ? " of \(plan.children) planned" : ""
    return "published: " + first + words
  }

  /// The main part of the plan: its size and input, by the newest scoring.
  package var main: TapStratum? {
    strata.last { $0.key.width == plan.width && $0.key.height == plan.height && $0.key.input == plan.input }
  }
}

/// Children who tapped one size with one input, scored alike.
package struct TapStratum: Sendable {
  package struct Key: Hashable, Comparable, Sendable {
    package let width: Int
    package let height: Int
    package let input: TapInput
    package let scoring: Int

    init(_ session: TapSession, _ trial: TapTrial) {
      width = trial.width
      height = trial.height
      input = session.input
      scoring = trial.scoring
    }

    package var sizeText: String { "\(TapPlan.points(width))x\(TapPlan.points(height))" }

    package static func < (left: Key, right: Key) -> Bool {
      (left.width, left.height, left.input.rawValue, left.scoring)
        < (right.width, right.height, right.input.rawValue, right.scoring)
    }
  }

  package let key: Key
  package let target: Double
  package let planned: Int
  /// The same when the first child took part, if it was changed since.
  let plannedAtFirst: Int?
  /// Scored taps that were planned of each.
  package let plannedTaps: Int
  /// The number of planned looks.
  package let looks: Int
  package let isRedacted: Bool
  /// A child was erased, and too few new ones have come since: the difference to earlier reports would be the child.
  let isAfterErasure: Bool
  let isClosed: Bool
  /// The displayed size, if it was the same for all; nil if unknown.
  let millimetres: String?
  package let disclosure: Disclosure
  /// Each child's taps by the strict and by the filtered scoring.
  package let estimate: Estimate
  package let filtered: Estimate
  /// How many of its children have all their sessions of machines that are followed; not told to others than the team.
  package let elsewhere: Int
  /// Where children did not try.
  package let bounded: BoundedEstimate?
  /// Taps that children did not try.
  package let notAttempted: Int
  /// The number of retries and of tasks, shown like the rate, and the number of children who retried, nil if
  /// hidden.
  package let retries: (count: Int, tasks: Int, children: Int?)?
  /// Tries after the first for each task that was tried; nil without any.
  package let retryRate: Double?
  /// By age band, hand, and size in mm; those that are shown and have several groups.
  package let breakdowns: [TapBreakdown]
  /// Why others are not shown, by their names; nothing where the report is for others than the team.
  let hiddenBreakdowns: [String: HiddenBreakdown]
  /// Children with frustration of 1 and more, of the children who have a session here; nil where hidden.
  package let frustrated: Int?
  /// Children by their comments on the size; nil where hidden.
  package let comments: [(code: SizeCode, children: Int)]?
  /// Whether a child had repeated difficulty, by the rule of `TapDifficulty`; nil if not shown.
  package let hasDifficulty: Bool?
  /// The participants, to find out which comparisons can be shown; nil if none.
  let crowd: TapParticipants?

  /// - Parameter published: after how many children published figures change: those that were planned at first.
  init(
    _ plan: TapPlan, _ key: Key, _ all: [TapRecord], published: [Int], isRedacted: Bool, isForTeam: Bool = false,
    isPublished: Bool = false, erasedAfter: Int?
  ) {
    let rule: DisclosureRule = isRedacted ? .redacted : isForTeam ? .team : .standard
    let isPart = all.map { record in record.trials.contains { Key(record.session, $0) == key } }
    var records = zip(all, isPart).filter(\.1).map { record, _ in
      TapRecord(
        session: record.session, trials: record.trials.filter { Key(record.session, $0) == key },
        remarks: record.remarks, isElsewhere: record.isElsewhere)
    }
    var broken = records
    var steps: [Int] = []
    var isHidden = false
    if isRedacted || isPublished {
      let sessions = records.map { record in
        PublishedLook.Session(child: record.session.participant, taps: TapCounting.strict(record.trials))
      }
      let erased = erasedAfter.map { last in isPart.prefix(last).count { $0 } }
      let look = PublishedLook(sessions, looks: published, erasedAfter: erased, rule: rule)
      broken = look?.brokenDown.map { Array(records.prefix($0)) } ?? []
      records = look.map { Array(records.prefix($0.sessions)) } ?? []
      steps = look?.steps ?? []
      isHidden = look == nil
    }
    let held =
      isRedacted || isForTeam || isPublished ? nil : erasedAfter.map { last in isPart.prefix(last).count { $0 } }
    isAfterErasure = held.map { Self.areFew(records.dropFirst($0), besides: records.prefix($0), rule) } ?? false
    let children = TapChild.gather(records)
    let whole = children.map(\.strict)
    self.key = key
    target = Double(plan.target) / 100
    planned = plan.children
    plannedAtFirst = published.max().flatMap { $0 == plan.children ? nil : $0 }
    plannedTaps = plan.taps
    looks = plan.looks
    self.isRedacted = isRedacted
    isClosed = plan.closed != nil
    let sizes = Set(records.flatMap { record in record.trials.map { TapBreakdown.millimetres(record.session, $0) } })
    millimetres = sizes.count == 1 ? sizes.first.flatMap { $0 == TapBreakdown.unknownSize ? nil : $0 } : nil
    estimate = Estimate(whole)
    filtered = Estimate(children.map(\.filtered))
    let here = Set(records.filter { !$0.isElsewhere }.map(\.session.participant))
    elsewhere = isRedacted ? 0 : children.count { $0.strict.taps > 0 && !here.contains($0.code) }
    notAttempted = children.reduce(0) { $0 + $1.notAttempted }
    bounded = notAttempted > 0 ? try? BoundedEstimate(children.map { ($0.strict, $0.notAttempted) }) : nil
    let allowed = isHidden ? .hidden : rule.disclosure(of: whole)
    disclosure = allowed == .shown && isAfterErasure ? .verdictOnly : allowed
    let tasks = children.flatMap(\.tasks)
    let again = tasks.reduce(0) { $0 + $1.retries }
    retryRate = tasks.isEmpty ? nil : Double(again) / Double(tasks.count)
    let persisting = children.count { $0.tasks.contains { $0.retries > 0 } }
    let told = rule.allows(affected: persisting, of: children.count) ? persisting : nil
    retries = disclosure == .shown && !tasks.isEmpty ? (again, tasks.count, told) : nil
    guard disclosure == .shown else {
      (breakdowns, hiddenBreakdowns, frustrated, comments, hasDifficulty, crowd) = ([], [:], nil, nil, nil, nil)
      return
    }
    (breakdowns, hiddenBreakdowns) = TapBreakdown.disclosed(broken, rule, steps: steps, isRedacted: isRedacted)
    // Numbers about pairs of plans are shown once, like breakdowns: only for data that no longer changes.
    crowd = isRedacted && plan.closed == nil ? nil : TapParticipants(broken, breakdowns, steps: steps, rule)
    let affected = children.count(where: \.isFrustrated)
    frustrated = rule.allows(affected: affected, of: children.count) ? affected : nil
    let counts = SizeCode.allCases.map { code in (code, children.count { $0.comments.contains(code) }) }
    comments = rule.allows(counts: counts.map(\.1), of: children.count) ? counts.filter { $0.1 > 0 } : nil
    hasDifficulty = isRedacted ? nil : children.contains(where: \.isInTrouble)
  }

  private static func areFew(
    _ new: ArraySlice<TapRecord>, besides known: ArraySlice<TapRecord>, _ rule: DisclosureRule
  ) -> Bool {
    Set(new.map(\.session.participant)).subtracting(known.map(\.session.participant)).count < rule.fewest
  }

  /// Why there is a verdict without a rate.
  package var whyNoRate: String {
    isAfterErasure
      ? "a child was erased; shown again after \(DisclosureRule.standard.fewest) new children" : "results too similar"
  }

  /// `6 children here, 200 of machines that are followed`; nil where all of them took part here.
  package var origins: String? {
    guard elsewhere > 0 else { return nil }
    let here = counted(estimate.children - elsewhere, "child", "children")
    return "\(here) here, \(counted(elsewhere)) of machines that are followed"
  }

  package var planIsComplete: Bool { estimate.children >= planned }

  package var verdict: Verdict {
    bounded?.verdict(target: target, planIsComplete: planIsComplete)
      ?? estimate.verdict(target: target, planIsComplete: planIsComplete)
  }

  /// The report of `a11y tap estimate` on the same children.
  package var answer: EstimateReport {
    // A redacted report leaves out children who did take part, so it does not say that they will not.
    EstimateReport(
      estimate, target: target, plan: .children(planned), looks: looks, plannedTaps: plannedTaps,
      plannedAtFirst: plannedAtFirst, isClosed: isClosed && !isRedacted)
  }
}

/// The participants of a plan, by codes that are never output: they decide what a comparison may show.
struct TapParticipants: Sendable {
  let members: ToldGroup<String>
  /// The groups of each child in shown breakdowns: its ages, its hands, the report after which it first counted.
  let marks: [String: Set<String>]

  /// Nil if the total is not shown.
  init?(_ records: [TapRecord], _ breakdowns: [TapBreakdown], steps: [Int], _ rule: DisclosureRule) {
    members = TapChild.members(records)
    guard rule.disclosure(of: members.taps) == .shown else { return nil }
    var marks: [String: Set<String>] = [:]
    for (session, record) in records.enumerated() {
      marks[record.session.participant, default: []].insert("step \(steps.count { $0 <= session })")
    }
    for breakdown in breakdowns {
      for group in breakdown.groups {
        for code in group.members.keys { marks[code, default: []].insert("\(breakdown.name) \(group.name)") }
      }
    }
    self.marks = marks
  }
}

extension Dictionary where Key == String, Value == ChildTaps {
  /// In one order on every machine, so that sums have the same last digits.
  var taps: [ChildTaps] { sorted { $0.key < $1.key }.map(\.value) }
}

/// Reports of first-tap tests in the tracker.
package enum TapReports {
  /// Nil without a plan.
  package static func all(_ reader: Reader, isRedacted: Bool = false) throws -> [TapReport]? {
    let plans = try reader.plans()
    return plans.isEmpty ? nil : try reports(plans, reader, isRedacted: isRedacted)
  }

  /// - Parameter ages: only of children in these bands, for the team alone; nil for all.
  package static func reports(
    _ plans: [TapPlan], _ reader: Reader, isRedacted: Bool, isForTeam: Bool = false, ages: Set<AgeBand>? = nil
  ) throws -> [TapReport] {
    try reports(
      plans, reader.sessionRecords(), reader, isRedacted: isRedacted, isForTeam: isForTeam, ages: ages)
  }

  /// What a status shows to people, and what it has in files: other programs may keep one after the other, and their
  /// difference would be a child. Nil without a plan.
  package static func status(_ reader: Reader) throws -> (shown: [TapReport], published: [TapReport])? {
    let plans = try reader.plans()
    guard !plans.isEmpty else { return nil }
    let all = try reader.sessionRecords(all: true)
    let counting = all.filter(\.counts)
    let voided = all.compactMap { record in record.voidedAt.map { (ExactText(record.session.plan), $0) } }
    return (
      try reports(plans, counting, reader),
      try reports(plans, counting, reader, voided: Dictionary(voided, uniquingKeysWith: max), isPublished: true)
    )
  }

  /// - Parameter voided: when a session was taken out last, by the keys of plans, ms UTC.
  private static func reports(
    _ plans: [TapPlan], _ sessionRecords: [SessionRecord], _ reader: Reader, voided: [ExactText: Int64] = [:],
    isRedacted: Bool = false, isForTeam: Bool = false, isPublished: Bool = false, ages: Set<AgeBand>? = nil
  ) throws -> [TapReport] {
    let removed = isRedacted ? try reader.lastRemovalOfChild() : nil
    var waiting: (changes: [Proposal], sessions: [WaitingSession])?
    return try plans.map { plan in
      let own = sessionRecords.filter { record in
        record.session.plan.hasSameBytes(as: plan.key) && ages?.contains(record.session.age) ?? true
      }
      let erased = try isRedacted ? removed : reader.lastErasure(ofPlan: plan.key)
      let last = [erased, voided[ExactText(plan.key)]].compactMap { $0 }.max()
      var report = try report(
        plan, own, erased: last, reader, isRedacted: isRedacted, isForTeam: isForTeam, isPublished: isPublished)
      let hasVerdict = plan.closed != nil && ages == nil && report.main != nil
      if hasVerdict { report.closing = try closing(of: plan, [], reader, isNamed: false) }
      guard report.strata.isEmpty else { return report }
      let here = try waiting ?? (reader.proposals(of: TapPlan.recordKind), reader.waitingSessions())
      waiting = here
      func isOf(_ key: String) -> Bool { key.hasSameBytes(as: plan.key) }
      report.closing = try closing(of: plan, here.changes.filter { isOf($0.key) }, reader, isNamed: !isRedacted)
      report.hasStrangeSessions = here.sessions.contains { isOf($0.plan) }
      return report
    }
  }

  /// What the results say that a plan was closed with: they travel, and its sessions do not. A closing that waits for a
  /// decision here closes nothing, and is named as what it is.
  private static func closing(
    of plan: TapPlan, _ waiting: [Proposal], _ reader: Reader, isNamed: Bool
  ) throws -> TapReport.Closing? {
    guard plan.closed == nil else {
      return try closing(of: plan, by: reader.resultsOfPlan(plan.key), reader, isNamed: isNamed)
    }
    func value(_ name: String, _ one: Proposal) -> JSONValue? { one.fields.first { $0.name == name }?.value }
    guard let last = waiting.last(where: { value("closed", $0)?.integerValue != nil }) else { return nil }
    let named = waiting.last { $0.replica == last.replica && value("results", $0) != nil }
    // Of those alone who closed it: they may name any.
    let results = (named.flatMap { value("results", $0)?.arrayValue }?.compactMap(\.stringValue) ?? [])
      .filter { $0.utf8.starts(with: "\(last.replica)-".utf8) }
    let verdict = try closing(of: plan, by: results, reader, isNamed: isNamed)?.verdict
    let by = isNamed ? last.tester.filled ?? last.replica : ""
    return TapReport.Closing(
      verdict: verdict, by: by, on: LongDate.day(last.time, reader.clock), isFollowed: false)
  }

  private static func closing(
    of plan: TapPlan, by results: [String], _ reader: Reader, isNamed: Bool
  ) throws -> TapReport.Closing? {
    let results = Set(results)
    let logged = try reader.history(component: plan.component, check: TapDifficulty.check)
    guard let last = logged.filter({ $0.condition.isEmpty && results.contains($0.id) }).max(by: { $0.time < $1.time })
    else { return nil }
    return TapReport.Closing(
      last.outcome, by: isNamed ? last.tester : "", on: LongDate.day(last.time, reader.clock))
  }

  package static func report(_ plan: TapPlan, _ reader: Reader) throws -> TapReport {
    try report(
      plan, reader.sessionRecords(plan: plan.key), erased: reader.lastErasure(ofPlan: plan.key), reader)
  }

  /// - Parameter erased: when a child was erased last, ms UTC; nil for never.
  private static func report(
    _ plan: TapPlan, _ sessions: [SessionRecord], erased: Int64?, _ reader: Reader, isRedacted: Bool = false,
    isForTeam: Bool = false, isPublished: Bool = false
  ) throws -> TapReport {
    TapReport(
      plan, sessions.map(TapRecord.init), begun: try sessions.first.map { try reader.begun(plan, at: $0.time) },
      isRedacted: isRedacted, isForTeam: isForTeam, isPublished: isPublished,
      erasedAfter: erased.map { moment in sessions.count { $0.time <= moment } })
  }
}
