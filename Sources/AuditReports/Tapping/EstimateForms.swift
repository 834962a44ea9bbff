import FirstTap

extension EstimateReport {
  /// As a page. Nothing in it is colored: not enough evidence must never look like a pass.
  package func page(_ text: RateText) -> Page {
    var facts: [PageItem] = [
      .fact("Children", "\(estimate.children)"),
      .fact("Taps", "\(estimate.taps), \(estimate.hits) hit at the first tap"),
    ]
    if let limits = estimate.limits {
      facts += [
        .fact("Rate", "\(text.mean(limits.rate)), the mean of the children"),
        .fact(
          "Interval",
          "\(text.low(limits.interval.low)) to \(text.high(limits.interval.high)), "
            + "\(text.exact(Estimate.confidence)) confidence interval"),
        .fact("Weight", "equivalent to \(weight(limits.effectiveSize)) independent taps"),
      ]
    }
    facts += [.fact("Target", text.exact(target)), .fact("Verdict", verdict.rawValue)]
    return Page(
      title: "First-tap success",
      sections: [
        PageSection(nil, [.text(sentence(text))]), PageSection("Figures", facts),
        PageSection("Notes", notes(text).map { .text($0) }),
      ])
  }

  private func weight(_ size: Double) -> String { JSONText.digits(of: (size * 10).rounded(.down) / 10) ?? "" }

  /// `a11y.estimate/1`. Rates are fractions of 1 and not rounded; null with too few children.
  package func json(generated: String) -> JSONText {
    let limits = estimate.limits
    var planned: Int?
    if case .children(let count) = plan { planned = count }
    return .object([
      ("schema", .string("a11y.estimate/1")), ("generated", .string(generated)),
      ("children", .int(estimate.children)), ("taps", .int(estimate.taps)), ("hits", .int(estimate.hits)),
      ("children_without_taps", .int(estimate.childrenWithoutTaps)), ("rate", .number(orNull: limits?.rate)),
      ("low", .number(orNull: limits?.interval.low)), ("high", .number(orNull: limits?.interval.high)),
      ("confidence", .number(Estimate.confidence)), ("n_eff", .number(orNull: limits?.effectiveSize)),
      ("method", .int(Estimate.methodVersion)), ("target", .number(target)),
      ("any_looks_low", .number(orNull: limitsForAnyLooks?.low)),
      ("any_looks_high", .number(orNull: limitsForAnyLooks?.high)), ("extra_looks", .int(extraLooks)),
      ("planned_children", .int(orNull: planned)), ("plan_complete", .bool(planIsComplete)),
      ("verdict", .string(verdict.rawValue)), ("sentence", .string(sentence())), ("notes", .strings(notes(.symbol))),
    ])
  }
}
