import Audit

/// The words of a control in its source.
struct SourceLabel {
  /// From a literal; empty without one.
  var title = ""
  /// An identifier for its key, if it has no title: a symbol, an action, a binding.
  var name = ""
  var symbol: String?
  /// Whether it shows only an image.
  var isIcon = false
  /// Whether it has an image beside its words, which a label style can show alone.
  var hasLabel = false
  /// The name of a style of the catalog.
  var style = ""
  /// The names whose values it shows, such as those that a view of the app is given.
  var given: [String] = []
  /// Whether the value of a name is the first of its words.
  var beginsGiven = false

  init(of call: SourceCall, _ rule: SourceControl, _ code: SourceCode) {
    let argument = rule.closure == .system ? nil : call.arguments.first { $0.label.isEmpty }?.range
    let label = rule.label(of: call, code)
    let modifiers = call.modifiers(code)
    let labeled = rule.isGiven ? call.arguments.filter { !$0.label.isEmpty && Self.given.contains($0.label) } : []
    let shown = [argument, label].compactMap { $0 } + labeled.map(\.range)
    let prompt = call.argument("prompt")
    title = (shown + [prompt].compactMap { $0 }).lazy.compactMap(code.words).first ?? ""
    if title.isEmpty { title = code.spoken(modifiers, shown) ?? "" }
    if title.isEmpty, label == nil, argument == nil { title = Self.ofRole(call, code) ?? rule.usual }
    let spoken = modifiers.filter { $0.name == "accessibilityLabel" }.compactMap { $0.arguments.first?.range }
    given = (spoken + shown + [prompt].compactMap { $0 }).flatMap(code.given)
    beginsGiven = shown.first.map(code.beginsGiven) ?? false
    let image = call.argument("systemImage", "image")
    symbol = (shown + [image].compactMap { $0 }).lazy.compactMap(code.symbol).first
    let hasIconOnly = modifiers.contains { $0.name == "labelStyle" && code.has("iconOnly", in: $0) }
    let hasWords = argument.flatMap(code.words) != nil
    isIcon =
      label.map { code.showsOnlyImage($0, hasIconOnly: hasIconOnly) && !hasWords }
      ?? (symbol != nil && (hasIconOnly || argument.flatMap { code.text($0.lowerBound) } == ""))
    hasLabel = symbol != nil && (image != nil || label.map { code.makesLabel($0) } == true)
    name =
      label.flatMap(code.shownPath) ?? symbol ?? argument.flatMap(code.path) ?? rule.action(of: call).flatMap(
        code.action)
      ?? code.binding(call)
      ?? rule.destination(of: call).flatMap(code.created).map(SourceWords.stem) ?? ""
    style = Self.style(call, modifiers, code)
    if title.isEmpty, let label, code.isBlank(label) { takeDrawn(modifiers, code) }
  }

  /// Of a label without content that a style of the app draws: `Button {} label: {}.buttonStyle(Solid(title: "Edit"))`.
  private mutating func takeDrawn(_ modifiers: [SourceCall], _ code: SourceCode) {
    guard let named = modifiers.first(where: { $0.name == "buttonStyle" })?.arguments.first?.range,
      let style = SourceCall(code, at: named.lowerBound)
    else { return }
    let words = style.arguments.filter { Self.given.contains($0.label) }.lazy.compactMap { code.words($0.range) }.first
    title = words ?? code.views.words[style.name] ?? ""
    let image = style.arguments.lazy.filter { SourceCode.isUnshown($0.label) }
      .compactMap { code.text($0.range.lowerBound) }.first
    guard title.isEmpty, let image else { return }
    (symbol, name, isIcon) = (image, image, true)
  }

  /// The label of an alert, a search field, and the like.
  init(ofModifier call: SourceCall, _ code: SourceCode) {
    let given = call.arguments.filter { ["", "prompt", "withTitle"].contains($0.label) }
    // The buttons of an alert are no title of it.
    let made = call.closures.map(\.range) + (call.argument("content").map { [$0] } ?? [])
    let parts = given.isEmpty ? made.compactMap(code.alertTitle) : given.map(\.range)
    if call.name != "contextMenu" { title = parts.lazy.compactMap(code.words).first ?? "" }
    name = code.binding(call) ?? ""
  }

