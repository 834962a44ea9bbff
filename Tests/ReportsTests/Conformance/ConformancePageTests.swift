import Base
import Foundation
import Testing

@testable import Audit
@testable import Reports

@Suite("The page of a conformance report")
struct ConformancePageTests {
  private static let origin = PageOrigin(digest: "d", facts: 2, asOf: "t", filter: "", catalogue: "c", program: "p")

  private static func entry(
    _ id: String, _ level: ConformanceLevel, _ outcomes: [Outcome?], _ verdicts: [PersonVerdict] = [],
    findings: [ConformanceReport.Finding] = []
  ) -> ConformanceEntry {
    let criterion = Criterion(
      id: id, name: "Name", slug: "name", level: level, formerLevel: nil, principle: "P", guideline: "G",
      addedIn: "2.0", removedIn: nil, european: EuropeanClause(version: "EN", clause: nil, status: .applies, note: ""),
      notes: NativeNotes(wcag2ict: "", wcag2mobile: "", apple: ""))
    var standing = CriterionRollUp(criterion: criterion, testing: ["c"], related: [])
    for (component, outcome) in outcomes.enumerated() {
      let state = outcome.map { CellState(outcome: $0, severity: nil) }
      standing.cells.add(CellGroup.Cell(component: component, state: state), isAutomatic: false)
    }
    return ConformanceEntry(standing, findings: findings, verdicts: VerdictBook(verdicts).standing(id, in: nil))
  }

  private static func verdict(_ subject: String, _ person: String, _ level: ConformanceTerm, _ remarks: String = "R.")
    -> PersonVerdict
  {
    PersonVerdict(
      key: "\(subject) \(person)", subject: subject, person: person, level: level, remarks: remarks, day: "2026-03-01")
  }

  private static func report(_ text: String = "words") -> ConformanceReport {
    let finding = ConformanceReport.Finding(
      component: "home", title: text, condition: "dark", severity: .serious, note: text, waivedUntil: nil)
    let chapter = ConformanceChapter(
      id: "software", heading: "Chapter 5: Software", reason: "The tracker has no checks for it.",
      rows: [
        .init(id: "501.1", name: "Scope"), .init(id: "502.2", name: "Services"), .init(id: "503.4", name: "Media"),
      ])
    let book = VerdictBook([
      verdict("501.1", "lead-1", .supports, text), verdict("502.2", "lead-1", .supports),
      verdict("502.2", "lead-2", .doesNotSupport),
    ])
    let edition = ConformanceEdition(
      id: "2.5-edition-wcag-2.2-508-en", name: "VPAT 2.5 with WCAG 2.2", wcag: "2.2", chapters: [chapter])
    var details = ConformanceReport.Details()
    (details.product, details.version, details.vendor, details.vendorContact) = (text, text, text, text)
    (details.author, details.contact, details.license) = (text, text, "CC-BY-4.0")
    var report = ConformanceReport(
      details: details, edition: edition,
      entries: [
        entry("1.1.1", .a, [.pass]), entry("1.4.3", .aa, [.fail], findings: [finding]),
        entry("1.2.1", .a, [nil, .pass]), entry("2.4.9", .aaa, [nil]),
        entry("2.1.1", .a, [.pass], [verdict("2.1.1", "lead-1", .supports, text)]),
      ],
      chapters: [
        .init(chapter, book, in: edition.id),
        .init(
          ConformanceChapter(
            id: "hardware", heading: "Chapter 4: Hardware", reason: "It is an app.", rows: chapter.rows),
          VerdictBook([]), in: edition.id),
      ], asOf: SampleReport.moment, audit: text, filter: text, program: "1", catalogue: "c")
    report.methods.devices = [text]
    report.part = text
    return report
  }

  private static func page(_ report: ConformanceReport) -> String { report.page(origin: origin).text }

