import Base

/// The settings and posture under which a result was seen, as a sorted set of tokens; empty is the default.
package struct Condition: Hashable, Sendable {
  /// Sorted, comma-separated tokens such as `dark,text-ax5`; empty for the default.
  package let text: String

  package static let standard = Condition(unchecked: "")

  private init(unchecked text: String) { self.text = text }

  /// Reads tokens separated by commas or `+`, in any order; `default` and the empty string are the default condition.
  ///
  /// `+` is what joins them where commas part several conditions: it means the same everywhere.
  package init(parsing typed: String) throws(NameProblem) {
    if typed.utf8.count > Names.longestKey {
      throw NameProblem("the condition is longer than \(Names.longestKey) bytes")
    }
    var tokens: Set<String> = []
    for part in typed.utf8.split(whereSeparator: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "+") }) {
      let token = String(Substring(part.trimmed { $0 == UInt8(ascii: " ") }))
      if token == "default" || token.isEmpty { continue }
      let isPlain = token.utf8.allSatisfy { byte in
        (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z"))
          || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) || byte == UInt8(ascii: "-")
      }
      guard isPlain, !token.hasPrefix("-") else {
        throw NameProblem(
          "invalid condition \"\(token)\"; expected lowercase words, separated by commas, such as dark,reduce-motion")
      }
      tokens.insert(token)
    }
    text = tokens.sorted().joined(separator: ",")
  }

  /// Reads what a person typed, in any case.
  package init(typed: String) throws(NameProblem) { try self.init(parsing: ASCIIFold.small(typed)) }

  /// The text people read: the tokens, or `default`.
  package var shown: String { Self.shown(text) }

  /// The text people read for the stored form of a condition.
  package static func shown(_ text: String) -> String { text.isEmpty ? "default" : text }

  package var tokens: [String] { text.split(separator: ",").map(String.init) }
}

/// What results are grouped by that were observed under different conditions.
package enum ConditionGrouping: String, CaseIterable, Sendable {
  case condition
  /// VoiceOver, Voice Control, Switch Control, a keyboard: each pass by itself.
  case technology
  /// From a small phone to a large tablet.
  case device
  case sizeClass = "size-class"
  case orientation

  /// Where something that was seen belongs; in several groups where several technologies were on.
  ///
  /// - Parameters:
  ///   - condition: as results keep it.
  ///   - device: what the tester called the device; empty where not given.
  ///   - method: of the check; a source that was read was not touched.
  package func groups(condition text: String, device: String, method: Method? = nil) -> [String] {
    guard let condition = try? Condition(parsing: text) else { return [text] }
    let tokens = condition.tokens
    switch self {
    case .condition: return [condition.shown]
    case .technology:
      let used = ConditionSetting.technologies.filter(tokens.contains)
      guard used.isEmpty else { return used }
      return [method == .inspection || method == .automated ? method?.rawValue ?? Self.touch : Self.touch]
    case .device: return [DeviceClass(condition).token ?? Self.family(device) ?? Self.unspecified]
    case .sizeClass:
      if let width = DeviceClass(condition).width { return [width] }
      guard let family = Self.family(device), let named = try? Condition(parsing: text + "," + family) else {
        return [Self.unspecified]
      }
      return [DeviceClass(named).width ?? Self.unspecified]
    case .orientation: return [tokens.contains("landscape") ? "landscape" : "portrait"]
    }
  }

  private static let touch = "touch"
  static let unspecified = "unspecified"

  /// `iPad mini 6` is an `ipad`.
  private static func family(_ device: String) -> String? {
    switch DeviceFamily.of(device: device) {
    case .iPhone: "phone"
    case .iPad: "ipad"
    case .mac: "mac"
    default: nil
    }
  }

  /// Groups in the order in which they are shown: as the settings name them, others by name, unspecified last.
  package func ordered(_ names: Set<String>) -> [String] {
    let known: [String] =
      switch self {
      case .condition: []
      case .technology:
        ConditionSetting.technologies + [Self.touch, Method.inspection.rawValue, Method.automated.rawValue]
      case .device:
        ["phone-small", "phone", "iphone", "phone-large", "ipad-small", "ipad", "ipad-large", "mac"]
      case .sizeClass: ["compact", "regular"]
      case .orientation: ["portrait", "landscape"]
      }
    let first = known.filter(names.contains)
    let rest = names.subtracting(known).subtracting([Self.unspecified, Condition.standard.shown]).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    return [Condition.standard.shown].filter(names.contains) + first + rest + [Self.unspecified].filter(names.contains)
  }
}

/// The cells of each group.
package struct ConditionGroups: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    package var name: String
    package var counts: CellCounts
    /// The plan, or the audit, asks for items of it. Of a device that no condition names nothing is asked, so that what was
    /// evaluated on it is no coverage.
    package var isAsked = true
  }

  package var by: ConditionGrouping
  package var rows: [Row]

  package init(by: ConditionGrouping, rows: [Row]) { (self.by, self.rows) = (by, rows) }

  /// - Parameters:
  ///   - counts: by the names of the groups.
  ///   - asked: those of them that are asked for; nil for all.
  package init(by grouping: ConditionGrouping, _ counts: [String: CellCounts], asked: Set<String>? = nil) {
    let rows = grouping.ordered(Set(counts.keys)).map { name in
      Row(
        name: name, counts: counts[name] ?? CellCounts(),
        isAsked: asked?.contains(name) ?? true && name != ConditionGrouping.unspecified)
    }
    self.init(by: grouping, rows: rows)
  }

  /// `By technology`.
  package var title: String { by == .sizeClass ? "By size class" : "By \(by.rawValue)" }
}

