import Audit
import Base

/// SARIF 2.1.0, as axe's converter, a11y-check and others write it. A result of level error is a failure, one of
/// another level needs a review; what passes, does not apply, is suppressed or gone is left out.
enum SARIFFindings {
  static func read(_ members: FindingMembers, into report: inout FindingsReport) throws(FindingsProblem) {
    guard members.value("runs") != nil else { throw FindingsProblem(notOf: "SARIF: \(members.place).runs is missing") }
    let runs = try members.objects("runs")
    if runs.isEmpty { report.couldNotTest("report without runs", "reports without runs") }
    for run in runs { try readRun(run, members.value("version")?.stringValue ?? "", into: &report) }
  }

  /// - Parameter form: the version of SARIF. Those before 2.1 name the tool in another place, and most else.
  private static func readRun(
    _ run: FindingMembers, _ form: String, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    guard let parts = try run.members("tool"), let driver = try parts.members("driver") else {
      guard form.isEmpty || form.hasPrefix("2.1") else {
        let found = "SARIF \(ReportText.oneLine(form, limit: 40))"
        throw FindingsProblem("$.version", wanted: "SARIF 2.1.0", found: found)
      }
      throw FindingsProblem("\(run.place).tool.driver", wanted: "an object", found: "nothing")
    }
    let name = try driver.required("name")
    guard name != "a11y" else {
      throw FindingsProblem(
        refusing: "this file was written by \"a11y gate --sarif\"; to import results, use a bundle of \"a11y export\"")
    }
    let tool: ToolFinding.Tool = name.hasPrefix("axe") ? .axe : name == "a11y-check" ? .cvs : .other
    let version = [try driver.line("semanticVersion"), try driver.line("version")].first { !$0.isEmpty } ?? ""
    let invocations = try run.objects("invocations")
    let invocation = invocations.first
    if try invocations.map(hasFailed).contains(true) {
      report.couldNotTest("run that did not end well", "runs that did not end well")
    }
    if run.value("externalPropertyFileReferences")?["results"] != nil {
      report.couldNotTest("run with results in another file", "runs with results in other files")
    } else if run.value("results").map(\.isNull) ?? true {
      // An empty list is a run that found nothing. Without one there was no scan, as when a tool lists its rules.
      report.couldNotTest("run without results", "runs without results")
    }
    let times = [try invocation?.time("startTimeUtc"), try invocation?.time("endTimeUtc")]
    let time = times.compactMap(\.self).first
    report.ran(at: time)
    let rules = try SARIFRules(parts, driver: driver, invocations: invocations)
    let files = try SARIFFiles(run)
    for result in try run.objects("results") {
      let rule = try rules.rule(of: result)
      let kind = try result.line("kind").lowercased()
      let level = [try result.line("level"), rule.level, "warning"].first { !$0.isEmpty }?.lowercased() ?? ""
      guard try isFinding(result, kind, level) else {
        report.leaveOut(
          "result without a finding (passed, not applicable, suppressed, or absent)",
          "results without a finding (passed, not applicable, suppressed, or absent)")
        continue
      }
      let message = try text(of: try result.members("message"), rule)
      var finding = ToolFinding(
        tool: tool, rule: rule.id.isEmpty ? unnamed : rule.id, message: message.isEmpty ? rule.title : message,
        place: result.place)
      finding.isReview = ["open", "review"].contains(kind) || level != "error"
      let properties = try result.members("properties")
      let own = try properties?.lines("wcagCriteria") ?? []
      finding.criteria = own.isEmpty ? rule.criteria : own
      finding.impact = properties?.impact("impact")
      finding.run = [name, version].filter { !$0.isEmpty }.joined(separator: " ")
      finding.time = time
      // A result is at several places where each of them has to change: each may be of another component.
      var places: Set<[String]> = []
      for location in try result.objects("locations") {
        var placed = finding
        try set(location, of: &placed, files)
        if places.insert([placed.screen, placed.file] + placed.elements).inserted { try report.add(placed) }
      }
      if places.isEmpty { try report.add(finding) }
    }
  }

  /// Whether a tool says that it failed, or that something happened on which its results cannot be relied.
  private static func hasFailed(_ invocation: FindingMembers) throws(FindingsProblem) -> Bool {
    if invocation.value("executionSuccessful") == false { return true }
    for list in ["toolExecutionNotifications", "toolConfigurationNotifications"] {
      for notice in try invocation.objects(list) where try notice.line("level").lowercased() == "error" { return true }
    }
    return false
  }

