import Audit
import NamedCells
import Testing

@Suite("the rules of a gate, at their edges")
struct GateRuleTests {
  static let day: Int64 = 86_400_000

  static func cell(
    _ name: String, _ outcome: Outcome?, _ severity: Severity? = nil, usual: Severity? = nil, isDisputed: Bool = false,
    time: Int64 = 0
  ) -> NamedCell {
    var named = NamedCell(name, check: "x", outcome)
    (named.cell.severity, named.cell.isUsualSeverity) = (usual ?? severity, usual != nil)
    (named.cell.isDisputed, named.cell.seen) = (isDisputed, time)
    return named
  }

  static func waived(_ named: NamedCell, hasExpired: Bool = false) -> NamedCell {
    var named = named
    if hasExpired { named.cell.hasExpired = true } else { named.cell.isCovered = true }
    return named
  }

  static func limits(_ change: (inout GateLimits) -> Void) -> GateLimits {
    var limits = GateLimits()
    change(&limits)
    return limits
  }

  /// The components that stand against a rule, by why.
  static func against(_ gate: Gate, _ rule: GateRuling.Rule) -> [GateReason: [String]] {
    var found: [GateReason: [String]] = [:]
    for (reason, cells) in gate.rulings.first(where: { $0.rule == rule })?.against ?? [] {
      found[reason] = cells.map(gate.component)
    }
    return found
  }

  @Test("as many findings as are allowed pass, one more fails", arguments: [(2, GateVerdict.pass), (1, .fail)])
  func most(limit: Int, verdict: GateVerdict) throws {
    let cells = [
      Self.cell("a", .fail, .critical), Self.cell("b", .fail, usual: .critical), Self.cell("c", .fail, .serious),
      Self.waived(Self.cell("d", .fail, .critical)), Self.cell("e", .pass),
    ]
    let gate = Gate(cells, Self.limits { $0.maxCritical = limit }, now: 0)
    #expect(gate.verdict == verdict)
    let ruling = try #require(gate.rulings.first)
    #expect(ruling.figure == GateFigure(2, of: 5))
    #expect(ruling.waived == 1 && ruling.usual == 1)
    #expect(Self.against(gate, .maxCritical) == (verdict == .fail ? [.fails: ["a", "b"]] : [:]))
  }

  @Test("critical findings are serious ones where they are not limited by themselves")
  func serious() {
    let cells = [Self.cell("a", .fail, .critical), Self.cell("b", .fail, .serious)]
    #expect(Gate(cells, Self.limits { $0.maxSerious = 1 }, now: 0).verdict == .fail)
    let both = Self.limits {
      $0.maxCritical = 1
      $0.maxSerious = 1
    }
    #expect(Gate(cells, both, now: 0).verdict == .pass)
  }

  @Test(
    "evidence that is as old as the limit is not older; ages are whole days",
    arguments: [(30, GateVerdict.pass), (29, .fail)])
  func age(days: Int, verdict: GateVerdict) throws {
    let now = 31 * Self.day - 1
    let cells = [Self.cell("old", .pass), Self.cell("new", .fail, time: now), Self.cell("ahead", .na, time: now + 9)]
    let gate = Gate(cells, Self.limits { $0.maxAge = days }, now: now)
    #expect(gate.verdict == verdict)
    #expect(try #require(gate.rulings.first).oldestDays == 30)
    #expect(Self.against(gate, .maxAge) == (verdict == .fail ? [.tooOld: ["old"]] : [:]))
  }

