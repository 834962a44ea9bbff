import Audit
import CommandLine
import Store

/// The words that conditions of new results are made of: the settings of devices, and those that this tracker has in its
/// plan, its audits, or its results. Anything else is a slip, which would begin items of its own that no plan asks for.
final class SettingWords {
  private var accepted: Set<String> = []
  private var own: Set<String>?

  /// - Parameter isConfigured: whether no flag of this command names it; then the message says where it comes from.
  func refuseUnknown(_ condition: Condition, _ reader: Reader, isConfigured: Bool = false) throws {
    for token in condition.tokens where !accepted.contains(token) {
      guard try ConditionSetting.setting(of: token) != nil || known(reader).contains(token) else {
        throw Self.unknown(token, isConfigured)
      }
      accepted.insert(token)
    }
  }

  private func known(_ reader: Reader) throws -> Set<String> {
    if let own { return own }
    let seen = try reader.conditionsSeen().compactMap { try? Condition(parsing: $0) }
    let named = try reader.audits().flatMap(\.conditions) + reader.workScope(of: nil).conditions
    let found = Set((seen + named).flatMap(\.tokens))
    own = found
    return found
  }

  private static func unknown(_ token: String, _ isConfigured: Bool) -> Problem {
    let words = ConditionSetting.words
    let place = isConfigured ? " in the configured condition" : ""
    return .usage(
      "condition.unknown", "unknown setting \(MessageText.quoted(token))\(place)",
      hints: (isConfigured ? ["Run \"a11y config --unset condition\", or configure other settings."] : [])
        + Suggestion.hint(for: token, among: words) + [
          "Use one of: \(words.joined(separator: ", ")).",
          "Run \"a11y new audit KEY --condition \(token)\" first if it is a custom setting.",
        ])
  }
}
