import Audit
import StoredFacts
import Testing

@testable import Store

/// How random histories stand towards the criteria, against their cells counted one by one.
@Suite("standards", .serialized)
struct StandardsTests {
  private static let everything = Filter(terms: [Filter.Term(.component, ["**"])], source: "component:**")

  /// What a criterion says, without how components are numbered.
  private static func figures(_ one: CriterionRollUp) -> [Int] {
    [one.cells, one.relatedCells].flatMap { group in
      let counts = group.counts
      return [
        counts.pass, counts.fail, counts.na, counts.cantTell, counts.untested, counts.disputed, counts.contradicted,
        group.stale,
        group.waived, group.automaticPasses, group.components, group.failingComponents,
      ]
    } + [CriterionState.allCases.firstIndex(of: one.state) ?? -1]
  }

  @Test("the quick way and the rows of all cells with the untested ones give the same, at any moment", arguments: 0..<4)
  func ways(chunk: Int) throws {
    try MomentTests.eachMachine(chunk, 16) { history, tracker, moments in
      try tracker.read { present in
        for moment in moments {
          let reader = try present.at(moment)
          let quick = try reader.standards()
          let slow = try reader.standards(Self.everything)
          let note = "seed \(history.seed), \(moment)"
          #expect(quick.criteria.map(Self.figures) == slow.criteria.map(Self.figures), "\(note)")
          let rows = try reader.cellsWithUntested(Filter())
          for one in quick.criteria {
            let own = rows.filter { one.testing.contains($0.check) }
            #expect(one.cells.counts.inScope == own.count)
            #expect(one.cells.counts.fail == own.count { $0.outcome == .fail })
            #expect(one.cells.stale == own.count { !$0.stale.isEmpty })
          }
          let house = try rows.filter { row in
            try !(reader.check(row.check)?.check.wcag.contains { $0.relation == .tests } ?? false)
          }
          #expect(quick.houseCells.counts.inScope == house.count)
        }
      }
    }
  }

  @Test("every criterion of a standard is in one state, and the states add up")
  func buckets() throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings(seed: 1, now: 1_750_000_000_000))
    let rollUp = try tracker.read { try $0.standards() }
    // Being related to a criterion is not testing it.
    let tested = Set(Catalogue.checks.flatMap(\.wcag).filter { $0.relation == .tests }.map(\.criterion))
    for standard in Catalog.standards {
      let tally = CriteriaTally(rollUp.criteria(standard.requirements.map(\.criterion)))
      #expect(tally.total == standard.requirements.count)
      #expect(CriterionState.allCases.reduce(0) { $0 + tally[$1] } == tally.total)
      #expect(tally[.notEvaluated] == standard.requirements.count { !tested.contains($0.criterion) })
      #expect(tally[.pass] == 0)
    }
  }
}
