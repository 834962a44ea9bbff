import Testing

@testable import Audit

/// Which kinds of components a check is meant for: each hole here is a control that nobody is told to test.
@Suite("Kinds of components")
struct KindTests {
  private static let interactive = Catalog.kindGroups.first { $0.id == "all-interactive" }?.kinds ?? []

  /// The ten points that the child guide wants of every interactive element, each with the checks that ask it.
  private static let points = [
    ["touch-target.minimum-44pt", "forgiving-area.total-meets-minimum"],
    ["touch-target.first-tap-reliable", "child-testing.first-tap-success"],
    ["visual-feedback.press-visible"], ["haptics.feedback-on-press"], ["spacing.adjacent-8pt"],
    ["voiceover.element-operable"], ["dynamic-type.layout-at-largest"], ["color.light-dark-legible"],
    ["touch-target.no-accidental-scroll-taps"], ["visual-feedback.states-distinguishable"],
  ]

  private static let ofScreens = Set(Catalog.checks.filter { $0.unit == .screen }.map(\.id))
  /// Kinds with a check of their own for the size, and some for the label.
  private static let special = ["icon-button", "badge", "form-field", "search-field"]

  private static func answer(_ id: String, _ kind: String) throws -> KindAnswer {
    let check = try #require(Catalog.checks[id: id])
    return try #require(Catalog.kinds(of: check).first { $0.kind == kind })
  }

  @Test("a group of kinds says of every kind why it is in it or not, in a sentence")
  func groups() {
    #expect(
      Catalog.kindGroups.map(\.id) == ["all-screens", "all-interactive", "all-with-text", "all-visible", "all-moving"])
    for group in Catalog.kindGroups {
      #expect(Set(group.reasons.keys) == Set(Catalog.componentKinds), "\(group.id)")
      for (kind, reason) in group.reasons { #expect(reason.hasSuffix("."), "\(group.id): \(kind)") }
      #expect(!Catalog.componentKinds.contains(group.id) && group.kinds.count < Catalog.componentKinds.count)
    }
    #expect(
      Set(Self.interactive).isSuperset(of: [
        "icon-button", "toggle", "link", "badge", "picker", "menu", "search-field", "carousel", "media-player",
      ]))
  }

  @Test("each of the ten points for every interactive element is asked of every interactive kind, or says why not")
  func tenPoints() throws {
    for (number, ids) in Self.points.enumerated() {
      for kind in Self.interactive {
        for id in ids {
          let answer = try Self.answer(id, kind)
          #expect(answer.applies || answer.reason != nil, "point \(number + 1), \(id): \(kind)")
          // Haptics leave out the fields, where the keyboard answers; a screen answers for what is on it, and some kinds
          // have a check of their own.
          #expect(
            answer.applies || Self.ofScreens.contains(id) || Self.special.contains(kind) && id == Self.points[0][0]
              || id == "haptics.feedback-on-press" && kind.hasSuffix("-field"), "\(id): \(kind)")
        }
      }
    }
  }

  @Test("every interactive kind has a spoken name, a target, an announced state and a place among the critical rules")
  func essentials() throws {
    let critical = try Self.list("critical-rules")
    for kind in Catalog.componentKinds {
      let asked = try critical.filter { try Self.answer($0, kind).applies }
      // Both are asked with their screen.
      #expect(asked.isEmpty == ["animation", "scroll-view"].contains(kind), "\(kind): \(asked)")
      guard Self.interactive.contains(kind) else { continue }
      for ids in [
        ["voiceover.label-present", "voiceover.icon-button-label"],
        ["touch-target.minimum-44pt", "touch-target.icon-button-44pt", "touch-target.field-height-44pt"],
      ] {
        #expect(try ids.filter { try Self.answer($0, kind).applies }.count == 1, "\(ids): \(kind)")
      }
    }
    for kind in ["screen", "sheet", "modal"] {
      #expect(try Self.answer("voiceover.state-change-announced", kind).applies, "\(kind)")
    }
  }

  private static func list(_ id: String) throws -> [String] {
    try #require(Catalog.checklist(id)).asked(in: .newest, all: []).checks
  }

  @Test("a check is for the app, for screens, or for what is on them, and says why not for others")
  func units() throws {
    for check in Catalog.checks {
      #expect(check.unit == .app || !check.appliesTo.contains("app"), "\(check.id)")
      #expect(check.unit == .screen || !check.appliesTo.contains("screen"), "\(check.id)")
    }
    let reading = try #require(Catalog.checks[id: "voiceover.reading-order"])
    let row = try #require(Catalog.kinds(of: reading).first { $0.kind == "list-row" })
    #expect(!row.applies && row.reason == "It is tested with its screen.")
    // In an earlier edition it was asked of rows, for which no reason is needed.
    let before = try #require(Catalog.checks(of: .second)[id: "voiceover.reading-order"])
    #expect(
      Catalog.kinds(of: before).first { $0.kind == "list-row" }
        == KindAnswer(kind: "list-row", applies: true, reason: nil))
  }

  @Test(
    "a checklist asks something of every interactive kind that its title speaks of",
    arguments: [
      "critical-rules", "assistive-settings", "touch-target-manual", "child-friendly", "child-testing",
      "inspector-audits", "touch-compliance", "labels-and-touch", "wcag22-aa",
    ])
  func lists(id: String) throws {
    let list = try Self.list(id)
    for kind in Self.interactive {
      #expect(try list.contains { try Self.answer($0, kind).applies }, "\(id) asks nothing of \(kind)")
    }
  }

  @Test("a kind that a check leaves out of a group is in that group, and is not asked")
  func exceptions() throws {
    #expect(
      try Self.answer("visual-feedback.disabled-state", "tab-bar")
        == KindAnswer(kind: "tab-bar", applies: false, reason: "A tab is always available."))
    #expect(
      try Self.answer("touch-target.minimum-44pt", "text")
        == KindAnswer(kind: "text", applies: false, reason: "It is read, not operated."))
    #expect(try Self.answer("traits.tab-bar", "button").reason == nil)
    var count = 0
    for check in Catalog.checks {
      for answer in Catalog.kinds(of: check) {
        #expect(
          answer.applies == check.isInScope(kind: answer.kind, profile: check.profiles.first ?? .general, platforms: [])
        )
        if answer.reason != nil { count += 1 }
      }
    }
    #expect(count > 1000)
  }

  @Test("a team's own check names a group like a kind")
  func ownCheck() throws {
    let own = try OwnFiles.checks(
      in: Array(
        #"""
        {"id": "team.pause", "title": "T", "how": "H", "expected": "E", "method": "manual", "impact": "minor",
         "applies_to": ["screen", "all-moving"]}
        """#.utf8)
    ).checks[0]
    let moving = try #require(Catalog.kindGroups.last)
    #expect(own.appliesTo.first == "screen" && Set(own.appliesTo) == Set(moving.kinds))
    #expect(own.appliesTo.count == moving.kinds.count)
  }
}
