import FirstTap

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
    let counts =
      "\(version.name): \(counted(estimate.children, "child", "children")), \(counted(estimate.taps, "tap"))"
    guard let limits = estimate.limits else { return counts + ", \(estimate.hits) hit at the first tap" }
    return counts + ", on average \(text.mean(limits.rate)); it \(text.range(limits.interval))"
  }

  /// `a11y.compare/1`. Rates, differences and limits are fractions of 1; the difference is second minus first.
  package func json(generated: String) -> JSONText {
    var test: SignFlip?
    if case .sameChildren(let found) = method { test = found?.test }
    let (mean, interval) = (difference?.difference ?? test?.mean, difference?.interval)
    return .object([
      ("schema", .string("a11y.compare/1")), ("generated", .string(generated)), ("paired", .bool(isPaired)),
      ("first", first.json), ("second", second.json), ("difference", .number(orNull: mean)),
      ("low", .number(orNull: interval?.low)), ("high", .number(orNull: interval?.high)),
      ("p", .number(orNull: test?.p)),
      ("exact", test.map { .bool($0.isExact) } ?? .null), ("method", .int(Estimate.methodVersion)),
      ("finding", .string(finding.rawValue)), ("sentence", .string(sentence())), ("notes", .strings(notes)),
    ])
  }
}

extension ComparisonReport.Version {
  fileprivate var json: JSONText {
    let limits = estimate.limits
    return .object([
      ("name", .string(name)), ("children", .int(estimate.children)), ("taps", .int(estimate.taps)),
      ("hits", .int(estimate.hits)), ("rate", .number(orNull: limits?.rate)),
      ("low", .number(orNull: limits?.interval.low)), ("high", .number(orNull: limits?.interval.high)),
      ("n_eff", .number(orNull: limits?.effectiveSize)),
    ])
  }
}
