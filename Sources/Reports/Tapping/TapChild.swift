package import Audit
import Base
package import Children

/// How trials are counted.
enum TapCounting {
  static func strict(_ trials: [TapTrial]) -> ChildTaps { taps(trials.map(\.outcome)) }
  static func filtered(_ trials: [TapTrial]) -> ChildTaps { taps(trials.map { $0.filtered ?? $0.outcome }) }

  private static func taps(_ outcomes: [TrialOutcome]) -> ChildTaps {
    let hits = outcomes.compactMap(\.isHit)
    return (try? ChildTaps(hits: hits.count { $0 }, taps: hits.count)) ?? .none
  }
}

/// One child, for any number of sessions.
struct TapChild {
  var code = ""
  var trials: [TapTrial] = []
  var remarks: [TapRemark] = []

  var strict: ChildTaps { TapCounting.strict(trials) }
  var filtered: ChildTaps { TapCounting.filtered(trials) }
  /// Taps that were requested and tried.
  var tasks: [TapTrial] { trials.filter { $0.outcome.isHit != nil } }
  var notAttempted: Int { trials.count { $0.outcome == .noAttempt } }
  var isFrustrated: Bool { remarks.contains { $0.topic == .frustration && ($0.severity ?? 0) > 0 } }
  var comments: Set<SizeCode> {
    Set(remarks.filter { $0.topic == .size }.compactMap { SizeCode(rawValue: $0.code) })
  }

  /// In the order of their first session.
  static func gather(_ records: [TapRecord]) -> [TapChild] {
    var places: [String: Int] = [:]
    var children: [TapChild] = []
    for record in records {
      let code = record.session.participant
      let place = places[code] ?? children.count
      if place == children.count {
        places[code] = place
        children.append(TapChild(code: code))
      }
      children[place].trials += record.trials
      children[place].remarks += record.remarks
    }
    return children
  }
}

extension TapChild {
  /// What each child with a scored tap did, by its code.
  static func members(_ records: [TapRecord]) -> ToldGroup<String> {
    let scored = gather(records).map { ($0.code, $0.strict) }.filter { $0.1.taps > 0 }
    return Dictionary(firstOf: scored)
  }
}

/// The children of a part in groups.
package struct TapBreakdown: Sendable {
  package struct Group: Sendable {
    package let name: String
    /// By codes, which are never shown.
    let members: ToldGroup<String>
    package let filtered: Estimate

    package var estimate: Estimate { Estimate(members.taps) }
  }

  /// `age`, `hand`, `size_mm`, `device` or `week`.
  package let name: String
  package let groups: [Group]

  /// Those that can be shown and have more than one group, and why the others are hidden, by their names. Weeks come
  /// last: they are shown if they hide nothing else.
  static func disclosed(
    _ records: [TapRecord], _ rule: DisclosureRule, steps: [Int], isRedacted: Bool
  ) -> (shown: [TapBreakdown], hidden: [String: HiddenBreakdown]) {
    let names = isRedacted ? ["age", "device"] : ["hand", "age", "device", "size_mm", "week"]
    var parts: [DisclosurePart<String>] = []
    var groups: [[String: [TapRecord]]] = names.map { _ in [:] }
    for (index, record) in records.enumerated() {
      let sorted = Dictionary(grouping: record.trials) { labels(record.session, $0, isRedacted) }
      for (labels, trials) in sorted {
        parts.append(
          DisclosurePart(
            child: record.session.participant, session: index, taps: TapCounting.strict(trials), labels: labels))
        let part = TapRecord(session: record.session, trials: trials, remarks: [])
        for (place, label) in labels.enumerated() { groups[place][label, default: []].append(part) }
      }
    }
    let shown = rule.breakdowns(of: parts, steps: steps).compactMap { place -> TapBreakdown? in
      let sorted = groups[place].sorted { $0.key < $1.key }
      guard sorted.count > 1 else { return nil }
      return TapBreakdown(
        name: names[place],
        groups: sorted.map { name, records in
          Group(
            name: name, members: TapChild.members(records),
            filtered: Estimate(TapChild.gather(records).map(\.filtered)))
        })
    }
    let hidden = names.enumerated().filter { _, name in !isRedacted && !shown.contains { $0.name == name } }
    return (
      shown, Dictionary(uniqueKeysWithValues: hidden.map { ($0.element, rule.hiding($0.offset, of: parts)) })
    )
  }

  private static func labels(_ session: TapSession, _ trial: TapTrial, _ isRedacted: Bool) -> [String] {
    isRedacted
      ? [session.age.redacted, DeviceModel.category(session.device)]
      : [
        trial.hand.rawValue, session.age.rawValue, DeviceModel.category(session.device),
        millimetres(session, trial), session.week,
      ]
  }

  static let unknownSize = "size in mm unknown"

  /// `6.9x6.9 mm`, or unknown.
  static func millimetres(_ session: TapSession, _ trial: TapTrial) -> String {
    let density = session.pointsPerInch.map { Double($0) / 100 }
    let sides = [trial.width, trial.height].map { side in
      PhysicalSize.millimetres(points: Double(side) / 10, pointsPerInch: density).flatMap { millimetres in
        JSONText.digits(of: (millimetres * 10).rounded() / 10)
      }
    }
    guard let width = sides[0], let height = sides[1] else { return unknownSize }
    return "\(width)x\(height) mm"
  }
}

