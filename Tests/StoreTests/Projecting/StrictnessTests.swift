import Audit
import Base
import StoredFacts
import Testing

@testable import Store

@Suite("the stricter of two writes")
struct StrictnessTests {
  private static func threshold(_ figure: Int64, _ comparison: String = ">=", unit: String = "pt") -> String {
    "{\"comparison\":\"\(comparison)\",\"threshold\":\(figure),\"type\":\"number\",\"unit\":\"\(unit)\"}"
  }

  @Test(
    "a waiver that ends earlier or was taken away, a child's component, a threshold that fewer values meet, a lower verdict",
    arguments: [
      ("waiver", "until", "\"2026-01-31\"", "\"2026-02-01\""), ("waiver", "@deleted", "true", "false"),
      ("component", "profile", "\"child\"", "\"adult\""), ("component", "profile", "\"child\"", "null"),
      ("check", "measurement", threshold(44), threshold(40)),
      ("check", "measurement", threshold(3, "<="), threshold(5, "<=")), ("check", "measurement", threshold(40), "null"),
      ("waiver", "component", "\"home\"", "\"home/*\""), ("waiver", "component", "\"home/*\"", "\"**\""),
      ("waiver", "check", "\"voiceover.*\"", "null"), ("waiver", "condition", "\"dark\"", "null"),
      ("verdict", "level", "\"does-not-support\"", "\"partially-supports\""),
      ("verdict", "level", "\"partially-supports\"", "\"not-evaluated\""),
      ("verdict", "level", "\"not-applicable\"", "\"supports\""), ("component", "@deleted", "false", "true"),
      ("component", "kind", "\"slider\"", "\"image\""), ("component", "kind", "\"button\"", "\"unheard-of\""),
      ("component", "style", "\"state-toggle\"", "null"), ("component", "style", "\"a\"", "\"b\""),
      ("component", "size", "\"40x90\"", "\"44x44\""), ("component", "hit_area", "\"40\"", "null"),
      ("component", "profile", "\"adult\"", "null"), ("component", "retired", "null", "true"),
      ("component", "target_tier", "64", "44"),
      ("plan", "target", "99", "50"), ("check", "impact", "\"critical\"", "\"minor\""),
      ("setting", "catalog", "2", "1"), ("setting", "catalog", "2", "3"), ("setting", "catalog", "9", "1"),
      ("setting", "stale_days", "30", "null"), ("setting", "stale_days", "180", "0"),
      ("setting", "current_build", "\"3.10\"", "\"3.9\""), ("setting", "current_build", "\"1\"", "null"),
      ("setting", "current_build", "\"3.2.1 (460)\"", "\"3.2 (999)\""),
      ("finding", "ticket.APP-1", "\"closed\"", "\"open\""), ("finding", "ticket.APP-1", "\"closed\"", "\"linked\""),
      ("finding", "ticket.APP-1", "\"closed\"", "null"), ("finding", "ticket.APP-1", "\"linked\"", "\"open\""),
      ("finding", "ticket.APP-1", "\"linked\"", "null"), ("finding", "ticket.APP-1", "null", "\"open\""),
      ("component", "planned.touch-target.minimum-44pt", "\"100x100\"", "\"48x90\""),
      ("component", "planned.touch-target.minimum-44pt", "\"48\"", "\"large\""),
      ("component", "planned.touch-target.minimum-44pt", "\"?\"", "null"),
      ("component", "planned.touch-target.minimum-44pt", "\"?\"", "\"\""),
      ("component", "planned.mine.own", "\"10\"", "\"9\""), ("component", "planned.mine.own", "\"9\"", "7"),
    ])
  func stricter(kind: String, field: String, one: String, other: String) {
    let isStricter = Strictness.of(field, ofKind: kind)
    #expect(isStricter(one, other) && !isStricter(other, one) && !isStricter(one, one))
  }

  @Test(
    "neither is stricter where nothing says so",
    arguments: [
      ("waiver", "reason", "\"a\"", "\"b\""),
      ("component", "title", "\"a\"", "\"b\""),
      ("check", "measurement", threshold(44), threshold(40, "<=")),
      ("check", "measurement", threshold(44), threshold(40, unit: "mm")),
      ("check", "measurement", threshold(44, "="), threshold(40, "=")),
      ("check", "measurement", "7", "\"x\""), ("waiver", "until", "7", "\"2026-01-31\""),
      ("waiver", "until", "null", "null"), ("verdict", "remarks", "\"a\"", "\"b\""),
      ("verdict", "level", "\"x\"", "7"),
    ])
  func neither(kind: String, field: String, one: String, other: String) {
    let isStricter = Strictness.of(field, ofKind: kind)
    #expect(!isStricter(one, other) && !isStricter(other, one))
  }

