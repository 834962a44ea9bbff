/// How large a touch target is, as tiers; the smaller side decides.
///
/// | tier | pt | source |
/// | --- | --- | --- |
/// | floor | 24 | WCAG 2.2 SC 2.5.8, level AA (CSS px there, points here: E-05) |
/// | minimum | 44 | default control size of the HIG on iOS and iPadOS; figure of SC 2.5.5, level AAA (E-01) |
/// | recommended | 48 | child-touch-guide, Minimum Sizes |
/// | large | 56 | child-touch-guide, Minimum Sizes: primary and frequent actions |
/// | extra-large | 64 | child-touch-guide, Minimum Sizes: critical actions for children |
package enum TargetTier: String, CaseIterable, Comparable, Sendable {
  case floor
  case minimum
  case recommended
  case large
  case extraLarge = "extra-large"

  package var points: FixedPoint {
    switch self {
    case .floor: 24
    case .minimum: 44
    case .recommended: 48
    case .large: 56
    case .extraLarge: 64
    }
  }

  /// The check of the built-in catalog that carries the tier.
  package var check: String {
    switch self {
    case .floor: "touch-target.wcag-24pt-floor"
    case .minimum: "touch-target.minimum-44pt"
    case .recommended: "touch-target.recommended-48pt"
    case .large: "touch-target.large-56pt-primary"
    case .extraLarge: "touch-target.extra-large-64pt-child"
    }
  }

  /// The highest tier that both sides reach; nil below the floor of 24.
  package static func reached(by size: TargetSize) -> TargetTier? {
    allCases.last { size.smallerSide >= $0.points }
  }

  package static func < (left: TargetTier, right: TargetTier) -> Bool { left.points < right.points }
}

/// How large a pointer target on macOS is (E-15): 20 at least, 28 preferred. The 44 of touch screens does not apply.
package enum DesktopTier: String, CaseIterable, Comparable, Sendable {
  case minimum
  case preferred

  package var points: FixedPoint {
    switch self {
    case .minimum: 20
    case .preferred: 28
    }
  }

  /// The highest tier that both sides reach; nil below 20.
  package static func reached(by size: TargetSize) -> DesktopTier? {
    allCases.last { size.smallerSide >= $0.points }
  }

  package static func < (left: DesktopTier, right: DesktopTier) -> Bool { left.points < right.points }
}

/// What a target is for; together with the profile it says which tier is expected.
package enum TargetRole: String, CaseIterable, Sendable {
  case standard
  /// A main call to action or a frequently used button.
  case primary
  /// An action marked critical.
  case critical

  /// The tier that is required (E-04): `general` asks for 44 of everything, `child` for 48, 56 and 64 by role.
  package func expectedTier(for profile: Profile) -> TargetTier {
    switch (profile, self) {
    case (.general, _): .minimum
    case (.child, .standard): .recommended
    case (.child, .primary): .large
    case (.child, .critical): .extraLarge
    }
  }
}
