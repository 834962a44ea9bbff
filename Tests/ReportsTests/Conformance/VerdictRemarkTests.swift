import Base
import Testing

@testable import Audit
@testable import Reports

@Suite("Verdicts in a conformance report")
struct VerdictRemarkTests {
  private static func criterion(_ level: ConformanceLevel?) -> Criterion {
    Criterion(
      id: "9.9.9", name: "Name", slug: "name", level: level, formerLevel: level == nil ? .a : nil, principle: "P",
      guideline: "G", addedIn: "2.0", removedIn: level == nil ? "2.2" : nil,
      european: EuropeanClause(version: "EN", clause: nil, status: .applies, note: ""),
      notes: NativeNotes(wcag2ict: "", wcag2mobile: "", apple: ""))
  }

  private static func entry(
    _ outcomes: [Outcome?], _ verdicts: [PersonVerdict], level: ConformanceLevel? = .aa,
    edition: ConformanceEdition? = nil
  ) -> ConformanceEntry {
    var standing = CriterionRollUp(
      criterion: criterion(level), testing: outcomes.isEmpty ? [] : ["c"], related: [])
    for (component, outcome) in outcomes.enumerated() {
      let state = outcome.map { CellState(outcome: $0, severity: nil) }
      standing.cells.add(CellGroup.Cell(component: component, state: state), isAutomatic: false)
    }
    return ConformanceEntry(
      standing, findings: [], verdicts: VerdictBook(verdicts).standing("9.9.9", in: edition?.id), edition: edition)
  }

  private static func verdict(
    _ person: String, _ level: ConformanceTerm?, edition: String = "", remarks: String = "R."
  ) -> PersonVerdict {
    PersonVerdict(
      key: "9.9.9 \(person) \(edition)", subject: "9.9.9", edition: edition, person: person, level: level,
      remarks: remarks, day: "2026-03-01")
  }

  @Test("A verdict that is better than the evidence says that first, and the evidence keeps its term")
  func better() {
    let entry = Self.entry([.fail, .pass], [Self.verdict("lead-1", .supports)])
    #expect(entry.term == .supports && entry.evidence == .partiallySupports)
    #expect(
      entry.remarks.markdown == """
        Better than the evidence: Verdict of lead-1 on 2026-03-01: R.

        The evidence of this tracker says: PARTIALLY SUPPORTS. 1 component fails, of 2 evaluated. 2 items of 2 \
        components: 1 fail, 1 pass.
        """)
    let worse = Self.entry([.pass], [Self.verdict("lead-1", .doesNotSupport)])
    #expect(worse.term == .doesNotSupport && worse.claim == nil)
    #expect(
      worse.remarks.markdown.hasPrefix(
        "Verdict of lead-1 on 2026-03-01: R.\n\nThe evidence of this tracker says: SUPPORTS."))
  }

  @Test(
    "Every level is compared with what the evidence supports",
    arguments: [
      (ConformanceTerm.supports, [Outcome?.some(.fail)], true), (.notApplicable, [.fail], true),
      (.partiallySupports, [.fail], true), (.doesNotSupport, [.fail], false), (.notEvaluated, [.fail], true),
      (.partiallySupports, [.fail, .pass, .pass], false), (.supports, [.pass], false), (.notApplicable, [.pass], false),
    ] as [(ConformanceTerm, [Outcome?], Bool)])
  func compared(term: ConformanceTerm, outcomes: [Outcome?], isBetter: Bool) {
    let claim = Self.entry(outcomes, [Self.verdict("a", term)], level: .aaa).claim
    #expect((claim == .better) == isBetter)
  }

  @Test("Without evidence a verdict is marked, at every level", arguments: [ConformanceLevel.a, .aa, .aaa])
  func untested(level: ConformanceLevel) {
    let entry = Self.entry([nil], [Self.verdict("lead-1", .supports)], level: level)
    #expect(entry.term == .supports && entry.claim == .untested)
    #expect(entry.remarks.markdown.hasPrefix("Without enough evidence: Verdict of lead-1"))
    #expect(entry.remarks.markdown.hasSuffix("The evidence of this tracker supports no term: 1 of 1 item untested."))
  }

  @Test("Two people who differ are both named, and the evidence's term is used")
  func disputed() {
    let said = [Self.verdict("lead-2", .doesNotSupport), Self.verdict("lead-1", .supports)]
    let entry = Self.entry([.fail, .pass], said)
    #expect(entry.term == .partiallySupports && entry.verdicts.isDisputed && entry.claim == nil)
    let text = entry.remarks.markdown
    #expect(
      text.hasPrefix(
        "Disputed: the verdicts of lead-1 (SUPPORTS) and lead-2 (DOES NOT SUPPORT) differ, so the level of no person is "
          + "used."))
    #expect(text.contains("Verdict of lead-2 on 2026-03-01: DOES NOT SUPPORT. R."))
    #expect(Self.entry([nil], said).term == nil)
    var own = Self.verdict("lead-1", .supports)
    own.isConflicting = true
    #expect(Self.entry([.pass], [own]).verdicts.isDisputed)
    #expect(Self.entry([.fail, .pass], [said[1], Self.verdict("lead-3", .supports)]).term == .supports)
  }

  @Test("A verdict for an edition replaces its author's general one there; one without a level says nothing")
  func editions() {
    let edition = ConformanceEdition(id: "2.4-edition-wcag-2.1-en", name: "", wcag: "2.1", chapters: [])
    let said = [
      Self.verdict("a", .supports), Self.verdict("a", .doesNotSupport, edition: edition.id), Self.verdict("b", nil),
    ]
    #expect(Self.entry([.pass], said).term == .supports)
    #expect(Self.entry([.pass], said, edition: edition).term == .doesNotSupport)
    #expect(VerdictBook(said).standing("9.9.9", in: "another").verdicts.count == 1)
  }

  @Test("The criterion that WCAG 2.2 removed has the prescribed answer, unless a check found something")
  func parsing() {
    func edition(_ id: String, _ wcag: String, chapters: Int) -> ConformanceEdition {
      let chapter = ConformanceChapter(id: "software", heading: "", reason: "", rows: [])
      return ConformanceEdition(id: id, name: "", wcag: wcag, chapters: Array(repeating: chapter, count: chapters))
    }
    #expect(Self.entry([], [], level: nil, edition: edition("x", "2.1", chapters: 0)).term == .supports)
    #expect(Self.entry([], [], level: nil, edition: edition("x", "2.2", chapters: 1)).term == .supports)
    #expect(Self.entry([], [], level: nil, edition: edition("x", "2.2", chapters: 0)).term == .notApplicable)
    #expect(Self.entry([.fail], [], level: nil, edition: edition("x", "2.1", chapters: 0)).term == .doesNotSupport)
  }

  @Test("Foreign text is escaped for each output")
  func hostile() {
    let remarks = "<script>alert(1)</script>\n- [x](javascript:1) \u{202e}"
    let entry = Self.entry([.pass], [Self.verdict("<b>", .supports, remarks: remarks)])
    let markdown = entry.remarks.markdown
    #expect(!markdown.contains("<script") && !markdown.contains("[x](") && !markdown.contains("\u{202e}"))
    let html = entry.remarks.html.text
    #expect(!html.contains("<script") && !html.contains("<b>") && !html.contains("\u{202e}"))
  }
}
