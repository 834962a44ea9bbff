import AuditModel
import CanonicalJSON

/// SARIF 2.1.0, as axe's converter, a11y-check and others write it. A result of level error is a failure, one of
/// another level needs a review; what passes, does not apply, is suppressed or gone is left out.
enum SARIFFindings {
  static func read(_ document: JSONValue, into report: inout FindingsReport) throws(FindingsProblem) {
    let members = try FindingMembers(document, at: "$")
    guard members.value("runs") != nil else { throw FindingsProblem(notOf: "SARIF: $.runs is missing") }
    for run in try members.objects("runs") { try read(run, into: &report) }
  }

  private static func read(_ run: FindingMembers, into report: inout FindingsReport) throws(FindingsProblem) {
    guard let parts = try run.members("tool"), let driver = try parts.members("driver") else {
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
    let times = [try invocation?.time("startTimeUtc"), try invocation?.time("endTimeUtc")]
    let time = times.compactMap(\.self).first
    report.ran(at: time)
    let rules = try SARIFRules(parts, driver: driver, invocations: invocations)
    let files = try SARIFFiles(run)
    for result in try run.objects("results") {
      let rule = try rules.rule(of: result)
      let kind = try result.line("kind")
      let level = [try result.line("level"), rule.level, "warning"].first { !$0.isEmpty } ?? ""
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
      if let location = try result.objects("locations").first { try set(location, of: &finding, files) }
      try report.add(finding)
    }
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
    for suppression in try result.objects("suppressions") {
      // One that is only discussed or was rejected hides nothing.
      if ["", "accepted"].contains(try suppression.line("status")) { return false }
    }
    return true
  }

  /// An element by its selector, a file with its line, or a page by its address.
  private static func set(
    _ location: FindingMembers, of finding: inout ToolFinding, _ files: SARIFFiles
  ) throws(FindingsProblem) {
    if let element = try location.objects("logicalLocations").first {
      let name = try element.line("fullyQualifiedName")
      AxeFindings.set(name.isEmpty ? try element.line("name") : name, of: &finding)
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
    if finding.elements.isEmpty, !address.isEmpty { finding.elements = [address + (line.map { ":\($0)" } ?? "")] }
  }
}
