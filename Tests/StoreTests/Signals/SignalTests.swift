import Audit
import Base
import StoredFacts
import Testing

@testable import Store

@Suite("Signals")
final class SignalTests: TrackerOfButton {
  private func add(
    _ rule: String = "contrast", tool: String = "xctest", at: Int64? = nil, screens: [String] = ["home"]
  ) throws {
    surroundings.now += 1_000
    try tracker.write {
      try $0.add(
        Signal(
          component: "button", check: Catalogue.first, condition: "", tool: tool, rule: rule,
          message: "Contrast failed",
          screens: screens, build: "3", at: at), by: "tia")
    }
  }

  private func answer(_ outcome: Outcome, tester: String = "tia") throws {
    surroundings.now += 1_000
    try tracker.log(outcome, tester: tester)
  }

  private var open: [SignalCell] { get throws { try tracker.read { try $0.openSignals() } } }

  @Test("What a tool found is open until a person answers, and never an answer")
  func opening() throws {
    try add()
    #expect(try open.map(\.component) == ["button"])
    #expect(try open.first?.state == nil)
    try answer(.cantTell, tester: "xctest")
    #expect(try open.count == 1, "what the tool itself said is no answer")
    try answer(.pass)
    #expect(try open.isEmpty)
    #expect(try tracker.read { try $0.signals() }.first?.signals.count == 1)
    try add("textClipped")
    #expect(try open.first?.latest?.signal.rule == "textClipped")
    #expect(try open.first?.signals.count == 2)
    try tracker.undo()
    #expect(try open.isEmpty)
  }

  @Test("An answer that is taken back opens it again")
  func undoneAnswer() throws {
    try add()
    try answer(.pass)
    try tracker.undo()
    #expect(try open.count == 1)
    try tracker.redo()
    #expect(try open.isEmpty)
  }

  @Test("A fail that stands needs no confirmation")
  func standing() throws {
    try answer(.fail)
    try add()
    #expect(try open.isEmpty)
    try answer(.pass)
    try add("textClipped")
    #expect(try open.count == 1)
  }

  @Test("A run is as old as its report says, but never younger than its import")
  func clocks() throws {
    try answer(.pass)
    try add(at: surroundings.now - 86_400_000)
    #expect(try open.isEmpty, "the answer is younger than the run")
    try add("textClipped", at: surroundings.now + 86_400_000)
    #expect(try open.count == 1)
    try answer(.pass)
    #expect(try open.isEmpty, "a tool's clock that is ahead does not keep it open")
  }

  @Test("What matters more comes first")
  func order() throws {
    try add()
    try tracker.write { writer in
      for check in Catalogue.checks.map(\.id) {
        try writer.add(
          Signal(component: "button", check: check, condition: "dark", tool: "axe", rule: "r", message: ""), by: "")
      }
    }
    let impacts = try open.compactMap { cell in Catalogue.checks.first { $0.id == cell.check }?.impact }
    let ranks = impacts.compactMap { Severity.allCases.firstIndex(of: $0) }
    #expect(ranks.count == Catalogue.checks.count + 1)
    #expect(ranks == ranks.sorted())
  }

  @Test("A body is read back as it was written")
  func body() throws {
    let signal = Signal(
      component: "a", check: "b.c", condition: "dark", tool: "axe", rule: "r", message: "m", detail: "d",
      isReview: true, elements: ["#x"], screens: ["s", "t"], device: "i", os: "1", build: "2", run: "axe 4", at: 5)
    #expect(Signal(signal.body(by: "tia")) == signal)
    let plain = Signal(component: "a", check: "b.c", condition: "", tool: "axe", rule: "r", message: "")
    #expect(plain.body(by: "").members.map(\.key) == ["check", "component", "rule", "tool"])
    #expect(Signal(plain.body(by: "")) == plain)
  }

  @Test(
    "A body of another form is kept for a newer version",
    arguments: [
      ("component", .null), ("tool", 3), ("rule", ""), ("screens", "home"), ("screens", [1]), ("at", "soon"),
      ("message", []),
    ]
      as [(String, JSONValue)])
  func strangers(key: String, value: JSONValue) throws {
    var body: JSONObject = ["check": .string(Catalogue.first), "component": "button", "rule": "r", "tool": "t"]
    body[key] = value
    #expect(Signal(body) == nil)
  }

  @Test("Erased content is gone, names and all")
  func erasing() throws {
    try add(screens: ["secret"])
    let id = try #require(try open.first?.latest?.id)
    _ = try tracker.write { try $0.erase([id], reason: .other, by: "tia") }
    #expect(try tracker.read { try $0.signals() }.isEmpty)
    #expect(try tracker.read { try $0.signalCount() } == 0)
  }
}
