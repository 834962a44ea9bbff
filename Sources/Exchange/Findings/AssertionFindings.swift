import Audit
import Base

/// EARL as JSON-LD of any tool, and evaluations of the WCAG-EM Report Tool, which are of the same words: every
/// assertion that failed is a failure, one that cannot tell needs a review. What passed, did not apply or was not
/// tested is counted and left out: it is not a result of this tracker, and a rule that was not tested closes
/// nothing.
///
/// Nodes are read as they are spelled, with `earl:` in front of their members or not; no context is expanded and none
/// is fetched.
enum AssertionFindings {
  static func read(_ document: JSONValue, into report: inout FindingsReport) throws(FindingsProblem) {
    guard !isOurs(document) else {
      throw FindingsProblem(
        refusing: "this file was written by \"a11y report --earl\"; to import results, use a bundle of \"a11y export\"")
    }
    var walk = Walk(report.zone)
    walk.collect(document, at: "$", subject: nil)
    // A list or a graph without nodes is an evaluation that found nothing.
    let isEmptyList = (document.arrayValue ?? document["@graph"]?.arrayValue)?.isEmpty ?? false
    guard isEmptyList || !walk.assertions.isEmpty else { throw FindingsProblem(notOf: "assertions (EARL)") }
    let failedOnPages = Set(walk.assertions.filter { !$0.isOfSite && $0.outcome == "failed" }.map(\.test))
    let areUntested = walk.assertions.allSatisfy { $0.outcome == "untested" }
    for assertion in walk.assertions {
      switch assertion.outcome {
      // Of a site and one of its pages the page says more.
      case "failed" where assertion.isOfSite && failedOnPages.contains(assertion.test): continue
      case "failed", "cantTell": try report.add(walk.finding(assertion))
      case "untested" where areUntested:
        report.couldNotTest("assertion that was not tested", "assertions that were not tested")
      default:
        let one = "assertion without a finding (\(assertion.outcome))"
        let several = "assertions without a finding (\(assertion.outcome))"
        switch assertion.outcome {
        case "passed", "inapplicable": report.leaveOut(one, several)
        // An evaluation leaves some criteria untested, and the others close what was found by them.
        case "untested": report.didNotTest(walk.finding(assertion).rule, one, several)
        // What has an outcome of other words may fail as before.
        default: report.couldNotTest(one, several)
        }
      }
    }
  }

  private static func isOurs(_ document: JSONValue) -> Bool {
    document["@context"]?["a11y"]?.stringValue == "urn:a11y:earl:"
  }

  private struct Assertion {
    var place: String
    var test: String
    /// What the test says of itself.
    var title = ""
    var criteria: [String] = []
    /// `failed`, `cantTell`, `passed`, `inapplicable`, `untested`; a word that is none of them as it is written.
    var outcome: String
    var message = ""
    var element = ""
    var subject: JSONValue?
    var isOfSite = false
    var time: Int64?
    var assertor: JSONValue?
  }

  private struct Walk {
    var assertions: [Assertion] = []
    private var nodes: [String: JSONValue] = [:]
    /// Of the times that name none.
    let zone: ReportZone

    init(_ zone: ReportZone) { self.zone = zone }

    /// - Parameter subject: what encloses the value, where that is a subject.
    mutating func collect(_ value: JSONValue, at place: String, subject: JSONValue?) {
      switch value {
      case .array(let values):
        for (index, value) in values.enumerated() where value.objectValue != nil || value.arrayValue != nil {
          collect(value, at: "\(place)[\(index)]", subject: subject)
        }
      case .object(let object):
        for name in ["@id", "id"] {
          guard let id = object[name]?.stringValue, object.count > 1, nodes[id] == nil else { continue }
          nodes[id] = value
        }
        let types = Self.types(value)
        if types.contains("Assertion"), let outcome = Self.outcome(value) {
          // The whole of several parts says only what they say.
          let parts = (Self.member("hasPart", value)?.arrayValue ?? []).compactMap(Self.outcome)
          if !parts.contains(where: { ["failed", "cantTell"].contains($0) }) {
            assertions.append(Self.assertion(value, outcome, at: place, subject, zone))
          }
        }
        let enclosing = types.contains("TestSubject") ? value : subject
        for member in object.members where member.key != "@context" {
          collect(
            member.value, at: "\(place).\(ReportText.oneLine(member.key, limit: 40))", subject: enclosing)
        }
      default: break
      }
    }

