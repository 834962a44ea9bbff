import Audit
import Testing

@Suite("names, conditions, staleness and counts")
struct FactsWordsTests {
  @Test("good keys", arguments: ["a", "Sign-In_2.x", "home/list/cell", "0", String(repeating: "k", count: 200)])
  func goodKey(key: String) throws { try Names.checkKey(key, of: "component") }

  @Test(
    "bad keys",
    arguments: [
      "", "/", "a/", "/a", "a//b", "a b", "\u{e9}", "\u{212A}", "-a", "a/-b", ".", "..", "a/../b", "a\u{0}", "a\n",
      "a\u{202E}b", String(repeating: "k", count: 201),
    ])
  func badKey(key: String) {
    #expect(throws: NameProblem.self) { try Names.checkKey(key, of: "component") }
  }

  @Test("a line has no control characters, a note no NUL, and both an end")
  func texts() throws {
    try Names.checkLine("Pay \u{1F4B3}", of: "title")
    for bad in ["a\nb", "a\u{0}", "\u{1B}[31m", "\u{7f}", String(repeating: "x", count: 1_001)] {
      #expect(throws: NameProblem.self) { try Names.checkLine(bad, of: "title") }
    }
    try Names.checkNote("two\nlines\t\u{1B}")
    for bad in ["\u{0}", String(repeating: "x", count: 65_537)] {
      #expect(throws: NameProblem.self) { try Names.checkNote(bad) }
    }
  }

  @Test(
    "the order, the spaces and the repetition of a condition's words do not matter",
    arguments: [
      ("", ""), ("default", ""), ("dark", "dark"), ("text-ax5,dark", "dark,text-ax5"), (" dark , dark,", "dark"),
      ("default,dark", "dark"), (",,", ""), ("text-ax5+dark", "dark,text-ax5"), ("dark + default", "dark"),
    ])
  func condition(typed: String, text: String) throws {
    let condition = try Condition(parsing: typed)
    #expect(condition.text == text)
    #expect(try Condition(parsing: condition.shown) == condition)
    #expect(condition.tokens.joined(separator: ",") == text)
  }

  @Test(
    "what is no condition",
    arguments: ["Dark", "a b", "-a", "a;b", "d\u{e9}", "\u{0}", String(repeating: "a", count: 201)])
  func badCondition(typed: String) {
    #expect(throws: NameProblem.self) { try Condition(parsing: typed) }
  }

  @Test(
    "a waiver is in force until the end of its last day",
    arguments: [("2026-02-27", true), ("2026-02-28", true), ("2026-03-01", false)])
  func waiver(day: String, isInForce: Bool) {
    let waiver = Waiver(
      component: "a", check: "b", condition: nil, reason: "", approver: "", until: "2026-02-28", note: "")
    #expect(waiver.isInForce(on: day) == isInForce)
  }

  static let day: Int64 = 86_400_000

