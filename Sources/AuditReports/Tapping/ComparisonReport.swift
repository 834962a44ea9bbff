package import FirstTap

/// First-tap success with two versions.
package struct ComparisonReport: Sendable {
  /// What may be said of the difference.
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
    /// Other children used the second version.
    case differentChildren(RateDifference?)
    /// The same children used both.
    case sameChildren([Double], SignFlip?)
  }

  package let first: Version
  package let second: Version
  let method: Method
  /// Children who have no scored tap with one of the versions.
  let withoutPair: Int

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
    let differences = scored.map { ($0.second.rate ?? 0) - ($0.first.rate ?? 0) }
    method = .sameChildren(differences, SignFlip(differences))
  }

  package var finding: Finding {
    switch method {
    case .differentChildren(let difference?): difference.isChange ? .changed : .noChangeShown
    case .differentChildren(nil):
      first.estimate.children == 0 || second.estimate.children == 0 ? .noData : .notEnoughEvidence
    case .sameChildren(_, let test?): test.p < ComparisonReport.level ? .changed : .noChangeShown
    case .sameChildren(_, nil): .noData
    }
  }

  static let level = 0.05
}
