import FirstTap

extension ComparisonReport {
  /// What was seen and what follows. Names of versions stand in it as they are.
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
        + "\(differences.count { $0 < 0 }) less often, \(differences.count { $0 == 0 }) alike. "
        + "\(direction(found.test.mean))\(limits) \(chance(found.test)) \(conclusion)"
    }
  }

  private func range(_ difference: RateDifference) -> String {
    "The difference could be as low as \(points(difference.interval.low, .down)) or as high as "
      + "\(points(difference.interval.high, .up)) points."
  }

  private var tooFew: String {
    if case .sameChildren = method { return "No child has scored taps with both versions: no data to compare." }
    let counts = [first, second].map { "\($0.name) has \($0.estimate.children)" }.joined(separator: ", ")
    return "Each version takes 2 children with scored taps at least (\(counts)): "
      + (finding == .noData ? "no data to compare." : "not enough evidence.")
  }

  private func direction(_ difference: Double) -> String {
    let points = Int((abs(difference) * 100).rounded())
    guard points > 0 else { return "On average the rates are alike." }
    let comparative = difference > 0 ? "higher" : "lower"
    return "On average the rate of \(second.name) is \(counted(points, "point")) \(comparative) than that of "
      + "\(first.name)."
  }

  /// Were both alike, each child's difference could as well have had the other sign.
  private func chance(_ test: SignFlip) -> String {
    let ways = test.isExact ? "\(test.permutations) ways" : "\(test.permutations) ways drawn at random"
    return "Were the versions alike, a difference this large would come up in \(test.hits) of \(ways) to swap them for "
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

  /// What a reader has to know beside the sentence.
  var notes: [String] {
    var notes: [String] = []
    if withoutPair > 0 {
      let left = counted(withoutPair, "child has", "children have")
      notes.append("\(left) no scored tap with one of the versions and \(withoutPair == 1 ? "is" : "are") not counted.")
    }
    if case .sameChildren(let found?) = method, found.differences.count < SignFlip.fewestChildren {
      let least = ComparisonReport.chance(SignFlip.smallestP(children: found.differences.count))
      notes.append(
        "With fewer than \(SignFlip.fewestChildren) children p < 0.05 is impossible: "
          + "\(counted(found.differences.count, "child", "children")) can give \(least) at the least, however large the "
          + "differences are.")
    }
    if finding == .noChangeShown { notes.append("No change shown is not the same as no change.") }
    return notes
  }
}
