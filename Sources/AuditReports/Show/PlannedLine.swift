import AuditModel

/// What was promised of a component and what was found of it, for one check.
package struct PlannedLine {
  enum Standing: String, CaseIterable {
    /// Found as planned.
    case same
    /// A promise in a range is kept.
    case kept
    /// Another value than the planned one.
    case differs
    /// A promise in a range is broken.
    case broken
    case nothing = "nothing found yet"

    /// Whether there is nothing to do about it.
    var isSettled: Bool { self == .same || self == .kept }
  }

  var component: String
  /// The id of a check, or `size`.
  var check: String
  /// Nil where nothing was found.
  var condition: String?
  var planned: String
  /// `plan`, or the style that promises it.
  var by: String
  var found: String?
  var outcome: Outcome?
  var judged: Outcome?
  var standing: Standing
  /// A clause about what was found; empty where the standing says it all.
  var words = ""

  package var row: PageRow {
    var phrases = ["planned \(planned)" + (by == "plan" ? "" : " by \(by)")]
    phrases.append(found.map { "found \($0)" } ?? "")
    if let condition, !condition.isEmpty { phrases.append("under \(condition)") }
    if found != nil { phrases.append(standing.rawValue) } else { phrases.append(PlannedLine.Standing.nothing.rawValue) }
    return PageRow(outcome: outcome?.rawValue ?? "untested", [check], words: phrases + [words])
  }

  package var members: [(String, JSONText)] {
    [
      ("component", .string(component)), ("check", .string(check)), ("condition", .string(orNull: condition)),
      ("planned", .string(planned)), ("by", .string(by)), ("found", .string(orNull: found)),
      ("outcome", .string(orNull: outcome?.rawValue)), ("judged_outcome", .string(orNull: judged?.rawValue)),
      ("says", .string(standing.rawValue)), ("words", .string(words)),
    ]
  }
}
