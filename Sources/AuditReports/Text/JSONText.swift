/// A JSON value to be written, with the members of objects in the order in which they were given.
///
/// The order is part of a report's layout; canonical JSON, which sorts, is a separate module. Keys are not checked
/// for doubles.
package enum JSONText: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  /// A number; NaN and the infinities are written as null, because JSON has none.
  case number(Double)
  case string(String)
  case array([JSONText])
  case object([(String, JSONText)])

  /// A string, or null if there is none.
  package static func string(orNull text: String?) -> JSONText {
    text.map { .string($0) } ?? .null
  }

  /// An integer, or null if there is none.
  package static func int(orNull number: Int?) -> JSONText {
    number.map { .int($0) } ?? .null
  }

  /// A number, or null if there is none.
  package static func number(orNull number: Double?) -> JSONText {
    number.map { .number($0) } ?? .null
  }

  /// `part / whole` as a fraction, or null if `whole` is 0.
  package static func ratio(_ part: Int, _ whole: Int) -> JSONText {
    whole > 0 ? .number(Double(part) / Double(whole)) : .null
  }

  /// An array of strings.
  package static func strings(_ texts: [String]) -> JSONText {
    .array(texts.map { .string($0) })
  }
}
