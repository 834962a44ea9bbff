import Base
import Children
import Store
import StoredFacts

@testable import App
@testable import Audit

/// A small tracker with one of everything: what `list`, `status` and `show` are asked about.
enum SampleTracker {
  static let close = "sign-in/close-button"
  static let play = "home/play"
  static let target = "touch-target.minimum-44pt"
  static let label = "voiceover.label-present"
  static let hint = "voiceover.hint-describes-result"

  /// - Parameter text: stands in every free text field there is, also in names that only come from elsewhere.
  static func make(text: String = "ordinary words") throws -> TrackerFixture {
    let fixture = try TrackerFixture()
    try fixture.write(daysAgo: 20) { try register($0, text) }
    try fixture.write(daysAgo: 10) { try log($0, text) }
    try fixture.write(daysAgo: 2) { try change($0, text) }
    try fixture.write(daysAgo: 1) { writer in
      try writer.log(NewResult(component: close, check: target, outcome: .pass, note: text, tester: "t3"))
    }
    try fixture.write { writer in
      if let step = try writer.undoable() { try writer.retract(step, by: "t3") }
    }
    try fixture.write(daysAgo: 40) { try signal($0, text) }
    try fixture.write(daysAgo: 3) { try tap($0) }
    return fixture
  }

  private static func signal(_ writer: Writer, _ text: String) throws {
    try writer.add(
      Signal(
        component: close, check: label, condition: "", tool: "xctest", rule: text.isEmpty ? "trait" : text,
        message: text, detail: text, elements: [text], screens: [text], device: text, os: text, build: text, run: text),
      by: "t1")
  }

  /// A plan and one child's session. No field of them takes free text.
  private static func tap(_ writer: Writer) throws {
    let plan = TapPlan(key: "close-44", component: close, width: 440, height: 440)
    try writer.set(kind: TapPlan.recordKind, key: plan.key, fields: plan.fields, by: "lead")
    let session = try writer.begin(
      TapSession(
        plan: plan.key, participant: "KTR4WX", age: .six, week: "2026-W09", device: "iPad mini 6",
        pointsPerInch: 16_300, os: 18, moderator: "m1",
        consent: TapSession.Consent(reference: "c-17", guardian: true, assent: true)))
    try writer.add(
      TapTrial(number: 1, kind: .scored, component: close, width: 440, height: 440, outcome: .firstTap), to: session)
    try writer.add(TapRemark(topic: .end, code: "complete"), to: session)
  }

  private static func register(_ writer: Writer, _ text: String) throws {
    let value = JSONValue.string(text)
    try writer.set(
      kind: "component", key: close,
      fields: [
        "kind": "icon-button", "profile": "child", "title": value, "source": value, "source_digest": "0011223344556677",
        "owner": value, "screens": .array([value, "sign-in"]), "tags": .array([value]), "size": "40x40",
        "target_tier": .integer(48), "platforms": .array(["iOS"]),
        "planned.touch-target.minimum-44pt": "44x44",
      ], by: text)
    try writer.set(kind: "component", key: play, fields: ["kind": "button", "owner": "qa-1"], by: "lead")
    try writer.set(kind: "component", key: "old/banner", fields: ["kind": "card", "retired": true], by: "lead")
    try writer.set(
      kind: "audit", key: "spring",
      fields: [
        "title": value, "checklists": .array(["touch-target-manual"]), "components": .array(["sign-in/**"]),
        "build": "3.2", "owner": value, "tags": .array([value]), "note": value, "standard": "wcag22-aa",
        "notes": .array([["at": .integer(TrackerFixture.now), "by": value, "text": value]]),
      ], by: "lead")
    try writer.set(
      kind: "audit", key: "winter", fields: ["closed": .integer(TrackerFixture.now - 5 * TrackerFixture.day)],
      by: "lead")
    for (check, until) in [(target, "2026-03-05"), (label, "2026-01-31")] {
      try writer.set(
        kind: "waiver", key: "\(close) \(check)",
        fields: [
          "component": .string(close), "check": .string(check), "reason": value, "approver": value,
          "until": .string(until), "note": value, "ticket": value,
        ], by: "lead")
    }
    try writer.set(
      kind: "verdict", key: "1.4.3/lead",
      fields: [
        "criterion": "1.4.3", "level": "supports", "by": value, "remarks": value, "given": "2026-02-01",
      ], by: "lead")
    try writer.set(
      kind: "question", key: "landscape",
      fields: ["title": value, "component": .string(close), "check": .string(target), "owner": value, "note": value],
      by: "lead")
    try writer.set(
      kind: "question", key: "decided", fields: ["title": value, "decision": value, "decided": "2026-02-01"], by: "lead"
    )
    try writer.set(
      kind: "task", key: "grow",
      fields: [
        "title": value, "component": .string(close), "check": .string(target), "owner": value, "until": "2026-04-01",
        "tags": .array([value]), "ticket": value, "note": value,
      ], by: "lead")
    try writer.set(kind: "task", key: "finished", fields: ["title": value, "done": true], by: "lead")
    try writer.set(
      kind: "shortcut", key: "command-n",
      fields: [
        "keys": "Command-N", "action": value, "screens": .array([value]), "owner": value, "tags": .array([value]),
        "ticket": value, "note": value,
      ], by: "lead")
    try writer.set(
      kind: "gesture", key: "pinch",
      fields: [
        "gesture": "pinch", "component": .string(close), "action": value, "alternative": value, "owner": value,
        "tags": .array([value]), "ticket": value, "note": value,
      ], by: "lead")
    try writer.set(
      kind: "checklist", key: "ours", fields: ["title": value, "checks": .array([.string(label), "team.own"])],
      by: "lead")
    let own = Check(
      id: "team.own", category: "team", title: text.isEmpty ? "own" : text, how: text.isEmpty ? "how" : text,
      expected: text.isEmpty ? "expected" : text, method: .manual, impact: .minor, note: text)
    guard case .object(let fields) = own.fact else { return }
    try writer.set(kind: "check", key: "team.own", fields: fields, by: "lead")
    _ = try writer.addNote(component: close, check: target, text: text, by: text)
    _ = try writer.addNote(component: close, check: nil, text: text, by: "t1")
  }

