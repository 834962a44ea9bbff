import Audit
import Testing

@Suite struct StandardsTests {
  @Test(
    "a standard asks for as many criteria as its own text",
    arguments: [
      ("wcag22-a", 31), ("wcag22-aa", 55), ("wcag22-aaa", 86), ("wcag21-aa", 50), ("wcag20-aa", 38),
      ("en301549-v3.2.1", 43), ("section508", 34),
    ])
  func sizes(id: String, count: Int) throws {
    #expect(try #require(Catalog.standard(id)).requirements.count == count)
  }

  @Test("a standard says its version")
  func titles() {
    #expect(Catalog.standard("en301549-v3.2.1")?.title == "EN 301 549 V3.2.1 (2021-03)")
    #expect(Catalog.standard("section508")?.title == "Revised Section 508 (WCAG 2.0 A/AA)")
    #expect(Catalog.standard("wcag22-aa")?.title == "WCAG 2.2 level A, AA")
  }

  @Test("clauses of EN 301 549 follow chapter 11 and only native duties have the status applies")
  func clauses() throws {
    let standard = try #require(Catalog.standard("en301549-v3.2.1"))
    for requirement in standard.requirements {
      let clause = try #require(requirement.clause)
      #expect(clause.hasPrefix("11.\(requirement.criterion)"))
    }
    #expect(Catalog.criterion("2.4.1")?.european.status == .void)
    #expect(Catalog.criterion("2.5.8")?.european.status == .tooNew)
    #expect(Catalog.criterion("4.1.1")?.european.status == .legacy)
  }

  @Test(
    "Section 508 asks for WCAG 2.0 A and AA less four exemptions",
    arguments: [
      ("1.1.1", FederalDuty.applies), ("1.4.3", .applies), ("4.1.1", .applies), ("2.4.1", .exempt), ("2.4.5", .exempt),
      ("3.2.3", .exempt), ("3.2.4", .exempt), ("1.4.6", .outside), ("2.5.3", .outside), ("2.5.8", .outside),
    ])
  func federal(id: String, duty: FederalDuty) throws {
    #expect(try #require(Catalog.criterion(id)).federalDuty == duty)
  }

  @Test("44 pt is never an AA figure")
  func fortyFour() {
    let checks = Catalog.checks.filter { check in
      let isFigure = check.measurement?.threshold == [FixedPoint(millionths: 44_000_000)]
      return isFigure || check.id.contains("44pt") || check.expected.contains("44 pt")
    }
    #expect(checks.count >= 6)
    for check in checks {
      #expect(!Catalog.claims(of: check).contains { $0.level == .aa || $0.level == .a }, "\(check.id)")
      #expect(!Catalog.levelLabel(for: check).contains("(AA)"), "\(check.id)")
    }
  }

  @Test(
    "the label of a check names only what it tests",
    arguments: [
      ("touch-target.minimum-44pt", "WCAG 2.5.5 (AAA)"), ("touch-target.wcag-24pt-floor", "WCAG 2.5.8 (AA)"),
      ("touch-target.hit-area-measured", "best practice"), ("voiceover.label-present", "WCAG 4.1.2 (A), 1.1.1 (A)"),
      ("haptics.meaningful-only", "best practice"), ("reduce-motion.animations-gated", "WCAG 2.3.3 (AAA)"),
    ])
  func labels(id: String, label: String) throws {
    let check = try #require(Catalog.checks[id: id])
    #expect(Catalog.levelLabel(for: check) == label)
  }
}
