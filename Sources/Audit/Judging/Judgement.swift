import Base

/// What a measured value says about a threshold, independent of the tester's outcome.
package enum Judgement: Equatable, Sendable {
  case pass
  case fail
  /// The value and the threshold cannot be compared; the reason is one sentence.
  case notComparable(reason: String)

  /// `pass` or `fail`; nil if nothing was evaluated.
  package var outcome: Outcome? {
    switch self {
    case .pass: .pass
    case .fail: .fail
    case .notComparable: nil
    }
  }
}

/// What a plain figure is compared with, where it decides alone.
package struct FigureLimit: Equatable, Sendable {
  package let comparison: Measurement.Comparison
  package let figures: [FixedPoint]
  /// Whether 0 is outside of a range around it.
  package let excludesZero: Bool
}

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
      let asked = textContrast(of: value).map { contrast in figures.map(contrast.required) } ?? figures
      if compare(numbers, with: asked) { return .pass }
      guard inputs.contains(Self.spacing) else { return .fail }
      return .notComparable(
        reason: "Below that size, the spacing decides. Run \"a11y calc gap\" with the frames to check the circles.")
    }
  }

  /// What a plain figure is compared with on a component, for readers that have no rules of their own.
  ///
  /// - Returns: nil where a figure alone does not decide.
  package func limit(on component: Component? = nil) -> FigureLimit? {
    var figures = threshold(on: component)
    guard !figures.isEmpty, shapeProblem(figures) == nil, !inputs.contains(Self.spacing) else { return nil }
    if comparison == .multipleOf, isHouseGrid(figures) { figures.append(GridRule.fineStep) }
    return FigureLimit(comparison: comparison, figures: figures, excludesZero: comparison == .between && isShift)
  }

  /// The limits of the named parts of a list, with the names of each.
  package func partLimits(on component: Component? = nil) -> [(names: [String], limit: FigureLimit)] {
    guard case .figures(let figures)? = parts?.form else { return [] }
    return figures.compactMap { figure in single(figure).limit(on: component).map { (figure.names, $0) } }
  }

  private func single(_ figure: PartFigure) -> Measurement {
    Measurement(
      type: type, unit: unit, comparison: figure.comparison, threshold: figure.threshold, platforms: figure.platforms)
  }

  /// The contrast of a text whose size is known.
  private func textContrast(of value: MeasuredValue) -> TextContrast? {
    guard type == "ratio", let contrast = try? TextContrast(parsing: value.text), contrast.points != nil else {
      return nil
    }
    return contrast
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
    case "percent": "\(figure)%"
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
    return isHouseGrid(figures) && number.isMultiple(of: GridRule.fineStep)
  }

  private func isHouseGrid(_ figures: [FixedPoint]) -> Bool { figures == [GridRule.step] && valueUnit == "pt" }
}

/// Judging a value of named parts, and saying what is missing.
extension Measurement {
  /// The parts of a value that is a list; nil for a plain figure, and where it cannot be read by today's rule.
  package func list(of value: MeasuredValue) -> MeasuredParts? {
    guard let parts, MeasuredParts.isList(value.text) else { return nil }
    return try? MeasuredParts.parse(value.text, by: parts, unit: valueUnit)
  }

  /// What speaks against a value of named parts, a clause each: `brand lacks light-contrast and dark-contrast (2 of
  /// 4)`. Empty for plain figures, which `wording` says enough of, but where two readings of a contrast differ.
  package func faults(of value: MeasuredValue, on component: Component? = nil) -> [String] {
    if let contrast = textContrast(of: value), let figure = threshold(on: component).first {
      return [contrast.disagreement(figure)].compactMap { $0 }
    }
    guard let parts, let list = list(of: value) else { return [] }
    return list.parts.flatMap { faults(of: $0, parts, on: component) }
  }

