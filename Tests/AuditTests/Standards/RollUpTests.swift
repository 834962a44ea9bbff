import Children
import Testing

@testable import Audit

/// The roll-up against its definition, written out once more in the plainest way.
@Suite("The roll-up of cells to criteria")
struct RollUpTests {
  private static let notes = NativeNotes(wcag2ict: "", wcag2mobile: "", apple: "")
  private static let clause = EuropeanClause(version: "EN", clause: nil, status: .applies, note: "")

  private static func criterion(_ number: Int) -> Criterion {
    Criterion(
      id: "1.1.\(number)", name: "n", slug: "s", level: ConformanceLevel.allCases[number % 3], formerLevel: nil,
      principle: "P\(number % 4)", guideline: "G", addedIn: "2.0", removedIn: nil, european: clause, notes: notes)
  }

  private static func cell(_ random: inout SplitMix64) -> CellGroup.Cell {
    let outcome = Bool.random(using: &random) ? Outcome.allCases.randomElement(using: &random) : nil
    let state = outcome.map {
      CellState(outcome: $0, severity: nil, isDisputed: Int.random(in: 0..<8, using: &random) == 0)
    }
    return CellGroup.Cell(
      component: Int.random(in: 0..<5, using: &random), state: state, isStale: Bool.random(using: &random),
      isWaived: outcome == .fail && Bool.random(using: &random))
  }

  /// 1-product, word for word; that a tool found nothing is no answer.
  private static func wanted(_ cells: [(cell: CellGroup.Cell, isAutomatic: Bool)]) -> CriterionState {
    func any(_ holds: (CellState) -> Bool) -> Bool { cells.contains { $0.cell.state.map(holds) ?? false } }
    if any({ $0.outcome == .fail }) { return .fail }
    if any({ $0.isDisputed || $0.outcome == .cantTell }) { return .cantTell }
    if cells.contains(where: { $0.cell.state == nil }) { return .untested }
    if cells.contains(where: { $0.cell.state?.outcome == .pass && !$0.isAutomatic }) { return .pass }
    return any { $0.outcome == .na } ? .na : .untested
  }

  @Test("Several cells roll up as the rule says, in any order", arguments: 0..<200)
  func rule(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let criteria = (0..<6).map(Self.criterion)
    let checks = (0..<8).map { number in
      let links = criteria.compactMap { criterion -> CriterionLink? in
        switch Int.random(in: 0..<6, using: &random) {
        case 0: CriterionLink(criterion: criterion.id, relation: .tests)
        case 1: CriterionLink(criterion: criterion.id, relation: .related)
        default: nil
        }
      }
      return StandardsRollUp.CheckLinks(
        check: "c\(number)", links: links, method: Int.random(in: 0..<4, using: &random) == 0 ? .automated : .manual)
    }
    var cells = checks.flatMap { check in
      (0..<Int.random(in: 0..<4, using: &random)).map { _ in (check: check, cell: Self.cell(&random)) }
    }
    func rollUp() -> StandardsRollUp {
      var rollUp = StandardsRollUp(criteria: criteria, checks: checks)
      for (check, cell) in cells { rollUp.add([cell], of: check) }
      return rollUp
    }
    let first = rollUp()
    cells.shuffle(using: &random)
    #expect(rollUp() == first, "seed \(seed)")
    for one in first.criteria {
      let testing = checks.filter { $0.tests.contains(one.criterion.id) }
      let own = cells.filter { $0.check.tests.contains(one.criterion.id) }
      #expect(one.testing == testing.map(\.check).sorted())
      let state = testing.isEmpty ? .notEvaluated : Self.wanted(own.map { ($0.cell, $0.check.isAutomatic) })
      #expect(one.state == state, "seed \(seed), \(one.criterion.id)")
      #expect(one.cells.counts.inScope == own.count)
      #expect(one.cells.components == Set(own.map(\.cell.component)).count)
      #expect(one.cells.waived == own.count { $0.cell.isWaived })
      #expect(one.cells.stale == own.count { $0.cell.isStale })
      let related = cells.filter { $0.check.related.contains(one.criterion.id) }
      #expect(one.relatedCells.counts.inScope == related.count)
    }
    #expect(first.houseRules == checks.count(where: \.tests.isEmpty))
    #expect(first.houseCells.counts.inScope == cells.count(where: \.check.tests.isEmpty))
    #expect(first.byLevel.map(\.tally.total).reduce(0, +) == criteria.count)
  }

  @Test("A criterion without a check is not evaluated, whatever related checks say; one without a cell is untested")
  func empty() {
    let criterion = Self.criterion(0)
    let related = StandardsRollUp.CheckLinks(
      check: "r", links: [CriterionLink(criterion: criterion.id, relation: .related)], method: .manual)
    var rollUp = StandardsRollUp(criteria: [criterion], checks: [related])
    let pass = CellGroup.Cell(component: 0, state: CellState(outcome: .pass, severity: nil))
    rollUp.add([pass], of: related)
    #expect(rollUp[criterion.id]?.state == .notEvaluated)
    #expect(rollUp[criterion.id]?.related == ["r"])
    #expect(rollUp.houseCells.counts.pass == 1)
    let tests = StandardsRollUp.CheckLinks(
      check: "t", links: [CriterionLink(criterion: criterion.id, relation: .tests)], method: .manual)
    #expect(StandardsRollUp(criteria: [criterion], checks: [tests])[criterion.id]?.state == .untested)
  }

