import Audit
import Base
import Children

@testable import Store

enum TapSamples {
  static let plan = TapPlan(key: "close-44", component: "button", width: 440, height: 440)

  static func session(_ participant: String = "KTR4WX", plan: String = "close-44", full: Bool = true) -> TapSession {
    TapSession(
      plan: plan, participant: participant, age: .nine, week: "2026-W47", device: "iPad mini 6",
      pointsPerInch: 16_300, os: 18, seed: 7, moderator: "m1",
      consent: TapSession.Consent(reference: "c-17", guardian: true, assent: true, full: full))
  }

  static func trial(_ number: Int, _ outcome: TrialOutcome = .firstTap, kind: TrialKind = .scored) -> TapTrial {
    TapTrial(number: number, kind: kind, component: "button", width: 440, height: 440, outcome: outcome)
  }
}

extension TapSession {
  static let sampleSubject = "0123456789abcdef0123456789abcdef"

  /// As another machine has it, which calls the child otherwise.
  var body: JSONObject { body(subject: Self.sampleSubject) }
}

extension Tracker {
  /// A session with one scored trial for each outcome.
  @discardableResult
  func sit(_ session: TapSession, _ outcomes: [TrialOutcome], contacts: [TapContact] = []) throws -> BegunSession {
    try write { writer in
      let begun = try writer.begin(session)
      for (index, outcome) in outcomes.enumerated() {
        try writer.add(TapSamples.trial(index + 1, outcome), contacts: contacts, to: begun)
      }
      return begun
    }
  }
}