    func finding(_ assertion: Assertion) -> ToolFinding {
      // A criterion is named by its place in the recommendation, a rule of a tool by the end of its address.
      let isCriterion = ["WCAG2", "TR/WCAG", "WCAG:"].contains(where: assertion.test.contains)
      let end = assertion.test.split { "#/:".contains($0) }.last.map(String.init) ?? assertion.test
      let rule = assertion.title.isEmpty || isCriterion ? end : assertion.title
      var finding = ToolFinding(
        tool: isCriterion ? .wcag : .other, rule: ReportText.oneLine(rule, limit: ReportText.line),
        message: ReportText.oneLine(assertion.message, limit: ReportText.line), place: assertion.place)
      finding.isReview = assertion.outcome == "cantTell"
      finding.criteria = assertion.criteria
      finding.elements = [ReportText.oneLine(assertion.element, limit: ReportText.line)].filter { !$0.isEmpty }
      finding.time = assertion.time
      finding.screen = screen(assertion.subject)
      let assertor = resolved(assertion.assertor)
      let name = ["name", "title"].lazy.compactMap { Self.text($0, assertor) }.first ?? assertor?.stringValue ?? ""
      finding.run = ReportText.oneLine(name.hasPrefix("_:") ? "" : name, limit: 100)
      return finding
    }

    private func resolved(_ value: JSONValue?) -> JSONValue? {
      let value = value?.arrayValue?.first ?? value
      let id = value?.stringValue ?? value?["@id"]?.stringValue ?? value?["id"]?.stringValue
      return id.flatMap { nodes[$0] } ?? value
    }

    /// The page of a subject by its address, else what it is called.
    private func screen(_ subject: JSONValue?) -> String {
      let subject = resolved(subject)
      let texts =
        [subject?.stringValue] + ["source", "@id", "id", "description", "title"].map { Self.text($0, subject) }
      let known = texts.compactMap(\.self)
      if let address = known.first(where: { $0.contains("://") }) { return AxeFindings.screen(address) }
      return ReportText.oneLine(Self.text("title", subject) ?? known.first ?? "", limit: ReportText.line)
    }

    private static func assertion(
      _ value: JSONValue, _ outcome: String, at place: String, _ subject: JSONValue?, _ zone: ReportZone
    ) -> Assertion {
      let test = member("test", value) ?? member("testcase", value)
      let name = ["@id", "id", "identifier", "title"].lazy.compactMap { text($0, test) }.first
      var assertion = Assertion(place: place, test: test?.stringValue ?? name ?? "", outcome: outcome)
      assertion.title = text("title", test) ?? ""
      let parts = member("isPartOf", test)
      for part in parts?.arrayValue ?? [parts].compactMap(\.self) {
        let named = part.stringValue ?? ["title", "@id", "id"].lazy.compactMap { text($0, part) }.first ?? ""
        assertion.criteria += ReportText.criteria(in: named)
      }
      let result = member("result", value)
      assertion.message = text("description", result) ?? text("info", result) ?? ""
      assertion.element = text("ptr:expression", member("pointer", result)) ?? ""
      assertion.time = (text("date", result) ?? text("date", value)).flatMap { text in
        (try? Timestamp.read(text, localOffset: zone.offset))?.timestamp.milliseconds
      }
      assertion.subject = member("subject", value) ?? subject
      assertion.isOfSite = types(assertion.subject).contains { ["Website", "WebSite"].contains($0) }
      assertion.assertor = member("assertedBy", value)
      return assertion
    }

    private static func member(_ name: String, _ value: JSONValue?) -> JSONValue? {
      value?[name] ?? value?["earl:\(name)"] ?? value?["dct:\(name)"] ?? value?["dcterms:\(name)"]
    }

    private static func text(_ name: String, _ value: JSONValue?) -> String? {
      let member = member(name, value)
      let text = member?.stringValue ?? member?["@value"]?.stringValue ?? member?["@id"]?.stringValue
      return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The types of a node, without their prefixes.
    private static func types(_ value: JSONValue?) -> [String] {
      let type = value?["@type"] ?? value?["type"]
      let names = type?.arrayValue?.compactMap(\.stringValue) ?? [type?.stringValue].compactMap(\.self)
      return names.map { $0.split { ":#/".contains($0) }.last.map(String.init) ?? $0 }
    }

    private static func outcome(_ value: JSONValue) -> String? {
      let outcome = member("outcome", member("result", value))
      let text = outcome?.stringValue ?? outcome?["@id"]?.stringValue ?? outcome?["id"]?.stringValue
      let word = text.map { $0.split { ":#/".contains($0) }.last.map(String.init) ?? $0 }
      return word.map { outcomes[$0.lowercased().filter(\.isLetter)] ?? ReportText.oneLine($0, limit: 40) }
    }

    /// The outcomes by their names in lowercase, and by those of their classes and of earlier drafts.
    private static let outcomes = [
      "failed": "failed", "fail": "failed", "canttell": "cantTell", "cannottell": "cantTell", "passed": "passed",
      "pass": "passed", "inapplicable": "inapplicable", "notapplicable": "inapplicable", "untested": "untested",
      "nottested": "untested",
    ]
  }
}

/// A saved assessment of Accessibility Insights for Web: automated checks are rules of axe-core, what a person found is
/// a requirement of the tool. Unanswered requirements are counted and left out.
enum InsightsFindings {
  /// By the status values of the tool: 2 is "failed", 1 is "unknown".
  private static func isFailing(
    _ step: FindingMembers, _ what: String, of rule: String, _ report: inout FindingsReport
  ) -> Bool {
    let status = step.integer("status")
    if status == 1 { report.didNotTest(rule, "\(what) not evaluated", "\(what)s not evaluated") }
    return status == 2
  }

