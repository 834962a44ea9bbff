package import Audit
import Base
package import CommandLine
import Reports
package import Store

/// The words that conditions of new results are made of: the settings of devices, and those that this tracker has in its
/// plan, its audits, or its results. Anything else is a slip, which would begin items of its own that no plan asks for, and
/// so are settings that no device can have together. Where the tracker has such items, from before they were refused, they
/// can be answered: else what fails there would fail for ever.
package final class SettingWords {
  /// Among them is that of the finding about a single child, which a person logs where too few children took part.
  private var accepted: Set<String> = [TapDifficulty.condition]
  private var own: Known?

  private struct Known {
    var conditions: Set<Condition> = []
    /// Those of the plan and of audits.
    var asked: Set<Condition> = []
    var words: Set<String> = []
  }

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

  /// The condition of the item that a result answers: without the setting of its check, which the check says itself.
  ///
  /// Where the plan or an audit asks for the check under these settings by themselves, as in editions before the sixth, or it
  /// was tested so before checks had settings, that item is meant.
  ///
  /// - Parameter isNamed: whether someone said the settings for this result; then the setting of the check is among them.
  package func item(_ place: ScopeCell, isNamed: Bool, _ reader: Reader) throws -> Condition {
    let typed = try Problem.named { () throws(NameProblem) in try Condition(parsing: place.condition) }
    guard !typed.text.isEmpty, let setting = try reader.setting(of: place.check) else { return typed }
    let whole = typed.with(setting)
    let settings = try reader.checkSettings
    if settings.items(of: place.check, under: []) == nil, try known(reader).asked.contains(typed) { return typed }
    if whole == typed || whole.contradiction != nil, try reader.latestResult(of: place) != 0 { return typed }
    if let item = settings.item(typed, of: place.check), !isNamed || typed.holds(setting) {
      return item
    }
    let wanted = whole.contradiction == nil ? whole : setting
    throw Problem.usage(
      "condition.of-check",
      "\(place.check) is tested under \(setting.text), not under \(MessageText.quoted(typed.text))",
      hints: ["Pass --condition \(wanted.tokens.joined(separator: "+")), or none: the check has its own."])
  }

  /// The items of the rows of a list, which shows each under the setting of its check as well.
  ///
  /// Two items may be shown alike: that of the check, and one that names the setting itself, from before checks had settings.
  /// Where the list has both, that of the check comes first; where it has one, a result is of the one that has results.
  ///
  /// - Parameter rows: where each is, and whether it has a result.
  package func items(listed rows: [(place: ScopeCell, isTested: Bool)], _ reader: Reader) throws -> [ScopeCell] {
    let settings = try reader.checkSettings
    var (shown, taken): ([ScopeCell: Int], [ScopeCell: Int]) = ([:], [:])
    for row in rows { shown[row.place, default: 0] += 1 }
    return try rows.map { row in
      guard let typed = try? Condition(parsing: row.place.condition), !typed.text.isEmpty,
        let own = settings.item(typed, of: row.place.check), own != typed
      else { return row.place }
      taken[row.place, default: 0] += 1
      let isSecond = taken[row.place] == 2
      let isOnlyOne = shown[row.place] == 1
      if try isSecond || isOnlyOne && row.isTested && reader.latestResult(of: row.place) != 0 { return row.place }
      return ScopeCell(component: row.place.component, check: row.place.check, condition: own.text)
    }
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

  private func known(_ reader: Reader?) throws -> Known {
    if let own { return own }
    guard let reader else { return Known() }
    let seen = try reader.conditionsSeen().compactMap { try? Condition(parsing: $0) }
    let asked = try Set(reader.audits().flatMap(\.conditions) + reader.workScope(of: nil).conditions)
    let conditions = asked.union(seen)
    let found = Known(conditions: conditions, asked: asked, words: Set(conditions.flatMap(\.tokens)))
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
