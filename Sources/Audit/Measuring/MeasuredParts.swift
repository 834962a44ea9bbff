import Base

/// A measured value that says something of several named parts: `brand: light dark; accent: light`,
/// `press: medium; complete: success`, `default: 3; ax1: 1`.
///
///     list    = part *(";" part) [";"]
///     part    = name ":" members
///     members = 1*(member) | "none" | figure
///
/// Members are parted by white space or commas. A name is up to 60 characters without `:` and `;`, told apart byte by
/// byte; where the rule lists the names, and for members, capitals are as good as small letters. In a fact the list is
/// kept as it was typed, with the number of members of each part, or its figure, as the figures of the value: a
/// version that knows nothing of lists still shows it, and judges the counts.
package struct MeasuredParts: Equatable, Sendable {
  package struct Part: Equatable, Sendable {
    package var name: String
    package var members: [String]
    /// Where the rule asks for figures.
    package var figure: FixedPoint?
  }

  package static let longest = 4_000
  package static let mostParts = 60
  package static let longestName = 60

  package var parts: [Part]

  /// Whether a text is meant as a list, for a check that takes one.
  package static func isList(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }
  }

  /// Reads a list by the rule of a check.
  ///
  /// - Parameter unit: what a figure counts, ``Measurement/valueUnit``; a figure in another unit is refused.
  /// - Throws: a sentence that says which part is wrong, and one that says how to write it.
  package static func parse(_ text: String, by rule: PartRule, unit: String) throws(MeasureError) -> MeasuredParts {
    let typed = try MeasuredValue.trimmed(text, limit: longest)
    var pieces = typed.unicodeScalars.split(separator: ";", omittingEmptySubsequences: false).map { trim($0) }
    if pieces.last?.isEmpty == true { pieces.removeLast() }
    guard pieces.count <= mostParts else {
      throw MeasureError(.tooLong, "The list has more than \(mostParts) parts.", hint: wanted(rule))
    }
    var parts: [Part] = []
    for piece in pieces {
      let part = try part(piece, rule, unit: unit)
      guard !parts.contains(where: { rule.isSame($0.name, part.name) }) else {
        throw MeasureError(
          .wrongShape, "The \(rule.noun) \(MeasureError.quote(part.name)) is named twice.", hint: wanted(rule))
      }
      parts.append(part)
    }
    guard !parts.isEmpty else { throw MeasureError(.empty, "The list names no \(rule.noun).", hint: wanted(rule)) }
    return MeasuredParts(parts: parts)
  }

  static func wanted(_ rule: PartRule) -> String { "Write it like \(rule.example)." }

  /// Scalar by scalar: a mark that combines with a colon does not make it another sign.
  private static func part(
    _ piece: Substring.UnicodeScalarView, _ rule: PartRule, unit: String
  ) throws(MeasureError) -> Part {
    guard let colon = piece.firstIndex(of: ":") else {
      throw MeasureError(
        .wrongShape, "\(MeasureError.quote(String(piece))) has no colon after its name.", hint: wanted(rule))
    }
    let name = String(trim(piece[..<colon]))
    try check(name: name, rule)
    let rest = piece[piece.index(after: colon)...]
    if case .figures(let figures) = rule.form {
      guard figures.contains(where: { $0.accepts(name) }) else {
        throw MeasureError(
          .unknownName, "\(MeasureError.quote(name)) is not a known \(rule.noun).", hint: wanted(rule))
      }
      let value: MeasuredValue
      do throws(MeasureError) {
        value = try MeasuredValue.parse(String(rest), unitHint: unit)
      } catch {
        throw MeasureError(error.reason, error.message, hint: wanted(rule))
      }
      guard let figure = value.numbers.first, value.numbers.count == 1, UnitWords.agree(value.unit, with: unit) else {
        throw MeasureError(
          .wrongUnit, "\(MeasureError.quote(name)) has \(MeasureError.quote(String(trim(rest)))), not one figure.",
          hint: wanted(rule))
      }
      try check(count: value, hint: wanted(rule))
      return Part(name: name, members: [], figure: figure)
    }
    return Part(name: name, members: try members(rest, of: name, rule))
  }

  /// Of what is counted part by part there is one at least, and no half: no text size has 0 or 2.5 columns.
  static func check(count value: MeasuredValue, hint: String) throws(MeasureError) {
    guard UnitWords.isCounted(value.unit), let figure = value.numbers.first else { return }
    guard figure > 0, figure.millionths.isMultiple(of: 1_000_000) else {
      throw MeasureError(.outOfRange, "\(MeasureError.quote(value.text)) is not a whole number above 0.", hint: hint)
    }
  }

  private static func check(name: String, _ rule: PartRule) throws(MeasureError) {
    guard !name.isEmpty else {
      throw MeasureError(.wrongShape, "A \(rule.noun) has no name.", hint: wanted(rule))
    }
    guard name.unicodeScalars.count <= longestName else {
      throw MeasureError(
        .tooLong, "The name \(MeasureError.quote(name)) is longer than \(longestName) characters.", hint: wanted(rule))
    }
    for scalar in name.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        throw MeasureError(
          .wrongShape, "The name \(MeasureError.quote(name)) has an invisible character.",
          hint: wanted(rule))
      default: break
      }
    }
  }

  private static func members(
    _ text: Substring.UnicodeScalarView, of name: String, _ rule: PartRule
  ) throws(MeasureError) -> [String] {
    let words = text.split { $0 == "," || $0.properties.isWhitespace }.map { String($0) }
    if words.count == 1, ASCIIFold.small(words[0]) == "none" { return [] }
    guard !words.isEmpty else {
      throw MeasureError(
        .empty, "No value after \(MeasureError.quote(name)).",
        hint: "Write \(WordList.and(rule.members)) after the name, or none.")
    }
    var members: [String] = []
    for word in words {
      guard let member = rule.member(word) else {
        throw MeasureError(
          .unknownName, "\(MeasureError.quote(word)) of \(MeasureError.quote(name)) is not known.",
          hint: "Write \(WordList.and(rule.members)) after the name, or none.")
      }
      members.append(member)
    }
    return members
  }

  private static func trim(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    text.trimmed(where: \.properties.isWhitespace)
  }
}

