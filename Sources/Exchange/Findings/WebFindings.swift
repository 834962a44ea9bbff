import Audit
import Base

/// Reports of axe-core: the results of a page, or an array of them; an array of rules, as tests keep the violations
/// alone; raw results, whose rules have their lists inside; or any of these in objects that a tool puts around them, such
/// as `findings`, `axeResults`, and `pages`. `violations` are failures, `incomplete` needs a review;
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
      var found: [Found] = []
      look(in: members, of: "", 0, &found)
      guard !found.isEmpty else {
        throw FindingsProblem(notOf: "axe-core: \(members.place).violations is missing")
      }
      for one in found {
        if one.isRule {
          try readRule(one.members, of: one.address, into: &report)
        } else {
          try readPage(one.members, of: one.address, into: &report)
        }
      }
    }
  }

  /// A page or a rule within what is around it.
  private struct Found {
    var members: FindingMembers
    var isRule: Bool
    /// Of the page, where an object around it says so.
    var address: String
  }

  /// The most objects around a page.
  private static let mostAround = 4

  private static func look(in members: FindingMembers, of address: String, _ depth: Int, _ found: inout [Found]) {
    func has(_ names: String...) -> Bool { names.contains { members.value($0) != nil } }
    let isRule = has("id") && (has("nodes", "pageLevel", "helpUrl", "help") || has("violations") && !has("url"))
    guard !isRule, !has("violations") else {
      found.append(Found(members: members, isRule: isRule, address: address))
      return
    }
    let own = ["url", "testUrl"].lazy.compactMap { members.value($0)?.stringValue }.first ?? address
    if depth < mostAround {
      for (name, inner) in members.objectsInside {
        look(in: inner, of: ReportOutline.isAddress(name) ? name : own, depth + 1, &found)
      }
    }
    if depth == 0, found.isEmpty, has("id") { found.append(Found(members: members, isRule: true, address: "")) }
  }

  private static func readPage(
    _ members: FindingMembers, of around: String, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    let own = try members.line("url", limit: 4_096)
    let address = own.isEmpty ? ReportText.oneLine(around, limit: 4_096) : own
    var run = Run(time: try members.time("timestamp"))
    report.ran(at: run.time)
    // Where jsdom runs there is no page.
    if address != "http://localhost/" { run.screen = screen(address) }
    if let engine = try members.members("testEngine") {
      run.name = "\(try engine.line("name")) \(try engine.line("version"))"
    }
    for (list, isReview) in [("violations", false), ("incomplete", true)] {
      for rule in try members.objects(list) {
        let nodes = try rule.objects("nodes")
        // A reporter may leave the nodes out; what it found was found all the same.
        try read(rule, nodes.isEmpty ? [rule] : nodes, isReview, run, into: &report)
      }
    }
  }

  /// A rule by itself: its nodes are failures; or raw, with the lists of a page.
  private static func readRule(
    _ rule: FindingMembers, of address: String, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    let run = Run(screen: address.isEmpty ? "" : screen(address))
    if rule.value("nodes") != nil { try read(rule, try rule.objects("nodes"), false, run, into: &report) }
    for (list, isReview) in [("violations", false), ("incomplete", true)] {
      try read(rule, try rule.objects(list), isReview, run, into: &report)
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

/// The JSON of pa11y, an array of issues or of objects with a page around them, and of pa11y-ci, which has such arrays
/// by address. Errors of HTML_CodeSniffer are failures, and warnings need a review; a notice is on every page and is
/// left out. Issues of axe-core are failures unless they need a further review.
enum Pa11yFindings {
  static func read(_ document: JSONValue, into report: inout FindingsReport) throws(FindingsProblem) {
    if document.arrayValue != nil {
      return try read(try FindingMembers.list(document, at: "$"), of: "", into: &report)
    }
    let members = try FindingMembers(document, at: "$")
    if try readPage(members, into: &report) { return }
    guard let results = members.value("results")?.objectValue else { throw FindingsProblem(notOf: "pa11y") }
    for page in results.members {
      let place = "$.results.\(ReportText.oneLine(page.key, limit: 80))"
      let issues = try FindingMembers.list(page.value, at: place)
      try read(issues, of: AxeFindings.screen(page.key), into: &report)
    }
  }

  /// - Returns: whether the members are those of a page with its issues.
  private static func readPage(
    _ members: FindingMembers, into report: inout FindingsReport
  ) throws(FindingsProblem) -> Bool {
    guard members.value("issues") != nil else { return false }
    let page = AxeFindings.screen(try members.line("pageUrl", limit: 4_096))
    try read(try members.list("issues"), of: page, into: &report)
    return true
  }

  private static func read(
    _ issues: [(place: String, value: JSONValue)], of screen: String, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    for issue in issues {
      let members = try FindingMembers(issue.value, at: issue.place)
      if try readPage(members, into: &report) { continue }
      guard members.value("code") != nil else {
        report.couldNotTest("page that could not be tested", "pages that could not be tested")
        continue
      }
      let code = try members.required("code")
      let type = try members.line("type")
      let isCodeSniffer = code.hasPrefix("WCAG2") || code.hasPrefix("Section508")
      guard !isCodeSniffer || type != "notice" else {
        report.leaveOut("notice of HTML_CodeSniffer", "notices of HTML_CodeSniffer")
        continue
      }
      var finding = ToolFinding(
        tool: isCodeSniffer ? .htmlcs : .axe, rule: code, message: try members.line("message"), place: issue.place)
      finding.run = "pa11y"
      finding.screen = screen
      AxeFindings.set(try members.line("selector"), of: &finding)
      let extras = try members.members("runnerExtras")
      if isCodeSniffer {
        finding.isReview = type != "error"
        // WCAG2AA.Principle1.Guideline1_4.1_4_3_F24.F24.BGColour
        let parts = code.split(separator: ".", maxSplits: 4)
        finding.criteria = parts.count > 3 ? ReportText.criteria(in: String(parts[3])) : []
        if let criterion = finding.criteria.first, parts.count > 4 {
          finding.rule = "\(criterion.split(separator: ".").joined(separator: "_")).\(parts[4])"
        }
      } else {
        finding.isReview = extras?.value("needsFurtherReview")?.boolValue ?? false
        finding.impact = extras?.impact("impact")
        let help = try extras?.line("help") ?? ""
        if !help.isEmpty { finding.message = help }
      }
      try report.add(finding)
    }
  }
}

/// The result of Lighthouse, several of them, those of the steps of a user flow, or PageSpeed's answer around one: the
/// audits of its accessibility category are rules of axe-core. An audit that failed is a failure on each of its elements, an informative one needs a review.
enum LighthouseFindings {
  static func read(_ document: JSONValue, into report: inout FindingsReport) throws(FindingsProblem) {
    if document.arrayValue != nil {
      for one in try FindingMembers.list(document, at: "$") {
        try read(try FindingMembers(one.value, at: one.place), into: &report)
      }
      return
    }
    let members = try FindingMembers(document, at: "$")
    guard members.value("steps") != nil else { return try read(members, into: &report) }
    for step in try members.objects("steps") {
      // A step that measures only how long something takes looks at no element.
      if try step.members("lhr")?.members("categories")?.members("accessibility") == nil {
        report.leaveOut("step without accessibility audits", "steps without accessibility audits")
      } else {
        try read(step, into: &report)
      }
    }
  }

  private static func read(_ members: FindingMembers, into report: inout FindingsReport) throws(FindingsProblem) {
    var result = members
    for name in ["lighthouseResult", "lhr"] {
      if let inner = try members.members(name) { result = inner }
    }
    guard let category = try result.members("categories")?.members("accessibility"),
      let audits = try result.members("audits")
    else { throw FindingsProblem(notOf: "Lighthouse with the category accessibility") }
    let address = try result.line("finalDisplayedUrl", limit: 4_096)
    let screen = AxeFindings.screen(address.isEmpty ? try result.line("requestedUrl", limit: 4_096) : address)
    let time = try result.time("fetchTime")
    report.ran(at: time)
    let axe = try result.members("environment")?.members("credits")?.line("axe-core") ?? ""
    let run = "Lighthouse \(try result.line("lighthouseVersion"))" + (axe.isEmpty ? "" : ", axe-core \(axe)")
    for reference in try category.objects("auditRefs") {
      let id = try reference.required("id")
      guard let audit = try audits.members(id) else { continue }
      let mode = try audit.line("scoreDisplayMode")
      if mode == "error" {
        report.couldNotTest("audit that could not run (\(id))", "audits that could not run (\(id))")
      }
      guard ["binary", "informative"].contains(mode), !isFull(audit.value("score")) else { continue }
      let details = try audit.members("details")
      let data = try details?.members("debugData")
      let items = try details?.objects("items") ?? []
      guard mode == "binary" || !items.isEmpty else { continue }
      func finding(_ place: String) throws(FindingsProblem) -> ToolFinding {
        var finding = ToolFinding(tool: .axe, rule: id, message: try audit.line("title"), place: place)
        finding.isReview = mode == "informative"
        finding.criteria = ReportText.criteria(tags: try data?.lines("tags") ?? [])
        finding.impact = data?.impact("impact")
        (finding.screen, finding.time, finding.run) = (screen, time, run)
        return finding
      }
      if items.isEmpty { try report.add(try finding(audit.place)) }
      for item in items {
        var found = try finding(item.place)
        if let node = try item.members("node") {
          found.detail = try node.paragraph("explanation")
          AxeFindings.set(try node.line("selector"), of: &found)
        }
        try report.add(found)
      }
    }
  }

  private static func isFull(_ score: JSONValue?) -> Bool {
    switch score {
    case .integer(let score): score >= 1
    case .decimal(let score): score.hasPrefix("1.0")
    default: false
    }
  }
}

/// A saved assessment of Accessibility Insights for Web: automated checks are rules of axe-core, what a person found is
/// a requirement of the tool. Unanswered requirements are counted and left out.
enum InsightsFindings {
  /// The status values of the tool for "failed" and "unknown".
  private static let (unknown, fail): (Int64, Int64) = (1, 2)

  static func read(_ document: JSONValue, into report: inout FindingsReport) throws(FindingsProblem) {
    guard let data = try FindingMembers(document, at: "$").members("assessmentData") else {
      throw FindingsProblem(notOf: "Accessibility Insights: $.assessmentData is missing")
    }
    let page = try data.members("persistedTabInfo")
    let screen = AxeFindings.screen(try page?.line("url", limit: 4_096) ?? "")
    for (test, members) in try data.each("assessments") {
      let isAutomated = test == "automated-checks"
      for (selector, instance) in try members.each("generatedAssessmentInstancesMap") {
        for (rule, step) in try instance.each("testStepResults") {
          guard step.integer("status") == fail else {
            if step.integer("status") == unknown {
              report.leaveOut(
                "instance not evaluated", "instances not evaluated")
            }
            continue
          }
          var finding = ToolFinding(
            tool: isAutomated ? .axe : .insights, rule: ReportText.oneLine(rule, limit: 200), message: "",
            place: step.place)
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
      for (requirement, step) in try members.each("manualTestStepResultMap") {
        guard step.integer("status") == fail else {
          if step.integer("status") == unknown {
            report.leaveOut(
              "requirement not evaluated", "requirements not evaluated")
          }
          continue
        }
        let instances = try step.objects("instances")
        for instance in instances.isEmpty ? [step] : instances {
          var finding = ToolFinding(
            tool: .insights, rule: ReportText.oneLine(requirement, limit: 200),
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