  @Test("That a tool found nothing is no pass, and what it found is a failure")
  func automatic() {
    let criterion = Self.criterion(0)
    let link = CriterionLink(criterion: criterion.id, relation: .tests)
    let tool = StandardsRollUp.CheckLinks(check: "tool", links: [link], method: .automated)
    let hand = StandardsRollUp.CheckLinks(check: "hand", links: [link], method: .manual)
    func cell(_ outcome: Outcome) -> CellGroup.Cell {
      CellGroup.Cell(component: 0, state: CellState(outcome: outcome, severity: nil))
    }
    var rollUp = StandardsRollUp(criteria: [criterion], checks: [tool, hand])
    rollUp.add([cell(.pass)], of: tool)
    #expect(rollUp[criterion.id]?.state == .untested)
    #expect(rollUp[criterion.id]?.cells.automaticPasses == 1)
    rollUp.add([cell(.pass)], of: hand)
    #expect(rollUp[criterion.id]?.state == .pass)
    rollUp.add([cell(.fail)], of: tool)
    #expect(rollUp[criterion.id]?.state == .fail)
  }

  @Test("A criterion with a figure passes where each pass of a check that measures has a value")
  func measured() {
    var criterion = Self.criterion(0)
    criterion.id = "1.4.3"
    let links = StandardsRollUp.CheckLinks(
      check: "c", links: [CriterionLink(criterion: "1.4.3", relation: .tests)], method: .manual, isMeasured: true)
    #expect(links.statesFigure)
    var rollUp = StandardsRollUp(criteria: [criterion], checks: [links])
    func add(_ component: Int, isMeasured: Bool?) -> CriterionRollUp? {
      var group = CellGroup()
      let cell = CellGroup.Cell(component: component, state: CellState(outcome: .pass, severity: nil))
      group.add(cell, isAutomatic: false, isMeasured: isMeasured)
      rollUp.add(group, of: links)
      return rollUp["1.4.3"]
    }
    // By eye of a check that needs no value, which neither measures nor lacks one.
    #expect(add(0, isMeasured: nil)?.progress == "PASS, but not measured")
    #expect(add(1, isMeasured: true)?.state == .pass)
    let mixed = add(2, isMeasured: false)
    #expect(mixed?.state == .untested && mixed?.progress == "PASS, but 1 of 2 items not measured")
  }

  @Test(
    "By the built-in figure a value decides, and without one only what a team's figure proves",
    arguments: [
      (3, Outcome.pass, 3, Outcome.fail), (3, .pass, 5, .pass), (3, .pass, nil, .cantTell), (3, .fail, nil, .fail),
      (3, .fail, 2, .fail), (3, .fail, 5, .fail), (7, .pass, 8, .pass), (7, .fail, 5, .pass), (7, .fail, 3, .fail),
      (7, .fail, 8, .fail), (7, .pass, nil, .pass), (7, .fail, nil, .cantTell), (7, .cantTell, 8, .cantTell),
      (7, .na, nil, .na),
    ] as [(Int64, Outcome, Int64?, Outcome)])
  func adjusted(threshold: Int64, said: Outcome, value: Int64?, wanted: Outcome) throws {
    let builtIn = try #require(Catalog.checks[id: "contrast.text-4-5"])
    #expect(AdjustedFigure(builtIn, builtIn: builtIn) == nil && AdjustedFigure(builtIn, builtIn: nil) == nil)
    var own = builtIn
    own.measurement?.threshold = [FixedPoint(millionths: threshold * 1_000_000)]
    let figure = try #require(AdjustedFigure(own, builtIn: builtIn))
    let measured = value.map {
      MeasuredValue(text: "\($0):1", unit: "ratio", numbers: [FixedPoint(millionths: $0 * 1_000_000)])
    }
    func seen(_ text: String?) -> Outcome {
      figure.outcome(said, value: measured, text: text, condition: "", on: nil)
    }
    #expect(seen(own.textVersion) == wanted && seen(nil) == wanted)
    // By the built-in text, a word without a value is what it says.
    if value == nil { #expect(seen(builtIn.textVersion) == said) }
  }

  @Test("The cells of a check that nobody knows are house rules and never a criterion's")
  func unknown() {
    var rollUp = StandardsRollUp(criteria: [Self.criterion(0)], checks: [])
    rollUp.add([CellGroup.Cell(component: 0, state: nil)], of: nil)
    #expect(rollUp.houseCells.counts.untested == 1)
    #expect(rollUp.houseRules == 0)
  }
}

extension StandardsRollUp {
  fileprivate mutating func add(_ cells: [CellGroup.Cell], of check: CheckLinks?) {
    var group = CellGroup()
    for cell in cells { group.add(cell, isAutomatic: check?.isAutomatic ?? false) }
    add(group, of: check)
  }
}