  @Test(
    "a result is stale for what has changed since, each reason by itself",
    arguments: [
      (StaleRule(), 0, "s1", "s1", "100", 7, 7, []), (StaleRule(), 0, "s1", "s2", "100", 7, 7, [.source]),
      (StaleRule(), 0, "", "s2", "100", 7, 7, []), (StaleRule(), 0, "s1", "", "100", 7, 7, []),
      (StaleRule(build: "101"), 0, "", "", "100", 7, 7, [.build]),
      (StaleRule(build: "101"), 0, "", "", "102", 7, 7, []), (StaleRule(build: "101"), 0, "", "", "101.0", 7, 7, []),
      (StaleRule(build: "main"), 0, "", "", "102", 7, 7, [.build]),
      (StaleRule(build: "100"), 0, "", "", "100", 7, 7, []), (StaleRule(build: "100"), 0, "", "", "", 7, 7, [.build]),
      (StaleRule(), 0, "", "", "", 7, 8, [.check]), (StaleRule(), 0, "", "", "", nil, 8, []),
      (StaleRule(), 0, "", "", "", 7, nil, []), (StaleRule(), 180, "", "", "", 7, 7, []),
      (StaleRule(), 181, "", "", "", 7, 7, [.age]), (StaleRule(days: 0), 9_999, "", "", "", 7, 7, []),
      (StaleRule(days: Int.max), 9_999, "", "", "", 7, 7, []), (StaleRule(days: -1), 9_999, "", "", "", 7, 7, []),
      (StaleRule(), -400, "", "", "", 7, 7, []),
      (StaleRule(build: "101"), 181, "s1", "s2", "100", 7, 8, [.source, .build, .check, .age]),
      (StaleRule(), 181, "", "", "", 7, 8, [.check, .registered, .age]),
    ] as [(StaleRule, Int64, String, String, String, UInt32?, UInt32?, [StaleReason])])
  func stale(
    rule: StaleRule, days: Int64, seenSource: String, source: String, build: String, seenText: UInt32?, text: UInt32?,
    reasons: [StaleReason]
  ) {
    let now: Int64 = 1_750_000_000_000
    let found = rule.reasons(
      time: now - days * Self.day, now: now, seenSource: seenSource, source: source, seenBuild: build,
      seenText: seenText, text: text, isQuestioned: reasons.contains(.registered))
    #expect(found == reasons)
  }

  @Test("a time at either end does not overflow")
  func extremes() {
    #expect(StaleRule().isTooOld(Int64.min, now: Int64.max))
    #expect(!StaleRule().isTooOld(Int64.max, now: Int64.min))
  }

  private static func counts(_ states: [CellState?]) -> CellCounts {
    var counts = CellCounts()
    for state in states { counts.add(state) }
    return counts
  }

  private static let pass = CellState(outcome: .pass, severity: nil)
  private static let fail = CellState(outcome: .fail, severity: .serious)
  private static let na = CellState(outcome: .na, severity: nil)
  private static let doubt = CellState(outcome: .cantTell, severity: nil)
  private static let disputed = CellState(outcome: .pass, severity: nil, isDisputed: true)
  private static let contradicted = CellState(outcome: .pass, severity: nil, isContradicted: true)

  @Test(
    "several cells together: any failure, any doubt, anything untested, any pass, else not applicable",
    arguments: [
      ([], nil), ([nil], nil), ([pass], .pass), ([pass, nil], nil), ([na], .na), ([na, pass], .pass),
      ([na, nil], nil), ([pass, doubt], .cantTell), ([nil, doubt], .cantTell), ([pass, disputed], .cantTell),
      ([pass, contradicted], .cantTell),
      ([pass, doubt, fail, nil], .fail), ([na, fail], .fail),
    ] as [([CellState?], Outcome?)])
  func rolledUp(states: [CellState?], outcome: Outcome?) {
    #expect(Self.counts(states).rolledUp == outcome)
  }

  @Test("the numbers of the product: judged, answered, in scope, applicable")
  func numbers() {
    let counts = Self.counts([
      Self.pass, Self.pass, Self.fail, Self.na, Self.doubt, nil, nil, Self.disputed, Self.contradicted,
    ])
    #expect(counts.judged == 5 && counts.answered == 7 && counts.inScope == 9 && counts.applicable == 8)
    #expect(counts.serious == 1 && counts.disputed == 1 && counts.contradicted == 1)
    #expect(counts + CellCounts() == counts && (counts + counts).pass == 8)
  }

  @Test("worse components come first: the most severe failures, then the most, then the key")
  func worst() {
    func standing(_ key: String, _ severities: [Severity?]) -> ComponentSummary {
      ComponentSummary(
        key: key, title: "", screens: [],
        counts: Self.counts(severities.map { CellState(outcome: .fail, severity: $0) }))
    }
    let wanted = [
      standing("e", [.critical]), standing("d", [.serious, .minor]), standing("a", [.serious]),
      standing("b", [.serious]), standing("g", [.minor]),
    ]
    #expect(wanted.reversed().sorted(by: ComponentSummary.isWorse).map(\.key) == wanted.map(\.key))
  }
}
