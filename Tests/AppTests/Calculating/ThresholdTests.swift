import Audit
import Base
import Testing

/// The arithmetic and the catalogue are written down apart from each other; they must not say different figures.
@Suite("Figures of the arithmetic and of the catalogue")
struct ThresholdTests {
  @Test("Every tier has the figure of its check", arguments: TargetTier.allCases)
  func tiers(tier: TargetTier) throws {
    let check = try #require(Catalog.checks.first { $0.id == tier.check })
    #expect(check.measurement?.threshold == [tier.points])
    #expect(check.measurement?.comparison == .atLeast)
  }

  @Test("The figures of contrast are those of their checks")
  func contrast() throws {
    for rule in [ContrastRule.text, .largeText, .nonText] {
      let id = try #require(rule.check)
      let check = try #require(Catalog.checks.first { $0.id == id })
      #expect(check.measurement?.threshold == [rule.threshold])
    }
  }
}
