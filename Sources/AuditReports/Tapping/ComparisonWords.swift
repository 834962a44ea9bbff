import FirstTap

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

  /// Notes for the reader.
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
