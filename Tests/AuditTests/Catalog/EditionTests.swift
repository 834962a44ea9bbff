import Audit
import Testing

@Suite("The editions of the conformance report")
struct EditionTests {
  @Test("There are the nine editions of OpenACR, with the chapters of their standards")
  func nine() throws {
    #expect(Catalog.problems.isEmpty)
    #expect(
      Catalog.editions.map { "\($0.id) \($0.chapters.count)" } == [
        "2.4-edition-wcag-2.0-508-en 4", "2.4-edition-wcag-2.1-508-en 4", "2.4-edition-wcag-2.1-508-eu-en 14",
        "2.4-edition-wcag-2.1-en 0", "2.5-edition-wcag-2.0-508-en 4", "2.5-edition-wcag-2.1-508-en 4",
        "2.5-edition-wcag-2.2-508-en 4", "2.5-edition-wcag-2.2-508-eu-en 14", "2.5-edition-wcag-2.2-en 0",
      ])
    #expect(Catalog.edition(Catalog.standardEdition) != nil)
    let ids = Catalog.chapters.flatMap(\.rows).map(\.id)
    #expect(ids.count == 257 && Set(ids).count == ids.count)
    #expect(Set(ids).isDisjoint(with: Catalog.criteria.map(\.id)))
  }

  @Test(
    "The tables have as many criteria as the version of WCAG, the removed one included",
    arguments: [("2.4-wcag-2.0-508", 61), ("2.4-wcag-2.1", 78), ("2.5-wcag-2.2", 87)])
  func criteria(name: String, count: Int) throws {
    let edition = try #require(Catalog.edition(name))
    #expect(Catalog.criteria.count(where: edition.has) == count)
  }

  @Test(
    "A short name stands for one edition, in any case",
    arguments: [
      ("2.5-WCAG-2.2-INT", "2.5-edition-wcag-2.2-508-eu-en"), ("2.4-wcag-2.1-int", "2.4-edition-wcag-2.1-508-eu-en"),
      ("2.4-wcag-2.1-508", "2.4-edition-wcag-2.1-508-en"), ("2.5-edition-wcag-2.2-en", "2.5-edition-wcag-2.2-en"),
    ])
  func names(typed: String, id: String) {
    #expect(Catalog.edition(typed)?.id == id)
    #expect(Catalog.editions.count { $0.isNamed(typed) } == 1)
  }

  @Test("No part of a name stands for an edition", arguments: ["", "2.5", "wcag-2.2", "int", "2.5-wcag-2.2-508-"])
  func strangers(typed: String) {
    #expect(Catalog.edition(typed) == nil)
  }

  @Test("A verdict may be given on criteria, requirements, and the features without a check")
  func subjects() {
    #expect(Catalog.verdictSubjects.count == 87 + 257 + 2)
    #expect(Catalog.verdictSubject("1.4.3")?.levels.count == 4)
    #expect(Catalog.verdictSubject("1.4.6")?.levels == ConformanceTerm.allCases)
    #expect(Catalog.verdictSubject("4.1.1")?.levels.contains(.notEvaluated) == false)
    #expect(Catalog.verdictSubject("602.3")?.kind == .chapter)
    #expect(Catalog.verdictSubject("captions")?.levels == [.supports, .doesNotSupport, .notApplicable])
    #expect(Catalog.verdictSubject("voiceover") == nil && Catalog.verdictSubject("1.4") == nil)
  }
}
