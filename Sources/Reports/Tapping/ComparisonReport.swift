package import Base
package import Children

/// First-tap success with two versions.
package struct ComparisonReport: Sendable {
  /// The conclusion about the difference.
  package enum Finding: String, Sendable {
    case changed
    case noChangeShown = "no change shown"
    case notEnoughEvidence = "not enough evidence"
    case noData = "no data"
  }

  /// One of the versions. Its name is foreign text.
  package struct Version: Sendable {
    package let name: String
    package let estimate: Estimate

    package init(_ name: String, _ children: [ChildTaps]) {
      self.name = name
      estimate = Estimate(children)
    }
  }

  enum Method: Sendable {
    /// Different children used the second version.
    case differentChildren(RateDifference?)
    /// The same children used both.
    case sameChildren(PairedRates?)
  }

  package let first: Version
  package let second: Version
  let method: Method
  /// Children who have no scored tap with one of the versions.
  let withoutPair: Int
  /// The p by Holm's adjustment where this is one of several comparisons; nil for a single comparison.
  package var adjusted: Double?
  /// Whether words and figures about single children are left out: the number of children who did better, and the p of
  /// a test that follows from each child's difference.
  package var isReserved = false

  /// Different children with either version.
  package init(first: Version, second: Version) {
    (self.first, self.second) = (first, second)
    method = .differentChildren(RateDifference(before: first.estimate, after: second.estimate))
    withoutPair = 0
  }

  /// The same children with both versions; who has no scored tap with one of them is left out.
  package init(pairs: [(first: ChildTaps, second: ChildTaps)], names: (first: String, second: String)) {
    let scored = pairs.filter { $0.first.taps > 0 && $0.second.taps > 0 }
    first = Version(names.first, scored.map(\.first))
    second = Version(names.second, scored.map(\.second))
    withoutPair = pairs.count - scored.count
    method = .sameChildren(PairedRates(scored))
  }

  package var isPaired: Bool {
    if case .sameChildren = method { true } else { false }
  }

  /// Second minus first, with its limits; nil where there are too few children.
  package var difference: RateDifference? {
    switch method {
    case .differentChildren(let found): found
    case .sameChildren(let found): found?.difference
    }
  }

  /// By the test for the method; nil where there are too few children.
  package var p: Double? {
    switch method {
    case .differentChildren: RateDifference.p(before: first.estimate, after: second.estimate)
    case .sameChildren(let found): found?.test.p
    }
  }

  /// Never a change unless the limits exclude "no difference", and never by the limits alone if a test or the
  /// number of comparisons requires more.
  package var finding: Finding {
    let isAllowed = adjusted.map { $0 < ComparisonReport.level } ?? true
    switch method {
    case .differentChildren(let difference?): return difference.isChange && isAllowed ? .changed : .noChangeShown
    case .differentChildren(nil):
      return first.estimate.children == 0 || second.estimate.children == 0 ? .noData : .notEnoughEvidence
    case .sameChildren(let found?): return found.isChange && isAllowed ? .changed : .noChangeShown
    case .sameChildren(nil): return .noData
    }
  }

  static let level = 0.05
}

extension ComparisonReport {
  package func page(_ text: RateText) -> Page {
    Page(
      title: "First-tap success of 2 versions",
      sections: [
        PageSection(nil, [.text(sentence(text))]),
        PageSection("Versions", [.fact("First", summary(first, text)), .fact("Second", summary(second, text))]),
        PageSection("Notes", notes.map { .text($0) }),
      ])
  }

  private func summary(_ version: Version, _ text: RateText) -> String {
    let estimate = version.estimate
    let counts = "\(version.name): \(estimate.counts)"
    guard let limits = estimate.limits else { return counts + ", \(estimate.hits) hit at the first tap" }
    return counts + ", on average \(text.mean(limits.rate)); it \(text.range(limits.interval))"
  }

  /// `a11y.compare/1`. Rates, differences and limits are fractions of 1; the difference is second minus first.
  package func json(generated: String) -> JSONText {
    var test: SignFlip?
    if case .sameChildren(let found) = method { test = found?.test }
    let (mean, interval) = (difference?.difference ?? test?.mean, difference?.interval)
    return .object([
      "schema": "a11y.compare/1", "generated": generated, "paired": isPaired, "first": first.json,
      "second": second.json, "difference": mean, "low": interval?.low, "high": interval?.high, "p": test?.p,
      "exact": test.map { JSONText.bool($0.isExact) }, "method": Estimate.methodVersion, "finding": finding.rawValue,
      "sentence": sentence(), "notes": notes,
    ])
  }
}