/// A setting that conditions are made of, with all that it is proposed to be.
///
/// A condition may hold words of a team, too, which its audits or its plan name; they belong to no setting and count for no
/// pair.
package struct ConditionSetting: Equatable, Sendable {
  /// One thing a setting can be.
  package struct Choice: Equatable, Sendable {
    /// Empty for what a device comes with.
    package var token: String
    /// A phrase: "text size AX3".
    package var words: String
    /// Where it is set, or what to do.
    package var how: String
  }

  package var name: String
  /// The first is the default.
  package var choices: [Choice]
  /// Further tokens for the default.
  package var defaultNames: [String]
  /// Tokens for choices that are not proposed.
  package var others: [String]
  /// Whether a device can only be one of them at a time. A keyboard may well be used with VoiceOver.
  package var isExclusive: Bool

  /// Whether a token speaks of this setting.
  package func knows(_ token: String) -> Bool {
    choices.contains { !$0.token.isEmpty && $0.token == token } || defaultNames.contains(token)
      || others.contains(token)
  }
}

extension ConditionSetting {
  package static let all: [ConditionSetting] = [
    setting(
      "appearance", "light appearance", [("dark", "dark appearance", "Settings > Display & Brightness")],
      defaultNames: ["light"]),
    setting(
      "text size", "default text size",
      [
        ("text-xs", "the smallest text size", "Settings > Display & Brightness > Text Size"),
        ("text-ax3", "text size AX3", "\(displayAndText) Larger Text, the third of the larger sizes"),
        ("text-ax5", "text size AX5, the largest", "\(displayAndText) Larger Text, the last size"),
      ],
      others: sizes.filter { !["text-xs", "text-ax3", "text-ax5"].contains($0) }),
    setting(
      "contrast", "default contrast",
      [("increase-contrast", "Increase Contrast on", "\(displayAndText) Increase Contrast")]),
    setting(
      "motion", "default motion",
      [("reduce-motion", "Reduce Motion on", "Settings > Accessibility > Motion > Reduce Motion")]),
    setting(
      "transparency", "default transparency",
      [("reduce-transparency", "Reduce Transparency on", "\(displayAndText) Reduce Transparency")]),
    setting("text weight", "default text weight", [("bold-text", "Bold Text on", "\(displayAndText) Bold Text")]),
    setting(
      "input", "touch",
      [
        ("voiceover", "VoiceOver on", "Settings > Accessibility > VoiceOver"),
        ("voice-control", "Voice Control on", "Settings > Accessibility > Voice Control"),
        ("switch-control", "Switch Control on", "Settings > Accessibility > Switch Control"),
        ("keyboard", "keyboard only", "Settings > Accessibility > Keyboards & Typing > Full Keyboard Access"),
      ], defaultNames: ["touch"], isExclusive: false),
    setting("orientation", "upright", [("landscape", "landscape", "turn the device")], defaultNames: ["portrait"]),
    setting(
      "device", "a phone", [("ipad", "an iPad", "use an iPad")],
      defaultNames: ["iphone", "phone", "phone-small", "phone-large"], others: ["ipad-small", "ipad-large", "mac"]),
    setting(
      "direction", "left to right",
      [("rtl", "right to left", "the app in Arabic or Hebrew, or Xcode's right-to-left pseudolanguage")],
      defaultNames: ["ltr"]),
  ]

  /// Every token that is proposed, in the order of the table.
  package static var tokens: [String] { all.flatMap(\.choices).map(\.token).filter { !$0.isEmpty } }

  /// Every token that is proposed anywhere, each once.
  package static var known: [String] {
    tokens + deviceMatrix.flatMap(\.choices).map(\.token).filter { !$0.isEmpty && !tokens.contains($0) }
  }

  /// The assistive technologies and ways of input that are passes of their own.
  package static var technologies: [String] {
    all.first { $0.name == "input" }?.choices.map(\.token).filter { !$0.isEmpty } ?? []
  }

  /// What few checks are tested under: proposed nowhere, and of no pair.
  private static let further = setting(
    "further settings", "none of them", [],
    others: [
      "assistive-touch", "button-shapes", "color-filters", "differentiate-without-color", "dim-flashing-lights",
      "grayscale", "mono-audio", "on-off-labels", "prefer-cross-fade", "reduce-white-point", "smart-invert", "zoom",
    ], isExclusive: false)

  /// The setting that a token speaks of.
  package static func setting(of token: String) -> ConditionSetting? {
    (all + ofScreens + [further]).first { $0.knows(token) }
  }

  /// Every token of a setting, each once: what a condition can be made of.
  package static var words: [String] {
    (all + deviceMatrix + ofScreens + [further]).flatMap { setting in
      setting.name == "text size" ? sizes : setting.choices.map(\.token) + setting.defaultNames + setting.others
    }.filter { !$0.isEmpty }.unique()
  }

  /// Of Dynamic Type, from the smallest to the largest.
  private static let sizes =
    ["xs", "s", "m", "l", "xl", "xxl", "xxxl", "ax1", "ax2", "ax3", "ax4", "ax5"].map { "text-" + $0 }

  private static let displayAndText = "Settings > Accessibility > Display & Text Size >"

  static func setting(
    _ name: String, _ standard: String, _ choices: [(token: String, words: String, how: String)],
    defaultNames: [String] = [], others: [String] = [], isExclusive: Bool = true
  ) -> ConditionSetting {
    ConditionSetting(
      name: name,
      choices: [Choice(token: "", words: standard, how: "")]
        + choices.map { Choice(token: $0.token, words: $0.words, how: $0.how) },
      defaultNames: defaultNames, others: others, isExclusive: isExclusive)
  }
}
