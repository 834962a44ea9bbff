package import Measuring

/// Judging a value of named parts, and saying what is missing.
extension Measurement {
  /// The parts of a value that is a list; nil for a plain figure, and where it cannot be read by today's rule.
  package func list(of value: MeasuredValue) -> MeasuredParts? {
    guard let parts, MeasuredParts.isList(value.text) else { return nil }
    return try? MeasuredParts.parse(value.text, by: parts, unit: valueUnit)
  }

  /// What speaks against a value of named parts, a clause each: `brand lacks light-contrast and dark-contrast (2 of
  /// 4)`. Empty for plain figures, which `wording` says enough of.
  package func faults(of value: MeasuredValue, on component: Component? = nil) -> [String] {
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
      let single = Measurement(
        type: type, unit: unit, comparison: figure.comparison, threshold: figure.threshold, platforms: figure.platforms)
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
    else { return one.text.utf8.elementsEqual(other.text.utf8) }
    return left == right
  }
}
