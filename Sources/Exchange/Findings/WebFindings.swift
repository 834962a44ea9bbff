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

  static func read(_ members: FindingMembers, into report: inout FindingsReport) throws(FindingsProblem) {
    var found: [Found] = []
    look(in: members, of: "", 0, &found)
    guard !found.isEmpty else {
      throw FindingsProblem(notOf: "axe-core: \(members.place).violations is missing")
    }
    // Anything may have an id: a rule without a list of what it found is no run that found nothing.
    guard found.contains(where: { one in one.kind != .rule || lists.contains { one.members.value($0) != nil } }) else {
      throw FindingsProblem(notOf: "axe-core: \(found[0].members.place).nodes is missing")
    }
    for one in found {
      switch one.kind {
      case .rule: try readRule(one.members, of: one.address, into: &report)
      case .page: try readPage(one.members, of: one.address, into: &report)
      case .issue: try readIssue(one.members, of: one.address, into: &report)
      }
    }
  }

  /// A page, a rule, or an issue within what is around it.
  private struct Found {
    enum Kind { case page, rule, issue }

    var members: FindingMembers
    var kind: Kind
    /// Of the page, where an object around it says so.
    var address: String
  }

  /// What a rule has by itself, or raw.
  private static let lists = ["nodes", "violations", "incomplete", "passes", "inapplicable", "result", "pageLevel"]

  /// The most objects around a page.
  private static let mostAround = 4

  private static func look(in members: FindingMembers, of address: String, _ depth: Int, _ found: inout [Found]) {
    func has(_ names: String...) -> Bool { names.contains { members.value($0) != nil } }
    let isRule =
      has("id") && !has("ruleId") && (has("nodes", "pageLevel", "helpUrl", "help") || has("violations") && !has("url"))
    let isIssue = has("ruleId") && has("selector", "helpUrl", "needsReview")
    // An export that found nothing is a page without violations.
    let isEmptyExport = members.value("allIssues")?.arrayValue?.isEmpty ?? false
    guard !isRule, !isIssue, !isEmptyExport, !has("violations") else {
      found.append(Found(members: members, kind: isRule ? .rule : isIssue ? .issue : .page, address: address))
      return
    }
    let named = ["url", "testUrl"].lazy.compactMap { members.value($0)?.stringValue }.first
    let own = named ?? route(members) ?? address
    if depth < mostAround {
      // Beside its issues an export only sums them up.
      for (name, inner) in members.objectsInside where !has("allIssues") || name == "allIssues" {
        look(in: inner, of: ReportOutline.isAddress(name) ? name : own, depth + 1, &found)
      }
    }
    if depth == 0, found.isEmpty, has("id") { found.append(Found(members: members, kind: .rule, address: "")) }
  }

  /// The page of results as a test names it that has no address of them: `/sign-in`.
  private static func route(_ members: FindingMembers) -> String? {
    let texts = ["pageUrl", "page", "route"].lazy.compactMap { members.value($0)?.stringValue }
    return texts.first(where: ReportOutline.isAddress)
  }

  private static func readPage(
    _ members: FindingMembers, of around: String, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    let own = try members.line("url", limit: 4_096)
    let address = own.isEmpty ? ReportText.oneLine(route(members) ?? around, limit: 4_096) : own
    var run = Run(time: try members.time("timestamp", in: report.zone))
    report.ran(at: run.time)
    // Where jsdom runs there is no page.
    if address != "http://localhost/" { run.screen = screen(address) }
    if let engine = try members.members("testEngine") {
      run.name = "\(try engine.line("name")) \(try engine.line("version"))"
    }
    for (list, isReview) in [("violations", false), ("incomplete", true)] {
      for rule in try members.objects(list) {
        // A reporter may leave the nodes out, or count them; what it found was found all the same.
        let nodes = rule.integer("nodes") == nil ? try rule.objects("nodes") : []
        try read(rule, nodes.isEmpty ? [rule] : nodes, isReview, run, into: &report)
      }
    }
  }

  /// A rule by itself: its nodes are failures; or raw, with the lists of a page.
  private static func readRule(
    _ rule: FindingMembers, of address: String, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    let run = Run(screen: address.isEmpty ? "" : screen(address))
    if rule.integer("nodes") != nil {
      try read(rule, [rule], false, run, into: &report)
    } else if rule.value("nodes") != nil {
      try read(rule, try rule.objects("nodes"), false, run, into: &report)
    }
    for (list, isReview) in [("violations", false), ("incomplete", true)] {
      try read(rule, try rule.objects(list), isReview, run, into: &report)
    }
  }

  /// An issue as axe DevTools exports it: a rule and one element.
  private static func readIssue(
    _ issue: FindingMembers, of address: String, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    var finding = ToolFinding(
      tool: .axe, rule: try issue.required("ruleId"), message: try issue.line("help"), place: issue.place)
    finding.detail = try issue.paragraph("summary")
    set(selector(try issue.oneOrMore("selector")), of: &finding)
    finding.isReview = issue.value("needsReview")?.boolValue ?? false
    finding.criteria = ReportText.criteria(tags: try issue.lines("tags"))
    finding.impact = issue.impact("impact")
    let own = try issue.line("testUrl", limit: 4_096)
    if !own.isEmpty || !address.isEmpty { finding.screen = screen(own.isEmpty ? address : own) }
    finding.time = try issue.time("createdAt", in: report.zone)
    finding.run = "axe DevTools"
    try report.add(finding)
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
      var target = try node.oneOrMore("target")
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
    return lines.filter { !$0.isEmpty }.joined(separator: "\n").cut(to: ReportText.long)
  }
}