/// Warnings about the recorded data.
enum TapQuality {
  static func warnings(_ plan: TapPlan, _ records: [TapRecord], strata: Int) -> [String] {
    var warnings: [String] = []
    func warn(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { warnings.append("\(count) " + (count == 1 ? one : many)) }
    }
    let sessions = records.map(\.session)
    warn(
      sessions.count { !$0.consent.allowsScoring },
      "session has no guardian consent or child assent and does not count.",
      "sessions have no guardian consent or child assent and do not count.")
    warn(
      sessions.count { $0.pointsPerInch == nil },
      "session was on a device with unknown points per inch: no size in mm.",
      "sessions were on devices with unknown points per inch: no size in mm.")
    let ends = records.map { record in record.remarks.last { $0.topic == .end }?.code }
    warn(ends.count { $0 == nil }, "session has no recorded end.", "sessions have no recorded end.")
    warn(
      ends.count { $0 != nil && $0 != EndCode.complete.rawValue }, "session ended early.", "sessions ended early.")
    let few = TapChild.gather(records).count { $0.strict.taps < plan.taps && !$0.trials.isEmpty }
    warn(few, "child has fewer scored taps than planned.", "children have fewer scored taps than planned.")
    let visits = Dictionary(grouping: sessions, by: \.participant).values.count { $0.count > 1 }
    warn(visits, "child has several sessions and counts once.", "children have several sessions and count once each.")
    if Set(sessions.map(\.recorder)).count > 1 {
      warnings.append("Some sessions were recorded by hand and some by the page: their times are not comparable.")
    }
    if strata > 1 {
      warnings.append("Several sizes, inputs, or scoring versions exist: they are not combined.")
    }
    return warnings
  }
}

