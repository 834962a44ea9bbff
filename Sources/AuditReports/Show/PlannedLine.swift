import AuditModel
import AuditStore

/// The specified and the measured value, in words.
extension PlannedLine {
  /// Nil without a result.
  var found: String? {
    value ?? condition.map { _ in OutcomeWords.word(outcome?.rawValue ?? "untested") }
  }

  var row: PageRow {
    var phrases = ["specified \(planned)" + (by == "plan" ? "" : " by \(by)")]
    phrases.append(found.map { "measured \($0)" } ?? "")
    if let condition, !condition.isEmpty { phrases.append("under \(condition)") }
    if found != nil { phrases.append(standing.rawValue) } else { phrases.append(PlannedLine.Standing.nothing.rawValue) }
    return PageRow(outcome: outcome?.rawValue ?? "untested", [check], words: phrases + [words])
  }

  var members: [(String, JSONText)] {
    [
      ("component", .string(component)), ("check", .string(check)), ("condition", .string(orNull: condition)),
      ("planned", .string(planned)), ("by", .string(by)), ("found", .string(orNull: found)),
      ("outcome", .string(orNull: outcome?.rawValue)), ("judged_outcome", .string(orNull: judged?.rawValue)),
      ("says", .string(standing.rawValue)), ("words", .string(words)),
    ]
  }
}
