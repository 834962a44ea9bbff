import Testing

@testable import Audit

/// What the catalog says of the platforms, where it once said something else.
@Suite("Facts about the platforms")
struct FactualTests {
  private static func check(_ id: String) throws -> Check { try #require(Catalog.checks[id: id]) }

  @Test(
    "an app that uses the system's own parts does not fail by the text of a check",
    arguments: [
      ("components.tab-icons", "The system draws symbols filled in every tab, and this passes."),
      ("modality.confirmation-dialog-order", "a dialog in a popover has none."),
      ("visual-feedback.scale-range", "A system style, such as interactive glass, has its own animation: log N/A."),
      ("visual-feedback.duration", "A system style, such as interactive glass, has its own animation: log N/A."),
      ("visual-feedback.damping", "A system style, such as interactive glass, has its own animation: log N/A."),
      ("visual-feedback.brightness-shift", "interactive glass, has its own animation: log N/A."),
      ("visual-feedback.opacity-sparing", "System styles may dim while pressed: log N/A."),
      ("visual-feedback.disabled-state", "A system style passes as the system draws it, without a measured value."),
      ("dynamic-type.text-scales", "(Large Content Viewer)"),
      ("dynamic-type.no-truncation-ax3", "(Large Content Viewer)"),
      ("dynamic-type.no-low-cap", "in the Large Content Viewer."),
      ("dynamic-type.custom-fonts-scale", "it scales with the body style (custom(_:size:), iOS 14)"),
      ("toggle.action-oriented-label", "such as a system switch, uses the other model: log N/A."),
      ("toggle.icon-shape-changes", "A system switch passes"),
      ("voiceover.label-dynamic-state", "or the label is fixed and the value or trait changes."),
      ("haptics.type-medium", "A press without a haptic passes."),
      ("haptics.tab-selection", "Tabs without a haptic pass."),
      ("color.status-icon-and-text", "a label that only VoiceOver reads counts as text."),
      ("touch-target.minimum-44pt", "A link inside a sentence is exempt."),
      ("touch-target.wcag-24pt-floor", "A link inside a sentence is exempt."),
      ("adjustable.increment-decrement", "A system stepper can be 2 buttons"),
      ("adjustable.increment-decrement", "they pass if double-tapping changes the value."),
      ("actions.direct-touch-limited", "A component that uses none passes."),
      ("traits.image", "or the data of a chart as elements of their own."),
    ])
  func systemParts(id: String, sentence: String) throws {
    #expect(try Self.check(id).expected.contains(sentence))
  }

  @Test("what a criterion does not ask for is not asked in its name")
  func criteria() throws {
    #expect(try !Self.check("gestures.alternatives").how.contains("touch and hold"))
    #expect(try Self.check("keyboard.arrow-and-return").how.contains("or Tab"))
  }

  @Test("a place where Apple and a source document differ is in the register, and leads to its checks")
  func register() throws {
    let expected = [
      "E-73": "components.tab-icons", "E-74": "modality.confirmation-dialog-order",
      "E-75": "visual-feedback.damping", "E-76": "dynamic-type.text-scales", "E-77": "color.status-icon-and-text",
      "E-78": "voiceover.hint-describes-result", "E-14": "dynamic-type.no-fixed-font-size",
    ]
    for (id, check) in expected { #expect(Catalog.conflict(id)?.checks.contains(check) == true, "\(id)") }
    #expect(Catalog.conflicts.allSatisfy { !$0.reading.lowercased().contains("recorded as") })
  }

  @Test("the modifier of the activation point is of iOS 14, not of iOS 13")
  func activationPoint() throws {
    let entry = try #require(Catalog.reference.first { $0.name == "activation-point" })
    #expect(entry.interfaces.first?.since == ["iOS": "14.0", "macOS": "11.0"])
  }

  @Test(
    "results given against the earlier text of such a check are not stale: it asks for no more",
    arguments: [
      (0xd8cf_e698, "visual-feedback.scale-range"), (0x4d04_1c21, "components.tab-icons"),
      (0xfd0d_84e3, "modality.confirmation-dialog-order"), (0xe61c_917b, "dynamic-type.text-scales"),
      (0xdbd2_8b2b, "adjustable.increment-decrement"), (0x5c41_2f1e, "actions.direct-touch-limited"),
      (0xb103_96ef, "traits.image"),
    ] as [(UInt32, String)])
  func sameText(earlier: UInt32, id: String) throws {
    let current = try #require(UInt32(try Self.check(id).textVersion, radix: 16))
    #expect(earlier != current && RewordedChecks.areSame(earlier, current))
  }
}
