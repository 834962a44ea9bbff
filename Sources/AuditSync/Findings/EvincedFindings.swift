import AuditModel
import CanonicalJSON

/// A report of Evinced's mobile SDK: an array of scans, each with elements and their issues. What needs a review is
/// kept for review, everything else is a failure.
enum EvincedFindings {
  static func read(_ document: JSONValue, into report: inout FindingsReport) throws(FindingsProblem) {
    for entry in try FindingMembers.list(document, at: "$") {
      let scan = try FindingMembers(entry.value, at: entry.place)
      let circumstances = try scan.members("analyticsInfo")
      let system = [try circumstances?.line("platformName") ?? "", try circumstances?.line("platformVersion") ?? ""]
      for element in try scan.objects("elements") {
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
          finding.time = try scan.time("createdAt")
          try report.add(finding)
        }
      }
    }
  }
}
