import Audit
import NamedCells
import Testing

@Suite("the gate")
struct GateTests {
  @Test(
    "a share is held exactly",
    arguments: [
      ("100", 1999, 2000, false), ("100", 2000, 2000, true), ("99.95", 1999, 2000, true),
      ("99.9501", 1999, 2000, false), ("0", 0, 1, true), ("50%", 1, 2, true), ("33.3334", 1, 3, false),
      ("33.3333", 1, 3, true), ("0", 0, 0, false), ("100", Int.max, Int.max, true),
      ("100", Int.max - 1, Int.max, false),
    ])
  func shares(limit: String, part: Int, whole: Int, isReached: Bool) throws {
    #expect(try #require(GateShare(limit)).isReached(by: part, of: whole) == isReached)
  }

  @Test(
    "what is no percentage is none",
    arguments: [
      "", "%", "-1", "+1", "101", "100.0001", "9.", ".5", "1e2", "0.00001", "1 0", "٣", "1000000000000000000000",
    ])
  func noShare(text: String) { #expect(GateShare(text) == nil) }

  @Test(
    "a figure is rounded down, and 100 is said only of all",
    arguments: [
      (1999, 2000, "99.95 percent"), (2000, 2000, "100 percent"), (1, 3, "33.33 percent"), (1, 2, "50 percent"),
      (999_999, 1_000_000, "99.99 percent"), (0, 0, "no data"), (1, 40, "2.5 percent"), (1, 1999, "0.05 percent"),
    ])
  func figures(part: Int, whole: Int, words: String) { #expect(GateFigure(part, of: whole).words == words) }

  private static func cell(
    _ name: String, _ outcome: Outcome?, before: GateCell.Before = .unknown, hadPassed: Bool = false,
    isWaived: Bool = false
  ) -> NamedCell {
    var named = NamedCell(name, check: "x", outcome)
    named.cell.before = before
    var life = FindingLife()
    if hadPassed { life.show(.pass, nil, at: 0) }
    if before == .seen(.fail), outcome == .pass { life.show(.fail, nil, at: 0, on: .init(source: 2)) }
    life.show(
      outcome ?? .na, nil, at: 1, on: .init(build: ObservedBuild(term: 1), source: 1))
    (named.cell.life, named.cell.hasPassed) = (life.isFinding ? life.state : nil, life.hasPassed)
    named.cell.isCovered = isWaived
    return named
  }

  @Test("a regression is told by the cell: what it was at the baseline, and whether it had passed")
  func regressions() throws {
    let cells = [
      Self.cell("passed at the baseline", .fail, before: .seen(.pass)),
      Self.cell("untested then, passed since", .fail, before: .seen(nil), hadPassed: true),
      Self.cell("not in the baseline, passed once", .fail, hadPassed: true),
      Self.cell("failed then", .fail, before: .seen(.fail), hadPassed: true),
      Self.cell("never passed", .fail, before: .seen(nil)),
      Self.cell("waived", .fail, before: .seen(.pass), isWaived: true),
      Self.cell("fixed", .pass, before: .seen(.fail)),
    ]
    var limits = GateLimits()
    limits.forbidsRegressions = true
    limits.hasBaseline = true
    let gate = Gate(cells.shuffled(), limits, now: 0)
    let ruling = try #require(gate.rulings.first)
    #expect(gate.verdict == .fail)
    #expect(
      Set(ruling.against.flatMap(\.cells).map(gate.component)) == [
        "passed at the baseline", "untested then, passed since", "not in the baseline, passed once",
      ])
    #expect(ruling.fixed == 1)
    #expect(ruling.waived == 1)
  }

  @Test(
    "fixed is what failed at the baseline and passes on something newer; a pass where it failed only corrects",
    arguments: [(FindingLife.State.fixed, 1), (.corrected, 0), (.ended, 0), (nil, 0)])
  func fixed(life: FindingLife.State?, count: Int) throws {
    var limits = GateLimits()
    limits.forbidsRegressions = true
    limits.hasBaseline = true
    func fixed(_ outcome: Outcome, before: GateCell.Before) throws -> Int? {
      var cell = Self.cell("a", outcome, before: before)
      cell.cell.life = life
      return try #require(Gate([cell], limits, now: 0).rulings.first).fixed
    }
    #expect(try fixed(.pass, before: .seen(.fail)) == count)
    #expect(try fixed(.pass, before: .seen(.cantTell)) == 0)
    #expect(try fixed(.na, before: .seen(.fail)) == 0)
  }

  @Test("compared is what had an answer then: an untested cell of an audit is as one that a date does not have")
  func compared() throws {
    var limits = GateLimits()
    limits.forbidsRegressions = true
    limits.hasBaseline = true
    for before in [GateCell.Before.unknown, .seen(nil)] {
      let cells = [
        Self.cell("not then", .pass, before: before), Self.cell("then", .pass, before: .seen(.cantTell)),
      ]
      #expect(try #require(Gate(cells, limits, now: 0).rulings.first).figure == GateFigure(0, of: 1))
      #expect(Gate([cells[0]], limits, now: 0).verdict == .noData)
    }
  }

  @Test("nothing, and nothing looked at, is never a pass, whatever is demanded")
  func nothing() {
    var limits = GateLimits()
    limits.minPass = GateShare("0")
    limits.minCoverage = GateShare("0")
    limits.maxCritical = 9
    limits.maxSerious = 9
    limits.forbidsRegressions = true
    limits.maxAge = 9
    limits.criticalRules = ["x"]
    limits.preRelease = ["y"]
    for cells in [[], [Self.cell("a", nil)]] {
      let gate = Gate(cells, limits, now: 0)
      #expect(gate.verdict == .noData)
      #expect(gate.rulings.count == 8)
      #expect(gate.rulings.allSatisfy { $0.verdict == .noData && $0.against.isEmpty })
    }
    #expect(Gate([Self.cell("a", .pass)], GateLimits(), now: 0).verdict == .noData)
  }
}