extension PartRule.Form {
  /// The members that there are; none where figures are asked for.
  var members: [String] {
    switch self {
    case .all(let members), .atMostOne(let members): members
    case .figures: []
    }
  }
}

extension PartRule {
  package var members: [String] { form.members }

  func member(_ word: String) -> String? {
    let small = ASCIIFold.small(word)
    return members.first { ASCIIFold.small($0).hasSameBytes(as: small) } ?? spellings[small]
  }

  package func isSame(_ one: String, _ other: String) -> Bool {
    if case .figures = form { return ASCIIFold.small(one).hasSameBytes(as: ASCIIFold.small(other)) }
    return one.hasSameBytes(as: other)
  }
}

extension PartFigure {
  package func accepts(_ name: String) -> Bool {
    let small = ASCIIFold.small(name)
    return names.contains { ASCIIFold.small($0).hasSameBytes(as: small) }
  }
}

extension MeasuredValue {
  /// Reads a value for a check: a list where the check takes one and the text is one, else a figure or a size.
  package static func parse(_ text: String, of measurement: Measurement?) throws(MeasureError) -> MeasuredValue {
    guard let measurement else { return try parse(text) }
    if measurement.formula != nil, let sum = try sum(text, unit: measurement.valueUnit) { return sum }
    if measurement.inputs.contains("text-size"), let size = try? TextSize.parse(text) {
      return MeasuredValue(
        text: try trimmed(text), unit: "percent", numbers: [FixedPoint(integerLiteral: Int32(size.percent))])
    }
    if measurement.type == "ratio", measurement.parts == nil, let contrast = try TextContrast(parsing: text) {
      let typed = try trimmed(text, limit: MeasuredParts.longest)
      return MeasuredValue(text: typed, unit: "ratio", numbers: [contrast.ratio])
    }
    guard let rule = measurement.parts else {
      return try measurement.accepted(parse(text, unitHint: measurement.valueUnit))
    }
    guard MeasuredParts.isList(text) else { return try figure(text, of: measurement, beside: rule) }
    let list = try MeasuredParts.parse(text, by: rule, unit: measurement.valueUnit)
    let typed = try trimmed(text, limit: MeasuredParts.longest)
    if case .figures = rule.form {
      // Not the check's unit: what holds for one part is no figure for the whole.
      return MeasuredValue(text: typed, unit: "by \(rule.noun)", numbers: list.parts.compactMap(\.figure))
    }
    return MeasuredValue(
      text: typed, unit: measurement.valueUnit,
      numbers: list.parts.map { FixedPoint(millionths: Int64(rule.count($0)) * 1_000_000) })
  }
}

extension MeasuredValue {
  /// One figure, for a check that takes a list as well; the error for anything else shows how a list is written.
  private static func figure(
    _ text: String, of measurement: Measurement, beside rule: PartRule
  ) throws(MeasureError) -> MeasuredValue {
    let hint = "Write each \(rule.noun) with its name, like \(rule.example), or one figure for all."
    do throws(MeasureError) {
      let value = try measurement.accepted(parse(text, unitHint: measurement.valueUnit))
      if case .figures = rule.form { try MeasuredParts.check(count: value, hint: hint) }
      return value
    } catch {
      throw MeasureError(error.reason, error.message, hint: hint)
    }
  }
}

extension PartRule {
  /// How many members a part has: each once where all are asked for, each time where one at most may be.
  func count(_ part: MeasuredParts.Part) -> Int {
    guard case .all = form else { return part.members.count }
    return Set(part.members).count
  }
}
