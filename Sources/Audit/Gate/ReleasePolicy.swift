import Base

/// The rules that a team releases by: `max-critical 0, min-coverage 80, no-regressions`.
///
/// A rule is named like the flag of `a11y gate` that asks for it; its value follows after a space. Rules are separated
/// by commas.
package struct ReleasePolicy: Equatable, Sendable {
  /// Without the checks of checklists, which are known when a tracker is read.
  package var limits = GateLimits()
  package var wantsCriticalRules = false
  package var wantsPreRelease = false
  /// What regressions are found by: an audit, a moment, or a build; where the rules are typed, a file, too.
  package var baseline: String?
  /// Rules of a stored policy that this version does not know, or whose value it cannot read: the release cannot be
  /// decided without them.
  package private(set) var unread: [String] = []

  package init() {}

  /// The rules that are proposed where the team has set none.
  package static var standard: ReleasePolicy { with(ReleasePolicy()) { $0.limits.maxCritical = 0 } }

  package var isEmpty: Bool { self == ReleasePolicy() }

  /// The largest value of a rule that counts findings, and of one that counts days.
  package static let mostFindings = 1_000_000_000
  package static let mostDays = 36_500

  /// A policy as stored, perhaps by a newer version.
  package init(stored text: String) {
    var named: Set<Word> = []
    for rule in Self.rules(text) {
      do throws(PolicyProblem) { try add(rule, &named) } catch { unread.append(rule) }
    }
  }

  /// A policy as typed.
  ///
  /// - Throws: the first rule that is unknown, is named twice, or has a value that is none.
  package init(parsing text: String) throws(PolicyProblem) {
    var named: Set<Word> = []
    for rule in Self.rules(text) { try add(rule, &named) }
  }

  /// The rules of all of some policies, of each rule the strictest: what several people asked for at once.
  package init(strictest policies: [ReleasePolicy]) {
    for limit in Self.numbers.values {
      limits[keyPath: limit] = policies.compactMap { $0.limits[keyPath: limit] }.min()
    }
    for limit in Self.shares.values {
      limits[keyPath: limit] = policies.compactMap { $0.limits[keyPath: limit] }.max { $0.percent < $1.percent }
    }
    for (word, flag) in Self.flags where word != .allowDisagreements {
      self[keyPath: flag] = policies.contains { $0[keyPath: flag] }
    }
    let baselines = Set(policies.compactMap(\.baseline)).sorted()
    baseline = baselines.first
    // A release cannot be compared with two baselines, and neither is the stricter one.
    unread = (baselines.dropFirst().map { "baseline \($0)" } + policies.flatMap(\.unread)).unique()
  }

  private static func rules(_ text: String) -> [String] {
    text.split { $0 == "," || $0 == ";" || $0.isNewline }.map { rule in
      let words = rule.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return words.hasPrefix("--") ? String(words.dropFirst(2)) : words
    }.filter { !$0.isEmpty }
  }

  /// `max-critical 0`, `max-critical=0`, `no-regressions`.
  private mutating func add(_ rule: String, _ named: inout Set<Word>) throws(PolicyProblem) {
    let parts = rule.split(maxSplits: 1) { $0 == " " || $0 == "=" }.map(String.init)
    let (name, value) = (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
    guard let word = Word(rawValue: name) else { throw PolicyProblem(rule: rule, kind: .unknown(name)) }
    guard named.insert(word).inserted else { throw PolicyProblem(rule: rule, kind: .twice) }
    guard set(word, value) else { throw PolicyProblem(rule: rule, kind: .value(word.wanted)) }
  }

  /// False where the value is none of the rule.
  private mutating func set(_ word: Word, _ value: String?) -> Bool {
    if let limit = Self.numbers[word] {
      limits[keyPath: limit] = Self.number(value, word == .maxAge ? 1...Self.mostDays : 0...Self.mostFindings)
      return limits[keyPath: limit] != nil
    }
    if let limit = Self.shares[word] {
      limits[keyPath: limit] = value.flatMap(GateShare.init)
      return limits[keyPath: limit] != nil
    }
    if let flag = Self.flags[word] {
      self[keyPath: flag] = true
      return value == nil
    }
    (baseline, limits.forbidsRegressions) = (value, true)
    return value != nil
  }

  /// The rules that take a number, of which the smallest is the strictest.
  private static let numbers: [Word: any WritableKeyPath<GateLimits, Int?> & Sendable] = [
    .maxCritical: \.maxCritical, .maxSerious: \.maxSerious, .maxAge: \.maxAge, .maxWaiting: \.maxWaiting,
    .maxClosedTickets: \.maxClosedTickets,
  ]
  private static let shares: [Word: any WritableKeyPath<GateLimits, GateShare?> & Sendable] = [
    .minPass: \.minPass, .minCoverage: \.minCoverage,
  ]
  private static let flags: [Word: any WritableKeyPath<ReleasePolicy, Bool> & Sendable] = [
    .noRegressions: \.limits.forbidsRegressions, .criticalRules: \.wantsCriticalRules,
    .preRelease: \.wantsPreRelease, .allowDisagreements: \.limits.allowsDisagreements,
  ]

  private static func number(_ text: String?, _ range: ClosedRange<Int>) -> Int? {
    guard let text, text.utf8.count <= 10, text.utf8.allSatisfy(\.isDigit), let number = Int(text)
    else { return nil }
    return range.contains(number) ? number : nil
  }

  /// The names of the rules, for a suggestion.
  package static var names: [String] { Word.allCases.map(\.rawValue) }

  private enum Word: String, CaseIterable {
    case maxCritical = "max-critical"
    case maxSerious = "max-serious"
    case minPass = "min-pass"
    case minCoverage = "min-coverage"
    case maxAge = "max-age"
    case maxWaiting = "max-waiting"
    case maxClosedTickets = "max-closed-tickets"
    case noRegressions = "no-regressions"
    case baseline
    case criticalRules = "critical-rules"
    case preRelease = "pre-release"
    case allowDisagreements = "allow-disagreements"

    /// The value that the rule takes.
    var wanted: String {
      switch self {
      case .maxCritical, .maxSerious, .maxWaiting, .maxClosedTickets: "a number"
      case .minPass, .minCoverage: "a percentage from 0 to 100"
      case .maxAge: "a number of days from 1 to \(ReleasePolicy.mostDays)"
      case .baseline: "an audit, a date, or a build"
      case .noRegressions, .criticalRules, .preRelease, .allowDisagreements: "no value"
      }
    }
  }

  /// The policy as it is stored and shown.
  package var text: String {
    let read = Word.allCases.compactMap { word in
      value(of: word).map { $0.isEmpty ? word.rawValue : "\(word.rawValue) \($0)" }
    }
    return (read + unread).joined(separator: ", ")
  }

  /// Nil where the rule is not set.
  private func value(of word: Word) -> String? {
    if let limit = Self.numbers[word] { return limits[keyPath: limit].map(String.init) }
    if let limit = Self.shares[word] { return limits[keyPath: limit]?.text }
    if word == .baseline { return baseline }
    if word == .noRegressions, baseline != nil { return nil }
    return Self.flags[word].map { self[keyPath: $0] } == true ? "" : nil
  }
}

/// Why a policy cannot be read.
package struct PolicyProblem: Error, Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case unknown(String)
    /// The value that was expected.
    case value(String)
    case twice
  }

  /// As typed.
  package var rule: String
  package var kind: Kind
}