extension ComparisonReport.Version {
  fileprivate var json: JSONText {
    .object(
      [
        "name": name, "children": estimate.children, "taps": estimate.taps, "hits": estimate.hits,
        "rate": estimate.limits?.rate, "low": estimate.limits?.interval.low, "high": estimate.limits?.interval.high,
        "n_eff": estimate.limits?.effectiveSize,
      ])
  }
}

extension ComparisonReport {
  /// The results and the conclusion. It contains names of versions unchanged.
  package func sentence(_ text: RateText = .symbol) -> String {
    switch method {
    case .differentChildren(let difference):
      guard let difference else { return tooFew }
      return "\(direction(difference.difference)) \(range(difference)) \(conclusion)"
    case .sameChildren(let found):
      guard let found else { return tooFew }
      let differences = found.differences
      let limits = found.difference.map { " " + range($0) } ?? ""
      let both = "\(counted(differences.count, "child", "children")) used both"
      if isReserved { return "\(both). \(direction(found.test.mean))\(limits) \(conclusion)" }
      return
        "\(both): \(differences.count { $0 > 0 }) hit more often with \(second.name), "
        + "\(differences.count { $0 < 0 }) less often, \(differences.count { $0 == 0 }) equally often. "
        + "\(direction(found.test.mean))\(limits) \(chance(found.test)) \(conclusion)"
    }
  }

  private func range(_ difference: RateDifference) -> String {
    "The difference could be as low as \(points(difference.interval.low, .down)) or as high as "
      + "\(points(difference.interval.high, .up)) points."
  }

  private var tooFew: String {
    if case .sameChildren = method { return "No child has scored taps with both versions: no data to compare." }
    let counts = [first, second].map { "\($0.name): \($0.estimate.children)" }.joined(separator: ", ")
    return "Each version requires at least 2 children with scored taps (\(counts)): "
      + (finding == .noData ? "no data to compare." : "not enough evidence.")
  }

  private func direction(_ difference: Double) -> String {
    let points = Int((abs(difference) * 100).rounded())
    guard points > 0 else { return "On average, the rates are equal." }
    let comparative = difference > 0 ? "higher" : "lower"
    return "On average, the rate of \(second.name) is \(counted(points, "point")) \(comparative) than that of "
      + "\(first.name)."
  }

  /// With equal versions, each child's difference could also have had the other sign.
  private func chance(_ test: SignFlip) -> String {
    let ways = test.isExact ? "\(test.permutations) ways" : "\(test.permutations) ways drawn at random"
    return "With equal versions, a difference this large would occur in \(test.hits) of \(ways) to swap them for "
      + "each child: p = \(ComparisonReport.chance(test.p))."
  }

  private var conclusion: String { finding == .changed ? "That is a change." : "No change is shown." }

  private func points(_ difference: Double, _ rounding: FloatingPointRoundingRule) -> String {
    "\(Int((difference * 100).rounded(rounding)))"
  }

  /// A probability with four decimals.
  static func chance(_ p: Double) -> String {
    p < 0.0001 ? "less than 0.0001" : JSONText.digits(of: (p * 10_000).rounded() / 10_000) ?? ""
  }

  var notes: [String] {
    var notes: [String] = []
    if withoutPair > 0 {
      let left = counted(withoutPair, "child has", "children have")
      notes.append("\(left) no scored tap with one of the versions and \(withoutPair == 1 ? "is" : "are") not counted.")
    }
    if case .sameChildren(let found?) = method, found.differences.count < SignFlip.fewestChildren {
      let least = ComparisonReport.chance(SignFlip.smallestP(children: found.differences.count))
      notes.append(
        "With fewer than \(SignFlip.fewestChildren) children, p < 0.05 is impossible: "
          + "\(counted(found.differences.count, "child", "children")) can give at least \(least), regardless of the "
          + "size of the differences.")
    }
    if finding == .noChangeShown { notes.append("\"No change shown\" does not mean that there is no change.") }
    return notes
  }
}

/// A comparison of two groups of children, or of the same children twice.
package struct TapComparison: Sendable {
  /// What the groups differ in.
  package enum Subject: String, Sendable {
    case hand, age, size, version

    /// Nil for groups that are not compared.
    init?(breakdown name: String) { self.init(rawValue: name == "size_mm" ? "size" : name) }
  }

  package let subject: Subject
  /// The plan whose groups they are; nil for two plans.
  package let plan: String?
  package let names: (first: String, second: String)
  /// Nil where it is hidden.
  package fileprivate(set) var report: ComparisonReport?
}

