package import FirstTap

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
    self.first = first
    self.second = second
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
