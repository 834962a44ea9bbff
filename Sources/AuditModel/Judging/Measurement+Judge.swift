package import Measuring

/// Judging a measured value, now and again whenever a threshold changes.
extension Measurement {
  /// Compares a value with the threshold, exactly, in millionths.
  ///
  /// - Two figures are the sides of a target: `>=` looks at the smaller one (2.5.8 and 2.5.5 ask for both sides), `<=`
  ///   at the larger; the other comparisons hold only if they hold for both.
  /// - `between` includes its ends. `multiple-of` takes a second figure for fine adjustment; the 8 pt grid has 4 as
  ///   its fine step (E-68).
  /// - `thresholds` replaces the figures of the catalog where a project sets its own.
  /// - Seconds and milliseconds, and millimeters and centimeters, convert by themselves, and so does a percentage where
  ///   a part of one is counted (a scale factor of 0.97 is 97 %). Nothing else converts.
  /// - A list of named parts is compared with ``parts`` alone.
  /// - `component` is the one it was measured on: its platform, profile, kind and style may ask for something else.
  package func judge(
    _ value: MeasuredValue, thresholds: [FixedPoint]? = nil, on component: Component? = nil
  ) -> Judgement {
    if let parts, MeasuredParts.isList(value.text) { return judge(value.text, by: parts, on: component) }
    let figures = thresholds ?? threshold(on: component)
    guard !figures.isEmpty else {
      return .notComparable(
        reason: parts.map { "The check is evaluated for each \($0.noun): write \($0.example)." }
          ?? "The check has no threshold; your project sets one.")
    }
    if let problem = shapeProblem(figures) { return .notComparable(reason: problem) }
    switch convert(value) {
    case .failure(let reason): return .notComparable(reason: reason.text)
    case .success(let numbers):
      if compare(numbers, with: figures) { return .pass }
      guard inputs.contains(Self.spacing) else { return .fail }
      return .notComparable(
        reason: "Below that size, the spacing decides. Run \"a11y calc gap\" with the frames to check the circles.")
    }
  }

  /// The figures for a component: those of its platform where it is on one alone that has its own.
  func threshold(on component: Component?) -> [FixedPoint] {
    guard !platforms.isEmpty, let component, component.platforms.count == 1 else { return threshold }
    return platforms[component.platforms[0]] ?? threshold
  }

  /// The threshold in words: `at least 44 pt`, `between 3 and 5 tabs`, `at least 4.5:1`; with what is asked of each
  /// part where the value may be a list.
  package func wording(on component: Component? = nil) -> String {
    let figure = figureWording(threshold(on: component))
    guard let parts else { return figure }
    return threshold.isEmpty ? parts.wording : "\(figure); \(parts.wording)"
  }

  private func figureWording(_ figures: [FixedPoint]) -> String {
    guard let first = figures.first else { return "set by your project" }
    let last = figures.last ?? first
    return switch comparison {
    case .atLeast: "at least " + text(of: first)
    case .atMost: "at most " + text(of: first)
    case .equal: text(of: first)
    case .between: "between \(first) and " + text(of: last) + (isShift && first < 0 && last > 0 ? ", not 0" : "")
    case .multipleOf where figures.count > 1: "a multiple of " + text(of: first) + ", \(last) for fine adjustment"
    case .multipleOf: "a multiple of " + text(of: first)
    }
  }

  private func text(of figure: FixedPoint) -> String {
    switch valueUnit {
    case "ratio": "\(figure):1"
    case "percent": "\(figure) %"
    case "": "\(figure)"
    // `between 0.92 and 0.97` needs no `scale factor` after it.
    case let unit where UnitWords.isFraction(unit): "\(figure)"
    case let unit: "\(figure) \(figure == 1 ? UnitWords.ofOne(unit) : unit)"
    }
  }

  private func shapeProblem(_ figures: [FixedPoint]) -> String? {
    switch comparison {
    case .between where figures.count != 2: "The threshold needs 2 numbers, a lower and an upper one."
    case .between where figures[0] > figures[1]: "The lower number of the threshold is above the upper one."
    case .multipleOf where figures.contains { $0 <= 0 }: "The step of the threshold is not above 0."
    default: nil
    }
  }

  private func compare(_ numbers: [FixedPoint], with figures: [FixedPoint]) -> Bool {
    guard let smallest = numbers.min(), let largest = numbers.max(), let first = figures.first else { return false }
    return switch comparison {
    case .atLeast: smallest >= first
    case .atMost: largest <= first
    case .equal: smallest == first && largest == first
    case .between: smallest >= first && largest <= (figures.last ?? first) && !(isShift && numbers.contains(0))
    case .multipleOf: numbers.allSatisfy { isOnGrid($0, figures: figures) }
    }
  }

  /// Whether it counts a change up or down, of which 0 is none: a press that changes nothing is not seen.
  private var isShift: Bool { UnitWords.isShift(valueUnit) }

  private func isOnGrid(_ number: FixedPoint, figures: [FixedPoint]) -> Bool {
    if figures.contains(where: { number.isMultiple(of: $0) }) { return true }
    let isHouseGrid = figures == [GridRule.step] && valueUnit == "pt"
    return isHouseGrid && number.isMultiple(of: GridRule.fineStep)
  }
}