  @Test("The page tells the product and the report, and leaves out what is not known")
  func about() {
    let page = Self.page(Self.report("Shop"))
    for words in [
      "<title>Shop Accessibility Conformance Report</title>", "<p class=\"lead\">VPAT 2.5 with WCAG 2.2</p>",
      "<dt>Product</dt><dd><bdi>Shop</bdi></dd>", "<dt>Vendor</dt><dd><bdi>Shop, Shop</bdi></dd>",
      "<dt>Report date</dt><dd><time datetime=\"2026-03-01\">1 March 2026</time></dd>",
      "<dt>License</dt><dd>CC-BY-4.0</dd>",
      "Partial report: Shop.", "Devices: Shop.", "The terms of 1 criterion are verdicts of persons",
      "Disputed verdicts, not used: 502.2.",
    ] {
      #expect(page.contains(words), "\(words)")
    }
    var bare = Self.report()
    (bare.details, bare.part) = (.init(), nil)
    let unnamed = Self.page(bare)
    #expect(unnamed.contains("<dd><bdi>Unnamed product</bdi></dd>"))
    for label in ["Version", "Vendor", "Author", "License"] {
      #expect(!unnamed.contains("<dt>\(label)</dt>"), "\(label)")
    }
    #expect(!page.contains("<script") && page.components(separatedBy: "<h1>").count == 2)
  }

