/// A number with at most six decimals, kept as an integer so that facts stay free of floating point.
package struct FixedPoint: Hashable, Comparable, Sendable {
  /// Millionths.
  package var millionths: Int64

  package init(millionths: Int64) { self.millionths = millionths }

  package static func < (left: FixedPoint, right: FixedPoint) -> Bool { left.millionths < right.millionths }
}

/// What a check measures and the figure that decides, as the catalog states it.
package struct Measurement: Equatable, Sendable {
  package enum Comparison: String, CaseIterable, Sendable {
    case atLeast = ">="
    case atMost = "<="
    case equal = "="
    case between
    case multipleOf = "multiple-of"
  }

  /// `number`, `ratio` or `percent`.
  package var type: String
  /// For numbers: `pt`, `issues`, `s`, `tabs` ...; empty for ratios and percents.
  package var unit = ""
  package var comparison: Comparison
  /// No figure: the project sets one. One figure; two for `between`, both inclusive.
  package var threshold: [FixedPoint]
  package var note: String?
  package var formula: String?
  package var inputs: [String] = []
  /// Other figures for components that are on one platform alone: text of 10 pt is allowed on macOS.
  package var platforms: [Platform: [FixedPoint]] = [:]
  /// What is asked of each part where the value is a list of named parts; nil where it never is.
  package var parts: PartRule?
}

/// A measured value with its unit, as a tester gave it: `40x40`, `3.2:1`, `165%`, `0.3 s`.
package struct MeasuredValue: Equatable, Sendable {
  /// As typed, trimmed.
  package var text: String
  /// `pt`, `ratio`, `percent`, `s`, `ms`, `mm`, a counted thing such as `tabs`, or empty.
  package var unit: String
  /// The figures in the order given: width and height, or one figure.
  package var numbers: [FixedPoint]

  package init(text: String, unit: String, numbers: [FixedPoint]) {
    (self.text, self.unit, self.numbers) = (text, unit, numbers)
  }
}

/// What a measurement asks under the settings that something was seen under.
extension Measurement {
  /// - Parameter condition: the tokens of the settings, as `Condition.text` has them.
  /// - Returns: where a setting is one of the parts, such as `text-xxxl` or `dark`, a plain figure is one of that part, and
  ///   the others need not be named; where the figures are those of the usual text size and another one is set, there is
  ///   nothing to compare with. Itself otherwise.
  package func under(_ condition: String) -> Measurement {
    guard !condition.isEmpty, var rule = parts, case .figures(var figures) = rule.form else { return self }
    var measurement = self
    if rule.isOfUsualTextSize {
      guard condition.split(separator: ",").contains(where: { $0.hasPrefix(Self.textSize) }) else { return self }
      for place in figures.indices {
        figures[place].threshold = []
        figures[place].platforms = [:]
      }
      rule.form = .figures(figures)
      measurement.parts = rule
      return measurement
    }
    let names = condition.split(separator: ",").map { token in
      token.hasPrefix(Self.textSize) ? String(token.dropFirst(Self.textSize.count)) : String(token)
    }
    guard let name = names.first(where: { name in figures.contains { $0.accepts(name) } }),
      let meant = figures.first(where: { $0.accepts(name) })
    else { return self }
    measurement.comparison = meant.comparison
    measurement.threshold = meant.threshold
    measurement.platforms = meant.platforms
    for place in figures.indices { figures[place].isNeeded = false }
    rule.form = .figures(figures)
    measurement.parts = rule
    return measurement
  }

  private static let textSize = "text-"
}

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
      let scale: (times: FixedPoint, by: FixedPoint)
      switch (given, wanted) {
      case ("mm", "pt"), ("pt", "mm"):
        return .failure(
          Reason(text: "Comparing millimeters with points requires the screen's points per inch.", needsScreen: true))
      case ("s", "ms"): scale = (1000, 1)
      case ("ms", "s"): scale = (1, 1000)
      case ("cm", "mm"): scale = (10, 1)
      case ("mm", "cm"): scale = (1, 10)
      case ("percent", _) where UnitWords.isFraction(wanted): scale = (1, 100)
      default: return .failure(Reason(text: "The value is in \(name(given)), the threshold in \(name(wanted))."))
      }
      return .success(
        try value.numbers.map { number throws(MeasureError) in
          try number.multiplied(by: scale.times).divided(by: scale.by)
        })
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
      hint: "Write it like \(example()).")
  }

  private static func kind(_ unit: String) -> String {
    switch unit {
    case "ratio": "a ratio"
    case "percent": "a percentage"
    case "s", "ms": "a time"
    default: "a length"
    }
  }

  /// A value that meets the requirement, as it is typed: `44 pt`, `4.5:1`, `50%`.
  package func example(on component: Component? = nil) -> String {
    let figures = threshold(on: component)
    // A range around no change does not include it.
    let figure = (comparison == .between ? figures.first { $0 != 0 } : figures.first) ?? 1
    switch valueUnit {
    case "": return "\(figure)"
    case "ratio": return "\(figure):1"
    case "percent": return "\(figure)%"
    default: return "\(figure) \(figure == 1 ? UnitWords.ofOne(valueUnit) : valueUnit)"
    }
  }

  private func name(_ unit: String) -> String {
    switch unit {
    case "": "a bare number"
    case "percent": "%"
    default: unit
    }
  }
}

