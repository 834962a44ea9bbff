import Base

/// Reads what a check measures, and its figures exactly.
enum MeasurementReading {
  private static let members: [String] = [
    "type", "unit", "comparison", "threshold", "note", "formula", "inputs", "platforms", "parts",
  ]

  private enum Kind: String, CaseIterable {
    case number
    case ratio
    case percent
  }

  static func measurement(_ value: JSONValue, refusesUnknown: Bool) throws(CatalogProblem) -> Measurement {
    let members = try Members(of: value, name: "measurement")
    if refusesUnknown { try members.refuseUnknown(except: Self.members) }
    let kind: Kind = try members.word("type")
    let comparison: Measurement.Comparison = try members.word("comparison")
    let parts = try members.value("parts").map { value throws(CatalogProblem) in
      try at(.member("parts")) { () throws(CatalogProblem) in
        try PartRuleReading.rule(value, refusesUnknown: refusesUnknown)
      }
    }
    return Measurement(
      type: kind.rawValue, unit: try unit(members, of: kind), comparison: comparison,
      threshold: try threshold(members, for: comparison), note: try members.optionalText("note"),
      formula: try members.optionalText("formula"), inputs: try members.texts("inputs"),
      platforms: try platforms(members, for: comparison), parts: parts)
  }

  /// `{"macOS": 10}`: other figures for components that are on one platform alone.
  static func platforms(
    _ members: Members, for comparison: Measurement.Comparison
  ) throws(CatalogProblem) -> [Platform: [FixedPoint]] {
    guard let value = members.value("platforms") else { return [:] }
    return try at(.member("platforms")) { () throws(CatalogProblem) in
      let named = try Members(of: value, name: "object of figures by platform")
      try named.refuseUnknown(except: Platform.allCases.map(\.rawValue))
      var found: [Platform: [FixedPoint]] = [:]
      for platform in Platform.allCases where named.has(platform.rawValue) {
        found[platform] = try threshold(named, for: comparison, name: platform.rawValue)
      }
      return found
    }
  }

  /// Reads a figure from a JSON number or from the same number as text.
  static func figure(_ value: JSONValue) throws(CatalogProblem) -> FixedPoint {
    let figure: FixedPoint? =
      switch value {
      case .integer(let integer): DecimalText.of(integer: integer)
      case .decimal(let text), .string(let text): DecimalText.parse(text)
      default: nil
      }
    guard let figure else {
      throw CatalogProblem(wanted: "a number such as 44 or 4.5, with at most six places", found: Excerpt.of(value))
    }
    return figure
  }

  /// Only plain numbers have a unit; ratios and percents say it by their type.
  private static func unit(_ members: Members, of kind: Kind) throws(CatalogProblem) -> String {
    if kind == .number { return try members.text("unit", limit: Members.shortText) }
    if let unit = members.value("unit") {
      throw CatalogProblem(wanted: "no unit, because the type is \(kind.rawValue)", found: Excerpt.of(unit))
        .inside(.member("unit"))
    }
    return ""
  }

  static func threshold(
    _ members: Members, for comparison: Measurement.Comparison, name: String = "threshold"
  ) throws(CatalogProblem) -> [FixedPoint] {
    guard let value = members.value(name) else { return [] }
    return try at(.member(name)) { () throws(CatalogProblem) in
      guard comparison == .between else {
        let figure = try figure(value)
        if comparison == .multipleOf, figure.millionths <= 0 {
          throw CatalogProblem(wanted: "a number above 0", found: Excerpt.of(value))
        }
        return [figure]
      }
      guard case .array(let bounds) = value, bounds.count == 2 else {
        throw CatalogProblem(wanted: "two numbers, from and to", found: Excerpt.of(value))
      }
      let figures = try Members.list(value, figure)
      guard figures[0] <= figures[1] else {
        throw CatalogProblem("expected the smaller number first, found \(Excerpt.of(bounds[0])) first")
      }
      return figures
    }
  }
}

/// Reads what a check asks of each named part.
///
///     "parts": {
///       "of": "color", "wanted": "all", "members": ["light", "dark"],   all, at-most-one or figure lint:ok JSON key
///       "spellings": {"day": "light"}, "words": "both", "example": "brand: light dark"
///     }
///
/// With `figure`, `figures` stands for the members: `names` (all spellings of the parts), `comparison`, `threshold`,
/// `platforms`, and `needed` where a list without any of the names leaves the question open. `usual_text_size` says
/// that the figures hold for the usual text size alone.
enum PartRuleReading {
  enum Wanted: String, CaseIterable {
    case all
    case atMostOne = "at-most-one"
    case figure
  }

