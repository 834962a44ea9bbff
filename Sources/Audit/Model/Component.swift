import Base

/// The unit of record: one control, view or screen of the app.
package struct Component: Equatable, Sendable {
  package var key: String
  /// The keys that it had before it was renamed, in order.
  package var formerKeys: [String] = []
  package var kind: String
  package var profile = Profile.general
  /// The button style it is made with, such as `child-friendly-large`; empty where not given.
  package var style = ""
  /// What it has, such as `glass`, by the names of the catalog; empty where none is named.
  package var features: [String] = []
  /// The checks of these features, which are in scope for any kind, and those of features that it does not have.
  package var featureChecks: [String] = []
  package var featureOmits: [String] = []
  /// The checks of that style, which are in scope for any kind and profile.
  package var styleChecks: [String] = []
  /// The checks that it leaves out: a carousel of items that are stops of their own is no single control.
  package var styleOmits: [String] = []
  /// The smaller side of the size that it promises, in pt; nil where it sets none.
  package var styleTier: Int?
  /// The tier of its profile where nothing else names one: from the third edition on, a child's control is a standard one.
  package var usualTier: Int?
  package var styleHaptics: [HapticType] = []
  /// The values that it promises, by check; what the component plans itself goes before them.
  package var stylePlanned: [String: String] = [:]
  package var title = ""
  /// Path of the source file, as registered.
  package var source = ""
  /// First 16 hex digits of the digest of the source file when it was last looked at.
  package var sourceDigest = ""
  package var owner = ""
  package var screens: [String] = []
  package var tags: [String] = []
  /// What is seen, as registered, e.g. `40x40` in pt; empty when not measured.
  package var size = ""
  /// What responds to taps, where it is not what is seen; empty where it is, or was not measured.
  package var hitArea = ""
  /// The tier its target is meant to reach in pt: 44, 48, 56 or 64; nil where the profile decides.
  package var targetTier: Int?
  /// Empty when not given: every platform counts.
  package var platforms: [Platform] = []
  /// What design promised, by check: a value as for a result of it, such as `0.95` for `visual-feedback.scale-range`.
  package var planned: [String: String] = [:]
  /// No longer part of the app: out of every scope, its history stays.
  package var isRetired = false
  /// Fields with more than one value in view.
  package var conflicts = 0

  package init(key: String, kind: String = "custom-control") { (self.key, self.kind) = (key, kind) }

  /// What checks of a target's size judge: the area that responds to taps.
  package var tappedSize: String { hitArea.isEmpty ? size : hitArea }

  /// `the registered hit area 48x48`, or of the size where that is both.
  package var tappedWords: String { "the registered \(hitArea.isEmpty ? "size" : "hit area") \(tappedSize)" }

  /// The tier that its target is meant to reach: as named, else as its style promises where that is more than the usual
  /// 44, else as its profile has it.
  package var tier: Int? { targetTier ?? styleTier.flatMap { $0 > 44 ? $0 : nil } ?? usualTier }

  /// Takes over what its style asks, leaves out and promises; nothing where the reference does not know it.
  package mutating func take(style: ReferenceEntry?) {
    styleChecks = style?.checks ?? []
    styleOmits = style?.omits ?? []
    styleHaptics = style?.expects?.haptics ?? []
    stylePlanned = style?.expects?.planned ?? [:]
    styleTier = style?.expects?.size.map { $0.smallerSide.wholePart }
    // What its style promises it has, named or not.
    guard features.isEmpty, let style else { return }
    let promised = style.checks + (style.expects?.measures ?? [])
    featureOmits.removeAll(where: promised.contains)
  }

  /// Takes over what its features ask and leave out.
  /// - Parameter asksUnnamed: whether one that names none is asked what any feature needs, as before the fifth edition. From
  ///   then on a control is not: a plain button has no haptics and no style of its own. Who tests a screen or the app sees
  ///   what is there, and the guide for children asks haptics and press feedback of each of their controls.
  package mutating func take(features all: [Feature], asksUnnamed: Bool = true) {
    guard !features.isEmpty else {
      if !asksUnnamed, profile != .child { featureOmits = Catalog.unnamedOmits[kind] ?? [] }
      return
    }
    let own = all.filter { features.contains($0.id) }
    let asked = Set(own.flatMap { $0.asks + $0.only })
    featureChecks = own.flatMap(\.asks)
    featureOmits = all.flatMap(\.only).filter { !asked.contains($0) }
  }

  /// What is planned for a check, by the component itself or else by its style, and which style that is.
  package func promise(for check: String) -> (value: String, style: String?)? {
    if let own = planned[check] { return (own, nil) }
    return stylePlanned[check].map { ($0, style) }
  }

  /// The key that it has, and those that it had.
  package var allKeys: [String] { [key] + formerKeys }

  /// Whether a pattern is about it: a pattern may know it by a key that it had.
  package func matches(_ pattern: Glob) -> Bool {
    pattern.matches(key, before: formerKeys)
  }

  /// Whether it is on a screen, or on another component that is tested as a whole: it says so, or its key begins with that one.
  package func isOn(_ screen: Component) -> Bool {
    guard key != screen.key else { return false }
    // A sheet says which screen it belongs to; what else is there is not on the sheet.
    let names = screen.allKeys + (screen.kind == "screen" ? screen.screens : [])
    return screens.contains(where: names.contains) || screen.allKeys.contains { key.hasPrefix($0 + "/") }
  }

  /// The names of the screens by which a query finds it: a screen is on itself, whether or not it names others.
  package var shownOn: [String] { kind == "screen" ? screens + allKeys : screens }

  /// The screens with which it is counted: of a screen that names none its own, and nothing twice.
  package var countedOn: [String] { Self.countedOn(screens, kind: kind, key: key) }

  /// The same of a component by its fields.
  package static func countedOn(_ screens: [String], kind: String, key: String) -> [String] {
    screens.isEmpty && kind == "screen" ? [key] : screens
  }

  /// Whether it stands for the app as a whole.
  package var isApp: Bool { kind == "app" }

  /// What the name of a field begins with that holds what is planned for a check; the id of the check follows.
  package static let plannedField = "planned."
}

