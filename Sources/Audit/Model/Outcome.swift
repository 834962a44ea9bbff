/// What a tester saw for one check on one component: EARL's passed, failed, inapplicable and cantTell.
///
/// A cell without a result has no outcome; it is *untested*.
package enum Outcome: String, CaseIterable, Sendable {
  case pass
  case fail
  case na
  case cantTell = "cant-tell"

  /// How bad an outcome is when two testers disagree: fail, then cannot tell, then pass, then not applicable.
  package var badness: Int {
    switch self {
    case .fail: 3
    case .cantTell: 2
    case .pass: 1
    case .na: 0
    }
  }
}

/// How much a failure hurts, as the tester says, else as its check does, or as a tool calls it: 1 critical, 2 serious, 3 moderate, 4 minor.
package enum Severity: Int, CaseIterable, Comparable, Sendable {
  case critical = 1
  case serious = 2
  case moderate = 3
  case minor = 4

  package var word: String {
    switch self {
    case .critical: "critical"
    case .serious: "serious"
    case .moderate: "moderate"
    case .minor: "minor"
    }
  }

  /// Reads one of the four words, as files have it.
  package init?(exactly word: String) {
    guard let found = Severity.allCases.first(where: { $0.word == word }) else { return nil }
    self = found
  }

  /// Reads a number from 1 to 4, one of the four words, or both, in any case: `2`, `Serious`, `2 - Serious`, `2.0`.
  package init?(word: String) {
    func known(_ text: some StringProtocol) -> Severity? {
      Severity.allCases.first { $0.word == text || String($0.rawValue) == text }
    }
    if let found = known(word) {
      self = found
      return
    }
    let isSign: (Character) -> Bool = { "()[]-–—.:,/ \u{A0}\t".contains($0) }
    // A sign before a number makes it another number.
    guard word.utf8.count <= 64, word.first != "-", word.first != "–" else { return nil }
    var parts = word.lowercased().split(whereSeparator: isSign)
    // A spreadsheet may write a whole number as a decimal.
    if parts.count == 2, word.contains(where: { ".,".contains($0) }), parts[1].allSatisfy({ $0 == "0" }) {
      parts.removeLast()
    }
    guard (1...2).contains(parts.count), let first = known(parts[0]), parts.allSatisfy({ known($0) == first }),
      parts.count == 1 || parts[0] != parts[1]
    else { return nil }
    self = first
  }

  /// Reads a cell of a column of severities, whose numbers may follow the name of the scale: `S2`, `Sev 2`,
  /// `Severity 2 - Serious`, and `🔴 Critical` too.
  package init?(cell: String) {
    // A colored circle or another picture beside a word is there for the eye.
    let isPicture: (Unicode.Scalar) -> Bool = { $0 == "\u{FE0F}" || $0.properties.generalCategory == .otherSymbol }
    let seen = String(String.UnicodeScalarView(cell.unicodeScalars.filter { !isPicture($0) })).drop(
      while: \.isWhitespace)
    let parts = seen.lowercased().split { $0.isWhitespace || "-:()[]".contains($0) }.map { part in
      let name = part.prefix(while: \.isLetter)
      return ["s", "sev", "severity"].contains(name) ? part.dropFirst(name.count) : part
    }
    let rest = parts.filter { !$0.isEmpty }.joined(separator: " ")
    self.init(word: rest.isEmpty || seen.hasPrefix("-") ? cell : rest)
  }

  /// The place in a list of what hurts most; what has none comes last.
  package static func place(_ severity: Severity?) -> Int { severity?.rawValue ?? 5 }

  package static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}

/// Why a result no longer applies to what is there now.
package enum StaleReason: String, CaseIterable, Sendable {
  /// The component's source file has changed since.
  case source
  /// The build rule asks for another build.
  case build
  /// The text of the check has changed since.
  case check
  /// What is registered of the component contradicts it, or has changed since.
  case registered
  /// It is older than the limit.
  case age
}

/// Reasons of staleness as bits, in the order of `StaleReason`.
package struct StaleMarks: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package static let source = StaleMarks(.source)
  package static let build = StaleMarks(.build)
  package static let check = StaleMarks(.check)
  package static let registered = StaleMarks(.registered)
  package static let age = StaleMarks(.age)

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package init(_ reason: StaleReason) {
    let place = StaleReason.allCases.firstIndex(of: reason) ?? 0
    self.init(rawValue: 1 << UInt8(place))
  }

  package var reasons: [StaleReason] { StaleReason.allCases.filter { contains(StaleMarks($0)) } }
}

/// When a result counts as stale. It is computed whenever it is asked for and never stored.
package struct StaleRule: Equatable, Sendable {
  /// Results older than this many days are stale; 0 turns the limit off.
  package var days: Int
  /// The build results must be from; empty: any build will do.
  package var build: String

  package static let standardDays = 180

  package init(days: Int = StaleRule.standardDays, build: String = "") {
    (self.days, self.build) = (days, build)
  }

  /// The reasons in the order of `StaleReason`.
  ///
  /// - Parameters:
  ///   - seenSource: the source digest the result was observed against; empty when none was known.
  ///   - source: the component's source digest now; empty when none is known.
  ///   - isQuestioned: by what is registered of the component.
  package func reasons(
    time: Int64, now: Int64, seenSource: String, source: String, seenBuild: String, seenText: UInt32?, text: UInt32?,
    isQuestioned: Bool
  ) -> [StaleReason] {
    marks(
      time: time, now: now, isOtherSource: !seenSource.isEmpty && !source.isEmpty && seenSource != source,
      isOtherBuild: !accepts(build: seenBuild),
      isOtherText: seenText.flatMap { seen in text.map { !RewordedChecks.areSame(seen, $0) } } ?? false,
      isQuestioned: isQuestioned
    ).reasons
  }

  /// - Parameters:
  ///   - isOtherSource: the component's source file is another one now.
  ///   - isOtherBuild: results must be from another build.
  ///   - isOtherText: the text of the check asks for something else now.
  ///   - isQuestioned: what is registered of the component speaks against it.
  package func marks(
    time: Int64, now: Int64, isOtherSource: Bool, isOtherBuild: Bool, isOtherText: Bool, isQuestioned: Bool
  ) -> StaleMarks {
    var marks = StaleMarks(rawValue: 0)
    if isOtherSource { marks.insert(.source) }
    if isOtherBuild { marks.insert(.build) }
    if isOtherText { marks.insert(.check) }
    if isQuestioned { marks.insert(.registered) }
    if isTooOld(time, now: now) { marks.insert(.age) }
    return marks
  }

  /// Whether a result of a build is of the one that results must be from, or of one whose number is no less.
  package func accepts(build seen: String) -> Bool {
    if build.isEmpty || seen == build { return true }
    guard let number = BuildNumber(seen), let current = BuildNumber(build) else { return false }
    return number >= current
  }

  package func isTooOld(_ time: Int64, now: Int64) -> Bool {
    guard days > 0 else { return false }
    let (age, ageOverflow) = now.subtractingReportingOverflow(time)
    // The limit is a setting, and settings come from elsewhere too: one beyond all time is none.
    let (limit, limitOverflow) = Int64(days).multipliedReportingOverflow(by: 86_400_000)
    return !limitOverflow && (ageOverflow ? now > time : age > limit)
  }
}
