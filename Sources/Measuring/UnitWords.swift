/// The names under which units are typed, and whether what was typed is what a check counts.
package enum UnitWords {
  /// Lengths: the units a pair such as `40x40` may have.
  static let lengths = ["pt", "mm"]

  /// Units that have one spelling; everything else is a counted thing.
  static func isKnown(_ unit: String) -> Bool {
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
