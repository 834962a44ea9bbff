import Base

/// The settings that checks are tested under: what is read at AX3 is seen under `text-ax3`, and under nothing else.
///
/// The check says its setting, so the condition of an item has only what is set beside it: nothing, for most. An item is the
/// same one before and after its check had a setting, and no result has to be given again. People read both together.
///
/// ```
///   item     dynamic-type.no-truncation-ax3   ""                "dark"
///   read as                                   "text-ax3"        "dark,text-ax3"
/// ```
package struct CheckSettings: Sendable {
  private let edition: CatalogEdition

  package init(of edition: CatalogEdition) { self.edition = edition }

  /// Whether a check has a setting in any edition.
  package static func isKnown(_ check: String) -> Bool { Catalog.settings[check] != nil }

  /// Nil for a check that is tested under any; from the fourth edition of the checks on.
  package func setting(of check: String) -> Condition? { edition < .fourth ? nil : Catalog.settings[check] }

  /// Those of all checks, each once, by their texts.
  package var all: [Condition] {
    Set(Catalog.settings.keys.compactMap(setting)).sorted { $0.text < $1.text }
  }

  /// All that is set where an item is seen, its own condition where no device can be set like that: what was logged so
  /// before checks had settings stays.
  package func seen(_ condition: String, of check: String) -> String {
    guard let setting = setting(of: check), let own = try? Condition(parsing: condition) else { return condition }
    let whole = own.with(setting)
    return whole.contradiction == nil ? whole.text : condition
  }

  /// The condition of the item that a check has where some settings are on; nil where it cannot be tested under them.
  package func item(_ condition: Condition, of check: String) -> Condition? {
    guard let setting = setting(of: check) else { return condition }
    return SettingItems().item(SettingItems.Asked(condition), of: setting)
  }

  /// Whether a check with a setting is asked for under other conditions than those that are named.
  package var areAskedOnce: Bool { edition >= .sixth }

  /// The conditions of the items of a check where it is asked for under some settings; nil where they are these.
  ///
  /// What no device can show is not asked, and one thing is not asked twice: a check of `text-ax3` has one item where a plan
  /// names the default and `text-ax5`. Editions before the sixth asked for it under both.
  package func items(of check: String, under conditions: [Condition]) -> [Condition]? {
    guard areAskedOnce, let setting = setting(of: check) else { return nil }
    return SettingItems().items(under: conditions.map(SettingItems.Asked.init), of: setting)
  }

  /// The same of all checks that have a setting.
  package func items(under conditions: [Condition]) -> [Condition] {
    guard areAskedOnce else { return [] }
    let (alike, asked) = (SettingItems(), conditions.map(SettingItems.Asked.init))
    return Set(Catalog.settings.keys.compactMap(setting(of:))).flatMap { alike.items(under: asked, of: $0) }
  }

  /// A row of the file: a check and its setting.
  static func row(_ value: JSONValue) throws(CatalogProblem) -> (String, Condition) {
    let members = try Members(of: value, name: "setting")
    let text = try members.text("setting")
    guard let setting = try? Condition(parsing: text), !text.isEmpty else {
      throw CatalogProblem("expected settings, found \"\(text)\"")
    }
    return (try members.text("check"), setting)
  }
}

/// The items of checks that have a setting, worked out once for all conditions that say the same of the settings of a device.
///
/// Most words of a long list are those of a team, which contradict nothing and are left in: only the others are compared with
/// the setting of each check.
package final class SettingItems {
  /// A condition, and which of its words belong to a setting.
  package struct Asked {
    let condition: Condition
    /// The condition of these words alone; the default one where there is none.
    let known: Condition

    private static let words = Set(ConditionSetting.words).union(Catalog.settings.values.flatMap(\.tokens))
    private static let longest = Catalog.settings.values.map(\.text.utf8.count).max() ?? 0

    package init(_ condition: Condition) {
      self.condition = condition
      let known = condition.tokens.filter(Self.words.contains)
      // What is as long as a condition can be takes no further setting, so its other words count, too.
      let isLong = condition.text.utf8.count + 1 + Self.longest > Names.longestKey
      self.known = isLong ? condition : (try? Condition(parsing: known.joined(separator: ","))) ?? condition
    }

  }

  private enum Item {
    case impossible
    case whole
    case withoutSetting
  }

  private struct Pair: Hashable {
    var known: Condition
    var setting: Condition
  }

  private var items: [Pair: Item] = [:]
  /// How many conditions were compared with a setting.
  package private(set) var asked = 0

  package init() {}

  /// The condition of the item that a check with a setting has under a condition; nil where it cannot be tested under that.
  package func item(_ condition: Asked, of setting: Condition) -> Condition? {
    let item = items.value(Pair(known: condition.known, setting: setting)) {
      asked += 1
      guard condition.known.with(setting).contradiction == nil else { return .impossible }
      return condition.known.without(setting) == condition.known ? .whole : .withoutSetting
    }
    return switch item {
    case .impossible: nil
    case .whole: condition.condition
    case .withoutSetting: condition.condition.without(setting)
    }
  }

  /// The same of several, each once.
  package func items(under conditions: [Asked], of setting: Condition) -> [Condition] {
    conditions.compactMap { item($0, of: setting) }.unique()
  }
}

extension Condition {
  /// Under the settings of another one, too.
  package func with(_ other: Condition) -> Condition { (try? Condition(parsing: text + "," + other.text)) ?? self }

  fileprivate func without(_ other: Condition) -> Condition {
    let others = other.tokens
    let rest = tokens.filter { !others.contains($0) }
    if rest.count == tokens.count { return self }
    return (try? Condition(parsing: rest.joined(separator: ","))) ?? self
  }

  /// Whether all settings of another one are among its own.
  package func holds(_ other: Condition) -> Bool { Set(tokens).isSuperset(of: other.tokens) }
}
