import AuditCatalog
import AuditModel
import CanonicalJSON
import Measuring

/// Checks as members of JSON.
enum CheckWords {
  /// A check in the format of the catalog files, as a template for custom checks.
  static func document(_ check: Check) -> JSONText {
    guard case .object(let members) = check.fact else { return .null }
    // The origin is not part of a file; its reader knows it.
    return .object(members.members.filter { $0.key != "origin" }.map { ($0.key, FieldValue.json($0.value)) })
  }

  static func members(_ link: CriterionLink) -> [(String, JSONText)] {
    [
      ("criterion", .string(link.criterion)), ("relation", .string(link.relation.rawValue)),
      ("level", .string(orNull: Catalog.criterion(link.criterion)?.level?.rawValue)),
    ]
  }

  /// `{"type":"number","unit":"pt","comparison":">=","threshold":[44],"wording":"at least 44 pt"}`.
  static func json(_ measurement: Measurement) -> JSONText {
    .object([
      ("type", .string(measurement.type)), ("unit", .string(measurement.valueUnit)),
      ("comparison", .string(measurement.comparison.rawValue)),
      ("threshold", .array(measurement.threshold.map { RowForm.number($0) })),
      ("wording", .string(measurement.wording())), ("note", .string(orNull: measurement.note)),
      ("formula", .string(orNull: measurement.formula)), ("parts", measurement.parts.map { json($0) } ?? .null),
      ("inputs", .strings(measurement.inputs)),
    ])
  }

  private static func json(_ rule: PartRule) -> JSONText {
    .object([
      ("of", .string(rule.noun)), ("members", .strings(rule.members)), ("wording", .string(rule.wording)),
      ("example", .string(rule.example)),
    ])
  }
}
