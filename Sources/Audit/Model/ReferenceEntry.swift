package enum ReferenceTable: String, CaseIterable, Sendable {
  case action, clause, color, component, conflict, contrast, criterion, device, gesture, haptic, limit
  case listStyle = "list-style"
  case modifier, motion, pattern
  case rowAccessory = "row-accessory"
  case setting, shortcut, spacing, state, style, target
  case textStyle = "text-style"
  case trait
  case typeSize = "type-size"

  /// What its entries answer.
  package var title: String {
    switch self {
    case .action: "accessibility actions: default, escape, adjustable"
    case .clause: "EN 301 549 for software, beyond WCAG"
    case .color: "semantic colors and when to use them"
    case .component: "components and when to use them"
    case .conflict: "where sources disagree, and the reading used"
    case .contrast: "contrast ratios and where they apply"
    case .criterion: "WCAG 2.2, with EN 301 549 and Section 508"
    case .device: "device widths and size classes to test"
    case .gesture: "standard gestures and reserved screen edges"
    case .haptic: "haptics for each moment and their APIs"
    case .limit: "limits for tabs, buttons, options, columns"
    case .listStyle: "list styles and when to use them"
    case .modifier: "wording of label, hint, value, and action"
    case .motion: "animations, with Reduce Motion on and off"
    case .pattern: "common anti-patterns and fixes"
    case .rowAccessory: "accessories at the end of list rows"
    case .setting: "system settings and their conditions"
    case .shortcut: "system shortcuts and standard shortcuts"
    case .spacing: "distances between targets"
    case .state: "control states: pressed, disabled, loading, status"
    case .style: "styles: what they require and exclude"
    case .target: "target sizes, from 20 to 64 pt"
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
  }

  /// A labeled figure or fact, such as `size`, `48x48 pt or more`.
  package struct Figure: Equatable, Sendable {
    package var name: String
    package var value: String
  }

  /// A name that is met and that does not exist.
  package struct WrongName: Equatable, Sendable {
    package var name: String
    /// What is right, as a sentence.
    package var why: String
  }

  /// A built-in table's name, or one that a team made up.
  package var table: String
  package var name: String
  package var title: String
  package var aliases: [String] = []
  /// Words of the documents for it, which are only searched.
  package var phrases: [String] = []
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

/// A row of the trait reference: a trait as a source document spells it, against what the systems really have.
package struct TraitEntry: Equatable, Sendable {
  package enum Validity: String, CaseIterable, Sendable {
    case valid
    case looseDescription = "valid-description-loose"
    case wrongDescription = "valid-description-wrong"
    case fromIOS17 = "valid-from-ios-17"
    /// No such member in SwiftUI; `swiftUIName` is the right one.
    case invalidName = "invalid-name"
  }

  /// As the source spells it, with its dot.
  package var name: String
  package var document: String
  package var sourceSays: String
  /// The member of `AccessibilityTraits`; nil where SwiftUI has none.
  package var swiftUIName: String?
  /// Lowest system version by platform.
  package var swiftUISince: [String: String]
  /// The member of `UIAccessibilityTraits`; nil where UIKit has none.
  package var uiKitName: String?
  package var uiKitSinceIOS: String?
  package var validity: Validity
  package var meaning: String
  package var useWhen: String
  /// The check that looks at it.
  package var check: String
  package var note: String?
}

/// A UIKit trait that SwiftUI lacks or names differently, with SwiftUI's way to the same end.
package struct UIKitTrait: Equatable, Sendable {
  package var name: String
  package var sinceIOS: String
  package var meaning: String
  package var swiftUIWay: String
}

/// A place where the source documents disagree with each other or with the facts, and the reading that we take.
package struct SourceConflict: Equatable, Sendable {
  /// `E-01` to `E-78`.
  package var id: String
  package var title: String
  /// Documents and lines.
  package var place: String
  package var sourcesSay: String
  package var fact: String
  /// What the fact rests on, opened by letters explained in the register: V verified, C computed, X visible, K known.
  package var evidence: String
  /// The reading that the catalog takes.
  package var reading: String
  /// The checks that the reading decides.
  package var checks: [String]
}

/// What is registered of a component, compared with what a check measures.
extension Component {
  /// The planned value or the registered size that the check's figure does not allow, in words such as
  /// `the registered size 40x40 misses at least 44 pt`; nil where nothing registered speaks against a PASS.
  package func contradiction(of check: String, _ measurement: Measurement) -> String? {
    if let text = planned[check], misses(text, measurement) {
      return "the specified value \(text) does not meet \(measurement.wording(on: self))"
    }
    if measurement.measuresSize, !tappedSize.isEmpty, misses(tappedSize, measurement) {
      return "\(tappedWords) does not meet \(measurement.wording(on: self))"
    }
    return nil
  }

  private func misses(_ text: String, _ measurement: Measurement) -> Bool {
    guard let value = try? MeasuredValue.parse(text, of: measurement) else { return false }
    return measurement.judge(value, on: self) == .fail
  }
}

extension Measurement {
  /// Whether the registered size of a component is what is measured.
  package var measuresSize: Bool { inputs.contains("size") }

  /// Whether a size is what a tester measures; below the size of the check, the spacing may decide.
  package var takesSize: Bool { measuresSize || inputs.contains(Self.spacing) }
}

/// A member of `XCUIAccessibilityAuditType`, with what it finds and the checks it covers.
package struct AuditTypeEntry: Equatable, Sendable {
  /// The member's name, e.g. `hitRegion`.
  package var name: String
  /// Its bit in the option set; nil for `all`.
  package var bit: Int?
  /// The check that records the run; nil for `all`.
  package var run: String?
  /// The checks on which a finding opens or confirms a fail. The audit alone never passes any of them.
  package var finds: [String]
}

/// The rules of a tool for which there are checks.
package struct ToolRules: Equatable, Sendable {
  package struct Rule: Equatable, Sendable {
    package var name: String
    /// The checks on which a finding opens a doubt, the closest first.
    package var finds: [String]
    /// The check that records the run, if there is one.
    package var run: String?
  }

  package var tool: ToolFinding.Tool
  package var rules: [Rule]
}
