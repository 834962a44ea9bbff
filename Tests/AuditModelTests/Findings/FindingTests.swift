import AuditModel
import Testing

@Suite("findings")
struct FindingTests {
  private static let day: Int64 = 86_400_000

  /// What a cell shows from day to day: p, f, n, c; one letter for each day.
  private static func life(_ days: String) -> FindingLife {
    var life = FindingLife()
    for (day, letter) in days.enumerated() {
      let outcome: Outcome = letter == "p" ? .pass : letter == "f" ? .fail : letter == "n" ? .na : .cantTell
      life.show(outcome, outcome == .fail ? .serious : nil, at: Int64(day) * Self.day)
    }
    return life
  }

  @Test(
    "a life is open, fixed, regressed or ended, with its dates and days",
    arguments: [
      ("f", .open, 0, nil, 0, 10, 10), ("pf", .open, 1, nil, 0, 9, 9), ("pff", .open, 1, nil, 0, 9, 9),
      ("fp", .fixed, 0, 1, 0, 1, 1), ("fpp", .fixed, 0, 1, 0, 1, 1), ("fpf", .regressed, 2, nil, 1, 8, 9),
      ("fpfpf", .regressed, 4, nil, 2, 6, 8), ("fpfp", .fixed, 2, 3, 1, 1, 2), ("fn", .ended, 0, nil, 0, 1, 1),
      ("fc", .ended, 0, nil, 0, 1, 1), ("fcf", .open, 2, nil, 0, 8, 9), ("fcp", .fixed, 0, 2, 0, 1, 1),
      ("fpc", .fixed, 0, 1, 0, 1, 1), ("fpnf", .regressed, 3, nil, 1, 7, 8), ("fpfnf", .regressed, 4, nil, 1, 6, 8),
    ] as [(String, FindingLife.State, Int64, Int64?, Int, Int, Int)])
  func lives(
    shown: String, state: FindingLife.State, since: Int64, fixed: Int64?, returns: Int, days: Int, all: Int
  ) {
    let life = Self.life(shown)
    #expect(life.isFinding)
    #expect(life.state == state)
    #expect(life.since == since * Self.day)
    #expect(life.fixed == fixed.map { $0 * Self.day })
    #expect(life.returns == returns)
    #expect(life.days(at: 10 * Self.day) == days)
    #expect(life.daysInAll(at: 10 * Self.day) == all)
    #expect(life.severity == .serious)
  }

  @Test("what never failed is no finding, and no clock makes days of before the beginning of time")
  func edges() {
    #expect(!Self.life("pnc").isFinding)
    var life = FindingLife()
    life.show(.fail, nil, at: .min)
    #expect(life.days(at: .max) == 0)
    life.show(.pass, nil, at: .max)
    life.show(.fail, nil, at: .max)
    #expect(life.daysInAll(at: .min) == 0)
    #expect(life.state == .regressed)
  }

  private static func finding(
    _ component: String, _ check: String, kind: String = "card", owner: String = "", source: String = "",
    severity: Severity? = nil, isWaived: Bool = false, isFixed: Bool = false
  ) -> Finding {
    var life = FindingLife()
    life.show(.fail, severity, at: 0)
    if isFixed { life.show(.pass, nil, at: 1) }
    var finding = Finding(
      component: component, check: check, condition: "", category: "", outcome: .fail, isDisputed: false, life: life)
    finding.kind = kind
    finding.owner = owner
    finding.source = source
    finding.screens = ["screen of \(component)", "home"]
    finding.criteria = [check]
    if isWaived {
      finding.waiver = Waiver(
        component: component, check: check, condition: nil, reason: "", approver: "", until: "", note: "")
    }
    return finding
  }

  @Test("one fix is a component, a check in a kind of component, or a source file; owners come behind")
  func fixes() throws {
    let findings = [
      Self.finding("a", "x", owner: "o", source: "A.swift", severity: .critical),
      Self.finding("a", "y", owner: "o", source: "A.swift"), Self.finding("b", "x", owner: "o", source: "A.swift"),
      Self.finding("c", "x", kind: "toggle", source: "C.swift"), Self.finding("d", "x"),
      Self.finding("d", "w", isWaived: true), Self.finding("e", "x", isFixed: true),
    ]
    let fixes = Fix.all(of: findings)
    let shown = fixes.map { "\($0.group.rawValue) \($0.name) \($0.check ?? "-") \($0.findings)" }
    #expect(
      shown == [
        "pattern card x 3", "source A.swift - 3", "component a - 2", "component b - 1", "component c - 1",
        "component d - 1", "owner o - 3",
      ])
    let pattern = try #require(fixes.first { $0.group == .pattern })
    #expect(pattern.components == ["a", "b", "d"])
    #expect(pattern.screens == ["home", "screen of a", "screen of b", "screen of d"])
    #expect(pattern.criteria == ["x"])
    #expect(pattern.critical == 1 && pattern.serious == 0)
    #expect(Fix.all(of: []).isEmpty)
    #expect(Fix.all(of: findings.reversed()) == fixes)
  }

  @Test(
    "a ticket is a number or an address of the web",
    arguments: [
      ("APP-12", true, false), ("#12", true, false), ("owner/app#12", true, false),
      ("https://tracker.example/APP-12?a=b#c", true, true), ("HTTP://x", true, true), ("https://", false, false),
      ("https://a b", false, false), ("https://a\"onclick", false, false), ("javascript:alert(1)", false, false),
      ("JavaScript:x", false, false), ("file:///etc/passwd", false, false), ("data:text/html,x", false, false),
      ("note of 12:30", true, false), ("see: below", false, false),
    ])
  func tickets(text: String, isAllowed: Bool, isLink: Bool) {
    #expect(Ticket.isAllowed(text) == isAllowed)
    #expect((Ticket.link(text) == text) == isLink)
  }
}
