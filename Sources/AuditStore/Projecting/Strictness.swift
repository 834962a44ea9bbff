import AuditCatalog
import AuditModel
import CanonicalJSON
import Measuring

/// Which of two values that were written at once asks for more: a waiver that ends earlier, covers less or was removed,
/// a component that children use, a threshold that fewer values meet, a verdict that says less for the product.
enum Strictness {
  static func of(_ field: String, ofKind kind: String) -> (String, String) -> Bool {
    switch (kind, field) {
    case ("waiver", "until"): isEarlier
    case ("waiver", "component"), ("waiver", "check"): { breadth($0) < breadth($1) }
    case ("waiver", "condition"): { text($0) != nil && text($1) == nil }
    case ("waiver", RecordProjector.deletedField): { $0 == "true" && $1 != "true" }
    case ("verdict", "level"): isLower
    case (Triages.kind, Triages.field): isMoreSevere
    case ("component", "profile"): { text($0) == Profile.child.rawValue && text($1) != Profile.child.rawValue }
    case ("check", "measurement"): isStricter
    default: { _, _ in false }
    }
  }

  private static func isMoreSevere(_ one: String, _ other: String) -> Bool {
    guard let first = RecordJSON.value(one).flatMap(Triage.init),
      let second = RecordJSON.value(other).flatMap(Triage.init)
    else { return false }
    return first.severity.rawValue < second.severity.rawValue
  }

  private static func isEarlier(_ one: String, _ other: String) -> Bool {
    guard let day = text(one), let otherDay = text(other) else { return false }
    return day < otherDay
  }

  /// Says less for the product than a supported criterion; `supports` is the least strict.
  private static func isLower(_ one: String, _ other: String) -> Bool { rank(one) < rank(other) }

  private static func rank(_ json: String) -> Int {
    let order: [ConformanceTerm] = [.doesNotSupport, .partiallySupports, .notEvaluated, .notApplicable, .supports]
    return text(json).flatMap(ConformanceTerm.init(rawValue:)).flatMap(order.firstIndex) ?? order.count
  }

  /// One name, a pattern, everything.
  private static func breadth(_ json: String) -> Int {
    guard let text = text(json), text != "**" else { return 2 }
    return Glob(text).isPattern ? 1 : 0
  }

  private static func text(_ json: String) -> String? { RecordJSON.value(json)?.stringValue }

  /// Of two measurements in the same unit and direction the one whose figure is harder to meet; one with a figure
  /// before one without.
  private static func isStricter(_ one: String, _ other: String) -> Bool {
    guard let first = RecordJSON.value(one).flatMap({ try? Measurement(from: $0) }), let figure = first.threshold.first
    else { return false }
    guard let second = RecordJSON.value(other).flatMap({ try? Measurement(from: $0) }),
      let otherFigure = second.threshold.first
    else { return true }
    guard first.valueUnit == second.valueUnit, first.comparison == second.comparison else { return false }
    return switch first.comparison {
    case .atLeast: figure > otherFigure
    case .atMost: figure < otherFigure
    default: false
    }
  }
}