/// Why a typed measurement, color, frame or name could not be read or computed.
///
/// `message` is one sentence that names what was found; `hint` is one sentence that says what was expected. Both quote
/// foreign text only through ``MeasureError/quote(_:)``, so they hold no control characters and stay short.
package struct MeasureError: Error, Equatable, Sendable {
  package enum Reason: String, CaseIterable, Sendable {
    case empty
    case tooLong = "too-long"
    case notANumber = "not-a-number"
    case decimalComma = "decimal-comma"
    case tooPrecise = "too-precise"
    case outOfRange = "out-of-range"
    case ambiguous
    case wrongShape = "wrong-shape"
    case wrongUnit = "wrong-unit"
    case unknownColour = "unknown-colour"
    case notOpaque = "not-opaque"
    case unknownName = "unknown-name"
  }

  package var reason: Reason
  package var message: String
  package var hint: String

  package init(_ reason: Reason, _ message: String, hint: String) {
    (self.reason, self.message, self.hint) = (reason, message, hint)
  }

  /// The message in the form of an error: in lower case, without a period.
  package var problem: String {
    let first = message.prefix(1)
    let rest = message.dropFirst()
    let start = rest.first?.isLowercase == true ? first.lowercased() : String(first)
    return start + (rest.hasSuffix(".") ? rest.dropLast() : rest)
  }

  /// Foreign text in double quotes: at most 40 scalars, with everything that is not plainly visible shown as `?`.
  package static func quote(_ text: String) -> String {
    let limit = 40
    var shown = "\""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == limit {
        shown += "..."
        break
      }
      shown.unicodeScalars.append(isVisible(scalar) ? scalar : "?")
      count += 1
    }
    return shown + "\""
  }

  /// Controls, bidi marks, line ends and unassigned scalars could change what a terminal shows around them.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned,
      .nonspacingMark, .enclosingMark, .spacingMark:
      false
    default:
      true
    }
  }
}

/// The names under which units are typed, and whether what was typed is what a check counts.
package enum UnitWords {
  /// Lengths: the units a pair such as `40x40` may have.
  static let lengths = ["pt", "mm"]

  /// Units that have one spelling; everything else is a counted thing.
  package static func isKnown(_ unit: String) -> Bool {
    ["pt", "mm", "cm", "px", "percent", "ratio", "s", "ms"].contains(unit)
  }

  /// The one spelling under which a unit is kept; counted things stay as typed, in lower case.
  ///
  /// `cm` and `ms` are kept apart here because their figures have to be converted.
  static func canonical(_ typed: String) -> String {
    switch typed.lowercased() {
    case "pt", "pts", "point", "points": "pt"
    case "mm", "millimetre", "millimetres", "millimeter", "millimeters": "mm"
    case "cm", "centimetre", "centimetres", "centimeter", "centimeters": "cm"
    case "px", "pixel", "pixels", "css px": "px"
    case "%", "percent", "per cent", "pct": "percent"
    case "ratio": "ratio"
    case "s", "sec", "secs", "second", "seconds": "s"
    case "ms", "msec", "millisecond", "milliseconds": "ms"
    case let other: other
    }
  }

  /// Whether a typed unit means the unit of a check: `tab` means `tabs`, `actions` means `actions per side`.
  ///
  /// Each typed word, singular or plural, has to be one of the words of the check's unit.
  static func agree(_ typed: String, with wanted: String) -> Bool {
    let typedName = canonical(typed)
    let wantedName = canonical(wanted)
    if typedName == wantedName { return true }
    let wantedWords = words(of: wantedName)
    let typedWords = words(of: typedName)
    return !typedWords.isEmpty && typedWords.allSatisfy { wantedWords.contains($0) }
  }

  /// Whether a figure of this unit may be below zero: gaps in points, and shifts such as a brightness delta.
  static func mayBeNegative(_ unit: String) -> Bool { unit.isEmpty || unit == "pt" || isShift(unit) }

  /// Whether a unit counts a change up or down.
  package static func isShift(_ unit: String) -> Bool { unit == "delta" || unit.hasSuffix(" delta") }

  /// Whether a unit is a part of one, so that a percentage may be given for it: 97 % is a scale factor of 0.97.
  package static func isFraction(_ unit: String) -> Bool {
    ["scale factor", "damping fraction", "brightness delta", "intensity"].contains(unit)
  }

  /// Whether a unit counts things, of which there are no halves.
  static func isCounted(_ unit: String) -> Bool {
    !unit.isEmpty && !isKnown(unit) && !isFraction(unit) && !isShift(unit)
  }

  /// The unit of one of it: `column`, `action per side`.
  package static func ofOne(_ unit: String) -> String {
    isKnown(unit) ? unit : unit.split(separator: " ").map { singular(String($0)) }.joined(separator: " ")
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split(separator: " ").map { singular(String($0)) }
  }

  private static func singular(_ word: String) -> String {
    if word.utf8.count > 4, word.hasSuffix("ies") { return String(word.dropLast(3)) + "y" }
    if word.utf8.count > 3, word.hasSuffix("s"), !["ss", "us", "is"].contains(where: word.hasSuffix) {
      return String(word.dropLast())
    }
    return word
  }
}