  @Test("Only ways of testing and checks with results are claimed, and the counts come before the report")
  func ways() throws {
    var report = Self.report()
    func methods(_ origins: Set<Check.Origin>, _ ways: Set<Audit.Method>) -> String {
      (report.methods.origins, report.methods.ways) = (origins, ways)
      return report.methodsUsed.markdown
    }
    let start = "Components of the app were tested one by one with "
    #expect(methods([.builtIn], [.manual]).hasPrefix(start + "the built-in checks of the catalog: by hand. Devices"))
    #expect(
      methods([.builtIn, .team], [.manual, .automated]).hasPrefix(
        start + "the built-in checks of the catalog and custom checks: by hand and with tools. A tool that found"))
    #expect(
      methods([.team], [.inspection, .manual, .childTest]).hasPrefix(
        start + "custom checks: by hand, by inspection of the source, and by first taps of children. Devices"))
    #expect(methods([], []).hasPrefix("No component of the app has been tested yet."))
    let page = Self.page(report)
    let counts = try #require(page.firstRange(of: "<h2 id=\"counts\">"))
    let about = try #require(page.firstRange(of: "<h2 id=\"about\">"))
    #expect(counts.lowerBound < about.lowerBound)
  }

  @Test("Every term that can stand in the tables has its meaning beside it, the open ones too")
  func terms() throws {
    let page = Self.page(Self.report())
    let part = page.components(separatedBy: "<h2 id=\"terms\">").last
    let list = try #require(part?.components(separatedBy: "</dl>").first)
    for (term, meaning) in [
      (ConformanceTerm.supports, "The product meets the criterion without known defects"),
      (.partiallySupports, "Some functions"), (.doesNotSupport, "Most functions of the product do not meet"),
      (.notApplicable, "The criterion does not concern"), (.notEvaluated, "The product was not evaluated"),
    ] {
      #expect(list.contains("<dt>\(term.words)</dt><dd>\(meaning)"), "\(term)")
    }
    #expect(list.components(separatedBy: "<dt>").count == ConformanceTerm.allCases.count + 2)
    #expect(list.contains("<dt>OPEN</dt><dd>The criterion has no term yet."))
  }

  @Test("Each level has its table, in which a criterion has its term, who gave it, and why")
  func levels() throws {
    let tables = Self.page(Self.report()).components(separatedBy: "<section id=")
    #expect(tables.count == 6)
    for (place, level) in ["A", "AA", "AAA"].enumerated() {
      #expect(
        tables[place + 1].hasPrefix(
          "\"level-\(level.lowercased())\">\n<h2>Table \(place + 1): Success Criteria, Level \(level)</h2>"))
      #expect(tables[place + 1].contains("<th scope=\"col\">Conformance level</th>"))
    }
    func row(_ table: Int, _ name: String) -> String {
      let rest = tables[table].components(separatedBy: "<th scope=\"row\">\(name)</th>").last ?? ""
      return rest.components(separatedBy: "</tr>")[0]
    }
    #expect(row(1, "1.1.1 Name").contains("<strong class=\"term supports\">SUPPORTS</strong></td>"))
    #expect(
      row(1, "1.2.1 Name").contains(
        "<strong class=\"term open\">OPEN</strong></td><td><p>Not enough evidence: 1 of 2 items untested.</p>"))
    #expect(
      row(1, "2.1.1 Name").contains("SUPPORTS</strong><br><span class=\"muted\">verdict of a person</span></td>"))
    #expect(row(1, "2.1.1 Name").contains("Verdict of lead-1 on 2026-03-01: words"))
    #expect(row(2, "1.4.3 Name").contains("<li class=\"pre\">home: words (serious, dark): words</li>"))
    #expect(row(3, "2.4.9 Name").contains("NOT EVALUATED</strong></td>"))
  }

  @Test("What is in the tables is counted before them, and what has no term is folded")
  func folded() throws {
    let page = Self.page(Self.report())
    let counts = try #require(
      page.components(separatedBy: "<h2 id=\"counts\">").last?.components(separatedBy: "</dl>").first)
    #expect(counts.contains("<dt>Level A, 3 criteria</dt><dd>2 SUPPORTS, 1 OPEN</dd>"))
    #expect(counts.contains("<dt>Level AA, 1 criterion</dt><dd>1 DOES NOT SUPPORT</dd>"))
    let folds = page.components(separatedBy: "<details>")
    #expect(folds.count == 2 && folds[1].hasPrefix("<summary>1 criterion without a term</summary>"))
    #expect(folds[1].components(separatedBy: "</details>")[0].contains("1.2.1 Name"))
    // What people differ about is not.
    #expect(!folds[1].components(separatedBy: "</details>")[0].contains("502.2"))
    for part in page.components(separatedBy: "<li><a href=\"#").dropFirst() {
      let id = part.components(separatedBy: "\"")[0]
      #expect(page.contains("id=\"\(id)\""), "\(id)")
    }
  }

  @Test("A chapter has a row for each requirement that people spoke about; without one it says why it is empty")
  func chapters() {
    let page = Self.page(Self.report())
    let tables = page.components(separatedBy: "<section id=")
    #expect(tables[4].hasPrefix("\"chapter-software\">\n<h2>Chapter 5: Software</h2>"))
    #expect(
      tables[4].contains(
        "The tracker has no checks for it. 1 of 3 requirements has the verdict of a person; the others are open."))
    #expect(
      tables[4].contains("<th scope=\"row\">501.1 Scope</th><td><strong class=\"term supports\">SUPPORTS</strong>"))
    #expect(tables[4].contains("The tracker has no evidence for this requirement."))
    #expect(
      tables[4].contains("<th scope=\"row\">502.2 Services</th><td><strong class=\"term open\">OPEN</strong></td>"))
    #expect(tables[4].contains("Disputed: the verdicts of lead-1 (SUPPORTS) and lead-2 (DOES NOT SUPPORT) differ"))
    #expect(!tables[4].contains("503.4"))
    #expect(
      tables[5].hasPrefix("\"chapter-hardware\">\n<h2>Chapter 4: Hardware</h2>") && tables[5].contains("It is an app."))
    #expect(!tables[5].contains("<table>"))
  }

  @Test("No text does harm on the page", arguments: Hostile.texts)
  func harmless(name: String, text: String) {
    let page = Self.page(Self.report(text))
    #expect(Hostile.harm(in: page, allowing: [0x09]).isEmpty, "\(name)")
    #expect(!page.contains("<script") && !page.contains("<img"))
  }
}