  /// What a result without a rule is of.
  private static let unnamed = "unnamed"

  /// The text of a result, or the one of its rule that it names, with its arguments.
  private static func text(
    of message: FindingMembers?, _ rule: SARIFRules.Rule
  ) throws(FindingsProblem) -> String {
    guard let message else { return "" }
    let id = try message.line("id")
    let texts = [try message.line("text"), rule.messages[id] ?? "", try message.line("markdown")]
    guard let text = texts.first(where: { !$0.isEmpty }) else { return "" }
    let arguments = try message.lines("arguments")
    guard !arguments.isEmpty else { return text }
    var filled = ""
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      filled += rest[..<brace]
      rest = rest[brace...]
      let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      if rest[digits.endIndex...].first == "}", let number = Int(digits), arguments.indices.contains(number) {
        filled += arguments[number]
        rest = rest[digits.endIndex...].dropFirst()
      } else {
        filled += "{"
        rest = rest.dropFirst()
      }
    }
    return ReportText.oneLine(filled + rest, limit: ReportText.line)
  }

  private static func isFinding(
    _ result: FindingMembers, _ kind: String, _ level: String
  ) throws(FindingsProblem) -> Bool {
    guard ["", "fail", "open", "review"].contains(kind) else { return false }
    guard level != "none" || !kind.isEmpty else { return false }
    guard try result.line("baselineState") != "absent" else { return false }
    let suppressions = try result.objects("suppressions").map { suppression throws(FindingsProblem) in
      try suppression.line("status").lowercased()
    }
    // One that is only discussed, or was rejected, keeps the result, even beside one that is accepted.
    return suppressions.isEmpty || !suppressions.allSatisfy { ["", "accepted"].contains($0) }
  }

  /// An element by its selector, a file with its line, or a page by its address.
  private static func set(
    _ location: FindingMembers, of finding: inout ToolFinding, _ files: SARIFFiles
  ) throws(FindingsProblem) {
    if let element = try location.objects("logicalLocations").first {
      let names = [try element.line("fullyQualifiedName"), try element.line("name")].filter { !$0.isEmpty }
      AxeFindings.set(names.first ?? "", of: &finding)
      // What is neither a selector nor a part of code is what the element is called.
      let kind = try element.line("kind").lowercased()
      if finding.tool != .axe, ["", "element"].contains(kind), finding.names.isEmpty {
        finding.names = names.filter { !$0.contains { "#.[]>:*~+=".contains($0) } }
      }
    }
    guard let physical = try location.members("physicalLocation"),
      let artifact = try physical.members("artifactLocation")
    else { return }
    let address = try files.address(artifact)
    guard !SARIFFiles.isPage(address) else {
      finding.screen = AxeFindings.screen(address)
      return
    }
    finding.file = address
    let line = try physical.members("region")?.integer("startLine")
    finding.line = line.map { Int(clamping: $0) }
    if finding.elements.isEmpty, !address.isEmpty { finding.elements = [address + (line.map { ":\($0)" } ?? "")] }
  }
}

/// The rules of one SARIF run: those of the tool itself and those of its extensions.
struct SARIFRules {
  /// A rule as its run tells it.
  struct Rule {
    var id = ""
    var guid = ""
    var level = ""
    var title = ""
    var criteria: [String] = []
    /// Texts that results name instead of having them.
    var messages: [String: String] = [:]
    /// Its place among all rules of the run; nil where the run does not describe it.
    fileprivate var place: Int?
  }

  private struct Component {
    var name: String
    var guid: String
    var rules: [Rule]
    private var byID: [String: Int]

    /// - Parameter start: how many rules come before its own.
    init(_ members: FindingMembers, start: Int) throws(FindingsProblem) {
      name = try members.line("name")
      guid = try members.line("guid").lowercased()
      rules = try members.objects("rules").map(SARIFRules.rule)
      for index in rules.indices { rules[index].place = start + index }
      byID = Dictionary(firstOf: rules.enumerated().map { ($0.element.id, $0.offset) })
    }

    /// A result may add parts to the name of its rule: `CA5350/md5` is of `CA5350`.
    func rule(named id: String) -> Rule? {
      var id = id[...]
      while !id.isEmpty {
        if let place = byID[String(id)] { return rules[place] }
        guard let slash = id.lastIndex(of: "/") else { return nil }
        id = id[..<slash]
      }
      return nil
    }
  }

  /// The tool itself, then its extensions.
  private let components: [Component]

  /// By invocation, the levels that it was started with instead of those of the rules, by their places.
  private var levels: [[Int: String]] = []

