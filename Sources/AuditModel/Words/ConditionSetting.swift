/// A setting that conditions are made of, with all that it is proposed to be.
///
/// A condition may hold other tokens, too; they belong to no setting and count for no pair.
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
      others: [
        "text-s", "text-m", "text-l", "text-xl", "text-xxl", "text-xxxl", "text-ax1", "text-ax2", "text-ax4",
      ]),
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

  /// The setting that a token speaks of.
  package static func setting(of token: String) -> ConditionSetting? {
    (all + ofScreens).first { $0.knows(token) }
  }

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