  static func rule(_ value: JSONValue, refusesUnknown: Bool) throws(CatalogProblem) -> PartRule {
    let members = try Members(of: value, name: "rule for parts")
    if refusesUnknown {
      try members.refuseUnknown(except: [
        "of", "wanted", "members", "figures", "spellings", "words", "example", "fits", "usual_text_size",
      ])
    }
    let wanted: Wanted = try members.word("wanted")
    let form: PartRule.Form
    switch wanted {
    case .all: form = .all(try words(members))
    case .atMostOne: form = .atMostOne(try words(members))
    case .figure: form = .figures(try figures(members, refusesUnknown: refusesUnknown))
    }
    let spellings = try members.dictionary("spellings")
    for (spelling, member) in spellings where !form.members.contains(member) {
      throw CatalogProblem(wanted: "one of the members", found: Excerpt.quoted(member))
        .inside(.member(spelling)).inside(.member("spellings"))
    }
    var rule = PartRule(
      noun: try members.text("of", limit: Members.shortText), form: form, spellings: spellings,
      fit: try members.optionalWord("fits"), words: try members.optionalText("words") ?? "",
      example: try members.text("example", limit: Members.shortText))
    rule.isOfUsualTextSize = members.value("usual_text_size") == true
    return rule
  }

  /// Words without white space, commas, colons and semicolons, which part them in a value.
  private static func words(_ members: Members) throws(CatalogProblem) -> [String] {
    let words = try members.requiredList("members") { value throws(CatalogProblem) in
      let word = try Members.text(value, limit: Members.shortText)
      if let form = Identifiers.faultInWord(word) {
        throw CatalogProblem(wanted: form, found: Excerpt.quoted(word))
      }
      return word
    }
    guard !words.isEmpty else {
      throw CatalogProblem(wanted: "at least one member", found: "none").inside(.member("members"))
    }
    return words
  }

  private static func figures(_ members: Members, refusesUnknown: Bool) throws(CatalogProblem) -> [PartFigure] {
    let figures = try members.requiredList("figures") { value throws(CatalogProblem) in
      let figure = try Members(of: value, name: "figure of a part")
      if refusesUnknown {
        try figure.refuseUnknown(except: ["names", "comparison", "threshold", "platforms", "needed"])
      }
      let comparison: Measurement.Comparison = try figure.word("comparison")
      let names = try figure.texts("names")
      guard !names.isEmpty else {
        throw CatalogProblem(wanted: "at least one name", found: "none").inside(.member("names"))
      }
      return PartFigure(
        names: names, comparison: comparison, threshold: try MeasurementReading.threshold(figure, for: comparison),
        platforms: try MeasurementReading.platforms(figure, for: comparison),
        isNeeded: figure.value("needed") == true)
    }
    guard !figures.isEmpty else {
      throw CatalogProblem(wanted: "at least one figure", found: "none").inside(.member("figures"))
    }
    return figures
  }
}

/// Decimal numbers as text, read and written exactly: no floating point is ever involved.
enum DecimalText {
  private static let places = 6
  private static let one: Int64 = 1_000_000

  /// Reads `4.5`, `-0.05` or `44`; nothing else: no exponent, no leading plus, at most six places.
  static func parse(_ text: String) -> FixedPoint? {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else {
      return nil
    }
    var fraction = parts.count == 2 ? Array(parts[1]) : [UInt8(ascii: "0")]
    guard !fraction.isEmpty else { return nil }
    while fraction.count > places, fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    guard fraction.count <= places else { return nil }
    fraction += [UInt8](repeating: UInt8(ascii: "0"), count: places - fraction.count)
    var millionths: Int64 = 0
    for byte in Array(whole) + fraction {
      guard byte.isDigit else { return nil }
      let (shifted, overflowed) = millionths.multipliedReportingOverflow(by: 10)
      let (sum, carried) = shifted.addingReportingOverflow(Int64(byte - 0x30))
      if overflowed || carried { return nil }
      millionths = sum
    }
    return FixedPoint(millionths: isNegative ? -millionths : millionths)
  }

  static func of(integer: Int64) -> FixedPoint? {
    let (millionths, overflowed) = integer.multipliedReportingOverflow(by: one)
    return overflowed ? nil : FixedPoint(millionths: millionths)
  }

  /// The number as a whole one, if it is.
  static func integer(_ number: FixedPoint) -> Int64? {
    number.millionths % one == 0 ? number.millionths / one : nil
  }

  /// The shortest text that `parse` reads as the same number.
  static func text(_ number: FixedPoint) -> String {
    let magnitude = number.millionths.magnitude
    let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: UInt64(one))
    let sign = number.millionths < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    let digits = String(rest)
    let fraction = String(repeating: "0", count: max(0, places - digits.utf8.count)) + digits
    let lastDigit = fraction.utf8.lastIndex { $0 != UInt8(ascii: "0") } ?? fraction.utf8.startIndex
    return "\(sign)\(whole).\(fraction[...lastDigit])"
  }
}
