import AuditModel
import CanonicalJSON
import Measuring

/// Reads the limits, and puts their figures where a check names one.
enum LimitReading {
  /// A limit is written flat; read as a measurement it gets that one's rules.
  static func limit(_ value: JSONValue) throws(CatalogProblem) -> NumericLimit {
    let members = try Members(of: value, name: "limit")
    let unit = try members.text("unit")
    var measurement: JSONObject = [:]
    measurement["type"] = .string(unit == "percent" ? unit : "number")
    if unit != "percent" { measurement["unit"] = .string(unit) }
    measurement["comparison"] = members.value("comparison") ?? .null
    measurement["threshold"] = try members.required("limit", wanted: "a number")
    return NumericLimit(
      name: try members.text("id"),
      title: try members.text("title"),
      measurement: try MeasurementReading.measurement(.object(measurement), refusesUnknown: true),
      preferred: try members.value("preferred").map { value throws(CatalogProblem) in
        try MeasurementReading.figure(value)
      },
      check: try members.text("check"),
      sources: try members.list("sources", SourceReading.source),
      reading: try members.optionalText("note"))
  }

  /// A measurement in which `"limit": "tabs"` stands for the figures of that limit, also within its parts.
  static func resolved(_ value: JSONValue, _ limits: [NumericLimit]) throws(CatalogProblem) -> JSONValue {
    switch value {
    case .array(let values):
      return .array(try values.map { value throws(CatalogProblem) in try resolved(value, limits) })
    case .object(let object):
      let isPart = object.names("names")
      var resolved = JSONObject()
      for member in object.members {
        guard ByteOrder.areEqual(member.key, "limit") else {
          resolved[member.key] = try Self.resolved(member.value, limits)
          continue
        }
        let name = try Members.text(member.value, limit: Members.shortText)
        guard let limit = limits.first(where: { ByteOrder.areEqual($0.name, name) }) else {
          throw CatalogProblem("unknown limit \(Excerpt.quoted(name))").inside(.member("limit"))
        }
        guard case .object(let figures) = limit.measurement.fact else { continue }
        // A part has the type and the unit of the whole.
        for figure in figures.members where !isPart || ["comparison", "threshold"].contains(figure.key) {
          resolved[figure.key] = figure.value
        }
      }
      return .object(resolved)
    default: return value
    }
  }
}
