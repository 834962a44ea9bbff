import Measuring

extension Calculations {
  /// Whether a target keeps what its style promises; a style that sets no size has no verdict.
  static func styleVerdict(_ target: TargetSize, _ style: StyleTemplate) -> CalcReport.Verdict? {
    guard let size = style.size, let keeps = style.accepts(target) else { return nil }
    return CalcReport.Verdict(
      "Best practice: the style \(style.name) (\(style.source))", threshold: "at least \(size.text) pt",
      outcome: .init(keeps), check: TargetTier.reached(by: size)?.check)
  }
}