/// The result of a plan for one first-tap check. Each check is evaluated by its own data: that few
/// taps hit has no effect on the check for the tested hands.
package struct TapJudgement: Equatable, Sendable {
  package static let checks = [
    "child-testing.first-tap-success", "child-testing.retries", "child-testing.size-comments",
    "child-testing.both-hands", "child-testing.age-range",
  ]

  package let check: String
  package let outcome: Outcome
  /// As a tester would type it; nil without a measurement, or if it could identify single children.
  package let value: String?
  /// A sentence, with no more data than in a redacted report.
  package let sentence: String

  /// - Parameters:
  ///   - part: the main part of the plan; nil without a scored tap.
  ///   - told: the same in a redacted report.
  ///   - mostRetries: the maximum per task on average: the team's figure, else the default of the check.
  package static func of(
    _ check: String, _ part: TapStratum?, told: TapStratum?, _ records: [TapRecord], mostRetries: FixedPoint?
  ) -> TapJudgement {
    switch check {
    case "child-testing.retries": retries(part, told, mostRetries ?? 1)
    case "child-testing.size-comments": comments(records)
    case "child-testing.both-hands": hands(records)
    case "child-testing.age-range": ages(records)
    default: firstTap(part, told)
    }
  }

  package static func outcome(_ verdict: Verdict) -> Outcome {
    switch verdict {
    case .met: .pass
    case .notMet: .fail
    case .notEnoughEvidence, .noData: .cantTell
    }
  }

  private init(_ check: String, _ outcome: Outcome, value: String? = nil, _ sentence: String) {
    (self.check, self.outcome, self.value, self.sentence) = (check, outcome, value, sentence)
  }

  private static func firstTap(_ part: TapStratum?, _ told: TapStratum?) -> TapJudgement {
    let verdict = part?.verdict ?? .noData
    // The figures are those of a look of the plan. With the children who came after it the verdict may be another one.
    let isTold = told?.disclosure == .shown && told?.verdict == verdict
    let rate = isTold ? told?.estimate.limits?.rate : nil
    return TapJudgement(
      checks[0], outcome(verdict), value: rate.map { "\(FixedPoint.truncating($0 * 100, decimals: 1) ?? 0)%" },
      "Target \(part.map { RateText.symbol.exact($0.target) } ?? "unknown"): \(verdict.rawValue)."
        + (isTold ? told.map { " " + $0.sentence() } ?? "" : ""))
  }

  private static func retries(_ part: TapStratum?, _ told: TapStratum?, _ most: FixedPoint) -> TapJudgement {
    let check = checks[1]
    guard let part, let rate = part.retryRate, part.estimate.children >= Verdict.fewestToMiss else {
      return TapJudgement(check, .cantTell, "Too few children to evaluate retries.")
    }
    guard part.planIsComplete || rate > most.double else {
      return TapJudgement(check, .cantTell, "The plan is not complete: retries are not evaluated.")
    }
    let outcome: Outcome = rate > most.double ? .fail : .pass
    let figure = told?.retryRate.flatMap { told?.retries == nil ? nil : FixedPoint.nearest($0, decimals: 2) }
    // That of an earlier look, or a rounded one, may be on the other side of the maximum.
    let words = figure.flatMap { ($0.double > most.double) == (outcome == .fail) ? $0 : nil }
    return TapJudgement(
      check, outcome, value: words.map { "\($0) retries per task" },
      "Required: at most \(most) per task (\(outcome == .pass ? "met" : "not met"))."
        + (words.map { " Average: \($0) retries per task." } ?? ""))
  }

  private static func comments(_ records: [TapRecord]) -> TapJudgement {
    let isAsked = records.contains { $0.remarks.contains { $0.topic == .size } }
    return isAsked
      ? TapJudgement(checks[2], .pass, "Comments on the size were recorded.")
      : TapJudgement(checks[2], .cantTell, "No comments on the size were recorded.")
  }

  private static func hands(_ records: [TapRecord]) -> TapJudgement {
    let hands = Set(records.flatMap(\.trials).map(\.hand))
    return hands.isSuperset(of: [.left, .right])
      ? TapJudgement(checks[3], .pass, value: "2 hands covered", "Both hands were recorded.")
      : TapJudgement(checks[3], .cantTell, "Only one hand or no hand was recorded.")
  }

  /// A session accepts no other ages: its bands are those of the check. The value says no more of a child than that.
  private static func ages(_ records: [TapRecord]) -> TapJudgement {
    let bands = Set(records.filter { !$0.trials.isEmpty }.map(\.session.age))
    guard !bands.isEmpty else { return TapJudgement(checks[4], .cantTell, "No child took part.") }
    guard bands.contains(.six) || bands.contains(.nine) else {
      return TapJudgement(checks[4], .cantTell, "No child from 6 to 10 took part.")
    }
    return TapJudgement(checks[4], .pass, value: "6-12 years", "All children were in an age band from 6 to 12.")
  }
}
