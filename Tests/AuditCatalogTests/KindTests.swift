import AuditModel
import Measuring
import Testing

@testable import AuditCatalog

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

  private static func answer(_ id: String, _ kind: String) throws -> KindAnswer {
    let check = try #require(Catalog.checks[id: id])
    return try #require(Catalog.kinds(of: check).first { $0.kind == kind })
  }

  @Test("a group of kinds says of every kind why it is in it or not, in a sentence")
  func groups() {
    #expect(Catalog.kindGroups.map(\.id) == ["all-interactive", "all-with-text", "all-visible", "all-moving"])
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
          // Only haptics leave something out: the fields, where the keyboard answers.
          #expect(answer.applies || id == "haptics.feedback-on-press" && kind.hasSuffix("-field"), "\(id): \(kind)")
        }
      }
    }
  }

  @Test("every interactive kind has a spoken name, a target, an announced state and a place among the critical rules")
  func essentials() throws {
    let critical = try #require(Catalog.checklist("critical-rules")).checks
    for kind in Catalog.componentKinds {
      let asked = try critical.filter { try Self.answer($0, kind).applies }
      #expect(!asked.isEmpty, "no critical rule is asked of \(kind)")
      guard Self.interactive.contains(kind) else { continue }
      for id in ["voiceover.label-present", "voiceover.state-change-announced", "touch-target.minimum-44pt"] {
        #expect(try Self.answer(id, kind).applies, "\(id): \(kind)")
      }
    }
  }

  @Test(
    "a checklist asks something of every interactive kind that its title speaks of",
    arguments: [
      "critical-rules", "assistive-settings", "touch-target-manual", "child-friendly", "child-testing",
      "inspector-audits", "touch-compliance", "labels-and-touch", "wcag22-aa",
    ])
  func lists(id: String) throws {
    let list = try #require(Catalog.checklist(id))
    for kind in Self.interactive {
      #expect(try list.checks.contains { try Self.answer($0, kind).applies }, "\(id) asks nothing of \(kind)")
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