  @Test(
    "of edits that did not know of each other the stricter is shown on both machines, and marked",
    arguments: [-5_000, 5_000] as [Int64])
  func concurrent(shift: Int64) throws {
    let scratch = try Scratch()
    let surroundings = [Surroundings(seed: 1), Surroundings(seed: 2, now: 1_750_000_000_000 + shift)]
    let machines = try surroundings.map { try Tracker.make(scratch.newPath(), $0) }
    try machines[0].addComponent()
    try machines[1].receive(from: machines[0])
    for (machine, day) in zip(machines, ["2026-01-31", "2026-02-28"]) {
      try machine.write { writer in
        try writer.set(
          kind: "waiver", key: "w", fields: ["component": "button", "check": "*.*", "until": .string(day)], by: "lead")
        try writer.set(
          kind: "component", key: "button", fields: ["profile": day == "2026-01-31" ? "child" : "adult"], by: "lead")
      }
    }
    try machines[0].receive(from: machines[1])
    try machines[1].receive(from: machines[0])
    for machine in machines {
      let waiver = try #require(try machine.read { try $0.record("waiver", "w") })
      #expect(waiver.text("until") == "2026-01-31" && waiver.conflicts == 1)
      #expect(try machine.read { try $0.component("button") }?.profile == .child)
      #expect(
        try machine.read { try $0.values(of: "until", kind: "waiver", key: "w") }.first == "2026-01-31",
        "the shown one first")
    }
    // Who has seen both may ease it.
    surroundings[1].now += 60_000
    try machines[1].write { try $0.set(kind: "waiver", key: "w", fields: ["until": "2026-03-31"], by: "lead") }
    try machines[0].receive(from: machines[1])
    #expect(try machines[0].read { try $0.record("waiver", "w") }?.text("until") == "2026-03-31")
    #expect(try ProjectionText.lines(machines[0]) == ProjectionText.lines(machines[1]))
  }
}

@Suite("what asks for all that was written at once")
struct JoinedTests {
  private static func link(_ criterion: String, _ relation: String) -> String {
    "[{\"criterion\":\"\(criterion)\",\"relation\":\"\(relation)\"}]"
  }

  @Test(
    "the union of what is in scope, the strictest of each rule",
    arguments: [
      (
        "setting", "policy", ["\"max-critical 0\"", "\"max-critical 5, max-serious 1\""],
        "\"max-critical 0, max-serious 1\""
      ),
      (
        "setting", "policy", ["\"min-coverage 80, no-regressions\"", "\"min-coverage 90.5\""],
        "\"min-coverage 90.5, no-regressions\""
      ),
      ("setting", "policy", ["null", "\"max-age 30\""], "\"max-age 30\""),
      ("checklist", "checks", ["[\"a\",\"b\"]", "[\"b\",\"c\"]"], "[\"a\",\"b\",\"c\"]"),
      ("audit", "components", ["[\"a/**\"]", "[\"b/**\"]"], "[\"a/**\",\"b/**\"]"),
      ("audit", "components", ["[\"a/**\"]", "null"], "null"),
      ("check", "profiles", ["[\"child\"]", "[]"], "null"),
      ("reference", "omits", ["[\"a\",\"b\"]", "[\"b\"]"], "[\"b\"]"),
      ("reference", "omits", ["[\"a\"]", "null"], "null"),
      ("reference", "checks", ["[\"a\",\"b\"]", "[]"], "[\"a\",\"b\"]"),
      ("reference", "checks", ["null", "[\"a\"]"], "[\"a\"]"),
      (
        "check", "min_os",
        ["{\"iOS\":\"9\",\"macOS\":\"14\"}", "{\"iOS\":\"10.3\",\"macOS\":\"10.15\",\"tvOS\":\"9\"}"],
        "{\"iOS\":\"9\",\"macOS\":\"10.15\"}"
      ),
      ("check", "min_os", ["{\"iOS\":\"9\"}", "{\"iOS\":\"x\"}", "{\"iOS\":7}"], "{\"iOS\":\"9\"}"),
      ("check", "min_os", ["{\"iOS\":\"17\"}", "null"], "null"),
      ("check", "min_os", ["{\"iOS\":\"17\"}", "7"], "null"),
      (
        "check", "wcag", [Self.link("1.1.1", "related"), Self.link("1.1.1", "tests"), "null", "[7]"],
        String(Self.link("1.1.1", "tests").dropLast()) + ",7]"
      ),
    ] as [(String, String, [String], String)])
  func joined(kind: String, field: String, values: [String], all: String) {
    #expect(Strictness.joined(values, field, ofKind: kind) == all)
    let reversed = Strictness.joined(values.reversed(), field, ofKind: kind)
    #expect(reversed.map { Set($0.utf8) } == Set(all.utf8), "in any order")
  }

  @Test("of long lists all names, in the order in which they come, those that are spelled in other bytes as well")
  func long() throws {
    let lists = (0..<4).map { list in (0..<2_000).map { JSONValue.string("n\(list * 1_500 + $0)") } + ["\u{e9}"] }
    let values = try lists.map { String(decoding: try CanonicalWriter.bytes(of: .array($0)), as: UTF8.self) }
    let all = try #require(Strictness.joined(values + ["[\"e\u{301}\"]"], "checks", ofKind: "checklist"))
    let names = RecordJSON.value(all)?.arrayValue?.compactMap(\.stringValue).map { Array($0.utf8) }
    let numbered = (0..<6_500).map { Array("n\($0)".utf8) }
    let wanted = numbered[..<2_000] + [Array("\u{e9}".utf8)] + numbered[2_000...] + [Array("e\u{301}".utf8)]
    #expect(names == Array(wanted))
    let common = Strictness.joined(Array(values[..<2]), "omits", ofKind: "reference").flatMap(RecordJSON.value)
    #expect(common?.arrayValue == lists[0][1_500...].map { $0 })
  }

  @Test("fields of one value have none", arguments: [("component", "title"), ("waiver", "until"), ("plan", "target")])
  func none(kind: String, field: String) {
    #expect(Strictness.joined(["1", "2"], field, ofKind: kind) == nil)
  }

  @Test("two baselines cannot both be met, so a release is not decided by either")
  func baselines() {
    let all = Strictness.joined(["\"baseline a\"", "\"baseline b\""], "policy", ofKind: "setting")
    #expect(all == "\"baseline a, baseline b\"")
  }
}
