import Audit
import Base
import Store
import Testing

@testable import App

@Suite("Checks of a team")
struct CheckRecordTests {
  private static func check(_ id: String?, impact: String = "serious", title: String = "No autoplay", more: String = "")
    -> String
  {
    let id = id.map { "\"id\": \"\($0)\", " } ?? ""
    return "{\(id)\"title\": \"\(title)\", \"how\": \"Open it.\", \"expected\": \"Nothing plays.\", "
      + "\"method\": \"manual\", \"impact\": \"\(impact)\"\(more)}"
  }

  @Test("A check from a file is a check like any other")
  func fromFile() throws {
    let world = try RegisterWorld()
    let measurement = #", "measurement": {"type": "number", "unit": "s", "comparison": "<=", "threshold": 0.5}"#
    try world.write(
      "check.json", Self.check("team.no-autoplay", more: measurement + ", \"applies_to\": [\"media-player\"]"))
    try world.must("new", "check", "team.no-autoplay", "--from", "check.json")
    #expect(world.output.hasPrefix("Added: check team.no-autoplay ("))
    let found = try #require(try world.read { try $0.check("team.no-autoplay") })
    #expect(found.check.title == "No autoplay")
    #expect(found.check.origin == .team)
    #expect(found.check.appliesTo == ["media-player"])
    #expect(found.check.measurement?.threshold == [FixedPoint(millionths: 500_000)])
    #expect(!found.isAdjusted)
    try world.must("new", "component", "a", "--kind", "media-player")
    try world.must("log", "fail", "team.no-autoplay", "a", "--value", "0.7 s", "--tester", "t")
    #expect(world.run("new", "check", "--from", "check.json") == 5)
    #expect(world.errors.contains("check \"team.no-autoplay\" already exists"))
  }

  @Test("A file of several gives all of them, or the one that is named; one without an id takes the name given")
  func several() throws {
    let world = try RegisterWorld()
    try world.write("checks.json", "[\(Self.check("team.one")), \(Self.check("team.two"))]")
    try world.must("new", "check", "team.two", "--from", "checks.json")
    #expect(try world.read { try $0.check("team.one") } == nil)
    #expect(world.run("new", "check", "team.three", "--from", "checks.json") == 4)
    #expect(world.errors.contains("unknown check \"team.three\" in the file; it has team.one, team.two"))
    // One that is there already refuses the whole file.
    #expect(world.run("new", "check", "--from", "checks.json") == 5)
    #expect(try world.read { try $0.check("team.one") } == nil)
    world.input = Self.check(nil)
    try world.must("new", "check", "team.named", "--from", "-")
    #expect(try world.read { try $0.check("team.named") } != nil)
  }

  @Test("Titles of categories are not kept, which is said")
  func categories() throws {
    let world = try RegisterWorld()
    world.input =
      "{\"format\": \"a11y-catalog\", \"version\": 1, \"categories\": [{\"id\": \"team\", \"title\": \"Ours\"}], "
      + "\"checks\": [\(Self.check("team.one"))]}"
    try world.must("new", "check", "--from", "-")
    #expect(world.errors.contains("category titles in the file are ignored: team"))
  }

