/// Takes a typed measurement apart: numbers, words, `%`, `:` and the `x` between two sides.
struct MeasuredText {
  enum Token: Equatable {
    case number(FixedPoint)
    case word(String)
    case percent
    case colon
    case times
  }

  private let scalars: [Unicode.Scalar]
  private let text: String
  private var index = 0

  private init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  /// The tokens of a text that is already trimmed and bounded.
  static func tokens(of text: String) throws(MeasureError) -> [Token] {
    var reader = MeasuredText(text)
    var found: [Token] = []
    while let scalar = reader.peek() {
      if isSpace(scalar) {
        reader.index += 1
      } else if reader.startsNumber() {
        found.append(.number(try reader.number()))
      } else {
        try reader.mark(scalar, into: &found)
      }
    }
    return found
  }

  private mutating func mark(_ scalar: Unicode.Scalar, into found: inout [Token]) throws(MeasureError) {
    switch scalar {
    case "%":
      index += 1
      found.append(.percent)
    case ":":
      index += 1
      found.append(.colon)
    case "\u{D7}", "*":
      index += 1
      found.append(.times)
    case ",":
      throw FixedPoint.commaError(text)
    default:
      guard scalar.properties.isAlphabetic else {
        throw MeasureError(
          .wrongShape, "\(MeasureError.quote(text)) contains an invalid character.",
          hint: MeasuredValue.wanted)
      }
      found.append(word())
    }
  }

  /// A run of letters, then also digits and hyphens (`AX1`); `x` and `by` before a number part two sides.
  private mutating func word() -> Token {
    var run = ""
    while let scalar = peek() {
      let isLetter = scalar.properties.isAlphabetic
      guard isLetter || (!run.isEmpty && (Self.isDigit(scalar) || scalar == "-")) else { break }
      // `40x40` and `40ptx40pt`: this x begins the second side.
      let opensSide = (scalar == "x" || scalar == "X") && peek(1).map(Self.isDigit) == true
      if opensSide, run.isEmpty {
        index += 1
        return .times
      }
      if opensSide, UnitWords.lengths.contains(UnitWords.canonical(run)) { break }
      run.unicodeScalars.append(scalar)
      index += 1
    }
    return ["x", "by"].contains(run.lowercased()) ? .times : .word(run)
  }

  private mutating func number() throws(MeasureError) -> FixedPoint {
    var digits = ""
    if let sign = peek(), sign == "+" || sign == "-" {
      digits.unicodeScalars.append(sign)
      index += 1
    }
    while let scalar = peek(), Self.isDigit(scalar) || scalar == "." || scalar == "," {
      digits.unicodeScalars.append(scalar)
      index += 1
    }
    return try FixedPoint.parse(digits)
  }

  private func startsNumber() -> Bool {
    guard let first = peek() else { return false }
    if Self.isDigit(first) { return true }
    guard let second = peek(1) else { return false }
    if first == "." { return Self.isDigit(second) }
    guard first == "+" || first == "-" else { return false }
    return Self.isDigit(second) || (second == "." && peek(2).map(Self.isDigit) == true)
  }

  private func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
    index + ahead < scalars.count ? scalars[index + ahead] : nil
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// Spaces that people type or paste between a figure and its unit; tabs and line ends are not among them.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    [" ", "\u{A0}", "\u{2009}", "\u{202F}"].contains(scalar)
  }
}
