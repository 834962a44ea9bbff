/// Bringing a value to the unit of the measurement.
extension Measurement {
  /// The unit in which a value for this measurement is kept: `ratio`, `percent` or the unit of the number.
  package var valueUnit: String {
    switch type {
    case "ratio", "percent": type
    default: unit
    }
  }

  /// The input of a check whose figure has an exception: the room around a target makes up for its size (2.5.8).
  package static let spacing = "spacing"

  package struct Reason: Error {
    package var text: String
    /// Both are lengths, and only a screen could say how many of the one are the other.
    var needsScreen = false
  }

  /// The figures of a value in the unit of the threshold, or why there is no way from one to the other.
  package func convert(_ value: MeasuredValue) -> Result<[FixedPoint], Reason> {
    guard !value.numbers.isEmpty else { return .failure(Reason(text: "The value has no number.")) }
    let wanted = UnitWords.canonical(valueUnit)
    let given = UnitWords.canonical(value.unit)
    if given.isEmpty || UnitWords.agree(given, with: wanted) { return .success(value.numbers) }
    do throws(MeasureError) {
      switch (given, wanted) {
      case ("mm", "pt"), ("pt", "mm"):
        return .failure(
          Reason(text: "Comparing millimeters with points requires the screen's points per inch.", needsScreen: true))
      case ("s", "ms"): return .success(try multiplied(value.numbers, by: 1000))
      case ("ms", "s"): return .success(try divided(value.numbers, by: 1000))
      case ("cm", "mm"): return .success(try multiplied(value.numbers, by: 10))
      case ("mm", "cm"): return .success(try divided(value.numbers, by: 10))
      case ("percent", _) where UnitWords.isFraction(wanted): return .success(try divided(value.numbers, by: 100))
      default: return .failure(Reason(text: "The value is in \(name(given)), the threshold in \(name(wanted))."))
      }
    } catch {
      return .failure(Reason(text: error.message))
    }
  }

  /// Refuses a value of another dimension than the one that is measured: a ratio is no size.
  func accepted(_ value: MeasuredValue) throws(MeasureError) -> MeasuredValue {
    let given = UnitWords.canonical(value.unit)
    guard !valueUnit.isEmpty, UnitWords.isKnown(given) else { return value }
    guard case .failure(let reason) = convert(value), !reason.needsScreen else { return value }
    throw MeasureError(
      .wrongUnit, "\(MeasureError.quote(value.text)) is \(Self.kind(given)), and the check measures \(valueUnit).",
      hint: "Write it like \(example).")
  }

  private static func kind(_ unit: String) -> String {
    switch unit {
    case "ratio": "a ratio"
    case "percent": "a percentage"
    case "s", "ms": "a time"
    default: "a length"
    }
  }

  /// A value as it is typed: `44 pt`, `4.5:1`, `50%`.
  private var example: String {
    let figure = threshold.first ?? 1
    switch valueUnit {
    case "ratio": return "\(figure):1"
    case "percent": return "\(figure)%"
    default: return "\(figure) \(valueUnit)"
    }
  }

  private func name(_ unit: String) -> String {
    switch unit {
    case "": "a bare number"
    case "percent": "%"
    default: unit
    }
  }

  private func multiplied(_ numbers: [FixedPoint], by factor: FixedPoint) throws(MeasureError) -> [FixedPoint] {
    var changed: [FixedPoint] = []
    for number in numbers { changed.append(try number.multiplied(by: factor)) }
    return changed
  }

  private func divided(_ numbers: [FixedPoint], by divisor: FixedPoint) throws(MeasureError) -> [FixedPoint] {
    var changed: [FixedPoint] = []
    for number in numbers { changed.append(try number.divided(by: divisor)) }
    return changed
  }
}
