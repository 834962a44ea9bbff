import Audit
import Base
import Reports
import Store
import Testing

@testable import App
@testable import Sessions

@Suite("An item in words")
struct WalkItemTextTests {
  private let fixture: TrackerFixture

  init() throws { fixture = try SampleTracker.make() }

  private func text(
    _ component: String, _ check: String, isPlain: Bool, audit: String = "", family: DeviceFamily? = nil,
    known: WalkItemText.Known = .nothing
  ) throws -> WalkItemText {
    let environment = StoreEnvironment(
      now: { TrackerFixture.now }, random: { Array(repeating: 1, count: $0) }, host: "h")
    let tracker = try Tracker.open(path: fixture.path, environment: environment, access: .read)
    defer { tracker.close() }
    let item = try tracker.read {
      try WalkItem(ScopeCell(component: component, check: check, condition: ""), $0)
    }
    return WalkItemText(
      item: item, number: 12, count: 96, isPlain: isPlain, family: family, known: known,
      saysCondition: false, audit: audit, clock: { _ in "10:41" })
  }

  @Test("Plain, it is one fact per line under fixed first words")
  func plain() throws {
    let lines = try text(SampleTracker.close, SampleTracker.target, isPlain: true, audit: "winter").page.plain
      .split(separator: "\n").map(String.init)
    #expect(
      lines.first == "Item 12 of 96. Hit area is at least 44x44 pt. ordinary words, sign-in/close-button on 2 screens.")
    #expect(
      lines.dropFirst().map { String($0.prefix { $0 != ":" }) } == [
        "How to test", "Expected", "Measurement", "Specified", "Last result", "Kind", "Screens", "Source", "Component",
        "Check",
      ])
    #expect(
      lines.first { $0.hasPrefix("Last result") }
        == "Last result: FAIL, serious, 40x40, stale (source), by t1, 10:41, build 3.2, not in this audit. "
        + "Note: ordinary words.")
  }

  @Test("Plain, an item with a check that was heard is short; on a terminal it is whole")
  func sameCheck() throws {
    let lines = try text(SampleTracker.close, SampleTracker.target, isPlain: true, known: .check).page.plain
      .split(separator: "\n").map { String($0.prefix { $0 != ":" }) }
    #expect(lines == ["Item 12 of 96. ordinary words, sign-in/close-button on 2 screens.", "Specified", "Last"])
    let shown = try text(SampleTracker.close, SampleTracker.target, isPlain: false, known: .check).page.text(
      width: 80)
    #expect(shown.contains("How to test"))
  }

  @Test(
    "How to test names the settings of the device",
    arguments: [
      (DeviceFamily?.none, "1. Turn on Settings > Accessibility > VoiceOver. 2."),
      (.iPhone, "1. Turn on Settings > Accessibility > VoiceOver. 2."),
      (.mac, "1. Turn on System Settings > Accessibility > VoiceOver. 2."),
    ])
  func device(family: DeviceFamily?, words: String) throws {
    let plain = try text(SampleTracker.close, "voiceover.label-present", isPlain: true, family: family).page.plain
    #expect(plain.contains("How to test: \(words)"))
    for check in Catalog.checks where check.how.contains("macOS: ") {
      let (phone, mac) = (check.how(on: .iPhone), check.how(on: .mac))
      #expect(!phone.contains("macOS: ") && !phone.contains("()") && !phone.contains("  "), "\(phone)")
      #expect(!mac.contains("(macOS: System Settings"), "\(mac)")
    }
  }

  @Test("It fits the width; ids stand whole", arguments: [40, 80])
  func width(columns: Int) throws {
    let page = try text(SampleTracker.close, SampleTracker.target, isPlain: false).page
    let lines = page.text(width: columns).split(separator: "\n").map(String.init)
    #expect(lines.first == "12/96 \(SampleTracker.close)")
    #expect(lines.contains { $0.contains(SampleTracker.target) })
    for line in lines { #expect(line.count <= columns || !line.dropFirst(2).contains(" "), "\(line)") }
  }

  @Test("What nobody has tested says so, and its condition where there are several")
  func untested() throws {
    let text = try text(SampleTracker.play, "contrast.text-4-5", isPlain: true)
    #expect(text.page.plain.contains("\nLast result: none.\n"))
    let several = WalkItemText(
      item: text.item, number: 1, count: 1, isPlain: true, family: nil, known: .nothing,
      saysCondition: true, audit: "", clock: { _ in "" })
    #expect(several.page.plain.contains("\nCondition: default.\n"))
  }

  @Test("Hostile text does no harm", arguments: HarmlessFormsTests.texts)
  func hostile(text: String) throws {
    let fixture = try SampleTracker.make(text: text)
    fixture.world.input =
      "r\nf v=40x40 \(text.filter { $0 != "\n" && $0 != "\r\n" })\n/\(text.prefix(8))\nx\u{1b}[2J\nq\n"
    for form in [[], ["--plain"], ["--width", "40"], ["--color", "always"]] {
      fixture.run(["walk", "--tester", "t\u{202e}x", "--only", "fail"] + form)
      fixture.run(["walk", "--tester", "tx", "--only", "fail"] + form)
      let printed = fixture.output.replacing("\u{1b}[1m", with: "").replacing("\u{1b}[0m", with: "")
      #expect(HarmlessFormsTests.harm(printed).isEmpty, "\(form)")
      #expect(HarmlessFormsTests.harm(fixture.errors).isEmpty, "\(form)")
      #expect(printed.contains("Last result"))
    }
  }
}
