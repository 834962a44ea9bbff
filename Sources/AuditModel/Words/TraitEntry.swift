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
  package var evidence: String
  package var note: String?

  package init(
    name: String, document: String, sourceSays: String, swiftUIName: String?, swiftUISince: [String: String],
    uiKitName: String?, uiKitSinceIOS: String?, validity: Validity, meaning: String, useWhen: String, check: String,
    evidence: String, note: String?
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
    self.evidence = evidence
    self.note = note
  }
}

/// A UIKit trait that SwiftUI lacks or names differently, with SwiftUI's way to the same end.
package struct UIKitTrait: Equatable, Sendable {
  package var name: String
  package var sinceIOS: String
  package var meaning: String
  package var swiftUIWay: String
  package var evidence: String

  package init(name: String, sinceIOS: String, meaning: String, swiftUIWay: String, evidence: String) {
    self.name = name
    self.sinceIOS = sinceIOS
    self.meaning = meaning
    self.swiftUIWay = swiftUIWay
    self.evidence = evidence
  }
}

/// An interface of the system that the checks speak of, with the versions that have it.
package struct RelatedModifier: Equatable, Sendable {
  package var interface: String
  /// Lowest system version by platform.
  package var since: [String: String]
  /// Where each kind of action exists, for the modifier that takes a kind.
  package var kinds: [String: String]
  package var note: String?

  package init(interface: String, since: [String: String], kinds: [String: String], note: String?) {
    self.interface = interface
    self.since = since
    self.kinds = kinds
    self.note = note
  }
}
