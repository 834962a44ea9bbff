import Audit
import Testing

/// How severe a failure is, by what it means for people, and whether all of WCAG 2.2 A and AA is covered.
@Suite("Severity and coverage")
struct SeverityTests {
  private static func isTested(_ check: Check) -> Bool { check.wcag.contains { $0.relation == .tests } }

  @Test("no check without a criterion is critical, except where its note says why it blocks a task")
  func critical() {
    let exceptions = Catalog.checks.filter { $0.impact == .critical && !Self.isTested($0) }
    #expect(exceptions.map(\.id) == ["touch-target.first-tap-reliable"])
    for check in exceptions { #expect(check.note?.hasPrefix("Critical without a criterion: ") == true, "\(check.id)") }
  }

  @Test("a check that tests a criterion of level A or AA is serious at least: its failure fails the criterion")
  func failures() {
    let criteria = Set(Catalog.criteria.filter { $0.level.map { $0 <= .aa } ?? false }.map(\.id))
    let testing = Catalog.checks.filter { check in
      check.wcag.contains { $0.relation == .tests && criteria.contains($0.criterion) }
    }
    #expect(testing.count > 90)
    #expect(testing.filter { ![.critical, .serious].contains($0.impact) }.map(\.id) == [])
  }

  @Test(
    "a rule of style is minor",
    arguments: [
      "layout.grid-8pt", "navigation.large-titles", "typography.sf-symbols", "layout.thumb-zone",
      "navigation.tab-order", "components.list-style", "color.display-p3", "components.picker-inline",
      "components.tab-badge", "components.search-suggestions", "components.clear-button", "color.semantic-colours",
    ])
  func style(id: String) throws {
    #expect(try #require(Catalog.checks[id: id]).impact == .minor)
  }

  @Test("every check is in a checklist")
  func listed() {
    let listed = Set(Catalog.checklists.flatMap(\.checks))
    #expect(Catalog.checks.map(\.id).filter { !listed.contains($0) } == [])
  }

  @Test("every criterion of level A and AA has a check, or a reason in W3C's notes why none can")
  func criteria() {
    let tested = Set(
      Catalog.checks.flatMap(\.wcag).filter { $0.relation == .tests }.map(\.criterion))
    let asked = Catalog.criteria.filter { ($0.level.map { $0 <= .aa } ?? false) && !$0.isObsolete }
    #expect(asked.count == 55)
    for criterion in asked {
      #expect(tested.contains(criterion.id) != (criterion.noCheck != nil), "\(criterion.id)")
    }
    #expect(asked.compactMap(\.noCheck).allSatisfy { $0.hasPrefix("W3C (WCAG2ICT): ") })
  }

  @Test("what a look cannot decide is not decided by it: contrast is measured")
  func byEye() throws {
    for id in ["color.light-dark-legible", "reduce-transparency.readable-on-any-background"] {
      #expect(try !Self.isTested(#require(Catalog.checks[id: id])))
    }
    let haptics = try #require(Catalog.checks[id: "haptics.not-only-channel"])
    #expect(haptics.wcag == [CriterionLink(criterion: "1.3.3", relation: .related)])
  }
}