  init(_ tool: FindingMembers, driver: FindingMembers, invocations: [FindingMembers]) throws(FindingsProblem) {
    var components = [try Component(driver, start: 0)]
    for extending in try tool.objects("extensions") {
      let start = components.reduce(0) { $0 + $1.rules.count }
      components.append(try Component(extending, start: start))
    }
    self.components = components
    for invocation in invocations {
      var own: [Int: String] = [:]
      for override in try invocation.objects("ruleConfigurationOverrides") {
        let level = try override.members("configuration")?.line("level") ?? ""
        guard !level.isEmpty, let descriptor = try override.members("descriptor"),
          let place = try known(
            descriptor.line("id"), descriptor.integer("index").flatMap { Int(exactly: $0) },
            descriptor.line("guid").lowercased(), descriptor)?.place
        else { continue }
        own[place] = level
      }
      levels.append(own)
    }
  }

  /// The rule of a result; one without more than a name, which may be empty, where the run does not describe it.
  func rule(of result: FindingMembers) throws(FindingsProblem) -> Rule {
    let reference = try result.members("rule")
    let names = [try result.line("ruleId"), try reference?.line("id") ?? ""]
    let name = names.first { !$0.isEmpty } ?? ""
    let index = (reference?.integer("index") ?? result.integer("ruleIndex")).flatMap { Int(exactly: $0) }
    var found = try known(name, index, try reference?.line("guid").lowercased() ?? "", reference) ?? Rule()
    if found.id.isEmpty { found.id = name }
    let started = try result.members("provenance")?.integer("invocationIndex").flatMap { Int(exactly: $0) } ?? 0
    guard levels.indices.contains(started) else { return found }
    if let level = found.place.flatMap({ levels[started][$0] }) { found.level = level }
    return found
  }

  private func known(
    _ name: String, _ index: Int?, _ guid: String, _ reference: FindingMembers?
  ) throws(FindingsProblem) -> Rule? {
    let component = try component(reference?.members("toolComponent"))
    // Without a component an index is of the tool itself, also where the rule is not.
    if let rules = (component ?? components.first)?.rules, let index, rules.indices.contains(index) {
      let rule = rules[index]
      if name.isEmpty || rule.id.isEmpty || name == rule.id || name.hasPrefix(rule.id + "/") { return rule }
    }
    let searched = [component].compactMap(\.self) + components
    if !guid.isEmpty, let rule = searched.lazy.flatMap(\.rules).first(where: { $0.guid == guid }) { return rule }
    return name.isEmpty ? nil : searched.lazy.compactMap { $0.rule(named: name) }.first
  }

  /// The part of the tool that a reference names; nil for none and for one that is not there.
  private func component(_ reference: FindingMembers?) throws(FindingsProblem) -> Component? {
    guard let reference else { return nil }
    if let index = reference.integer("index"), let place = Int(exactly: index), place >= 0 {
      return components.indices.contains(place + 1) ? components[place + 1] : nil
    }
    let (name, guid) = (try reference.line("name"), try reference.line("guid").lowercased())
    return components.first { !guid.isEmpty && $0.guid == guid }
      ?? components.first { !name.isEmpty && $0.name == name }
  }

  private static func rule(_ members: FindingMembers) throws(FindingsProblem) -> Rule {
    var rule = Rule(id: try members.line("id"), guid: try members.line("guid").lowercased())
    rule.level = try members.members("defaultConfiguration")?.line("level") ?? ""
    for name in ["shortDescription", "fullDescription"] where rule.title.isEmpty {
      rule.title = try members.members(name)?.line("text") ?? ""
    }
    if rule.title.isEmpty { rule.title = try members.line("name") }
    var tags = try members.members("properties")?.lines("tags") ?? []
    for relation in try members.objects("relationships") {
      tags.append(try relation.members("target")?.line("id") ?? "")
    }
    rule.criteria = ReportText.criteria(tags: tags)
    for message in try members.each("messageStrings") { rule.messages[message.key] = try message.members.line("text") }
    return rule
  }
}

/// The addresses of one SARIF run: files that results name by their number, and the folders that addresses begin at.
struct SARIFFiles {
  private var files: [String] = []
  private var bases: [String: FindingMembers] = [:]

  /// The most folders that are named one after the other; a base may name itself.
  private static let deepest = 16

  init(_ run: FindingMembers) throws(FindingsProblem) {
    bases = Dictionary(firstOf: try run.each("originalUriBaseIds").map { ($0.key, $0.members) })
    files = try run.objects("artifacts").map { file throws(FindingsProblem) in
      guard let location = try file.members("location") else { return "" }
      return try address(location, 0)
    }
  }

