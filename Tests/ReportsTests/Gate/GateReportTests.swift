import Base
import Foundation
import NamedCells
import Testing

@testable import Audit
@testable import Reports

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Report of a gate")
struct GateReportTests {
  static let day: Int64 = 86_400_000
  static let now = 100 * day

  static func cell(_ component: String, _ outcome: Outcome?, _ severity: Severity? = nil, isCovered: Bool = false)
    -> NamedCell
  {
    var named = NamedCell(component, check: "a.one", condition: outcome == .cantTell ? "dark" : "", outcome)
    (named.cell.severity, named.cell.isDisputed) = (severity, outcome == .cantTell)
    named.cell.isCovered = isCovered
    return named
  }

  static func waiver(_ text: String) -> Waiver {
    Waiver(
      component: "waived", check: "a.one", condition: nil, reason: "deferred", approver: text, until: "2026-02-28",
      note: text)
  }

  /// Every rule fails, and one has no data; the same text wherever people write.
  static func full(_ text: String = "words") -> GateReport {
    let waived = cell("waived", .fail, .minor, isCovered: true)
    var expired = cell("expired", .fail, .serious)
    (expired.cell.hasExpired, expired.cell.isTicketClosed) = (true, true)
    var regressed = cell("regressed", .fail)
    (regressed.cell.before, regressed.cell.severity, regressed.cell.isUsualSeverity) = (.seen(.pass), .critical, true)
    var fixed = cell("fixed", .pass)
    (fixed.cell.before, fixed.cell.life) = (.seen(.fail), .fixed)
    var limits = GateLimits()
    (limits.minPass, limits.minCoverage) = (GateShare("90"), GateShare("99.5"))
    (limits.maxCritical, limits.maxSerious, limits.maxAge) = (0, 0, 30)
    (limits.forbidsRegressions, limits.hasBaseline) = (true, true)
    (limits.criticalRules, limits.preRelease) = (["a.one"], ["another"])
    (limits.maxWaiting, limits.waiting, limits.maxClosedTickets) = (0, 2, 0)
    let cells = [waived, expired, regressed, fixed, cell("open", .cantTell), cell("left", nil)]
    var report = GateReport(
      gate: Gate(cells, limits, now: now), limits: limits,
      baseline: .init(name: text, isAudit: true, known: 2, elsewhere: 1), audit: text, filter: text,
      now: now)
    for (row, cell) in cells.enumerated() where cell.cell.outcome == .fail {
      var detail = GateReport.Detail()
      detail.note = cell.component == "expired" ? "" : text
      detail.waiver = cell.cell.isCovered ? waiver(text) : nil
      detail.expired = cell.cell.hasExpired ? waiver(text) : nil
      report.details[Int32(row)] = detail
    }
    report.checks["a.one"] = Check(
      id: "a.one", category: "a", title: text, how: text, expected: text, method: .manual, impact: .serious,
      wcag: [
        CriterionLink(criterion: "1.4.3", relation: .tests), CriterionLink(criterion: "1.1.1", relation: .related),
      ])
    report.places = [
      "regressed": SourceLocation(source: "Views/Sign in.swift:12"), "expired": SourceLocation(source: "/tmp/Ü.swift"),
    ]
    report.outside = 2
    report.version = "1"
    return report
  }

  static func passing(_ change: (inout GateLimits) -> Void) -> GateReport {
    var limits = GateLimits()
    change(&limits)
    let gate = Gate([cell("a", .pass), cell("b", nil)], limits, now: now)
    return GateReport(gate: gate, limits: limits, now: now)
  }

