import AuditModel
import CanonicalJSON

/// The results object of axe-core, or an array of them, one per page: `violations` are faults, `incomplete` is to be
/// looked at; each has an id, a help text and the nodes it was found on.
enum AxeFindings {
  static let keys: Set<String> = [
    "violations", "passes", "incomplete", "inapplicable", "testEngine", "testRunner", "testEnvironment", "timestamp",
    "url", "toolOptions",
  ]

  static func read(_ document: JSONValue) throws(FindingsProblem) -> [ToolFinding] {
    let pages = document.arrayValue == nil ? [("$", document)] : try FindingMembers.list(document, at: "$")
    var findings: [ToolFinding] = []
    for (path, page) in pages {
      let members = try FindingMembers(page, at: path)
      guard members.value("violations") != nil else {
        throw FindingsProblem(notOf: "axe-core: \(path).violations is missing")
      }
      let screen = Self.screen(try members.line("url", limit: 4_096))
      let time = try members.time("timestamp")
      var run = ""
      if let engine = members.value("testEngine") {
        let engine = try FindingMembers(engine, at: "\(path).testEngine")
        run = "\(try engine.line("name")) \(try engine.line("version"))"
      }
      for (list, isReview) in [("violations", false), ("incomplete", true)] {
        for (path, rule) in try members.list(list) {
          for var finding in try Self.findings(rule, at: path) {
            guard findings.count < FindingsReport.most else { throw FindingsProblem(tooMany: FindingsReport.most) }
            finding.isReview = isReview
            finding.screen = screen
            finding.time = time
            finding.run = run
            findings.append(finding)
          }
        }
      }
    }
    return findings
  }

  /// One for each node.
  private static func findings(_ rule: JSONValue, at path: String) throws(FindingsProblem) -> [ToolFinding] {
    let members = try FindingMembers(rule, at: path)
    let id = try members.required("id")
    let help = try members.line("help")
    return try members.list("nodes").map { node throws(FindingsProblem) in
      let members = try FindingMembers(node.value, at: node.place)
      var finding = ToolFinding(tool: .axe, rule: id, message: help, place: node.place)
      finding.detail = try members.paragraph("failureSummary")
      let target = try members.list("target").last
      let selector = target.flatMap { $0.value.stringValue ?? $0.value.arrayValue?.last?.stringValue } ?? ""
      let shown = ReportText.oneLine(selector, limit: ReportText.line)
      finding.elements = [shown].filter { !$0.isEmpty }
      finding.names = [identifier(in: shown)].filter { !$0.isEmpty }
      return finding
    }
  }

  /// Attributes that give an element its name; the value of any other one (a label, a link, a class) only looks like one.
  private static let identifying = ["id", "data-testid", "data-test-id", "data-test", "data-cy", "data-qa"]

  /// The identifier that a selector ends with: `close` of `main > button#close` and of `[data-testid="close"]`.
  static func identifier(in selector: String) -> String {
    func isPart(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "-" || scalar == "_" || !scalar.isASCII || scalar.properties.isAlphabetic
        || scalar.properties.numericType != nil
    }
    var rest = selector.unicodeScalars[...]
    let isAttribute = rest.suffix(2).elementsEqual("\"]".unicodeScalars)
    if isAttribute { rest.removeLast(2) }
    let name = Array(rest.reversed().prefix(while: isPart).reversed())
    rest.removeLast(name.count)
    guard !name.isEmpty else { return "" }
    let identifier = String(String.UnicodeScalarView(name))
    guard isAttribute else { return rest.last == "#" ? identifier : "" }
    let head = String(String.UnicodeScalarView(rest))
    return identifying.contains { head.hasSuffix("[\($0)=\"") } ? identifier : ""
  }

  /// What a page is called: the path of its address, without what does not tell pages apart; the host for the first.
  static func screen(_ address: String) -> String {
    var rest = address[...]
    if let mark = rest.firstIndex(where: { $0 == "?" || $0 == "#" }) { rest = rest[..<mark] }
    var parts = rest.split(separator: "/").map(String.init)
    if rest.contains("://"), parts.count > 1 {
      // Of an address the host is left out, of a file its folders.
      parts = parts.first == "file:" ? parts.suffix(1) : Array(parts.dropFirst(parts.count > 2 ? 2 : 1))
    }
    if let last = parts.last, last.hasSuffix(".html") { parts[parts.count - 1] = String(last.dropLast(5)) }
    return ReportText.cut(parts.joined(separator: "/"), to: ReportText.line)
  }
}