  static func read(_ members: FindingMembers, into report: inout FindingsReport) throws(FindingsProblem) {
    guard let data = try members.members("assessmentData") else {
      throw FindingsProblem(notOf: "Accessibility Insights: \(members.place).assessmentData is missing")
    }
    let page = try data.members("persistedTabInfo")
    let screen = AxeFindings.screen(try page?.line("url", limit: 4_096) ?? "")
    for (test, members) in try data.each("assessments") {
      let isAutomated = test == "automated-checks"
      for (selector, instance) in try members.each("generatedAssessmentInstancesMap") {
        for (name, step) in try instance.each("testStepResults") {
          let rule = ReportText.oneLine(name, limit: 200)
          guard isFailing(step, "instance", of: rule, &report) else { continue }
          var finding = ToolFinding(
            tool: isAutomated ? .axe : .insights, rule: rule, message: "", place: step.place)
          finding.detail = try step.paragraph("failureSummary")
          finding.message = ReportText.oneLine(summary(finding.detail), limit: ReportText.line)
          let target = AxeFindings.selector(try instance.list("target"))
          AxeFindings.set(target.isEmpty ? selector : target, of: &finding)
          finding.screen = screen
          finding.run = "Accessibility Insights for Web"
          try report.add(finding)
        }
      }
      // What is tested by hand: the automated tests have the same names here, with no answers of their own.
      guard !isAutomated else { continue }
      for (name, step) in try members.each("manualTestStepResultMap") {
        let requirement = ReportText.oneLine(name, limit: 200)
        guard isFailing(step, "requirement", of: requirement, &report) else { continue }
        let instances = try step.objects("instances")
        for instance in instances.isEmpty ? [step] : instances {
          var finding = ToolFinding(
            tool: .insights, rule: requirement,
            message: try instance.line("description"), place: instance.place)
          AxeFindings.set(try instance.line("selector"), of: &finding)
          finding.screen = screen
          finding.run = "Accessibility Insights for Web"
          try report.add(finding)
        }
      }
    }
  }

  /// `Element does not have an alt attribute`, of a summary that begins with what to do with several of them.
  private static func summary(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline)
    return String(lines.count > 1 ? lines[1] : lines.first ?? "")
  }
}

/// Reports of WAVE's API and of IBM's checker, whose rules are their own. What WAVE calls an error or a contrast error and
/// IBM a violation is a failure; an alert and the other levels of IBM need a review. What passed or was set aside is left
/// out.
enum CheckerFindings {
  static func readWAVE(_ page: FindingMembers, into report: inout FindingsReport) throws(FindingsProblem) {
    guard let categories = try page.members("categories") else {
      throw FindingsProblem(notOf: "WAVE: \(page.place).categories is missing")
    }
    let screen = AxeFindings.screen(try page.members("statistics")?.line("pageurl", limit: 4_096) ?? "")
    for (name, isReview) in [("error", false), ("contrast", false), ("alert", true)] {
      guard let category = try categories.members(name) else { continue }
      // PHP writes an array where there is no item.
      let items = category.value("items")?.arrayValue == nil ? try category.each("items") : []
      if items.isEmpty, category.integer("count") ?? 0 > 0 {
        throw FindingsProblem(
          refusing: "\(category.place): the items are missing; have WAVE write them, with reporttype=3 or 4")
      }
      for (rule, item) in items {
        let selectors = try item.oneOrMore("selectors").map(\.value.stringValue)
        for selector in selectors.isEmpty ? [""] : selectors {
          var finding = ToolFinding(
            tool: .other, rule: ReportText.oneLine(rule, limit: 200), message: try item.line("description"),
            place: item.place)
          AxeFindings.set(selector ?? "", of: &finding)
          (finding.isReview, finding.screen, finding.run) = (isReview, screen, "WAVE")
          try report.add(finding)
        }
      }
    }
  }

