import AuditModel
import CanonicalJSON

/// The JSON of `a11y-check` by CVS Health, which reads Swift source: an array of
/// `{"ruleID","severity","impact","message","filePath","line","column","wcagCriteria"}`, by itself or as `diagnostics`
/// beside a score. An error is a failure; a warning and an info need a review.
enum SourceFindings {
  static func read(_ document: JSONValue, into report: inout FindingsReport) throws(FindingsProblem) {
    var (list, path) = (document, "$")
    if document.objectValue != nil {
      guard let diagnostics = document["diagnostics"] else { throw FindingsProblem(notOf: "a11y-check") }
      (list, path) = (diagnostics, "$.diagnostics")
    }
    for value in try FindingMembers.list(list, at: path) {
      try report.add(try finding(try FindingMembers(value.value, at: value.place)))
    }
  }

  private static func finding(_ members: FindingMembers) throws(FindingsProblem) -> ToolFinding {
    var finding = ToolFinding(
      tool: .cvs, rule: try members.required("ruleID"), message: try members.line("message"), place: members.place)
    finding.isReview = try members.line("severity") != "error"
    finding.impact = members.impact("impact")
    finding.criteria = try members.lines("wcagCriteria")
    if let fix = try members.members("fix") { finding.detail = try fix.paragraph("description") }
    finding.file = try members.line("filePath", limit: 4_096)
    let line = members.integer("line")
    if !finding.file.isEmpty { finding.elements = [finding.file + (line.map { ":\($0)" } ?? "")] }
    finding.component = try members.line("component")
    return finding
  }
}