  @Test(
    "A bad file is refused with its name, the place and the reason",
    arguments: [
      (
        check("team.x", impact: "blocker"),
        "$.impact: expected critical, serious, moderate, or minor, found \"blocker\""
      ),
      (
        "[\(check("team.x")), \(check("team.x", more: ", \"nots\": \"\""))]",
        "$[1].nots: unknown member of a check; did you"
      ),
      (check(nil), "$.id: expected text, found nothing"),
      (check("voiceover.label-present"), "is a built-in check"), ("{", "$: expected a complete key"),
      ("", "$: expected a complete value"), (check("team.x", title: "a\\u001b[31m"), "control character"),
    ])
  func badFiles(text: String, reason: String) throws {
    let world = try RegisterWorld()
    try world.write("check.json", text)
    let before = try world.file
    #expect(world.run("new", "check", "--from", "check.json") == 4)
    #expect(world.errors.contains("\"check.json\", $"), "\(world.errors)")
    #expect(world.errors.contains(reason), "\(world.errors)")
    #expect(try world.file == before)
    #expect(world.run("new", "check") == 2)
    #expect(world.run("new", "check", "--from", "gone.json") == 3)
  }

  @Test("A new text replaces the whole check, and makes earlier results stale")
  func newText() throws {
    let world = try RegisterWorld()
    try world.write("check.json", Self.check("team.x", more: ", \"note\": \"n\""))
    try world.must("new", "check", "--from", "check.json")
    try world.must("new", "component", "a", "--kind", "card")
    try world.must("log", "pass", "team.x", "a", "--tester", "t")
    try world.write("check.json", Self.check("team.x", title: "Never autoplay"))
    try world.must("edit", "check", "team.x", "--from", "check.json")
    #expect(world.output == "Changed: check team.x: note: n -> (none); title: No autoplay -> Never autoplay.\n")
    #expect(try world.read { try $0.check("team.x") }?.check.note == nil)
    #expect(try world.read { try $0.cells(Filter()) }.first?.stale == [.check])
    try world.must("undo")
    #expect(try world.read { try $0.check("team.x") }?.check.title == "No autoplay")
    #expect(try world.read { try $0.cells(Filter()) }.first?.stale == [])
    try world.write("other.json", Self.check("team.y"))
    #expect(world.run("edit", "check", "team.x", "--from", "other.json") == 4)
    #expect(world.run("edit", "check", "voiceover.label-present", "--from", "other.json") == 2)
    #expect(world.run("edit", "check", "team.x", "--from", "other.json", "--impact", "minor") == 2)
  }

  @Test("A check of one's own is retired, deleted and brought back; a built-in one stays")
  func leaving() throws {
    let world = try RegisterWorld()
    world.input = Self.check("team.x")
    try world.must("new", "check", "--from", "-")
    for flag in ["--retire", "--delete"] {
      try world.must("edit", "check", "team.x", flag)
      #expect(try world.read { try $0.check("team.x") } == nil)
      #expect(world.run("edit", "check", "team.x", "--impact", "minor") == 5)
      try world.must("edit", "check", "team.x", "--restore")
      #expect(try world.read { try $0.check("team.x") } != nil)
    }
    #expect(world.run("edit", "check", "voiceover.label-present", "--retire") == 2)
    #expect(world.errors.contains("cannot remove built-in check"))
  }

  // MARK: Built-in checks

  private static let target = "touch-target.minimum-44pt"

  @Test("A threshold below zero is refused: every value would reach it, or none")
  func thresholdBelowZero() throws {
    let world = try RegisterWorld()
    for figure in ["-3", "-44 pt"] {
      #expect(world.run("edit", "check", Self.target, "--threshold", figure) == 2)
      #expect(world.errors.contains("is below 0"))
    }
    #expect(try world.read { try $0.check(Self.target) }?.isAdjusted == false)
  }

  @Test("Without results, none is said to be stale")
  func nothingStale() throws {
    let world = try RegisterWorld()
    try world.must("edit", "check", Self.target, "--threshold", "48")
    #expect(!world.errors.contains("stale"))
  }

  @Test("A threshold of the team judges values anew, is seen as an adjustment, and goes back")
  func threshold() throws {
    let world = try RegisterWorld()
    try world.must("new", "component", "a", "--kind", "icon-button")
    try world.must("log", "pass", Self.target, "a", "--value", "44x44", "--tester", "t")
    try world.must("edit", "check", "minimum-44pt", "--threshold", "48")
    #expect(world.output == "Changed: check \(Self.target): measurement: threshold 44 -> threshold 48.\n")
    #expect(world.errors.contains("they are stale"))
    let adjusted = try #require(try world.read { try $0.check(Self.target) })
    #expect(adjusted.isAdjusted)
    #expect(adjusted.check.measurement?.threshold == [48])
    #expect(adjusted.check.measurement?.unit == "pt")
    // Words with the built-in figure would contradict it.
    #expect(adjusted.check.failure == "Measured value is not at least 48 pt")
    #expect(adjusted.check.expected == "At least 48 pt (threshold of the team)." && adjusted.check.remedy == nil)
    #expect(adjusted.check.title == Catalog.checks[id: Self.target]?.title)
    let cell = try #require(try world.read { try $0.cells(Filter()) }.first)
    #expect(cell.outcome == .fail, "the value decides by what is wanted now")
    #expect(cell.isOverruled)
    #expect(cell.judged == .fail)
    #expect(try world.record("check", Self.target)?.fields.members.map(\.key) == ["measurement"])
    try world.must("edit", "check", Self.target, "--threshold", "")
    let back = try #require(try world.read { try $0.check(Self.target) })
    #expect(!back.isAdjusted && back.check.failure == Catalog.checks[id: Self.target]?.failure)
    #expect(back.check.measurement?.threshold == [44])
    #expect(try world.read { try $0.cells(Filter()) }.first?.judged == .pass)
    try world.must("undo")
    #expect(try world.read { try $0.check(Self.target) }?.isAdjusted == true)
    // The figure that the check came with is no adjustment.
    try world.must("edit", "check", Self.target, "--threshold", "44 pt")
    #expect(try world.read { try $0.check(Self.target) }?.isAdjusted == false)
    let before = try world.file
    try world.must("edit", "check", Self.target, "--threshold", "44")
    #expect(world.output == "Unchanged: check \(Self.target).\n")
    #expect(try world.file == before)
  }

  @Test("An impact of the team is shown as assigned and is no new text")
  func impact() throws {
    let world = try RegisterWorld()
    let original = try #require(try world.read { try $0.check(Self.target) })
    let other: Severity = original.check.impact == .minor ? .serious : .minor
    try world.must("edit", "check", Self.target, "--impact", other.word)
    #expect(world.output.contains("impact: \(original.check.impact.word) -> \(other.word)"))
    let adjusted = try #require(try world.read { try $0.check(Self.target) })
    #expect(adjusted.check.impact == other)
    #expect(adjusted.check.impactOrigin == "assigned")
    #expect(adjusted.text == original.text)
    #expect(adjusted.isAdjusted)
    try world.must("edit", "check", Self.target, "--impact", "")
    let back = try #require(try world.read { try $0.check(Self.target) })
    #expect(back.check == original.check)
    #expect(!back.isAdjusted)
  }

  @Test(
    "A threshold has the form that its check measures by",
    arguments: [
      (target, "4.5:1", 2), (target, "48,56", 2), (target, "big", 2), (target, "40x40", 2), (target, "1e3", 2),
      (target, "99999999999999999999", 2), ("voiceover.label-present", "3", 2), ("nowhere.check", "3", 3),
    ] as [(String, String, Int32)])
  func badThresholds(check: String, figure: String, code: Int32) throws {
    let world = try RegisterWorld()
    let before = try world.file
    #expect(world.run("edit", "check", check, "--threshold", figure) == code)
    #expect(world.errors.hasPrefix("a11y: "))
    #expect(try world.file == before)
  }

  @Test("Every built-in check that measures takes its own figures back, and ranges two")
  func everyMeasurement() throws {
    for check in Catalog.checks {
      guard let measurement = check.measurement, !measurement.threshold.isEmpty else { continue }
      let percent = measurement.type == "percent" ? "%" : ""
      let text = measurement.threshold.map { "\($0)\(percent)" }.joined(separator: ",")
      #expect(try ThresholdText.measurement(text, of: check, builtIn: check) == measurement, "\(check.id) \(text)")
      if measurement.comparison == .between {
        #expect(throws: MeasureError.self) { try ThresholdText.measurement("1", of: check, builtIn: check) }
        #expect(throws: MeasureError.self) {
          try ThresholdText.measurement("90\(percent),10\(percent)", of: check, builtIn: check)
        }
      }
    }
  }
}
