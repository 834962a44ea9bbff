import AuditModel
import CanonicalJSON

/// The JSON of `a11y-check` by CVS Health, which reads Swift source: an array of
/// `{"ruleID","severity","impact","message","filePath","line","column","wcagCriteria"}`, by itself or as `diagnostics`
/// beside a score. An error is a fault; a warning and an info are to be looked at.
enum SourceFindings {
  static let keys: Set<String> = [
    "diagnostics", "score", "trend", "ruleID", "severity", "impact", "message", "filePath", "line", "column",
    "wcagCriteria", "fix",
  ]

  static func read(_ document: JSONValue) throws(FindingsProblem) -> [ToolFinding] {
    var (list, path) = (document, "$")
    if document.objectValue != nil {
      guard let diagnostics = document["diagnostics"] else { throw FindingsProblem(notOf: "a11y-check") }
      (list, path) = (diagnostics, "$.diagnostics")
    }
    let values = try FindingMembers.list(list, at: path)
    guard values.count <= FindingsReport.most else { throw FindingsProblem(tooMany: FindingsReport.most) }
    return try values.map { value throws(FindingsProblem) in try finding(value.value, at: value.place) }
  }

  private static func finding(_ value: JSONValue, at path: String) throws(FindingsProblem) -> ToolFinding {
    let members = try FindingMembers(value, at: path)
    var finding = ToolFinding(
      tool: .cvs, rule: try members.required("ruleID"), message: try members.line("message"), place: path)
    finding.isReview = try members.line("severity") != "error"
    finding.file = try members.line("filePath", limit: 4_096)
    let line = members.value("line")?.integerValue
    if !finding.file.isEmpty { finding.elements = [finding.file + (line.map { ":\($0)" } ?? "")] }
    finding.component = try members.line("component")
    return finding
  }
}
