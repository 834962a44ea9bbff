import Audit
import Base

/// EARL as JSON-LD of any tool, and evaluations of the WCAG-EM Report Tool, which are of the same words: every
/// assertion that failed is a failure, one that cannot tell needs a review. What passed, did not apply or was not
/// tested is counted and left out: it is not a result of this tracker, and a rule that was not tested closes
/// nothing.
///
/// Nodes are read as they are spelled, with `earl:` in front of their members, in full, or with neither, within each other
/// or beside each other (``LinkedNodes``); no context is fetched.
enum AssertionFindings {
  /// What stands for `a11y:` in our own files.
  private static let ours = "urn:a11y:earl:"
  private static let vocabularies = [
    "http://www.w3.org/ns/earl#", "http://purl.org/dc/terms/", "http://purl.org/dc/elements/1.1/",
    "http://www.w3.org/2009/pointers#",
  ]

  /// Of a text that several nodes share no more is read.
  private static let longest = 2_000

  static func read(_ document: JSONValue, into report: inout FindingsReport) throws(FindingsProblem) {
    let written = FindingsProblem(
      refusing: "this file was written by \"a11y report --earl\"; to import results, use a bundle of \"a11y export\"")
    guard document["@context"]?["a11y"]?.stringValue != ours else { throw written }
    let nodes = LinkedNodes(document, vocabularies: vocabularies, prefixes: ["earl", "dct", "dcterms"])
    var walk = Walk(report.zone, nodes)
    walk.collect(document, at: "$", subject: nil)
    guard !walk.isOurs else { throw written }
    // A list or a graph without nodes is an evaluation that found nothing.
    let isEmptyList = (document.arrayValue ?? document["@graph"]?.arrayValue)?.isEmpty ?? false
    guard isEmptyList || !walk.assertions.isEmpty else {
      guard let place = walk.unread.first else {
        throw FindingsProblem(
          notOf: "assertions (EARL): no node has the type Assertion; contexts are not fetched, so save it as expanded "
            + "JSON-LD")
      }
      throw FindingsProblem(
        refusing: "\(place): the assertion has no result with an outcome such as earl:failed; contexts and other files "
          + "are not fetched, so save it as expanded JSON-LD with all nodes")
    }
    for _ in walk.unread { report.couldNotTest("assertion without an outcome", "assertions without an outcome") }
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
    /// The places of those that say nothing which is understood.
    var unread: [String] = []
    /// Whether it is of our own words, in any form.
    var isOurs = false
    private let nodes: LinkedNodes
    /// Of the tests that are described elsewhere, by their names.
    private var criteria: [String: [String]] = [:]
    /// The outcomes of parts, by their names.
    private var said: [String: String?] = [:]
    /// Of the times that name none.
    let zone: ReportZone

    init(_ zone: ReportZone, _ nodes: LinkedNodes) { (self.zone, self.nodes) = (zone, nodes) }

    /// - Parameter subject: what encloses the value, where that is a subject.
    mutating func collect(_ value: JSONValue, at place: String, subject: JSONValue?) {
      switch value {
      case .array(let values):
        for (index, value) in values.enumerated() where value.objectValue != nil || value.arrayValue != nil {
          collect(value, at: "\(place)[\(index)]", subject: subject)
        }
      case .object(let object):
        let types = nodes.types(value)
        if types.contains("Assertion") {
          // The whole of several parts says only what they say.
          let parts = nodes.all("hasPart", of: value)
          if let outcome = outcome(of: value) {
            var said: [String?] = []
            for part in parts { said.append(self.outcome(ofPart: part)) }
            if !said.contains(where: { ["failed", "cantTell"].contains($0) }) {
              let assertion = assertion(value, outcome, at: place, subject)
              assertions.append(assertion)
            }
          } else if parts.isEmpty, outcome(of: nodes.described(value)) == nil {
            unread.append(place)
          }
        }
        let enclosing = types.contains("TestSubject") ? value : subject
        for member in object.members where member.key != "@context" {
          if member.key.utf8.starts(with: ours.utf8) { isOurs = true }
          collect(
            member.value, at: "\(place).\(ReportText.oneLine(member.key, limit: 40))", subject: enclosing)
        }
      default: break
      }
    }

    func finding(_ assertion: Assertion) -> ToolFinding {
      // A criterion is named by its place in the recommendation, a rule of a tool by the end of its address.
      let isCriterion = Self.isCriterion(assertion.test)
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
      let assertor = assertion.assertor.map(nodes.described)
      let names = ["name", "title"].lazy.compactMap { nodes.text($0, of: assertor) }
      let name = names.first ?? assertor?.stringValue ?? ""
      finding.run = ReportText.oneLine(name.hasPrefix("_:") ? "" : name, limit: 100)
      return finding
    }

    /// The page of a subject by its address, else what it is called.
    private func screen(_ subject: JSONValue?) -> String {
      let subject = subject.map(nodes.described)
      let texts =
        [subject?.stringValue] + ["source", "@id", "id", "description", "title"].map { nodes.text($0, of: subject) }
      // What programs name a node by, such as `_:b3`, is nothing that people call a page.
      let known = texts.compactMap(\.self).filter { !$0.hasPrefix("_:") }.map { $0.cut(to: 4_096) }
      if let address = known.first(where: { $0.contains("://") }) { return AxeFindings.screen(address) }
      return ReportText.oneLine(nodes.text("title", of: subject) ?? known.first ?? "", limit: ReportText.line)
    }

    private mutating func assertion(
      _ value: JSONValue, _ outcome: String, at place: String, _ subject: JSONValue?
    ) -> Assertion {
      let named = nodes.member("test", of: value) ?? nodes.member("testcase", of: value)
      let test = named.map { $0.objectValue?.count ?? 0 > 1 ? $0 : nodes.described($0) }
      let names = ["@id", "id", "identifier", "title"].compactMap { nodes.text($0, of: test) }
      let name = names.first { !$0.hasPrefix("_:") } ?? ""
      var assertion = Assertion(
        place: place, test: (test?.stringValue ?? name).cut(to: longest), outcome: outcome)
      // A rule that is described elsewhere is known by its address, if it has one.
      if named?.objectValue?.count ?? 0 > 1 || test.flatMap(LinkedNodes.id)?.hasPrefix("_:") ?? true {
        assertion.title = nodes.text("title", of: test) ?? ""
      }
      // Many assertions may be of one test, which is read once.
      let id = named.flatMap { $0.objectValue?.count ?? 0 > 1 ? nil : LinkedNodes.id($0) }
      if let known = id.flatMap({ criteria[$0] }) {
        assertion.criteria = known
      } else {
        assertion.criteria = nodes.all("isPartOf", of: test).flatMap { criteria(namedBy: $0) }.unique()
        if let id { criteria[id] = assertion.criteria }
      }
      let result = result(of: value)
      assertion.message = nodes.text("description", of: result) ?? nodes.text("info", of: result) ?? ""
      let pointer = nodes.member("pointer", of: result).map(nodes.described)
      assertion.element = nodes.text("ptr:expression", of: pointer) ?? nodes.text("expression", of: pointer) ?? ""
      assertion.time = (nodes.text("date", of: result) ?? nodes.text("date", of: value)).flatMap { text in
        (try? Timestamp.read(text, localOffset: zone.offset))?.timestamp.milliseconds
      }
      assertion.subject = nodes.member("subject", of: value) ?? subject
      assertion.isOfSite = nodes.types(assertion.subject.map(nodes.described)).contains {
        ["Website", "WebSite"].contains($0)
      }
      assertion.assertor = nodes.member("assertedBy", of: value)
      return assertion
    }

    private func criteria(namedBy part: JSONValue) -> [String] {
      let names = [part.stringValue] + ["title", "@id", "id"].map { nodes.text($0, of: part) }
      return names.lazy.compactMap(\.self).map { Self.criteria(in: $0.cut(to: longest)) }.first { !$0.isEmpty } ?? []
    }

    /// The criteria whose numbers are in a name, or the one whose place in the recommendation it is: `WCAG2:focus-visible`.
    private static func criteria(in name: String) -> [String] {
      let numbers = ReportText.criteria(in: name)
      guard numbers.isEmpty, isCriterion(name), let end = name.split(whereSeparator: { "#/:".contains($0) }).last
      else { return numbers }
      let slug = end.hasSuffix(".html") ? end.dropLast(5) : end
      return Catalog.criteria.filter { $0.slug == slug }.map(\.id)
    }

    /// Whether a name is that of a criterion by its place in the recommendation.
    private static func isCriterion(_ name: String) -> Bool {
      ["WCAG2", "TR/WCAG", "WCAG:"].contains(where: name.contains)
    }

    /// Of several results the worst one.
    private func result(of value: JSONValue) -> JSONValue? {
      let results = nodes.all("result", of: value)
      guard results.count > 1 else { return results.first }
      let worst = ["failed", "cantTell"].lazy.compactMap { outcome in
        results.first { word(of: $0) == outcome }
      }
      return worst.first ?? results.first
    }

    private func outcome(of value: JSONValue) -> String? { result(of: value).flatMap { word(of: $0) } }

    /// The same of a part, which many may have and which is read once.
    private mutating func outcome(ofPart part: JSONValue) -> String? {
      let id = LinkedNodes.id(part)
      if let known = id.flatMap({ said[$0] }) { return known }
      let outcome = outcome(of: part)
      if let id { said[id] = .some(outcome) }
      return outcome
    }

    /// The outcome of a result by its name, or by its class where its name is one of the tool's own.
    private func word(of result: JSONValue) -> String? {
      guard let outcome = nodes.member("outcome", of: result) else { return nil }
      let id = LinkedNodes.id(outcome) ?? ""
      let known = ([id].filter { !$0.isEmpty } + nodes.types(nodes.described(outcome))).lazy.compactMap { name in
        Self.outcomes[LinkedNodes.end(name).lowercased().filter(\.isLetter)]
      }
      if let word = known.first { return word }
      return id.isEmpty || id.hasPrefix("_:") ? nil : ReportText.oneLine(LinkedNodes.end(id), limit: 40)
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
    guard let data = try members.members("assessmentData"), data.value("assessments") != nil else {
      throw FindingsProblem(notOf: "Accessibility Insights: \(members.place).assessmentData.assessments is missing")
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
          finding.message = AxeFindings.summary(finding.detail)
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
}

/// Reports of WAVE's API and of IBM's checker, whose rules are their own. What WAVE calls an error or a contrast error and
/// IBM a violation is a failure; an alert and the other levels of IBM need a review. What passed or was set aside is left
/// out.
enum CheckerFindings {
  static func readWAVE(_ page: FindingMembers, into report: inout FindingsReport) throws(FindingsProblem) {
    let lists = [("error", false), ("contrast", false), ("alert", true)]
    guard let categories = try page.members("categories"), lists.contains(where: { categories.value($0.0) != nil })
    else { throw FindingsProblem(notOf: "WAVE: \(page.place).categories is missing, or has no errors") }
    let screen = AxeFindings.screen(try page.members("statistics")?.line("pageurl", limit: 4_096) ?? "")
    for (name, isReview) in lists {
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
    finding.line = line.map { Int(clamping: $0) }
    if !finding.file.isEmpty { finding.elements = [finding.file + (line.map { ":\($0)" } ?? "")] }
    finding.component = try members.line("component")
    return finding
  }
}
