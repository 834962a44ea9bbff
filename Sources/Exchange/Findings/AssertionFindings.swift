import Audit
import Base

/// EARL as JSON-LD of any tool, and evaluations of the WCAG-EM Report Tool, which are of the same words: every
/// assertion that failed is a failure, one that cannot tell needs a review. What passed, did not apply or was not
/// tested is counted and left out: it is not a result of this tracker.
///
/// Nodes are read as they are spelled, with `earl:` in front of their members or not; no context is expanded and none
/// is fetched.
enum AssertionFindings {
  static func read(_ document: JSONValue, into report: inout FindingsReport) throws(FindingsProblem) {
    guard !isOurs(document) else {
      throw FindingsProblem(
        refusing: "this file was written by \"a11y report --earl\"; to import results, use a bundle of \"a11y export\"")
    }
    var walk = Walk()
    walk.collect(document, at: "$", subject: nil)
    // A list or a graph without nodes is an evaluation that found nothing.
    let isEmptyList = (document.arrayValue ?? document["@graph"]?.arrayValue)?.isEmpty ?? false
    guard isEmptyList || !walk.assertions.isEmpty else { throw FindingsProblem(notOf: "assertions (EARL)") }
    let failedOnPages = Set(
      walk.assertions.filter { !$0.isOfSite && $0.outcome == "failed" }.map(\.test))
    for assertion in walk.assertions {
      switch assertion.outcome {
      // Of a site and one of its pages the page says more.
      case "failed" where assertion.isOfSite && failedOnPages.contains(assertion.test): continue
      case "failed", "cantTell": try report.add(walk.finding(assertion))
      default:
        report.leaveOut(
          "assertion without a finding (\(assertion.outcome))",
          "assertions without a finding (\(assertion.outcome))")
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
    /// `failed`, `cantTell`, `passed`, `inapplicable`, `untested`.
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
            assertions.append(Self.assertion(value, outcome, at: place, subject))
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
      _ value: JSONValue, _ outcome: String, at place: String, _ subject: JSONValue?
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
        (try? Timestamp.read(text, localOffset: { _ in 0 }))?.timestamp.milliseconds
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
      return text.map { $0.split { ":#/".contains($0) }.last.map(String.init) ?? $0 }
    }
  }
}

/// Results of axe-android, by themselves or as Accessibility Insights for Android keeps them beside those of the
/// Accessibility Test Framework. FAIL and ERROR are failures; INCOMPLETE and WARNING need a review.
enum AndroidFindings {
  static func read(_ members: FindingMembers, into report: inout FindingsReport) throws(FindingsProblem) {
    guard ["AxeResults", "ATFAResults", "axeRuleResults"].contains(where: { members.value($0) != nil }) else {
      throw FindingsProblem(notOf: "axe-android or Accessibility Insights for Android")
    }
    if let axe = try members.members("AxeResults") { try readAxe(axe, into: &report) }
    if members.value("axeRuleResults") != nil { try readAxe(members, into: &report) }
    try readFramework(members, into: &report)
  }

  // MARK: axe-android

  /// What a view is called.
  private struct View {
    var resource = ""
    var label = ""
    var text = ""
  }

  private static let impacts: [Impact] = [.minor, .moderate, .serious, .critical, .critical]

