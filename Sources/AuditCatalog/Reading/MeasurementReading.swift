import AuditModel
import CanonicalJSON
import Measuring

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
      type: kind.rawValue,
      unit: try unit(members, of: kind),
      comparison: comparison,
      threshold: try threshold(members, for: comparison),
      note: try members.optionalText("note"),
      formula: try members.optionalText("formula"),
      inputs: try members.texts("inputs"),
      platforms: try platforms(members, for: comparison),
      parts: parts)
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
