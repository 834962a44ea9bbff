import Base

/// Reading what a tester typed as a measured value.
extension MeasuredValue {
  static let wanted = "Use a value such as 40x40, 44 pt, 6.9 mm, 3.2:1, 165%, 0.3 s, or 4 tabs."

  /// Reads `40x40`, `40 x 40 pt`, `44`, `44pt`, `6.9mm`, `3.2:1`, `165 percent`, `300ms`, `4 tabs`.
  ///
  /// - `unitHint` is the unit that the check counts in (``Measurement/valueUnit``); it is used where no unit was
  ///   typed, and where the typed one means the same (`1 tab` for `tabs`).
  /// - Milliseconds become seconds and centimeters millimeters. Two figures are the sides of a size, in points unless
  ///   said otherwise. Pixels are refused: they are no points without the scale of the screen (E-05).
  /// - `text` is kept as typed, without the white space around it, at most 80 characters.
  ///
  /// Throws for everything else, with a sentence that says what was found and one that says what was expected.
  package static func parse(_ text: String, unitHint: String? = nil) throws(MeasureError) -> MeasuredValue {
    let typed = try trimmed(text)
    if UnitWords.canonical(unitHint ?? "") == "percent", let share = try share(typed) { return share }
    if unitHint == "years", let ages = ages(typed) { return ages }
    var tokens = try MeasuredText.tokens(of: typed)[...]
    guard case .number(let first)? = tokens.popFirst() else { throw shapeError(typed) }
    if let ratio = try ratio(first, rest: tokens, typed: typed) { return ratio }
    var unit = try takeUnit(&tokens, typed: typed)
    var numbers = [first]
    if case .times? = tokens.first {
      tokens.removeFirst()
      guard case .number(let second)? = tokens.popFirst() else { throw shapeError(typed) }
      numbers.append(second)
      let secondUnit = try takeUnit(&tokens, typed: typed)
      guard unit.isEmpty || secondUnit.isEmpty || unit == secondUnit else {
        throw MeasureError(
          .wrongUnit, "The two sides of \(MeasureError.quote(typed)) have different units.", hint: Self.wanted)
      }
      if unit.isEmpty { unit = secondUnit }
    }
    guard tokens.isEmpty else { throw shapeError(typed) }
    let value = MeasuredValue(text: typed, unit: unit, numbers: numbers)
    return try value.named(by: unitHint).converted().checked(unitHint: unitHint)
  }

  /// Without the white space around it, neither empty nor longer than 80 characters.
  static func trimmed(_ text: String, limit: Int = 80) throws(MeasureError) -> String {
    // The first guard keeps a megabyte of foreign text from being walked at all.
    guard text.utf8.count <= max(4096, limit * 4) else { throw lengthError(limit) }
    let scalars = text.unicodeScalars.trimmed(where: \.properties.isWhitespace)
    guard !scalars.isEmpty else { throw MeasureError(.empty, "The value is empty.", hint: wanted) }
    guard scalars.count <= limit else { throw lengthError(limit) }
    return String(scalars)
  }

  /// `6-8` as the ages of a group, the youngest and the oldest; nil where it is no such span.
  private static func ages(_ typed: String) -> MeasuredValue? {
    let words = typed.hasSuffix("years") ? typed.dropLast(5) : typed[...]
    let ends = words.split { "-–".contains($0) }.map { $0.filter { $0 != " " } }
    let ages = ends.filter { $0.utf8.count <= 3 }.compactMap(Int32.init)
    guard ages.count == 2, ends.count == 2, ages[0] > 0, ages[0] < ages[1] else { return nil }
    return MeasuredValue(text: typed, unit: "years", numbers: ages.map { FixedPoint(integerLiteral: $0) })
  }

  /// `9/10` as 90%; nil where it is no share of a count.
  private static func share(_ typed: String) throws(MeasureError) -> MeasuredValue? {
    let pieces = typed.split(separator: "/", omittingEmptySubsequences: false)
    guard pieces.count == 2, pieces.allSatisfy({ $0.utf8.count <= 10 && $0.utf8.allSatisfy { $0 &- 0x30 < 10 } }),
      let part = Int32(pieces[0]), let whole = Int32(pieces[1]), whole > 0, part <= whole, whole <= 1_000_000
    else { return nil }
    let number = try FixedPoint(integerLiteral: part).multiplied(by: 100).divided(by: FixedPoint(integerLiteral: whole))
    return MeasuredValue(text: typed, unit: "percent", numbers: [number])
  }