  private static func log(_ writer: Writer, _ text: String) throws {
    func result(
      _ component: String, _ check: String, _ outcome: Outcome, severity: Severity? = nil, value: MeasuredValue? = nil,
      condition: Condition = .standard, audit: String = "", build: String = "3.2"
    ) throws {
      try writer.log(
        NewResult(
          component: component, check: check, condition: condition, outcome: outcome, severity: severity, value: value,
          note: text, tester: "t1", device: text, os: text, build: build, audit: audit,
          time: TrackerFixture.now - 10 * TrackerFixture.day))
    }
    let size = try MeasuredValue.parse("40x40")
    try result(close, target, .fail, severity: .serious, value: size, audit: "spring")
    try result(close, "touch-target.recommended-48pt", .pass, value: size)
    try result(close, label, .pass)
    try result(close, label, .fail, severity: .critical, condition: try Condition(parsing: "dark,text-ax5"))
    try result(close, hint, .cantTell)
    try result(play, label, .pass)
    try result(play, target, .fail)
    try result(play, hint, .na)
    try result("old/banner", label, .fail, severity: .minor)
  }

  /// What happened afterwards: another machine's facts, a changed source and check, something undone.
  private static func change(_ writer: Writer, _ text: String) throws {
    let value = JSONValue.string(text)
    _ = try writer.receive([
      TrackerFixture.foreign(
        1, daysAgo: 9, "result",
        [
          "check": .string(label), "component": .string(play), "outcome": "fail", "tester": "t2", "build": "3.2",
          "note": value,
        ]),
      TrackerFixture.foreign(
        2, "set", ["kind": "component", "key": .string(play), "fields": ["owner": "qa-2"], "by": "other"]),
      TrackerFixture.foreign(3, "note", ["component": "elsewhere", "text": value, "tester": "t2"]),
      TrackerFixture.foreign(4, "vision", ["of": "a newer version"]),
      TrackerFixture.foreign(
        6, "evidence",
        [
          "check": .string(target), "component": .string(close), "name": value,
          "of": "0123456789abcdef0123456789abcdef",
          "size": 48_211,
          "sha256": .string(SHA256.digest(of: []).hex), "tester": value, "type": value,
        ]),
    ])
    try writer.remember(
      BundleRecord(
        time: writer.now, direction: .imported, name: "\(text).a11y.json", scope: "full",
        digest: SHA256.digest(of: []), facts: 4, added: 4))
    if !text.isEmpty {
      // Names that no command of ours would take.
      _ = try writer.receive([
        TrackerFixture.foreign(
          5, "result",
          ["check": value, "component": value, "condition": value, "outcome": "fail", "tester": value, "build": value])
      ])
    }
    try writer.set(kind: "component", key: close, fields: ["source_digest": "ffff223344556677"], by: "lead")
    try writer.set(kind: "check", key: hint, fields: ["title": "A hint says what happens"], by: "lead")
    try writer.set(
      kind: "finding", key: "\(close) \(target)",
      fields: [
        "component": .string(close), "check": .string(target), "ticket": value, "note": value, "owner": value,
      ], by: "lead")
    try writer.settle()
    try writer.log(NewResult(component: play, check: target, outcome: .pass, tester: "t1", build: "3.2"))
  }
}
