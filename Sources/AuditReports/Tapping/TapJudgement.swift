package import AuditModel
package import FirstTap
package import Measuring
import Tapping

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
    self.check = check
    self.outcome = outcome
    self.value = value
    self.sentence = sentence
  }

  private static func firstTap(_ part: TapStratum?, _ told: TapStratum?) -> TapJudgement {
    let verdict = part?.verdict ?? .noData
    let isTold = told?.disclosure == .shown
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
    let words = told?.retryRate.flatMap { told?.retries == nil ? nil : FixedPoint.nearest($0, decimals: 2) }
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

  /// A session accepts no other ages: its bands are those of the check.
  private static func ages(_ records: [TapRecord]) -> TapJudgement {
    records.contains { !$0.trials.isEmpty }
      ? TapJudgement(checks[4], .pass, "All children were in an age band from 6 to 12.")
      : TapJudgement(checks[4], .cantTell, "No child took part.")
  }
}