  static func object(_ json: JSONText) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(json.render().utf8)) as? [String: Any])
  }

  @Test("Each rule says what was found, what is wanted, and which cells stand against it")
  func sentences() {
    let text = Self.full().text(width: 1_000)
    for sentence in [
      "1 of 4 evaluated items pass, 25 percent", "at least 90 percent",
      "4 of 6 applicable items evaluated, 66.66 percent",
      "at least 99.5 percent", "1 critical finding open", "1 serious finding open", "1 regressed, 1 fixed",
      "the oldest result is 100 days old", "at most 30 days", "4 of 6 items of the checklist do not pass",
      "1 failing item with an expired waiver", "the checklist has no items in scope",
      "1 failing item is waived (not counted as passed)",
      "1 open finding counted by default severity (not rated by a tester)",
      "1 item regressed (previously passed)", "1 item is CAN'T TELL", "1 item was not tested",
      "5 results are too old", "critical (default)", "waiver expired on 2026-02-28",
      "tested on 1970-01-01", "2 more items logged for this audit are out of scope",
      "Baseline: audit words (by its own results). 2 of 6 items had a result then.",
      "1 item of the baseline is out of scope and not compared.",
    ] {
      #expect(text.contains(sentence), "\(sentence)\n\(text)")
    }
    #expect(text.hasSuffix("\nRelease check: HOLD, 3 blockers (11 of 12 rules fail)\n"))
  }

  @Test("The sentence about what blocks names a severity only where a rule counts it")
  func kinds() {
    func contradicted(_ component: String, _ severity: Severity) -> NamedCell {
      var one = Self.cell(component, .fail, severity)
      one.cell.isContradicted = true
      return one
    }
    var again = contradicted("again", .moderate)
    again.cell.before = .seen(.pass)
    var closed = Self.cell("closed", .fail, .minor)
    closed.cell.isTicketClosed = true
    let cells = [
      Self.cell("bad", .fail, .critical), again, contradicted("b", .serious), contradicted("c", .minor),
      contradicted("d", .critical), closed,
    ]
    var limits = GateLimits()
    (limits.maxCritical, limits.forbidsRegressions, limits.hasBaseline, limits.maxClosedTickets) = (0, true, true, 0)
    func kinds() -> String {
      var report = GateReport(gate: Gate(cells, limits, now: Self.now), limits: limits, now: Self.now)
      report.policySource = .tracker
      return report.reason
    }
    #expect(
      kinds() == "6 findings block the release: 2 critical, 1 regressed, 1 with a closed ticket, "
        + "2 more disputed or contradicted.")
    limits.maxSerious = 0
    #expect(
      kinds() == "6 findings block the release: 2 critical, 1 regressed, 1 with a closed ticket, 1 serious, "
        + "1 more disputed or contradicted.")
    limits.maxSerious = nil
    limits.maxCritical = nil
    #expect(
      kinds() == "5 findings block the release: 1 regressed, 1 with a closed ticket, 3 more disputed or contradicted.")
  }

  @Test("A pass says what was not looked at, and what nobody looked at is no pass")
  func passes() {
    let report = Self.passing { $0.maxCritical = 0 }
    #expect(report.plain.contains("1 item was not tested"))
    #expect(report.plain.hasSuffix("Release check: SHIP (1 of 1 rule passes)\n"))
    var limits = GateLimits()
    limits.maxSerious = 0
    let none = GateReport(gate: Gate([], limits, now: 0), limits: limits, now: 0)
    #expect(none.plain.contains("Nothing is in scope."))
    #expect(none.plain.hasSuffix("Release check: NO DECISION (1 of 1 rule has no data)\n"))
    let unseen = GateReport(
      gate: Gate([Self.cell("a", nil)], limits, now: 0), limits: limits, now: 0)
    #expect(unseen.plain.contains("None have been tested."))
    #expect(unseen.plain.contains("nothing was tested"))
  }

  @Test("The JSON has each rule's limit, figure and cells; without data a figure is null and never 0")
  func json() throws {
    let report = try Self.object(Self.full().json)
    #expect(report["verdict"] as? String == "fail" && report["failed"] as? Int == 11)
    let rules = try #require(report["rules"] as? [[String: Any]])
    let byName = Dictionary(uniqueKeysWithValues: rules.map { ($0["rule"] as? String ?? "", $0) })
    #expect(byName.count == GateRuling.Rule.allCases.count)
    #expect(byName["min-coverage"]?["limit"] as? Double == 99.5)
    #expect(byName["min-coverage"]?["actual"] as? Double == 66.66)
    #expect(byName["max-age"]?["actual"] as? Int == 100)
    #expect(byName["no-regressions"]?["limit"] as? Int == 0)
    #expect(byName["pre-release"]?["actual"] is NSNull)
    let against = try #require(byName["critical-rules"]?["cells"] as? [[String: Any]])
    #expect(against.map { $0["reason"] as? String }.count == 4)
    #expect(against.last?["outcome"] as? String == "untested" && against.last?["at"] is NSNull)
    let none = try Self.object(Self.passing { $0.preRelease = ["other"] }.json)
    #expect((none["rules"] as? [[String: Any]])?.first?["actual"] is NSNull)
  }

  @Test("The SARIF has a result for each open failure, in its file and line, and counts the others")
  func sarif() throws {
    let report = try Self.object(Self.full("seen in Sign in.swift:30 or x.swift:7").sarif)
    let run = try #require((report["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.map { $0["level"] as? String } == ["error", "error"])
    #expect(results.map { $0["baselineState"] as? String } == ["new", "new"])
    #expect(results.allSatisfy { $0["kind"] == nil && $0["suppressions"] == nil })
    let shown = results.map { result in
      let place = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
      let address = (place?["artifactLocation"] as? [String: String])?["uri"] ?? ""
      return "\(address):\((place?["region"] as? [String: Int])?["startLine"] ?? 0)"
    }
    #expect(shown == ["Views/Sign%20in.swift:30", "file:///tmp/%C3%9C.swift:1"])
    // By what is wrong, never by the sentence of success.
    let messages = results.compactMap { ($0["message"] as? [String: String])?["text"] }
    #expect(messages.allSatisfy { $0.contains(": fails \"seen in Sign in.swift:30 or x.swift:7\". FAIL, ") })
    let properties = (run["invocations"] as? [[String: Any]])?.first?["properties"] as? [String: Any]
    #expect(properties?["waived"] as? Int == 1 && properties?["notJudged"] as? Int == 2)
    let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
    let rule = try #require((driver?["rules"] as? [[String: Any]])?.first)
    #expect((rule["help"] as? [String: String])?["markdown"]?.contains("WCAG 1.4.3") == true)
    #expect((rule["properties"] as? [String: Any])?["tags"] as? [String] == ["accessibility", "a", "wcag-1.4.3"])
  }

  @Test("The JUnit file has a failure for each rule that fails, and an error where there is no data")
  func junit() throws {
    let document = try XMLDocument(data: Data(Self.full("<a> & \"b\" ]]>").junit().utf8))
    let cases = try document.nodes(forXPath: "//testcase")
    #expect(cases.count == 12)
    #expect(try document.nodes(forXPath: "//testcase/failure").count == 11)
    #expect(try document.nodes(forXPath: "//testcase[@name='pre-release']/error[@type='no-data']").count == 1)
    let suite = try #require(try document.nodes(forXPath: "//testsuite").first as? XMLElement)
    #expect(suite.attribute(forName: "failures")?.stringValue == "11")
    #expect(suite.attribute(forName: "name")?.stringValue == "a11y gate of <a> & \"b\" ]]>")
    let names = try document.nodes(forXPath: "//property").compactMap {
      ($0 as? XMLElement)?.attribute(forName: "name")?.stringValue
    }
    #expect(names == ["verdict", "audit", "query", "baseline"])
    let pass = try XMLDocument(data: Data(Self.passing { $0.maxCritical = 0 }.junit().utf8))
    #expect(try pass.nodes(forXPath: "//testcase").count == 1)
    #expect(try pass.nodes(forXPath: "//testcase/*").isEmpty)
  }

  @Test("Of items a failure is a failure, a disagreement an error, and what nobody judged is skipped")
  func items() throws {
    let document = try XMLDocument(data: Data(Self.full().junitItems().utf8))
    func names(_ path: String) throws -> [String] {
      try document.nodes(forXPath: path).compactMap {
        ($0 as? XMLElement)?.attribute(forName: "classname")?.stringValue
      }
    }
    #expect(try names("//testcase").count == 6)
    #expect(try names("//testcase[failure]") == ["regressed", "expired"])
    let messages = try document.nodes(forXPath: "//failure/@message").compactMap(\.stringValue)
    #expect(messages.count == 2 && messages.allSatisfy { $0.hasPrefix("fails \"words\": FAIL") })
    #expect(try names("//testcase[error[@type='disputed']]") == ["open"])
    #expect(try Set(names("//testcase[skipped]")) == ["waived", "left"])
    #expect(try names("//testcase[not(failure) and not(error) and not(skipped)]") == ["fixed"])
    #expect(
      try document.nodes(forXPath: "//testcase/properties/property[@name='criterion' and @value='1.4.3']").count == 6)
    let plain = try XMLDocument(data: Data(Self.full().junitItems(.ant).utf8))
    #expect(try plain.nodes(forXPath: "//testcase/properties").isEmpty)
  }

  @Test("No text does harm in any form", arguments: Hostile.texts)
  func harmless(name: String, text: String) throws {
    let report = Self.full(text)
    for form in [
      report.text(width: 60), report.plain, report.markdown, report.json.render(indent: 2), report.junit(),
      report.junit(.surefire), report.junitItems(),
    ] {
      #expect(Hostile.harm(in: form, allowing: [0x09]).isEmpty, "\(name)")
    }
    _ = try Self.object(report.json)
    _ = try Self.object(report.sarif)
    for xml in [report.junit(), report.junit(.surefire), report.junitItems(), report.junitItems(.ant)] {
      _ = try XMLDocument(data: Data(xml.utf8))
    }
  }

  @Test("Beyond the limit cells are counted and not listed, and a report alone says so")
  func limit() {
    var report = Self.full()
    report.limit = 2
    #expect(report.text(width: 100).contains("and 1 more (use --all or --json)"))
    #expect(!report.text(width: 100).contains(GateReport.reportOnlySentence))
    report.isReportOnly = true
    #expect(report.markdown.contains("Report only: the exit code is 0 regardless of the verdict"))
    report.limit = nil
    #expect(!report.text(width: 100).contains("--all"))
  }
}