  private static func readAxe(_ axe: FindingMembers, into report: inout FindingsReport) throws(FindingsProblem) {
    let context = try axe.members("axeContext")
    let data = try context?.members("axeMetaData")
    let device = try context?.members("axeDevice")
    var views: [String: View] = [:]
    if let root = try context?.members("axeView") { try collect(root, into: &views) }
    let title = try data?.line("screenTitle") ?? ""
    for result in try axe.objects("axeRuleResults") {
      let status = try result.line("status")
      guard ["FAIL", "INCOMPLETE"].contains(status) else { continue }
      var finding = ToolFinding(
        tool: .android, rule: try result.required("ruleId"), message: try result.line("ruleSummary"),
        place: result.place)
      finding.isReview = status == "INCOMPLETE"
      let impact = result.integer("impact").flatMap { Int(exactly: $0) }
      finding.impact = impact.flatMap { impacts.indices.contains($0) ? impacts[$0] : nil }
      set(views[try result.line("axeViewId")] ?? View(), of: &finding)
      finding.screen = title == "No Screen Title Available" ? "" : title
      finding.device = try device?.line("name") ?? ""
      finding.os = try device?.line("osVersion") ?? ""
      finding.run = "axe-android \(try data?.line("axeVersion") ?? "")"
      finding.time = Int64(try data?.line("analysisTimestamp") ?? "")
      try report.add(finding)
    }
  }

  private static func collect(_ view: FindingMembers, into views: inout [String: View]) throws(FindingsProblem) {
    views[try view.line("axeViewId")] = View(
      resource: try view.line("viewIdResourceName"), label: try view.line("contentDescription"),
      text: try view.line("text"))
    for child in try view.objects("children") { try collect(child, into: &views) }
  }

  /// `close` of `com.example.shop:id/close`; an element is found by that, then by what is spoken.
  private static func set(_ view: View, of finding: inout ToolFinding) {
    let name = view.resource.split(separator: "/").last.map(String.init) ?? ""
    finding.names = [name, view.label, view.text].filter { !$0.isEmpty }
    finding.elements = [view.resource, view.label, view.text].first { !$0.isEmpty }.map { [$0] } ?? []
  }

  // MARK: Accessibility Test Framework

  private static func readFramework(
    _ members: FindingMembers, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    var titles: [String: String] = [:]
    for rule in try members.objects("ATFARules") {
      titles[simple(try rule.line("class"))] = try rule.line("titleMessage")
    }
    for result in try members.objects("ATFAResults") {
      let type = try result.line("AccessibilityCheckResult.type")
      guard ["ERROR", "WARNING"].contains(type) else { continue }
      let rule = simple(try result.required("AccessibilityCheckResult.checkClass"))
      var finding = ToolFinding(tool: .atf, rule: rule, message: titles[rule] ?? rule, place: result.place)
      finding.isReview = type == "WARNING"
      finding.run = "Accessibility Test Framework"
      if let element = try result.members("AccessibilityHierarchyCheckResult.element") {
        set(
          View(
            resource: try element.line("ViewHierarchyElement.resourceName"),
            label: spoken(element.value("ViewHierarchyElement.contentDescription")),
            text: spoken(element.value("ViewHierarchyElement.text"))), of: &finding)
      }
      try report.add(finding)
    }
  }

  /// A class without its package.
  private static func simple(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }

  /// Text that the tool keeps with its styles around it.
  private static func spoken(_ value: JSONValue?) -> String {
    let raw = value?["SpannableString.rawString"]
    let text = raw?.stringValue ?? raw?["SpannableStringInternal.mText"]?.stringValue ?? value?.stringValue ?? ""
    return ReportText.oneLine(text, limit: ReportText.line)
  }
}

/// The JSON of `a11y-check` by CVS Health, which reads Swift source: an array of
/// `{"ruleID","severity","impact","message","filePath","line","column","wcagCriteria"}`, by itself or as `diagnostics`
/// beside a score. An error is a failure; a warning and an info need a review.
enum SourceFindings {
  static func read(_ document: JSONValue, into report: inout FindingsReport) throws(FindingsProblem) {
    var (list, path) = (document, "$")
    if document.objectValue != nil {
      guard let diagnostics = document["diagnostics"] else { throw FindingsProblem(notOf: "a11y-check") }
      (list, path) = (diagnostics, "$.diagnostics")
    }
    for value in try FindingMembers.list(list, at: path) {
      try report.add(try finding(try FindingMembers(value.value, at: value.place)))
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
