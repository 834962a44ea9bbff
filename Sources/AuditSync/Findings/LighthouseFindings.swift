import AuditModel
import CanonicalJSON

/// The result of Lighthouse, or PageSpeed's answer around it: the audits of its accessibility category are rules of
/// axe-core. An audit that failed is a failure on each of its elements, an informative one needs a review.
enum LighthouseFindings {
  static func read(_ document: JSONValue, into report: inout FindingsReport) throws(FindingsProblem) {
    var result = try FindingMembers(document, at: "$")
    if let inner = try result.members("lighthouseResult") { result = inner }
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
      if mode == "error" { report.leaveOut("audit that could not run (\(id))", "audits that could not run (\(id))") }
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
