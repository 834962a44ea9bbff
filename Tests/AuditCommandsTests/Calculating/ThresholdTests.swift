import AuditCatalog
import AuditModel
import Testing

/// The arithmetic and the catalogue are written down apart from each other; they must not say different figures.
@Suite("Figures of the arithmetic and of the catalogue")
struct ThresholdTests {
  @Test("Every limit has the figures of its check", arguments: NumericLimit.all.map(\.name))
  func limits(name: String) throws {
    let limit = try NumericLimit.named(name)
    let check = try #require(Catalog.checks.first { $0.id == limit.check }, "\(limit.check)")
    guard let measurement = check.measurement, measurement.threshold == limit.measurement.threshold else {
      // A check has one figure; a rule in steps has several limits.
      let known = ThresholdTests.apart[name]
      #expect(known != nil, "\(name): \(limit.measurement.threshold) \(check.measurement?.threshold ?? [])")
      return
    }
    #expect(measurement.comparison == limit.measurement.comparison, "\(name)")
  }

  /// Limits whose check states its figure in another form.
  static let apart = [
    "columns": "the check states the last step, one column at AX1",
    "columns-xxxlarge": "the check states the last step, one column at AX1",
  ]

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