/// The JSON of pa11y, an array of issues or of objects with a page around them, and of pa11y-ci, which has such arrays
/// by address. Errors of HTML_CodeSniffer are failures, and warnings need a review; a notice is on every page and is
/// left out. Issues of axe-core are failures unless they need a further review.
enum Pa11yFindings {
  static let columns = ["type", "code", "message", "context", "selector"]
  private static let untestable = (one: "page that could not be tested", several: "pages that could not be tested")

  static func read(_ document: JSONValue, into report: inout FindingsReport) throws(FindingsProblem) {
    if document.arrayValue != nil {
      return try read(try FindingMembers.list(document, at: "$"), of: "", into: &report)
    }
    guard try readPages(try FindingMembers(document, at: "$"), into: &report) else {
      throw FindingsProblem(notOf: "pa11y")
    }
  }

  /// What `pa11y --reporter csv` writes: below the header a line for each issue, whose cells are texts of JSON
  /// (pa11y/pa11y: lib/reporters/csv.js).
  static func readTable(_ bytes: [UInt8], into report: inout FindingsReport) throws(FindingsProblem) {
    var issues: [(place: String, value: JSONValue)] = []
    for (number, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      guard number > 0, line.contains(where: { $0 > 0x20 }) else { continue }
      let row = Array("[".utf8) + line + Array("]".utf8)
      guard let cells = try? JSONReader.parse(row, options: FindingsReport.options).arrayValue,
        cells.count == columns.count
      else {
        throw FindingsProblem(
          "line \(number + 1)", wanted: "5 cells in quotes, as pa11y writes them",
          found: "\"\(ReportText.oneLine(String(decoding: line, as: UTF8.self), limit: 40))\"")
      }
      issues.append(("line \(number + 1)", .object(JSONObject(Array(zip(columns, cells))))))
    }
    try read(issues, of: "", into: &report)
  }

