import AuditModel
import CanonicalJSON

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
    // A list without nodes is an evaluation that found nothing.
    let isEmptyList = document.arrayValue?.isEmpty ?? false
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
