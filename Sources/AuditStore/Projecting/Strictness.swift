import AuditCatalog
import AuditModel
import CanonicalJSON

/// Which of two values that were written at once asks for more: a waiver that ends earlier or was taken away, a
/// component that children use, a threshold that fewer values meet.
enum Strictness {
  static func of(_ field: String, ofKind kind: String) -> (String, String) -> Bool {
    switch (kind, field) {
    case ("waiver", "until"): isEarlier
    case ("waiver", RecordProjector.deletedField): { $0 == "true" && $1 != "true" }
    case ("component", "profile"): { text($0) == Profile.child.rawValue && text($1) != Profile.child.rawValue }
    case ("check", "measurement"): isStricter
    default: { _, _ in false }
    }
  }

  private static func isEarlier(_ one: String, _ other: String) -> Bool {
    guard let day = text(one), let otherDay = text(other) else { return false }
    return day < otherDay
  }

  private static func text(_ json: String) -> String? { RecordJSON.value(json)?.stringValue }

  /// Of two measurements in the same unit and direction the one whose figure is harder to meet.
  private static func isStricter(_ one: String, _ other: String) -> Bool {
    guard let first = RecordJSON.value(one).flatMap({ try? Measurement(from: $0) }),
      let second = RecordJSON.value(other).flatMap({ try? Measurement(from: $0) }),
      first.valueUnit == second.valueUnit, first.comparison == second.comparison, let figure = first.threshold.first,
      let otherFigure = second.threshold.first
    else { return false }
    return switch first.comparison {
    case .atLeast: figure > otherFigure
    case .atMost: figure < otherFigure
    default: false
    }
  }
}
