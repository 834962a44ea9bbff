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

  /// A rule as its run tells it.
  private struct Rule {
    var id = ""
    var level = ""
    var title = ""
    var criteria: [String] = []
  }

  private static func read(_ run: FindingMembers, into report: inout FindingsReport) throws(FindingsProblem) {
    guard let driver = try run.members("tool")?.members("driver") else {
      throw FindingsProblem("\(run.place).tool.driver", wanted: "an object", found: "nothing")
    }
    let name = try driver.required("name")
    guard name != "a11y" else {
      throw FindingsProblem(
        refusing: "this file was written by \"a11y gate --sarif\"; to import results, use a bundle of \"a11y export\"")
    }
    let tool: ToolFinding.Tool = name.hasPrefix("axe") ? .axe : name == "a11y-check" ? .cvs : .other
    let version = [try driver.line("semanticVersion"), try driver.line("version")].first { !$0.isEmpty } ?? ""
    let invocation = try run.objects("invocations").first
    let times = [try invocation?.time("startTimeUtc"), try invocation?.time("endTimeUtc")]
    let time = times.compactMap(\.self).first
    report.ran(at: time)
    let rules = try driver.objects("rules").map(rule)
    let files = try run.objects("artifacts").map { file throws(FindingsProblem) in
      try file.members("location")?.line("uri", limit: 4_096) ?? ""
    }
    for result in try run.objects("results") {
      let place = result.integer("ruleIndex").flatMap { Int(exactly: $0) }
      let named = try result.line("ruleId")
      let rule =
        place.flatMap { rules.indices.contains($0) ? rules[$0] : nil } ?? rules.first { $0.id == named }
        ?? Rule(id: named)
      let id = named.isEmpty ? rule.id : named
      guard !id.isEmpty else { throw FindingsProblem("\(result.place).ruleId", wanted: "text", found: "nothing") }
      let kind = try result.line("kind")
      let level = [try result.line("level"), rule.level, "warning"].first { !$0.isEmpty } ?? ""
      guard try isFinding(result, kind, level) else {
        report.leaveOut(
          "result without a finding (passed, not applicable, suppressed, or absent)",
          "results without a finding (passed, not applicable, suppressed, or absent)")
        continue
      }
      let message = try result.members("message")?.line("text") ?? ""
      var finding = ToolFinding(
        tool: tool, rule: id, message: message.isEmpty ? rule.title : message, place: result.place)
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

  private static func rule(_ members: FindingMembers) throws(FindingsProblem) -> Rule {
    var rule = Rule(id: try members.line("id"))
    rule.level = try members.members("defaultConfiguration")?.line("level") ?? ""
    rule.title = try members.members("shortDescription")?.line("text") ?? ""
    if rule.title.isEmpty { rule.title = try members.line("name") }
    var tags = try members.members("properties")?.lines("tags") ?? []
    for relation in try members.objects("relationships") {
      tags.append(try relation.members("target")?.line("id") ?? "")
    }
    rule.criteria = ReportText.criteria(tags: tags) + ReportText.criteria(in: tags.joined(separator: " "))
    return rule
  }

  private static func isFinding(
    _ result: FindingMembers, _ kind: String, _ level: String
  ) throws(FindingsProblem) -> Bool {
    guard ["", "fail", "open", "review"].contains(kind) else { return false }
    guard level != "none" || !kind.isEmpty else { return false }
    guard try result.line("baselineState") != "absent" else { return false }
    for suppression in try result.objects("suppressions") {
      if try suppression.line("status") != "rejected" { return false }
    }
    return true
  }

  /// An element by its selector, a file with its line, or a page by its address.
  private static func set(
    _ location: FindingMembers, of finding: inout ToolFinding, _ files: [String]
  ) throws(FindingsProblem) {
    if let element = try location.objects("logicalLocations").first {
      AxeFindings.set(try element.line("fullyQualifiedName"), of: &finding)
    }
    guard let physical = try location.members("physicalLocation"),
      let artifact = try physical.members("artifactLocation")
    else { return }
    var address = try artifact.line("uri", limit: 4_096)
    if address.isEmpty, let index = artifact.integer("index"), files.indices.contains(Int(clamping: index)) {
      address = files[Int(clamping: index)]
    }
    guard !address.hasPrefix("http://"), !address.hasPrefix("https://") else {
      finding.screen = AxeFindings.screen(address)
      return
    }
    finding.file = address
    let line = try physical.members("region")?.integer("startLine")
    if finding.elements.isEmpty, !address.isEmpty { finding.elements = [address + (line.map { ":\($0)" } ?? "")] }
  }
}