  /// The address of a location, a page's as it is and a file's as a path: `Sources/Écran.swift` of
  /// `%C3%89cran.swift` with the base `file:///app/Sources/`.
  func address(_ location: FindingMembers) throws(FindingsProblem) -> String {
    var address = try address(location, 0)
    if address.isEmpty, let index = location.integer("index"), files.indices.contains(Int(clamping: index)) {
      address = files[Int(clamping: index)]
    }
    guard !Self.isPage(address) else { return address }
    if address.lowercased().hasPrefix("file:") {
      address.removeFirst("file:".count)
      if address.hasPrefix("//") { address = String(address.dropFirst(2).drop { $0 != "/" }) }
    }
    let path = ReportText.decoded(address)
    return ReportText.oneLine(Self.plain(SourceLocation.slashes(path)), limit: 4_096)
  }

  static func isPage(_ address: String) -> Bool {
    ["http://", "https://"].contains { address.lowercased().hasPrefix($0) }
  }

  private func address(_ location: FindingMembers, _ depth: Int) throws(FindingsProblem) -> String {
    let own = try location.line("uri", limit: 4_096)
    let name = location.value("uriBaseId")?.stringValue ?? ""
    let isWhole = own.hasPrefix("/") || own.prefix { $0 != "/" }.contains(":")
    guard !isWhole, depth < Self.deepest, let base = bases[name], !own.isEmpty || depth > 0 else { return own }
    let folder = try address(base, depth + 1)
    return folder.isEmpty || folder.hasSuffix("/") ? folder + own : "\(folder)/\(own)"
  }

  /// The path without `..`: `/app/Shared/A.swift` of `/app/Sources/../Shared/A.swift`.
  private static func plain(_ path: String) -> String {
    guard path.contains("/..") else { return path }
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) where part != "." {
      let isUp = part == ".." && !["", ".."].contains(parts.last ?? "")
      if isUp { parts.removeLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}

/// A scan of a report of Evinced's mobile SDK, an array of them: elements and their issues. What needs a review is
/// kept for review, everything else is a failure. Elements of which none has a list of issues are no run that found
/// nothing: the web SDK writes issues that have elements.
enum EvincedFindings {
  static func read(_ scan: FindingMembers, into report: inout FindingsReport) throws(FindingsProblem) {
    guard scan.value("elements") != nil else {
      throw FindingsProblem(notOf: "Evinced: \(scan.place).elements is missing")
    }
    let elements = try scan.objects("elements")
    if !elements.contains(where: { $0.value("issues") != nil }), !elements.isEmpty || scan.value("severity") != nil {
      throw scan.value("severity") == nil
        ? FindingsProblem(notOf: "Evinced: \(elements.first?.place ?? scan.place).issues is missing")
        : FindingsProblem(
          refusing: "\(scan.place): issues of Evinced's web SDK are not read as JSON; save them as SARIF")
    }
    let circumstances = try scan.members("analyticsInfo")
    let system = [try circumstances?.line("platformName") ?? "", try circumstances?.line("platformVersion") ?? ""]
    for element in elements {
      for issue in try element.objects("issues") {
        let type = try issue.members("issueType")
        let rule = try type?.line("name") ?? ""
        var finding = ToolFinding(
          tool: .evinced, rule: rule.isEmpty ? try issue.required("name") : rule,
          message: try issue.line("summary"), place: issue.place)
        finding.detail = try issue.paragraph("description")
        if let severity = try issue.members("severity") {
          finding.isReview = try severity.line("name") == "Needs Review"
          finding.impact = severity.impact("name")
        }
        for criterion in try type?.objects("criteria") ?? [] {
          finding.criteria.append(try criterion.line("criteria"))
        }
        let resource = try issue.line("viewIdResourceName")
        let names = [
          resource.split(separator: "/").last.map(String.init) ?? "", try issue.line("accessibilityIdentifier"),
          try issue.line("contentDescription"),
        ]
        finding.names = names.filter { !$0.isEmpty }
        finding.elements = finding.names.first.map { [$0] } ?? []
        finding.device = try circumstances?.line("deviceName") ?? ""
        finding.os = system.filter { !$0.isEmpty }.joined(separator: " ")
        finding.run = "Evinced \(try circumstances?.line("sdkVersion") ?? "")"
        finding.time = try scan.time("createdAt", in: report.zone)
        try report.add(finding)
      }
    }
  }
}