  @Test("a list of rules wants each cell seen, decided and undisputed; what is waived or does not apply passes")
  func checklist() throws {
    let cells = [
      Self.cell("passes", .pass), Self.cell("not applicable", .na), Self.waived(Self.cell("waived", .fail)),
      Self.cell("disputed", .pass, isDisputed: true), Self.cell("open", .cantTell), Self.cell("fails", .fail),
      Self.cell("untested", nil),
    ]
    let gate = Gate(cells, Self.limits { $0.criticalRules = ["x"] }, now: 0)
    #expect(
      Self.against(gate, .criticalRules) == [
        .fails: ["fails"], .disputed: ["disputed"], .cantTell: ["open"], .untested: ["untested"],
      ])
    #expect(gate.verdict == .fail)
    let ruling = try #require(gate.rulings.first)
    #expect(ruling.figure == GateFigure(4, of: 7) && ruling.waived == 1 && ruling.untested == 1)
    #expect(Gate(Array(cells[...2]), Self.limits { $0.criticalRules = ["x"] }, now: 0).verdict == .pass)
    let settled = cells.filter { !$0.cell.isDisputed }
    #expect(Gate(settled, Self.limits { $0.preRelease = ["another"] }, now: 0).verdict == .noData)
  }

  @Test("a list of which nothing applies shows nothing, and a release waits for what nobody was asked")
  func unasked() throws {
    let passes = [Self.cell("passes", .pass)]
    let critical = try #require(Gate(passes, Self.limits { $0.criticalRules = ["x", "z", "y"] }, now: 0).rulings.first)
    #expect(critical.verdict == .pass && critical.unasked == ["y", "z"])
    let release = try #require(Gate(passes, Self.limits { $0.preRelease = ["x", "y"] }, now: 0).rulings.first)
    #expect(release.verdict == .noData && release.unasked == ["y"])
    #expect(Gate(passes, Self.limits { $0.preRelease = ["x"] }, now: 0).verdict == .pass)
    let fails = passes + [Self.cell("fails", .fail)]
    #expect(Gate(fails, Self.limits { $0.preRelease = ["x", "y"] }, now: 0).verdict == .fail)
    let nothing = [Self.cell("a", .na), Self.cell("b", .na)]
    #expect(Gate(nothing, Self.limits { $0.criticalRules = ["x"] }, now: 0).verdict == .noData)
    #expect(
      Gate(nothing + [Self.waived(Self.cell("c", .fail))], Self.limits { $0.criticalRules = ["x"] }, now: 0).verdict
        == .pass)
  }

  @Test("results that differ fail any gate, though nobody asked, and no waiver decides between them")
  func disagreements() {
    let anything = Self.limits { $0.maxCritical = 9 }
    var contradicted = Self.cell("contradicted", .fail, .minor)
    contradicted.cell.isContradicted = true
    let disputed = Self.cell("disputed", .pass, isDisputed: true)
    let gate = Gate([contradicted, disputed, Self.cell("agreed", .pass)], anything, now: 0)
    #expect(gate.verdict == .fail)
    #expect(gate.rulings.map(\.rule) == [.maxCritical, .disagreements])
    #expect(Self.against(gate, .disagreements) == [.disputed: ["disputed"], .contradicted: ["contradicted"]])
    #expect(gate.counts.disputed == 1 && gate.counts.contradicted == 1)
    #expect(Gate([Self.waived(contradicted), Self.cell("b", .pass)], anything, now: 0).verdict == .fail)
  }

  @Test("a waiver that has run out fails any gate while its cell fails, though nobody asked")
  func expired() {
    let anything = Self.limits { $0.maxCritical = 9 }
    let failing = Self.waived(Self.cell("a", .fail, .minor), hasExpired: true)
    let gate = Gate([failing, Self.cell("b", .pass)], anything, now: 0)
    #expect(gate.verdict == .fail)
    #expect(gate.rulings.map(\.rule) == [.maxCritical, .expiredWaivers])
    #expect(Self.against(gate, .expiredWaivers) == [.waiverExpired: ["a"]])
    let fixed = Self.waived(Self.cell("a", .pass), hasExpired: true)
    #expect(Gate([fixed], anything, now: 0).rulings.map(\.rule) == [.maxCritical])
  }

  @Test("shares are of what is judged and of what applies, and a waiver makes no pass")
  func shares() {
    let cells = [
      Self.cell("a", .pass), Self.waived(Self.cell("b", .fail, .minor)), Self.cell("c", .na), Self.cell("d", nil),
      Self.cell("e", .cantTell),
    ]
    let passes = { (share: String) in Gate(cells, Self.limits { $0.minPass = GateShare(share) }, now: 0) }
    #expect(passes("50").verdict == .pass)
    #expect(passes("50.0001").verdict == .fail)
    #expect(Self.against(passes("51"), .minPass) == [.fails: ["b"]])
    let tested = { (share: String) in Gate(cells, Self.limits { $0.minCoverage = GateShare(share) }, now: 0) }
    #expect(tested("50").verdict == .pass)
    #expect(Self.against(tested("51"), .minCoverage) == [.untested: ["d"], .cantTell: ["e"]])
  }

  @Test("what others state adds a failure and evaluates nothing")
  func others() {
    func gate(_ known: Outcome?, isAsked: Bool = true, _ limits: GateLimits) -> Gate {
      var others = Self.cell("others", .fail, .minor)
      (others.cell.isOfOthers, others.cell.known, others.cell.isAsked) = (true, known, isAsked)
      return Gate([Self.cell("a", .pass), Self.cell("b", nil), others], limits, now: 0)
    }
    func figure(_ gate: Gate) -> GateFigure? { gate.rulings.first?.figure }
    let passes = Self.limits { $0.minPass = GateShare("51") }
    let covers = Self.limits { $0.minCoverage = GateShare("67") }
    #expect(figure(gate(nil, passes)) == GateFigure(1, of: 2) && gate(nil, passes).verdict == .fail)
    #expect(figure(gate(nil, covers)) == GateFigure(1, of: 3) && gate(nil, covers).verdict == .fail)
    // It is shown as FAIL, and neither evaluated nor untested.
    #expect(Self.against(gate(nil, covers), .minCoverage) == [.failsByOthers: ["others"], .untested: ["b"]])
    #expect(gate(nil, covers).rulings.map { [$0.untested, $0.byOthers] } == [[1, 1]])
    #expect(gate(nil, passes).rulings.map { [$0.untested, $0.byOthers] } == [[1, 1]])
    #expect(figure(gate(nil, isAsked: false, covers)) == GateFigure(1, of: 2))
    #expect(Self.against(gate(nil, isAsked: false, covers), .minCoverage) == [.untested: ["b"]])
    #expect(figure(gate(.na, covers)) == GateFigure(1, of: 2) && figure(gate(.pass, covers)) == GateFigure(2, of: 3))
    #expect(Self.against(gate(.cantTell, covers), .minCoverage) == [.failsByOthers: ["others"], .untested: ["b"]])
    // Where they alone have looked there is no share of anything, and no item of a list passes.
    var alone = Self.cell("alone", nil)
    alone.cell.isOfOthers = true
    let rules = [
      passes, covers, Self.limits { $0.maxCritical = 0 }, Self.limits { $0.maxSerious = 0 },
      Self.limits { $0.maxAge = 9 }, Self.limits { $0.forbidsRegressions = true },
      Self.limits { $0.criticalRules = ["x"] },
    ]
    for rule in rules { #expect(Gate([alone], rule, now: 0).verdict == .noData) }
    // Nor does it pass a rule that they see a mild failure.
    var fails = Self.cell("fails", .fail, .minor)
    fails.cell.isOfOthers = true
    let tickets = [Self.limits { $0.maxClosedTickets = 0 }, Self.limits { $0.maxWaiting = 0 }]
    for rule in rules + tickets { #expect(Gate([alone, fails], rule, now: 0).verdict != .pass) }
    // A waiver lets nothing through that they alone see fail: it was untested, or not applicable, and is.
    let known: [(Outcome?, GateVerdict)] = [
      (nil, .fail), (.cantTell, .fail), (.na, .noData), (.fail, .pass), (.pass, .pass),
    ]
    for (known, verdict) in known {
      var waived = Self.waived(Self.cell("waived", .fail, .critical))
      (waived.cell.isOfOthers, waived.cell.known) = (true, known)
      let others = [waived, Self.cell("n/a", known == .fail ? .pass : .na)]
      #expect(Gate(others, Self.limits { $0.criticalRules = ["x"] }, now: 0).verdict == verdict)
    }
    let listed = Gate([alone, Self.cell("a", .pass)], Self.limits { $0.criticalRules = ["x"] }, now: 0)
    #expect(Self.against(listed, .criticalRules) == [.untested: ["alone"]])
  }

  @Test("failures stand first, the worst of them at the beginning, then all by name")
  func order() {
    let cells = [
      Self.cell("z", .pass), Self.cell("y", .fail, .minor), Self.cell("x", .fail), Self.cell("b", nil),
      Self.cell("w", .fail, .critical), Self.cell("a", .fail, usual: .serious),
    ]
    #expect(Gate(cells.reversed(), GateLimits(), now: 0).component(at: 0) == "w")
    let names = [cells, cells.reversed()].map { cells in
      let gate = Gate(cells, GateLimits(), now: 0)
      return gate.cells.indices.map(gate.component)
    }
    #expect(names[0] == names[1])
    #expect(names[0].suffix(2) == ["b", "z"])
  }
}
