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

  package init(
    name: String, document: String, sourceSays: String, swiftUIName: String?, swiftUISince: [String: String],
    uiKitName: String?, uiKitSinceIOS: String?, validity: Validity, meaning: String, useWhen: String, check: String,
    note: String?
  ) {
    self.name = name
    self.document = document
    self.sourceSays = sourceSays
    self.swiftUIName = swiftUIName
    self.swiftUISince = swiftUISince
    self.uiKitName = uiKitName
    self.uiKitSinceIOS = uiKitSinceIOS
    self.validity = validity
    self.meaning = meaning
    self.useWhen = useWhen
    self.check = check
    self.note = note
  }
}

/// A UIKit trait that SwiftUI lacks or names differently, with SwiftUI's way to the same end.
package struct UIKitTrait: Equatable, Sendable {
  package var name: String
  package var sinceIOS: String
  package var meaning: String
  package var swiftUIWay: String

  package init(name: String, sinceIOS: String, meaning: String, swiftUIWay: String) {
    self.name = name
    self.sinceIOS = sinceIOS
    self.meaning = meaning
    self.swiftUIWay = swiftUIWay
  }
}
