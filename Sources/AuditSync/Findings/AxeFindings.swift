import AuditModel
import CanonicalJSON

/// Reports of axe-core: the results of a page, or an array of them; an array of rules, as tests keep the violations
/// alone; or raw results, whose rules have their lists inside. `violations` are failures, `incomplete` needs a review;
/// each rule has an id, a help text and the nodes it was found on.
enum AxeFindings {
  /// What holds for all that was found on a page.
  private struct Run {
    var name = ""
    var screen = ""
    var time: Int64?
  }

  static func read(_ document: JSONValue, into report: inout FindingsReport) throws(FindingsProblem) {
    let entries = document.arrayValue == nil ? [("$", document)] : try FindingMembers.list(document, at: "$")
    for (path, value) in entries {
      let members = try FindingMembers(value, at: path)
      if members.value("id") != nil {
        try readRule(members, into: &report)
      } else {
        try readPage(members, into: &report)
      }
    }
  }

  private static func readPage(
    _ members: FindingMembers, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    guard members.value("violations") != nil else {
      throw FindingsProblem(notOf: "axe-core: \(members.place).violations is missing")
    }
    let address = try members.line("url", limit: 4_096)
    var run = Run(time: try members.time("timestamp"))
    report.ran(at: run.time)
    // Where jsdom runs there is no page.
    if address != "http://localhost/" { run.screen = screen(address) }
    if let engine = try members.members("testEngine") {
      run.name = "\(try engine.line("name")) \(try engine.line("version"))"
    }
    for (list, isReview) in [("violations", false), ("incomplete", true)] {
      for rule in try members.objects(list) {
        try read(rule, try rule.objects("nodes"), isReview, run, into: &report)
      }
    }
  }

  /// A rule by itself: its nodes are failures; or raw, with the lists of a page.
  private static func readRule(
    _ rule: FindingMembers, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    if rule.value("nodes") != nil { try read(rule, try rule.objects("nodes"), false, Run(), into: &report) }
    for (list, isReview) in [("violations", false), ("incomplete", true)] {
      try read(rule, try rule.objects(list), isReview, Run(), into: &report)
    }
  }

  /// One finding for each node.
  private static func read(
    _ rule: FindingMembers, _ nodes: [FindingMembers], _ isReview: Bool, _ run: Run, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    let id = try rule.required("id")
    let help = try rule.line("help")
    let criteria = ReportText.criteria(tags: try rule.lines("tags"))
    let impact = rule.impact("impact")
    for node in nodes {
      var finding = ToolFinding(tool: .axe, rule: id, message: help, place: node.place)
      finding.detail = try node.paragraph("failureSummary")
      if finding.detail.isEmpty { finding.detail = try messages(node) }
      var target = try node.list("target")
      if let raw = try node.members("node") { target = try raw.list("selector") }
      set(selector(target), of: &finding)
      finding.isReview = isReview
      finding.criteria = criteria
      finding.impact = node.impact("impact") ?? impact
      finding.screen = run.screen
      finding.time = run.time
      finding.run = run.name
      try report.add(finding)
    }
  }

  /// The messages of the checks of a rule, if the report has no summary.
  private static func messages(_ node: FindingMembers) throws(FindingsProblem) -> String {
    var lines: [String] = []
    for list in ["any", "all", "none"] {
      for check in try node.objects(list) { lines.append(try check.line("message")) }
    }
    return ReportText.cut(lines.filter { !$0.isEmpty }.joined(separator: "\n"), to: ReportText.long)
  }

  /// The element itself: those before it are frames, an array is a way through shadow roots.
  static func selector(_ target: [(place: String, value: JSONValue)]) -> String {
    let last = target.last
    return last.flatMap { $0.value.stringValue ?? $0.value.arrayValue?.last?.stringValue } ?? ""
  }

  /// Says which element it is: shown by its selector, and found by its identifier alone.
  static func set(_ selector: String, of finding: inout ToolFinding) {
    let shown = ReportText.oneLine(selector, limit: ReportText.line)
    finding.elements = [shown].filter { !$0.isEmpty }
    finding.names = [identifier(in: shown)].filter { !$0.isEmpty }
  }

  /// The attribute that testers give an element as its name; the value of any other one (an id, a label, a class) only
  /// looks like one, and rules of the tracker say whose it is.
  private static let identifying = "[data-testid=\""

  /// The identifier that a selector ends with: `close` of `main > [data-testid="close"]`.
  static func identifier(in selector: String) -> String {
    func isPart(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "-" || scalar == "_" || !scalar.isASCII || scalar.properties.isAlphabetic
        || scalar.properties.numericType != nil
    }
    var rest = selector.unicodeScalars[...]
    guard rest.suffix(2).elementsEqual("\"]".unicodeScalars) else { return "" }
    rest.removeLast(2)
    let name = Array(rest.reversed().prefix(while: isPart).reversed())
    rest.removeLast(name.count)
    guard String(String.UnicodeScalarView(rest)).hasSuffix(identifying) else { return "" }
    return String(String.UnicodeScalarView(name))
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
    return ReportText.oneLine(ReportText.decoded(parts.joined(separator: "/")), limit: ReportText.line)
  }
}
