import Audit
import Testing

@Suite("queries as typed")
struct QueryFilterTests {
  struct Reading: Sendable, CustomTestStringConvertible {
    var query: String
    var terms: [Filter.Term]
    var testDescription: String { query }

    init(_ query: String, _ terms: [Filter.Term]) {
      self.query = query
      self.terms = terms
    }
  }

  static let readings: [Reading] = [
    Reading("", []), Reading("  \t\n ", []),
    Reading("status:fail", [.init(.status, ["fail"])]),
    Reading("severity:1,2 -owner:qa-1", [.init(.severity, ["1", "2"]), .init(.owner, ["qa-1"], isNegated: true)]),
    Reading("check:voiceover.* screen:sign-in", [.init(.check, ["voiceover.*"]), .init(.screen, ["sign-in"])]),
    Reading(
      "since:2026-06-01 until:2026-07-01T10:00:00Z",
      [
        .init(.since, ["2026-06-01"]), .init(.until, ["2026-07-01T10:00:00Z"]),
      ]),
    Reading("close cross", [.init(.text, ["close"]), .init(.text, ["cross"])]),
    Reading("-close", [.init(.text, ["close"], isNegated: true)]),
    Reading("\"two words\"", [.init(.text, ["two words"])]),
    Reading("-\"two words\"", [.init(.text, ["two words"], isNegated: true)]),
    Reading("\"status:fail\"", [.init(.text, ["status:fail"])]),
    Reading("tester:\"Ann Lee\",bo", [.init(.tester, ["Ann Lee", "bo"])]),
    Reading("owner:\"a,b\",c", [.init(.owner, ["a,b", "c"])]),
    Reading("owner:a,,b,", [.init(.owner, ["a", "b"])]),
    Reading("build:1:2", [.init(.build, ["1:2"])]),
    Reading("-", [.init(.text, ["-"])]), Reading(":fail", [.init(.text, [":fail"])]),
    Reading("3:2", [.init(.text, ["3:2"])]), Reading("Status:FAIL", [.init(.status, ["fail"])]),
    Reading(
      "PLATFORM:ios,macos -LeVeL:aa", [.init(.platform, ["iOS", "macOS"]), .init(.level, ["AA"], isNegated: true)]),
    Reading("Outcome:fail", [.init(.status, ["fail"])]), Reading("ticket:#12,none", [.init(.ticket, ["#12", "none"])]),
    Reading("Owner:QA-1", [.init(.owner, ["QA-1"])]),
    Reading("open\"quote", [.init(.text, ["openquote"])]),
    Reading(
      "stale:yes disputed:no waived:yes",
      [
        .init(.stale, ["yes"]), .init(.disputed, ["no"]), .init(.waived, ["yes"]),
      ]),
  ]

  @Test("words, values, negation and quotes", arguments: readings)
  func reads(reading: Reading) throws {
    let filter = try Filter(parsing: reading.query)
    #expect(filter.terms == reading.terms && filter.source == reading.query)
    #expect(filter.isEmpty == reading.terms.isEmpty)
  }

  @Test(
    "what is not understood is named, with what is wanted",
    arguments: [
      ("staus:fail", "\"staus:\""), ("status:broken", "\"broken\""), ("status:", "\"status:\""),
      ("owner:,", "\"owner:\""), ("owner:\"\"", "\"owner:\""), ("severity:5", "\"5\""),
      ("level:B", "\"B\""), ("stale:maybe", "\"maybe\""),
      ("text:x", "\"text:\""), ("profile:adult", "\"adult\""), ("platform:isO", "did you mean iOS"),
      ("method:auto", "did you mean automated"),
      ("Componnt:x", "did you mean component:"), ("since:nope", "invalid date \"nope\" for since"),
      ("-until:2026-02-30", "\"2026-02-30\""), ("method:guess", "\"guess\""),
      ("impact:1", "\"1\""), ("disputed:1", "\"1\""), ("waived:", "\"waived:\""),
    ])
  func refuses(query: String, named: String) {
    #expect {
      try Filter(parsing: query)
    } throws: {
      ($0 as? NameProblem)?.message.contains(named) == true
    }
  }

  @Test("every field but free text can be asked for by its name", arguments: Filter.Field.allCases)
  func fields(field: Filter.Field) throws {
    let values: [Filter.Field: String] = [
      .status: "fail", .severity: "1", .impact: "minor", .method: "manual", .platform: "iOS", .profile: "child",
      .level: "AA", .stale: "yes", .disputed: "yes", .waived: "yes", .state: "open",
      .since: "2026-06-01", .until: "2026-06-01T10:00:00Z",
    ]
    let query = "\(field.rawValue):\(values[field] ?? "x")"
    if field == .text {
      #expect(throws: NameProblem.self) { try Filter(parsing: query) }
    } else {
      #expect(try Filter(parsing: query).terms(on: [field]).count == 1)
    }
  }
}
