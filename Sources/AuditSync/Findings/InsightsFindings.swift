import AuditModel
import CanonicalJSON

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
