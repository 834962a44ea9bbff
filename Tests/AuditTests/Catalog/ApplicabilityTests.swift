import Testing

@testable import Audit

@Suite struct ApplicabilityTests {
  @Test(
    "kind, profile and platform of a component decide which checks are in scope",
    arguments: [
      ("touch-target.minimum-44pt", "button", .general, [.iOS], true),
      ("touch-target.minimum-44pt", "button", .child, [.iOS], true),
      ("touch-target.minimum-44pt", "button", .general, [.macOS], false),
      ("touch-target.minimum-44pt", "button", .general, [.macOS, .iPadOS], true),
      ("touch-target.minimum-44pt", "button", .general, [], true),
      ("touch-target.minimum-44pt", "map", .general, [.iOS], false),
      ("touch-target.macos-pointer", "button", .general, [.iOS, .iPadOS], false),
      ("touch-target.recommended-48pt", "button", .general, [.iOS], false),
      ("touch-target.recommended-48pt", "button", .child, [.iOS], true),
      ("touch-target.large-56pt-primary", "button", .general, [.iOS], false),
      ("touch-target.large-56pt-primary", "button", .child, [.iOS], true),
      ("touch-target.extra-large-64pt-child", "icon-button", .general, [.iOS], false),
      ("touch-target.extra-large-64pt-child", "icon-button", .child, [.iOS], true),
      ("forgiving-area.child-total-48", "badge", .general, [.iOS], false),
      ("haptics.feedback-on-press", "button", .general, [.iOS], false),
      ("haptics.feedback-on-press", "button", .child, [.iOS], true),
      ("haptics.primary-medium-or-heavy", "button", .general, [.iOS], false),
      ("haptics.meaningful-only", "app", .general, [.iOS], true),
      ("haptics.meaningful-only", "app", .child, [.iOS], false),
      ("haptics.max-one-per-interaction", "button", .general, [.iOS], true),
      ("haptics.max-one-per-interaction", "button", .child, [.iOS], true),
      ("child-testing.first-tap-success", "button", .general, [.iOS], false),
      ("child-testing.first-tap-success", "button", .child, [.iOS], true),
      ("traits.toggle", "toggle", .general, [.iOS], true),
      ("toggle.action-oriented-label", "toggle", .general, [.iOS], false),
      ("contrast.non-text-3", "progress", .general, [.iOS], true),
      ("contrast.non-text-3", "map", .general, [.iOS], true),
      ("contrast.non-text-3", "toolbar", .general, [.iOS], true),
    ] as [(String, String, Profile, [Platform], Bool)])
  func table(id: String, kind: String, profile: Profile, platforms: [Platform], isIn: Bool) throws {
    let check = try #require(Catalog.checks[id: id])
    let answer = check.applies(kind: kind, profile: profile, platforms: platforms)
    #expect((answer == .inScope) == isIn)
    #expect(check.isInScope(kind: kind, profile: profile, platforms: platforms) == isIn)
  }

  @Test("what is out of scope says why in a sentence")
  func reasons() throws {
    let check = try #require(Catalog.checks[id: "touch-target.large-56pt-primary"])
    let reasons = [
      check.applies(kind: "map", profile: .child, platforms: []),
      check.applies(kind: "button", profile: .general, platforms: []),
      check.applies(kind: "button", profile: .child, platforms: [.macOS]),
    ]
    #expect(
      reasons == [
        .out(reason: "touch-target.large-56pt-primary applies to button, not map."),
        .out(reason: "touch-target.large-56pt-primary applies to the profile child, not general."),
        .out(reason: "touch-target.large-56pt-primary applies to iOS and iPadOS; this component is only on macOS."),
      ])
  }

  @Test("a check without kinds is for every kind, whatever the component")
  func everyKind() {
    let check = Check(
      id: "a.b", category: "a", title: "T", how: "H", expected: "E", method: .manual, impact: .minor)
    for kind in Catalog.componentKinds {
      #expect(check.applies(kind: kind, profile: .child, platforms: [.macOS]) == .inScope)
    }
  }

  @Test("every test with children is for the child profile only")
  func children() {
    for check in Catalog.checks where check.category == "child-testing" { #expect(check.profiles == [.child]) }
  }

  @Test("every check is in scope for some component of either its profiles")
  func noneIsLost() {
    for check in Catalog.checks {
      let isReachable = Profile.allCases.contains { profile in
        Catalog.componentKinds.contains { check.isInScope(kind: $0, profile: profile, platforms: []) }
      }
      #expect(isReachable, "\(check.id)")
    }
  }

  @Test("every kind of component has checks")
  func everyKindHasChecks() {
    for kind in Catalog.componentKinds {
      #expect(Catalog.checks.contains { $0.isInScope(kind: kind, profile: .general, platforms: []) }, "\(kind)")
    }
  }
}