  func judge(_ text: String, by rule: PartRule, on component: Component?) -> Judgement {
    let list: MeasuredParts
    do throws(MeasureError) {
      list = try MeasuredParts.parse(text, by: rule, unit: valueUnit)
    } catch {
      return .notComparable(reason: error.message)
    }
    if case .figures(let figures) = rule.form, figures.allSatisfy(\.threshold.isEmpty) {
      return .notComparable(reason: "The thresholds apply to the default text size.")
    }
    if list.parts.contains(where: { !faults(of: $0, rule, on: component).isEmpty }) { return .fail }
    if case .figures(let figures) = rule.form {
      for figure in figures where figure.isNeeded && !list.parts.contains(where: { figure.accepts($0.name) }) {
        let names = WordList.or(figure.names)
        return .notComparable(reason: "The value does not include \(names), which must be tested too.")
      }
    }
    return .pass
  }

  private func faults(of part: MeasuredParts.Part, _ rule: PartRule, on component: Component?) -> [String] {
    switch rule.form {
    case .all(let members):
      let missing = members.filter { !part.members.contains($0) }
      guard !missing.isEmpty else { return [] }
      let count = "\(members.count - missing.count) of \(members.count)"
      return ["\(part.name) lacks \(WordList.and(missing)) (\(count))"]
    case .atMostOne:
      if part.members.count > 1 { return ["\(part.name) has \(WordList.and(part.members)), expected at most 1"] }
      return rule.fit == .haptics ? HapticFit.faults(of: part, on: component) : []
    case .figures(let figures):
      guard let found = part.figure, let figure = figures.first(where: { $0.accepts(part.name) }) else { return [] }
      let single = single(figure)
      let value = MeasuredValue(text: "", unit: valueUnit, numbers: [found])
      guard single.judge(value, on: component) == .fail else { return [] }
      let bare = Measurement(
        type: "number", comparison: figure.comparison, threshold: single.threshold(on: component))
      return ["\(part.name) has \(found), required is \(bare.wording())"]
    }
  }

  /// Whether two values say the same: the same parts with the same members in any order, or the same figures.
  package func areSame(_ one: MeasuredValue, _ other: MeasuredValue) -> Bool {
    if let left = list(of: one), let right = list(of: other), let parts {
      guard left.parts.count == right.parts.count else { return false }
      return left.parts.allSatisfy { part in
        right.parts.contains {
          parts.isSame($0.name, part.name) && $0.figure == part.figure && $0.members.sorted() == part.members.sorted()
        }
      }
    }
    guard list(of: one) == nil, list(of: other) == nil,
      case .success(let left) = convert(one),
      case .success(let right) = convert(other)
    else { return one.text.hasSameBytes(as: other.text) }
    return left == right
  }
}

/// A threshold as people type it: `48`, `4.5:1`, `3,5` for a range.
package enum ThresholdText {
  /// The measurement of a check with other figures; with none, those of the built-in check.
  ///
  /// - Throws: `MeasureError`: a check that measures nothing, no figure where none is built in, or one that cannot be.
  package static func measurement(
    _ text: String, of check: Check, builtIn: Check?
  ) throws(MeasureError) -> Measurement {
    guard var measurement = check.measurement else {
      throw MeasureError(.wrongShape, "\(check.id) has no measurement, so it has no threshold", hint: "")
    }
    if text.isEmpty {
      guard let original = builtIn?.measurement else {
        throw MeasureError(
          .empty, "\(check.id) is a custom check; specify the number, or a new text with --from",
          hint: "")
      }
      return original
    }
    var figures: [FixedPoint] = []
    let unit = try MeasuredValue.parse("1", unitHint: measurement.valueUnit).unit
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let value = try MeasuredValue.parse(String(part), unitHint: measurement.valueUnit)
      guard let figure = value.numbers.first, value.numbers.count == 1, value.unit == unit else {
        throw MeasureError(
          .wrongUnit, "\(MeasureError.quote(text)) is not a threshold of \(check.id).",
          hint: "Write the number alone. The current threshold is \(measurement.wording()).")
      }
      figures.append(figure)
    }
    let count = measurement.comparison == .between ? 2 : 1
    guard figures.count == count, let first = figures.first else {
      let wanted =
        count == 2
        ? "\(check.id) needs 2 numbers, as in 3,5"
        : "\(check.id) needs 1 number, not \(figures.count)"
      throw MeasureError(.wrongShape, wanted, hint: "")
    }
    guard
      measurement.threshold.contains(where: isBelowZero) || !figures.contains(where: isBelowZero)
    else {
      throw MeasureError(.outOfRange, "\"\(text)\" is below 0, so any value meets it or none", hint: "")
    }
    let probe = MeasuredValue(text: "\(first)", unit: "", numbers: [first])
    if case .notComparable(let reason) = measurement.judge(probe, thresholds: figures) {
      throw MeasureError(.wrongShape, reason, hint: "")
    }
    measurement.threshold = figures
    return measurement
  }

  private static func isBelowZero(_ figure: FixedPoint) -> Bool { figure.millionths < 0 }
}

