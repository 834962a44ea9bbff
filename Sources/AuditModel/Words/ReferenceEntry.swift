package import Measuring

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
    case .action: "accessibility actions: default, escape, adjustable"
    case .component: "components and when to use them"
    case .criterion: "WCAG 2.2, with EN 301 549 and Section 508"
    case .device: "device widths and size classes to test"
    case .gesture: "standard gestures and reserved screen edges"
    case .haptic: "haptics for each moment and their APIs"
    case .limit: "limits for tabs, buttons, options, columns"
    case .modifier: "wording of label, hint, value, and action"
    case .motion: "animations, with Reduce Motion on and off"
    case .pattern: "common anti-patterns and fixes"
    case .setting: "system settings and their conditions"
    case .shortcut: "system shortcuts and standard shortcuts"
    case .state: "control states: pressed, disabled, loading, status"
    case .style: "styles: what they require and exclude"
    case .textStyle: "text styles and their sizes"
    case .trait: "accessibility traits and when to use them"
    case .typeSize: "the 12 sizes of Dynamic Type"
    }
  }
}

/// One thing that a tester or a developer looks up: what it is, the right interface, when to use it and what goes
/// wrong.
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

  /// A labeled figure or fact, such as `size`, `48x48 pt or more`.
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

  /// Whether it exists on a platform; nil where the platform is not listed.
  package func exists(on platform: String) -> Bool? {
    let wanted = Self.folded(platform)
    // An entry for iOS applies to iPadOS.
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
