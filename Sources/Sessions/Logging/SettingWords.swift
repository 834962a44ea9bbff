package import Audit
import Base
package import CommandLine
package import Store

/// The words that conditions of new results are made of: the settings of devices, and those that this tracker has in its
/// plan, its audits, or its results. Anything else is a slip, which would begin items of its own that no plan asks for, and
/// so are settings that no device can have together. Where the tracker has such items, from before they were refused, they
/// can be answered: else what fails there would fail for ever.
package final class SettingWords {
  private var accepted: Set<String> = []
  private var own: (conditions: Set<Condition>, words: Set<String>)?

  package init() {}

  /// - Parameters:
  ///   - reader: nil where there is no tracker.
  ///   - isConfigured: whether no flag of this command names it; then the message says where it comes from.
  package func refuseUnknown(_ condition: Condition, _ reader: Reader?, isConfigured: Bool = false) throws {
    let new = condition.tokens.filter { !accepted.contains($0) }
    let unknown = try new.filter { try ConditionSetting.setting(of: $0) == nil && !known(reader).words.contains($0) }
    guard unknown.isEmpty else { throw Self.unknown(unknown, isConfigured) }
    accepted.formUnion(new)
    if condition.contradiction != nil, try known(reader).conditions.contains(condition) { return }
    try Self.refuseContradiction(condition)
  }

  /// Refuses settings that the device of the results does not have.
  package static func refuse(_ condition: Condition, on device: String) throws(Problem) {
    guard let contradiction = condition.contradiction(on: device) else { return }
    throw .usage(
      "condition.device",
      "impossible condition \(MessageText.quoted(condition.text)) on device \(MessageText.quoted(device)): "
        + contradiction,
      hints: ["Pass --device with the device that was tested, or --condition with its settings."])
  }

  package static func refuseContradiction(_ condition: Condition) throws(Problem) {
    guard let contradiction = condition.contradiction else { return }
    throw .usage(
      "condition.contradiction", "impossible condition \(MessageText.quoted(condition.text)): \(contradiction)",
      hints: ["Log the results under each of them by itself."])
  }

  private func known(_ reader: Reader?) throws -> (conditions: Set<Condition>, words: Set<String>) {
    if let own { return own }
    guard let reader else { return ([], []) }
    let seen = try reader.conditionsSeen().compactMap { try? Condition(parsing: $0) }
    let conditions = try Set(seen + reader.audits().flatMap(\.conditions) + reader.workScope(of: nil).conditions)
    let found = (conditions: conditions, words: Set(conditions.flatMap(\.tokens)))
    own = found
    return found
  }

  private static func unknown(_ tokens: [String], _ isConfigured: Bool) -> Problem {
    let words = ConditionSetting.words
    let place = isConfigured ? " in the configured condition" : ""
    let (noun, custom) =
      tokens.count == 1 ? ("setting", "it is a custom setting") : ("settings", "they are custom settings")
    return .usage(
      "condition.unknown", "unknown \(noun) \(firstNamed(tokens.map { MessageText.quoted($0) }))\(place)",
      hints: (isConfigured ? ["Run \"a11y config --unset condition\", or configure other settings."] : [])
        + tokens.prefix(5).flatMap { Suggestion.hint(for: $0, among: words) } + [
          "Use one of: \(words.joined(separator: ", ")).",
          "Run \"a11y new audit KEY --condition \(tokens.joined(separator: "+"))\" first if \(custom).",
        ])
  }
}
