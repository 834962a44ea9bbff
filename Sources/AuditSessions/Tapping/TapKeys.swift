import AuditModel
package import Tapping

/// The keys that record a session, one for each trial.
package enum TapKey: String, CaseIterable {
  case hit = "h"
  case miss = "m"
  case neighbour = "n"
  case retried = "r"
  case gaveUp = "g"
  case noAttempt = "k"
  case void = "x"
  case undo = "u"
  case frustration = "f"
  case comment = "c"
  case leftHand = "<"
  case rightHand = ">"
  case stop = "q"
  case help = "?"

  package var words: String {
    switch self {
    case .hit: "hit on the first tap"
    case .miss: "missed"
    case .neighbour: "hit a neighbor"
    case .retried: "hit after a retry (r2: 2 retries, r3: 3 retries)"
    case .gaveUp: "gave up"
    case .noAttempt: "did not try"
    case .void: "void (not scored, asked again)"
    case .undo: "undo"
    case .frustration: "frustration"
    case .comment: "comment on the size"
    case .leftHand: "left hand from now on"
    case .rightHand: "right hand from now on"
    case .stop: "stop"
    case .help: "all keys"
    }
  }

  /// The trial for a key; nil for a key without a trial.
  /// - Parameter retries: the number of retries before the hit.
  package func trial(
    _ number: Int, _ kind: TrialKind, _ plan: TapPlan, part: String, hand: TapHand, retries: Int = 1
  ) -> TapTrial? {
    let outcome: TrialOutcome
    var first: ContactClass?
    switch self {
    case .hit: (outcome, first) = (.firstTap, .hit)
    case .miss: outcome = .missed
    case .neighbour: (outcome, first) = (.missed, .neighbour)
    case .retried: outcome = .retrySuccess
    case .gaveUp: outcome = .gaveUp
    case .noAttempt: outcome = .noAttempt
    case .void: outcome = .interrupted
    default: return nil
    }
    return TapTrial(
      number: number, kind: kind, component: plan.component, part: part, width: plan.width, height: plan.height,
      gap: plan.gap, outcome: outcome, first: first, retries: self == .retried ? retries : 0, hand: hand)
  }

  static var all: String { allCases.map { "\($0.rawValue) \($0.words)" }.joined(separator: ", ") + "." }
}

/// Lists from which a word is chosen by its number or name.
package enum TapChoice {
  static let frustration = FrustrationCode.allCases.map(\.rawValue)
  package static let size = SizeCode.allCases.map(\.rawValue)
  static let ends = EndCode.allCases.filter { $0 != .complete }.map(\.rawValue)

  /// `1 sigh, 2 ...`
  static func shown(_ words: [String]) -> String {
    words.enumerated().map { "\($0.offset + 1) \($0.element)" }.joined(separator: ", ")
  }

  static func find(_ text: String, among words: [String]) -> String? {
    if let number = Int(text), (1...words.count).contains(number) { return words[number - 1] }
    return words.first { $0.utf8.elementsEqual(text.utf8) }
  }
}

/// The progress of a session: the next trial. Void trials are asked again.
package struct TapProgress {
  let plan: TapPlan
  private let order: [String]
  /// Trials that were not undone, the latest last.
  private(set) var held: [TapTrial] = []

  package init(_ plan: TapPlan, order: [String]) {
    self.plan = plan
    self.order = order
  }

  private func counted(_ kind: TrialKind) -> Int { held.count { $0.kind == kind && $0.outcome != .interrupted } }

  var practice: Int { counted(.practice) }
  var scored: Int { counted(.scored) }
  /// Scored taps as reports and lists count them, and taps without an attempt.
  var judged: Int { held.count { $0.kind == .scored && $0.outcome.isHit != nil } }
  var notTried: Int { held.count { $0.kind == .scored && $0.outcome == .noAttempt } }
  var isComplete: Bool { scored >= plan.taps }
  var kind: TrialKind { practice < plan.practice && scored == 0 ? .practice : .scored }
  var number: Int { (held.last?.number ?? 0) + 1 }
  package var part: String {
    if kind == .practice { return plan.parts.isEmpty ? "" : plan.parts[practice % plan.parts.count] }
    return scored < order.count ? order[scored] : ""
  }

  /// `Practice 1 of 2`, `Tap 3 of 10: close`.
  var title: String {
    let asked = part.isEmpty ? "" : ": \(part)"
    return kind == .practice
      ? "Practice \(practice + 1) of \(plan.practice)\(asked)" : "Tap \(scored + 1) of \(plan.taps)\(asked)"
  }

  /// Adds a trial.
  package mutating func add(_ trial: TapTrial) { held.append(trial) }
  mutating func takeBack() { if !held.isEmpty { held.removeLast() } }
}
