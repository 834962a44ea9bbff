import AuditModel
import CanonicalJSON

/// The JSON of pa11y, an array of issues or an object with its page around them, and of pa11y-ci, which has such arrays
/// by address. Errors of HTML_CodeSniffer are failures, and warnings need a review; a notice is on every page and is
/// left out. Issues of axe-core are failures unless they need a further review.
enum Pa11yFindings {
  static func read(_ document: JSONValue, into report: inout FindingsReport) throws(FindingsProblem) {
    if document.arrayValue != nil {
      return try read(try FindingMembers.list(document, at: "$"), of: "", into: &report)
    }
    let members = try FindingMembers(document, at: "$")
    if members.value("issues") != nil {
      let page = AxeFindings.screen(try members.line("pageUrl", limit: 4_096))
      return try read(try members.list("issues"), of: page, into: &report)
    }
    guard let results = members.value("results")?.objectValue else { throw FindingsProblem(notOf: "pa11y") }
    for page in results.members {
      let place = "$.results.\(ReportText.oneLine(page.key, limit: 80))"
      let issues = try FindingMembers.list(page.value, at: place)
      try read(issues, of: AxeFindings.screen(page.key), into: &report)
    }
  }

  private static func read(
    _ issues: [(place: String, value: JSONValue)], of screen: String, into report: inout FindingsReport
  ) throws(FindingsProblem) {
    for issue in issues {
      let members = try FindingMembers(issue.value, at: issue.place)
      guard members.value("code") != nil else {
        report.leaveOut("page that could not be tested", "pages that could not be tested")
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