  /// The label of a view with a tap gesture.
  init(ofTapped view: Range<Int>, _ call: SourceCall, _ code: SourceCode) {
    title = code.words(view) ?? code.spoken(call.modifiers(code), [view]) ?? ""
    (given, beginsGiven) = (code.given(view), code.beginsGiven(view))
    symbol = code.symbol(view)
    let action = call.argument("perform") ?? call.closure("")
    name = symbol ?? action.flatMap(code.action) ?? ""
  }

  /// The label of a view that draws no control itself: a gesture on it, or a view of UIKit.
  init(spokenBy call: SourceCall, _ name: String, _ code: SourceCode) {
    title = code.spoken(call.modifiers(code), []) ?? ""
    self.name = name
  }

  /// The label that a view of the app is given, for the control in it.
  init(ofOwn call: SourceCall, _ code: SourceCode) {
    let named = call.arguments.filter { Self.given.contains($0.label) } + call.closures.filter { $0.label == "label" }
    let shown = named.map(\.range)
    let isAction = call.argument("action") == nil && call.closure("label") != nil
    let content = isAction ? nil : call.closure("")
    title = (shown + [content].compactMap { $0 }).lazy.compactMap(code.words).first ?? ""
    if title.isEmpty { title = code.spoken(call.modifiers(code), shown) ?? "" }
    symbol = call.arguments.lazy.compactMap { code.symbol($0.range) }.first
    name = named.lazy.compactMap { code.path($0.range) }.first ?? symbol ?? code.binding(call) ?? ""
  }

  /// The arguments by which views are given their words.
  private static let given: Set = [
    "", "title", "titleKey", "text", "label", "name", "caption", "localizedTitle", "buttonTitle", "placeholder",
    "labelText", "titleText", "prompt", "description", "header", "heading", "actionTitle", "actionName",
  ]

  private init() {}

  /// What the system calls a button that has only a role.
  private static func ofRole(_ call: SourceCall, _ code: SourceCode) -> String? {
    let roles = ["cancel": "Cancel", "close": "Close"]
    return call.argument("role").flatMap { code.word($0.upperBound - 1) }.flatMap { roles[$0] }
  }

  static func binding(of call: SourceCall, _ code: SourceCode) -> SourceLabel {
    var label = SourceLabel()
    label.name = code.binding(call) ?? ""
    return label
  }

  private static func style(_ call: SourceCall, _ modifiers: [SourceCall], _ code: SourceCode) -> String {
    guard SourceControl.all[call.name]?.kind == "button" else { return "" }
    if SourceFeatures.isDestructive(call, code) { return "destructive" }
    guard let named = modifiers.first(where: { $0.name == "buttonStyle" })?.arguments.first?.range,
      named.count == 2, code.isSign(named.lowerBound, "."), let name = code.word(named.lowerBound + 1)
    else { return "" }
    return Catalog.style("." + name)?.name ?? ""
  }
}

/// Words of sources in the form of keys.
enum SourceWords {
  private static let longest = 40
  /// Between the words of a control that shows one or the other; in a title ` / `.
  static let or = "\u{1F}"

  /// `dont-allow` of `Don’t Allow`; of several words, the first.
  static func ofText(_ text: String) -> String {
    joined(text.prefix { String($0) != or }.filter { $0 != "'" && $0 != "’" })
  }

  /// The words that are of Latin letters in a text whose others have no spelling: `wi-fi` of `Wi-Fi 设置`.
  static func ofLatinParts(_ text: String) -> String {
    let key = joined(String(text.prefix { String($0) != or }.map { $0.isASCII ? $0 : " " }))
    return key.count(where: \.isLetter) > 1 ? key : ""
  }

  /// `url-field` of `URLField`, `xmark-circle-fill` of `xmark.circle.fill`.
  static func ofIdentifier(_ name: String) -> String {
    let scalars = Array(SourceCode.plain(name).unicodeScalars)
    var split = ""
    for (index, scalar) in scalars.enumerated() {
      let isUpper = scalar.properties.isUppercase
      let before = index > 0 ? scalars[index - 1] : " "
      let after = index + 1 < scalars.count ? scalars[index + 1] : " "
      if isUpper, before.properties.isLowercase || before.properties.isUppercase && after.properties.isLowercase {
        split.append(" ")
      }
      split.unicodeScalars.append(scalar)
    }
    return joined(split)
  }