/// What a component may have beside its kind, such as glass or swipe actions.
package struct Feature: Equatable, Sendable {
  package var id: String
  package var title: String
  /// Checks that are asked of a component of any kind that has it.
  package var asks: [String]
  /// Checks that a component is asked only if it has it, or may have it because none of its features is named.
  package var only: [String]
  /// Kinds that have it without saying so.
  package var kinds: [String]

  /// The word for a component that has none of them.
  package static let none = "none"
}

/// A file and a line that a developer can open: the place of a component in the source, or else in the list of
/// components.
package struct SourceLocation: Equatable, Sendable {
  /// As specified: from the root of the repository, or an absolute path.
  package var file: String
  /// From 1; 1 if not specified.
  package var line: Int

  package init(file: String, line: Int) { (self.file, self.line) = (file, line) }

  /// - Parameter source: `Views/Close.swift`, with `:42` or `:42:7` after it if the line is known.
  package init(source: String) {
    let parts = source.split(separator: ":", omittingEmptySubsequences: false)
    var numbers = parts.dropFirst().reversed().prefix { Self.number($0) != nil }.count
    numbers = min(numbers, 2)
    file = parts.dropLast(numbers).joined(separator: ":")
    line = numbers == 0 ? 1 : Self.number(parts[parts.count - numbers]) ?? 1
  }

  /// A path of Windows as it is written elsewhere; beside a slash, a backslash is a part of a name.
  package static func slashes(_ path: String) -> String {
    guard !path.contains("/") else { return path }
    return String(String.UnicodeScalarView(path.unicodeScalars.map { $0 == "\\" ? "/" : $0 }))
  }

  package static func number(_ text: some StringProtocol) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit), let number = Int(text),
      number > 0
    else { return nil }
    return number
  }

  /// `Views/Close.swift:42`; without the line if it is not specified.
  package var text: String { line > 1 ? "\(file):\(line)" : file }
}
