import Base
package import Children
package import CommandLine

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

  /// The key of a letter, which may be a capital as in a file.
  init?(typed: String) { self.init(rawValue: typed.lowercased()) }

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
    return words.first { $0.hasSameBytes(as: text) }
  }
}

/// The progress of a session: the next trial. Void trials are asked again.
package struct TapProgress {
  let plan: TapPlan
  private let order: [String]
  /// Trials that were not undone, the latest last.
  private(set) var held: [TapTrial] = []

  package init(_ plan: TapPlan, order: [String]) { (self.plan, self.order) = (plan, order) }

  private func counted(_ kind: TrialKind) -> Int { held.count { $0.kind == kind && $0.outcome != .interrupted } }

  var practice: Int { counted(.practice) }
  package var scored: Int { counted(.scored) }
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

  package mutating func add(_ trial: TapTrial) { held.append(trial) }
  mutating func takeBack() { if !held.isEmpty { held.removeLast() } }
}

/// Parses `9/10`: hits and taps of one child.
package struct TapCounts {
  /// The maximum number of children in one estimate.
  package static let mostChildren = 10_000

  /// The place of the words: `argument 2`, `line 3 of standard input`.
  let place: String
  /// Usage for words of the command line, bad input for lines.
  let kind: ExitCode

  package init(place: String, kind: ExitCode) { (self.place, self.kind) = (place, kind) }

  /// - Throws: the invalid word, its place, and the reason.
  package func read(_ word: some StringProtocol) throws(Problem) -> ChildTaps {
    let parts = Array(word.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, TapCounts.isNumber(parts[0]), TapCounts.isNumber(parts[1]) else {
      throw refusal(word, "expected HITS/TAPS in whole numbers")
    }
    guard let hits = Int(String(decoding: parts[0], as: UTF8.self)),
      let taps = Int(String(decoding: parts[1], as: UTF8.self))
    else { throw refusal(word, TapCounts.tooMany) }
    do throws(ChildTapsProblem) {
      return try ChildTaps(hits: hits, taps: taps)
    } catch {
      switch error {
      case .negative: throw refusal(word, "counts cannot be negative")
      case .tooMany: throw refusal(word, TapCounts.tooMany)
      case .moreHitsThanTaps(let hits, let taps):
        throw refusal(word, "more hits than taps: \(hits) of \(counted(taps, "tap"))")
      }
    }
  }

  /// Words with spaces or commas between them.
  package func readAll(_ text: some StringProtocol) throws(Problem) -> [ChildTaps] {
    let words = text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\t") }
    var children: [ChildTaps] = []
    for word in words { children.append(try read(String(decoding: word, as: UTF8.self))) }
    return children
  }

  package func refusal(_ word: some StringProtocol, _ reason: String) -> Problem {
    Problem(
      kind, code: "tap.counts", "\(place), \(MessageText.quoted(word)): \(reason)",
      hints: ["Use hits and scored taps of each child, e.g. 9/10."])
  }

  package static func checkCount(_ children: Int, _ kind: ExitCode) throws(Problem) {
    guard children > mostChildren else { return }
    throw Problem(kind, code: "tap.too-many", "\(children) children exceed the maximum of \(mostChildren)")
  }

  private static var tooMany: String { "expected at most \(ChildTaps.mostTaps) taps per child" }

  /// Digits with an optional minus sign, which is rejected later with its own message.
  private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes
    return !digits.isEmpty && digits.allSatisfy(\.isDigit)
  }
}