  /// The name without `View`, `Screen`, or `Page`.
  static func stem(_ type: String) -> String {
    let end = ["View", "Screen", "Page"].first { type.hasSuffix($0) && type.utf8.count > $0.utf8.count }
    return end.map { String(type.dropLast($0.count)) } ?? type
  }

  static func baseName(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.split(separator: ".").first ?? "")
  }

  /// Text as a title: one line of the length that a title may have.
  static func line(_ text: String) -> String {
    let plain = text.replacing(or, with: " / ").unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    var line = String(String.UnicodeScalarView(plain))
    while line.utf8.count > Names.longestLine { line.unicodeScalars.removeLast() }
    return line
  }

  private static func joined(_ text: String) -> String {
    var key = ""
    let isPlain: (Character) -> Bool = { $0.isASCII && ($0.isLetter || $0.isNumber) }
    for word in LatinLetters.spelled(text).lowercased().split(whereSeparator: { !isPlain($0) }) {
      guard key.utf8.count + word.utf8.count < longest else {
        if key.isEmpty { key = String(word.prefix(longest)) }
        break
      }
      key += (key.isEmpty ? "" : "-") + word
    }
    return key
  }
}

/// Text of any script in the letters that keys have: `Über uns` is `Uber uns`, `Настройки` is `Nastroyki`.
///
/// The names of letters in Unicode say how they sound. Chinese characters have no such names, and a text with one of
/// them has no spelling.
enum LatinLetters {
  static func spelled(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var spelled = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        spelled.unicodeScalars.append(scalar)
      } else if scalar.properties.isIdeographic {
        return ""
      } else if scalar.properties.isAlphabetic {
        spelled += letters(of: scalar)
      } else if !scalar.properties.isDiacritic, scalar.properties.generalCategory != .nonspacingMark {
        spelled += " "
      }
    }
    return spelled
  }

  /// By the last words of the names of letters whose sound does not begin the name, or that are written otherwise.
  private static let others = [
    "SHARP S": "ss", "DOTLESS I": "i", "ETH": "d", "THORN": "th", "ENG": "ng", "KRA": "k", "EF": "f", "EL": "l",
    "EM": "m", "EN": "n", "ER": "r", "ES": "s", "IE": "e", "IO": "yo", "SHORT I": "y", "YERU": "y", "SOFT SIGN": "",
    "HARD SIGN": "", "HA": "kh", "ALPHA": "a", "ETA": "i", "KSI": "x", "XI": "x", "CHI": "ch", "RHO": "r", "PSI": "ps",
    "UPSILON": "y", "EPSILON": "e", "OMICRON": "o", "OMEGA": "o", "IOTA": "i", "FINAL SIGMA": "s", "DECIMAL I": "i",
    "UKRAINIAN IE": "ye", "BYELORUSSIAN-UKRAINIAN I": "i", "SHORT U": "u", "ALEF": "a", "AIN": "a", "AYIN": "a",
  ]
  /// Scripts whose letters are named by their whole sound.
  private static let syllables = ["HIRAGANA", "KATAKANA", "HANGUL SYLLABLE"]

  private static func letters(of scalar: Unicode.Scalar) -> String {
    guard let name = scalar.properties.name else { return " " }
    // Accents and forms are not spelled.
    let plain = name.split(separator: " ").split(separator: "WITH").first.map { $0.joined(separator: " ") } ?? name
    let words = plain.split(separator: " ").drop { $0 != "LETTER" && $0 != "SYLLABLE" && $0 != "CHARACTER" }.dropFirst()
    let last = words.drop { $0 == "SMALL" || $0 == "CAPITAL" }.joined(separator: " ")
    if plain.hasPrefix("LATIN"), last.allSatisfy(\.isLetter), last.count <= 2 { return last.lowercased() }
    if let other = others[last] { return other }
    let sound = (words.last ?? "").filter { $0.isASCII && $0.isLetter }.lowercased()
    if syllables.contains(where: plain.hasPrefix) { return sound }
    let isVowel: (Character) -> Bool = { "aeiou".contains($0) }
    let consonants = sound.prefix { !isVowel($0) }
    // `YA` and `YU` sound as they are named.
    if consonants == "y" || consonants.isEmpty { return consonants.isEmpty ? String(sound.prefix(1)) : sound }
    return String(consonants)
  }
}