/// Whether a haptic fits the interaction that it was planned or found for.
///
/// | named | means |
/// | --- | --- |
/// | a moment of ``HapticMoment``, or words for one: `delete`, `quiz passed` | that moment |
/// | `press` of a toggle, tab bar or picker | switching, changing tabs, choosing |
/// | anything else | an interaction of the app's own: only the number is evaluated |
///
/// A style that promises haptics decides for presses in place of the table. In the child profile every press is felt;
/// whether a press matters enough in the general one is for a person to judge (E-41).
package enum HapticFit {
  static func faults(of part: MeasuredParts.Part, on component: Component?) -> [String] {
    guard let moment = moment(part.name, of: component) else { return [] }
    guard let found = part.members.first.flatMap(HapticType.init(rawValue:)) else {
      guard component?.profile == .child else { return [] }
      return ["\(part.name) has none; the child profile requires a haptic for each press (E-41)"]
    }
    if let component, !component.styleHaptics.isEmpty, isPress(moment) {
      guard !component.styleHaptics.contains(found) else { return [] }
      let wanted = WordList.or(component.styleHaptics.map(\.rawValue))
      return ["\(part.name) has \(found.rawValue); the style \(component.style) requires \(wanted)"]
    }
    guard !moment.fitting.contains(found) else { return [] }
    let wanted = WordList.or(moment.fitting.map(\.rawValue))
    return ["\(part.name) has \(found.rawValue); \(moment.title) requires \(wanted)"]
  }

  /// What a careful colleague would add to a value that breaks no rule.
  package static func remarks(on list: MeasuredParts, _ component: Component?) -> [String] {
    let unknown = list.parts.filter { moment($0.name, of: component) == nil }.map(\.name)
    let unjudged =
      unknown.isEmpty
      ? []
      : ["\(WordList.and(unknown)): only the count is evaluated; no word names a moment (see \"a11y lookup haptic\")"]
    guard component?.profile != .child else { return unjudged }
    return unjudged
      + list.parts.compactMap { part in
        // Of one that does not fit it would say two things.
        guard !part.members.isEmpty, faults(of: part, on: component).isEmpty,
          let moment = moment(part.name, of: component), !moment.isMeaningful
        else {
          return nil
        }
        return "\(part.name): in the general profile, haptics mark meaningful moments; decide if \(moment.title) is "
          + "meaningful (E-41, haptics.meaningful-only)"
      }
  }

  /// Whether presses have the haptic that the component's style promises; nil where the list has no press.
  package static func keepsPromise(_ list: MeasuredParts, _ component: Component) -> Bool? {
    let presses = list.parts.filter { moment($0.name, of: component).map(isPress) ?? false }
    guard !presses.isEmpty else { return nil }
    return presses.allSatisfy { part in
      part.members.count == 1 && component.styleHaptics.contains { $0.rawValue == part.members[0] }
    }
  }

  /// The moment that a name means; nil for one of the app's own.
  static func moment(_ name: String, of component: Component?) -> HapticMoment? {
    let moment = HapticMoment(naming: name)
    guard moment == .press else { return moment }
    return switch component?.kind {
    case "toggle": .toggle
    case "tab-bar": .tab
    case "picker": .choice
    default: .press
    }
  }

  private static func isPress(_ moment: HapticMoment) -> Bool {
    switch moment {
    case .press, .navigation, .primary, .toggle: true
    default: false
    }
  }
}
