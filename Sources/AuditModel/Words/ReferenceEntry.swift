/// The tables of the reference.
package enum ReferenceTable: String, CaseIterable, Sendable {
  case action, component, criterion, device, gesture, haptic, limit, modifier, motion, pattern, setting, shortcut,
    state, style
  case textStyle = "text-style"
  case trait
  case typeSize = "type-size"

  /// What its entries answer.
  package var title: String {
    switch self {
    case .action: "what people do with an element: default, escape, adjustable"
    case .component: "which component for which need"
    case .criterion: "WCAG 2.2, with EN 301 549 and Section 508"
    case .device: "widths and size classes to see an app on"
    case .gesture: "what gestures mean, and whose the edges are"
    case .haptic: "which haptic for which moment, and its interface"
    case .limit: "how many tabs, buttons, options, columns"
    case .modifier: "how label, hint, value and action are worded"
    case .motion: "animations, with Reduce Motion on and off"
    case .pattern: "what goes wrong often, with its remedy"
    case .setting: "the settings of the system, and how to log them"
    case .shortcut: "keys that the system has, and those with a standard use"
    case .state: "what a control shows: pressed, disabled, loading, a status"
    case .style: "what a style promises, asks for and leaves out"
    case .textStyle: "text styles and their sizes"
    case .trait: "traits: the right name, and when to use it"
    case .typeSize: "the twelve sizes of Dynamic Type"
    }
  }
}

/// One thing that a tester or a developer looks up: what it is, the right interface, when to use it and what goes wrong.
package struct ReferenceEntry: Equatable, Sendable {
  /// A type, function or modifier of the system.
  package struct Interface: Equatable, Sendable {
    package var name: String
    /// Lowest system version by platform.
    package var since: [String: String]

    package init(name: String, since: [String: String]) {
      self.name = name
      self.since = since
    }
  }

  /// A labelled figure or fact, such as `size`, `48x48 pt or more`.
  package struct Figure: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A name that is met and that does not exist.
  package struct WrongName: Equatable, Sendable {
    package var name: String
    /// What is right, as a sentence.
    package var why: String

    package init(name: String, why: String) {
      self.name = name
      self.why = why
    }
  }

  /// A built-in table's name, or one that a team made up.
  package var table: String
  package var name: String
  package var title: String
  package var aliases: [String] = []
  package var wrongNames: [WrongName] = []
  package var meaning: String
  /// Of a pattern: its remedy.
  package var useWhen: String
  package var goesWrong: [String] = []
  package var interfaces: [Interface] = []
  /// Where it exists; none means wherever its interfaces do.
  package var platforms: [String] = []
  /// What to do where it does not exist.
  package var instead: String?
  package var figures: [Figure] = []
  /// Of a style: what it promises.
  package var expects: StyleTemplate?
  package var checks: [String] = []
  /// Of a style: the checks that are not asked of it.
  package var omits: [String] = []
  /// Numbers in the register of conflicts.
  package var conflicts: [String] = []
  package var sources: [SourcePlace] = []

  package init(table: String, name: String, title: String, meaning: String, useWhen: String) {
    self.table = table
    self.name = name
    self.title = title
    self.meaning = meaning
    self.useWhen = useWhen
  }

  /// `table/name`.
  package var key: String { "\(table)/\(name)" }

  /// Whether it exists on a platform; nil where nothing is said of it.
  package func exists(on platform: String) -> Bool? {
    let wanted = Self.folded(platform)
    // What is said of iOS holds for iPadOS.
    let names = wanted == "ipados" ? ["ipados", "ios"] : [wanted]
    if !platforms.isEmpty { return platforms.contains { names.contains(Self.folded($0)) } }
    let told = Set(interfaces.flatMap(\.since.keys).map(Self.folded))
    guard !told.isEmpty, ["ios", "ipados", "macos"].contains(wanted) else { return nil }
    return names.contains(where: told.contains)
  }

  /// A name as it is compared: small ASCII letters and digits, so that `.tabBar`, `tab-bar` and `Tab bar` are one.
  package static func folded(_ name: String) -> String {
    String(
      decoding: name.utf8.compactMap { byte -> UInt8? in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
        case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "("),
          UInt8(ascii: ")"), UInt8(ascii: ":"):
          nil
        default: byte
        }
      }, as: UTF8.self)
  }
}