/// Makes the comparisons of the plans of one component, from the first plan on, so that what was shown once is shown
/// again, regardless of later plans: what a comparison hides depends only on those before it.
struct TapComparing {
  private let rule: DisclosureRule
  private(set) var comparisons: [TapComparison] = []
  /// Groups whose children were in a comparison of the same children.
  private var groups: [ToldGroup<String>] = []
  private var pairs: [(first: Int, second: Int)] = []
  private var marks: [String: Set<String>] = [:]

  init(isRedacted: Bool) { rule = isRedacted ? .redacted : .standard }

  /// Groups of one plan: hands, ages, sizes in mm.
  mutating func compareGroups(of plan: String, _ breakdowns: [TapBreakdown], _ crowd: TapParticipants) {
    for breakdown in breakdowns {
      guard let subject = TapComparison.Subject(breakdown: breakdown.name) else { continue }
      let named = breakdown.groups.filter { subject != .hand || $0.name == "left" || $0.name == "right" }
      for place in named.indices {
        for other in named.indices.dropFirst(place + 1) {
          add(
            subject, plan, ("\(named[place].name)", "\(named[other].name)"), named[place].members,
            named[other].members, Self.marks(crowd, of: plan))
        }
      }
    }
  }

  /// Two plans: versions, or sizes.
  mutating func compare(
    _ subject: TapComparison.Subject, _ first: (plan: String, name: String, crowd: TapParticipants),
    _ second: (plan: String, name: String, crowd: TapParticipants)
  ) {
    let marks = Self.marks(first.crowd, of: first.plan).merging(Self.marks(second.crowd, of: second.plan)) {
      $0.union($1)
    }
    add(subject, nil, (first.name, second.name), first.crowd.members, second.crowd.members, marks)
  }

  /// With many comparisons at once, each requires more evidence.
  mutating func adjust() {
    let places = comparisons.indices.filter { comparisons[$0].report?.p != nil }
    guard let adjusted = Multiplicity.holm(places.compactMap { comparisons[$0].report?.p }) else { return }
    for (place, p) in zip(places, adjusted) { comparisons[place].report?.adjusted = p }
  }

  private static func marks(_ crowd: TapParticipants, of plan: String) -> [String: Set<String>] {
    crowd.marks.mapValues { Set($0.map { "\(plan): \($0)" }) }
  }

  private mutating func add(
    _ subject: TapComparison.Subject, _ plan: String?, _ names: (String, String), _ first: ToldGroup<String>,
    _ second: ToldGroup<String>, _ more: [String: Set<String>]
  ) {
    var comparison = TapComparison(subject: subject, plan: plan, names: (names.0, names.1), report: nil)
    defer { comparisons.append(comparison) }
    let both = first.keys.filter { second[$0] != nil }.sorted()
    guard !both.isEmpty else {
      // It follows from the two rates, which are shown.
      comparison.report = ComparisonReport(
        first: .init(names.0, first.taps), second: .init(names.1, second.taps))
      comparison.report?.isReserved = true
      return
    }
    let asked = groups + [first, second]
    let pair = (first: groups.count, second: groups.count + 1)
    let allMarks = marks.merging(more) { $0.union($1) }
    guard rule.allows(pairs: pairs + [pair], of: asked, marks: allMarks) else { return }
    (groups, pairs, marks) = (asked, pairs + [pair], allMarks)
    comparison.report = ComparisonReport(
      pairs: both.map { (first: first[$0] ?? .none, second: second[$0] ?? .none) }, names: (names.0, names.1))
    comparison.report?.isReserved = true
  }
}

extension TapComparison {
  static let hiddenSentence = "Not compared, to protect privacy: the result could identify single children."

  /// The results and the conclusion.
  package var sentence: String { report?.sentence() ?? Self.hiddenSentence }

  var title: String {
    let what = "\(subject.rawValue.capitalizedFirst): \(names.first) and \(names.second)"
    return plan.map { "\($0), \(what)" } ?? what
  }

  package var json: JSONText {
    var members: JSONMembers = [
      "subject": subject.rawValue, "plan": plan, "first": names.first, "second": names.second,
    ]
    guard let report else { return .object(members + ["suppressed": true, "sentence": sentence]) }
    members += [
      "paired": report.isPaired, "difference": ToldRate.nearest(report.difference?.difference),
      "low": ToldRate.points(report.difference?.interval.low, .down),
      "high": ToldRate.points(report.difference?.interval.high, .up), "finding": report.finding.rawValue,
      "sentence": sentence, "notes": report.notes,
    ]
    return .object(members)
  }
}