  private static func lengthError(_ limit: Int) -> MeasureError {
    MeasureError(.tooLong, "The value is longer than \(limit) characters.", hint: wanted)
  }

  private static func shapeError(_ typed: String) -> MeasureError {
    MeasureError(.wrongShape, "\(MeasureError.quote(typed)) is not a measurement.", hint: wanted)
  }

  /// `3.2:1` or `3.2 to 1`; nil if the text is no ratio at all.
  private static func ratio(
    _ first: FixedPoint, rest: ArraySlice<MeasuredText.Token>, typed: String
  ) throws(MeasureError) -> MeasuredValue? {
    let isRatio = rest.first == .colon || (rest.first == .word("to") && rest.count == 2)
    guard isRatio else { return nil }
    guard rest.count == 2, rest.last == .number(1), first >= 1 else {
      throw MeasureError(
        .wrongShape, "\(MeasureError.quote(typed)) is not a ratio to 1.",
        hint: "Write the larger part first and end with :1, like 3.2:1.")
    }
    return try MeasuredValue(text: typed, unit: "ratio", numbers: [first]).checked(unitHint: nil)
  }

  private static func takeUnit(
    _ tokens: inout ArraySlice<MeasuredText.Token>, typed: String
  ) throws(MeasureError) -> String {
    if tokens.first == .percent {
      tokens.removeFirst()
      return "percent"
    }
    var words: [String] = []
    while case .word(let word)? = tokens.first {
      words.append(word)
      tokens.removeFirst()
    }
    guard let first = words.first else { return "" }
    // `1e5` would otherwise be one `e5`.
    guard !first.unicodeScalars.contains(where: { ("0"..."9").contains($0) }) else { throw shapeError(typed) }
    return UnitWords.canonical(words.joined(separator: " "))
  }

  private func converted() throws(MeasureError) -> MeasuredValue {
    var value = self
    switch unit {
    case "px":
      throw MeasureError(
        .wrongUnit, "\(MeasureError.quote(text)) is in pixels. Points require the scale of the screen.",
        hint: "Divide by the scale of the screen (2 or 3) and use the result in pt (E-05).")
    case "ms":
      value.unit = "s"
      for place in value.numbers.indices {
        guard numbers[place].millionths.isMultiple(of: 1000) else {
          throw MeasureError(
            .tooPrecise, "\(MeasureError.quote(text)) is more precise than 0.000001 s.", hint: Self.wanted)
        }
        value.numbers[place] = try numbers[place].divided(by: 1000)
      }
    case "cm":
      value.unit = "mm"
      for place in value.numbers.indices { value.numbers[place] = try numbers[place].multiplied(by: 10) }
    default: break
    }
    return value
  }

  /// Gives the unit a name: the check's own where none was typed or where the typed one means the same.
  private func named(by hint: String?) throws(MeasureError) -> MeasuredValue {
    var value = self
    let wanted = hint.map(UnitWords.canonical) ?? ""
    let hintName = UnitWords.isKnown(wanted) ? wanted : hint ?? ""
    if !unit.isEmpty {
      if let hint, UnitWords.agree(unit, with: hint) { value.unit = hintName }
      return value
    }
    if numbers.count == 2 {
      value.unit = UnitWords.lengths.contains(wanted) ? wanted : "pt"
      return value
    }
    value.unit = hintName
    if value.unit == "percent", let number = numbers.first, number > 0, number < 1 {
      throw MeasureError(
        .ambiguous, "\(MeasureError.quote(text)) could be a fraction or a percentage.",
        hint: "Write the percent sign: 50% for one half, 0.5% for half a percent.")
    }
    return value
  }

