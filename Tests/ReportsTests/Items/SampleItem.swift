@testable import Audit
@testable import Reports

/// Items for tests, without a tracker.
enum SampleItem {
  static let check = Check(
    id: "touch.size", category: "touch", title: "Hit area", how: "1. Turn on VoiceOver. 2. Measure `size`.",
    expected: "At least 44 pt.", affects: "People who tremble.", remedy: "Use `frame(minWidth: 44)`.", method: .manual,
    impact: .serious, measurement: Measurement(type: "number", unit: "pt", comparison: .atLeast, threshold: [44]),
    wcag: [
      CriterionLink(criterion: "2.5.8", relation: .tests), CriterionLink(criterion: "2.5.5", relation: .tests),
      CriterionLink(criterion: "1.1.1", relation: .related),
    ])

  /// Everything that an item can tell.
  static func full(_ text: String = "words") -> TestItem {
    var item = TestItem(component: "sign-in/close", check: check, condition: "dark,text-ax5", outcome: .fail)
    item.severity = .critical
    (item.note, item.value, item.build, item.device, item.os) = (text, "40 pt", "3.1", "iPhone 15", "iOS 26")
    (item.owner, item.title, item.source) = ("team-a", "Close", "Views/Close.swift")
    (item.time, item.screens) = (1_772_359_200_000, ["Sign in", "Sheet"])
    item.attachments = [
      TestItem.Attachment(name: "close.png", type: "image/png", digest: String(repeating: "ab", count: 32))
    ]
    return item
  }

  /// Foreign text wherever people write.
  static func foreign(_ text: String) -> TestItem {
    var check = check
    (check.title, check.how, check.expected, check.affects, check.remedy) = (text, text, text, text, text)
    var item = full(text)
    item.check = check
    (item.value, item.build, item.device, item.os, item.owner, item.title) = (text, text, text, text, text, text)
    (item.source, item.screens, item.remarks) = (text, [text], [text])
    item.attachments = [TestItem.Attachment(name: text, type: text, digest: "ab")]
    return item
  }

  static func bare(_ component: String = "home", _ outcome: Outcome? = nil) -> TestItem {
    TestItem(component: component, check: check, condition: "", outcome: outcome)
  }
}