  /// - Returns: whether the members are those of a page with its issues, or of a run over several pages.
  private static func readPages(
    _ members: FindingMembers, into report: inout FindingsReport
  ) throws(FindingsProblem) -> Bool {
    if let results = members.value("results")?.objectValue, members.value("code") == nil {
      for page in results.members {
        let place = "\(members.place).results.\(ReportText.oneLine(page.key, limit: 80))"
        let issues = try FindingMembers.list(page.value, at: place)
        try read(issues, of: AxeFindings.screen(page.key), into: &report)
      }
      return true
    }
    guard members.value("issues") != nil else { return false }
    // Scripts over several pages write url, and why a page could not be opened.
    let own = try members.line("pageUrl", limit: 4_096)
    let page = AxeFindings.screen(own.isEmpty ? try members.line("url", limit: 4_096) : own)
    let issues = try members.list("issues")
    let isFailed = members.value("error").map { $0.stringValue != "" && $0.boolValue != false } ?? false
    if issues.isEmpty, isFailed { report.couldNotTest(untestable.one, untestable.several) }
    try read(issues, of: page, into: &report)
    return true
  }

  static func read(
    _ issues: [(place: String, value: JSONValue)], of screen: String, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    for issue in issues {
      let members = try FindingMembers(issue.value, at: issue.place)
      if try readPages(members, into: &report) { continue }
      guard members.value("code") != nil else {
        report.couldNotTest(untestable.one, untestable.several)
        continue
      }
      let code = try members.required("code")
      let type = try members.line("type").lowercased()
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
  static func read(_ members: FindingMembers, into report: inout FindingsReport) throws(FindingsProblem) {
    guard members.value("steps") != nil else { return try readResult(members, into: &report) }
    for step in try members.objects("steps") {
      // A step that measures only how long something takes looks at no element.
      if try step.members("lhr")?.members("categories")?.members("accessibility") == nil {
        report.leaveOut("step without accessibility audits", "steps without accessibility audits")
      } else {
        try readResult(step, into: &report)
      }
    }
  }

  private static func readResult(_ members: FindingMembers, into report: inout FindingsReport) throws(FindingsProblem) {
    var result = members
    for name in ["lighthouseResult", "lhr"] {
      if let inner = try members.members(name) { result = inner }
    }
    let failure = try result.members("runtimeError")
    let code = try failure?.line("code") ?? ""
    let hasFailed = !["", "NO_ERROR"].contains(code)
    guard let category = try result.members("categories")?.members("accessibility"),
      let audits = try result.members("audits")
    else {
      var words = [code, try failure?.line("message") ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
      if words.hasSuffix(".") { words.removeLast() }
      throw hasFailed
        ? FindingsProblem(refusing: "Lighthouse could not test the page: \(words)")
        : FindingsProblem(notOf: "Lighthouse with the category accessibility")
    }
    // Editions before 10 name the page that a request led to otherwise.
    let addresses = try ["finalDisplayedUrl", "finalUrl", "requestedUrl"].map { name throws(FindingsProblem) in
      try result.line(name, limit: 4_096)
    }
    let screen = AxeFindings.screen(addresses.first { !$0.isEmpty } ?? "")
    let time = try result.time("fetchTime", in: report.zone)
    report.ran(at: time)
    let axe = try result.members("environment")?.members("credits")?.line("axe-core") ?? ""
    let run = "Lighthouse \(try result.line("lighthouseVersion"))" + (axe.isEmpty ? "" : ", axe-core \(axe)")
    let references = try category.objects("auditRefs").map { reference throws(FindingsProblem) in
      try reference.required("id")
    }
    let isTested =
      references.contains { audits.value($0) != nil } || references.isEmpty && category.value("auditRefs") != nil
    if hasFailed || !isTested {
      report.couldNotTest("page that could not be tested", "pages that could not be tested")
    }
    for id in references where isTested {
      guard let audit = try audits.members(id) else {
        report.couldNotTest("audit that could not run (\(id))", "audits that could not run (\(id))")
        continue
      }
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
        var finding = ToolFinding(tool: .axe, rule: id, message: "", place: place)
        finding.isReview = mode == "informative"
        // The title says what failed only where something did; else it is the sentence of a pass.
        if !finding.isReview { finding.message = try audit.line("title") }
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
          if found.isReview { found.message = AxeFindings.summary(found.detail) }
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