  static func readIBM(_ answer: FindingMembers, into report: inout FindingsReport) throws(FindingsProblem) {
    let page = try answer.members("report") ?? answer
    guard page.value("results") != nil else { throw FindingsProblem(notOf: "IBM: \(page.place).results is missing") }
    let summary = try page.members("summary")
    let time = try summary?.time("startScan", in: report.zone)
    report.ran(at: time)
    for result in try page.objects("results") {
      let value = try result.lines("value").map { $0.lowercased() }
      let level = [try result.line("level"), value.last == "pass" ? "pass" : value.first ?? ""].first { !$0.isEmpty }
      guard level != "pass", result.value("ignored")?.boolValue != true else {
        report.leaveOut("result without a finding (passed or ignored)", "results without a finding (passed or ignored)")
        continue
      }
      var finding = ToolFinding(
        tool: .other, rule: try result.required("ruleId"), message: try result.line("message"), place: result.place)
      finding.isReview = level != "violation" || value.last.map { $0 != "fail" } ?? false
      AxeFindings.set(try result.members("path")?.line("dom") ?? "", of: &finding)
      finding.screen = AxeFindings.screen(try summary?.line("URL", limit: 4_096) ?? "")
      (finding.time, finding.run) = (time, try page.line("toolID"))
      try report.add(finding)
    }
  }
}

/// The JSON of `a11y-check` by CVS Health, which reads Swift source: an array of
/// `{"ruleID","severity","impact","message","filePath","line","column","wcagCriteria"}`, by itself or as `diagnostics`
/// beside a score. An error is a failure; a warning and an info need a review.
enum SourceFindings {
  /// Reports, or their lists of diagnostics alone.
  static func read(_ document: JSONValue, into report: inout FindingsReport) throws(FindingsProblem) {
    let isOne = document.objectValue != nil
    guard !isOne || document["diagnostics"] != nil else { throw FindingsProblem(notOf: "a11y-check") }
    for (place, value) in isOne ? [("$", document)] : try FindingMembers.list(document, at: "$") {
      let members = try FindingMembers(value, at: place)
      let diagnostics = members.value("diagnostics") == nil ? [members] : try members.objects("diagnostics")
      for diagnostic in diagnostics { try report.add(try finding(diagnostic)) }
    }
  }

  private static func finding(_ members: FindingMembers) throws(FindingsProblem) -> ToolFinding {
    var finding = ToolFinding(
      tool: .cvs, rule: try members.required("ruleID"), message: try members.line("message"), place: members.place)
    finding.isReview = try members.line("severity").lowercased() != "error"
    finding.impact = members.impact("impact")
    finding.criteria = try members.lines("wcagCriteria")
    if let fix = try members.members("fix") { finding.detail = try fix.paragraph("description") }
    finding.file = try members.line("filePath", limit: 4_096)
    let line = members.integer("line")
    if !finding.file.isEmpty { finding.elements = [finding.file + (line.map { ":\($0)" } ?? "")] }
    finding.component = try members.line("component")
    return finding
  }
}

/// Success criteria, as reports spell them.
extension ReportText {
  /// The numbers that tags name: `1.1.1` of `wcag111`, `1.4.12` of `wcag1412`. Others name none.
  static func criteria(tags: [String]) -> [String] { distinct(tags.compactMap(criterion(tag:))) }

  /// - Parameter tag: `wcag412`: a digit, a digit, and the rest.
  private static func criterion(tag: String) -> String? {
    guard tag.hasPrefix("wcag") else { return nil }
    let digits = Array(tag.dropFirst(4).utf8)
    guard (3...4).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    let number = String(decoding: digits, as: UTF8.self)
    return "\(number.prefix(1)).\(number.dropFirst().prefix(1)).\(number.dropFirst(2))"
  }

  /// The numbers of the form `1.4.3` in a text, also written `1_4_3`.
  static func criteria(in text: String) -> [String] {
    let words = text.split { !($0.isASCII && ($0.isNumber || $0 == "." || $0 == "_")) }
    return distinct(
      words.compactMap { word in
        let parts = word.split { $0 == "." || $0 == "_" }
        guard parts.count >= 3, parts[0].utf8.count == 1, parts[1].utf8.count == 1,
          (1...2).contains(parts[2].utf8.count),
          ("1"..."4").contains(parts[0])
        else { return nil }
        return parts[..<3].joined(separator: ".")
      })
  }

  /// An address without its percent signs: `Écran` of `%C3%89cran`; as it is where they spell no text.
  static func decoded(_ address: String) -> String {
    guard address.utf8.contains(UInt8(ascii: "%")) else { return address }
    var (bytes, rest) = ([UInt8](), Array(address.utf8)[...])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value > 0
      else { return address }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return UTF8Text.decode(bytes) ?? address
  }

  private static func distinct(_ numbers: [String]) -> [String] {
    var seen: Set<String> = []
    return numbers.filter { seen.insert($0).inserted }
  }
}