  /// Refuses what no fact can hold: the figures of a value are kept as whole millionths, and JSON has 53 bits for them.
  func fitting() throws(MeasureError) -> MeasuredValue {
    guard numbers.allSatisfy({ $0.millionths.magnitude <= 9_007_199_254_740_991 }) else {
      throw MeasureError(
        .outOfRange, "The number in \(MeasureError.quote(text)) is too large.",
        hint: "Use a number from -9007199254 to 9007199254.")
    }
    return self
  }

  private func checked(unitHint: String?) throws(MeasureError) -> MeasuredValue {
    _ = try fitting()
    if numbers.count == 2, !UnitWords.lengths.contains(unit) {
      throw MeasureError(
        .wrongUnit, "\(MeasureError.quote(text)) has two sides, but its unit is not a length.", hint: Self.wanted)
    }
    if unit == "ratio", let number = numbers.first, number < 1 {
      throw MeasureError(
        .outOfRange, "\(MeasureError.quote(text)) is below 1; a ratio to 1 must be at least 1.",
        hint: "Write the larger part first, like 3.2:1.")
    }
    if unit == "ratio", let number = numbers.first, number > 21 {
      throw MeasureError(
        .outOfRange, "\(MeasureError.quote(text)) is above 21:1, the contrast of black on white.",
        hint: "Write a contrast from 1:1 to 21:1.")
    }
    // A brightness may go down by 5 %; a share of something cannot be below zero.
    let isShift = unit == "percent" && UnitWords.isShift(unitHint ?? "")
    let mayBeNegative = numbers.count == 1 && (UnitWords.mayBeNegative(unit) || isShift)
    if !mayBeNegative, numbers.contains(where: { $0 < 0 }) {
      throw MeasureError(.outOfRange, "\(MeasureError.quote(text)) is below 0.", hint: Self.wanted)
    }
    return self
  }
}

/// Sums, for a check that asks for a total of what is seen and what is added on each side.
extension MeasuredValue {
  static let wantedSum = "Write a sum like 24+2*12 or 30x24+2*10: the visual size and the padding of both sides."

  /// Reads `24+2*12`, `30x24 + 2*10 pt`; nil where the text is no sum. A single figure is added to both sides of a
  /// pair.
  static func sum(_ text: String, unit: String) throws(MeasureError) -> MeasuredValue? {
    let typed = try trimmed(text)
    let terms = typed.split(separator: "+", omittingEmptySubsequences: false)
    guard terms.count > 1, terms.first?.isEmpty == false else { return nil }
    var total: [FixedPoint] = []
    for term in terms {
      let added = try product(String(term), unit: unit, of: typed)
      if total.isEmpty {
        total = added
        continue
      }
      let sides = max(total.count, added.count)
      var sum: [FixedPoint] = []
      for place in 0..<sides { sum.append(try side(total, place).adding(side(added, place))) }
      total = sum
    }
    return try MeasuredValue(text: typed, unit: unit, numbers: total).fitting()
  }

  private static func side(_ numbers: [FixedPoint], _ side: Int) -> FixedPoint {
    side < numbers.count ? numbers[side] : numbers[numbers.count - 1]
  }

  /// `2*12`, `12 pt` or `30x24`.
  private static func product(_ term: String, unit: String, of typed: String) throws(MeasureError) -> [FixedPoint] {
    let factors = term.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
    guard factors.count <= 2, let last = factors.last, !last.utf8.allSatisfy({ $0 == 0x20 }) else {
      throw sumError(typed)
    }
    let value: MeasuredValue
    var count: FixedPoint = 1
    do throws(MeasureError) {
      value = try parse(last, unitHint: unit)
      if factors.count == 2 { count = try FixedPoint.parse(try trimmed(factors[0])) }
    } catch {
      throw MeasureError(error.reason, error.message, hint: wantedSum)
    }
    guard value.unit == unit, count >= 0 else { throw sumError(typed) }
    var numbers: [FixedPoint] = []
    for number in value.numbers { numbers.append(try number.multiplied(by: count)) }
    return numbers
  }

  private static func sumError(_ typed: String) -> MeasureError {
    MeasureError(.wrongShape, "\(MeasureError.quote(typed)) is not a sum of lengths.", hint: wantedSum)
  }
}

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
