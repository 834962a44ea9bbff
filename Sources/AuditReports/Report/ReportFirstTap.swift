import AuditModel
import FirstTap
import Tapping

/// The results of first-tap tests. A rate is a sample: it is always shown with its interval and the number of children.
package struct ReportFirstTap: Sendable {
  /// One plan.
  struct Row {
    var plan: String
    var component: String
    /// Plan, component and size.
    var target: String
    var figures: String
    var verdict: String
  }

  private let reports: [TapReport]
  /// Versions and comparisons: of components with more than one plan.
  let courses: [TapCourse]

  /// - Parameter reports: redacted, because reports are shared.
  package init(_ reports: [TapReport]) {
    self.reports = reports
    courses = TapCourse.courses(reports).filter(\.isTelling)
  }

  /// A sentence about all of them.
  var sentence: String {
    "\(counted(reports.count, "first-tap test plan")). Each rate is a sample of few children. If one child has real "
      + "difficulty, report it as a finding regardless of the rate."
      + (TapReport.falseCalls(of: reports.count).map { " " + $0 } ?? "")
  }

  var rows: [Row] {
    reports.map { report in
      let plan = report.plan
      let target = "\(plan.key): \(plan.component), \(plan.sizeText) pt"
      var row = Row(
        plan: plan.key, component: plan.component, target: target, figures: report.absence,
        verdict: Verdict.noData.rawValue)
      guard let part = report.main else { return row }
      let wanted = ["target \(plan.target)%", report.look].compactMap { $0 }.joined(separator: "; ")
      switch part.disclosure {
      case .shown:
        let counts = "\(counted(part.estimate.children, "child", "children")), \(counted(part.estimate.taps, "tap"))"
        row.figures = "\(counts); \(TapStratum.rates(part.estimate, part.filtered, .symbol)); \(wanted)"
        row.verdict = part.verdict.rawValue
      case .verdictOnly:
        let children = counted(part.estimate.children, "child", "children")
        row.figures = "\(children); rate hidden (results too similar); \(wanted)"
        row.verdict = part.verdict.rawValue
      case .hidden:
        let least = report.isRedacted ? DisclosureRule.redacted.fewest : DisclosureRule.standard.fewest
        row.figures = "fewer than \(least) children, or too early in the plan"
        row.verdict = "hidden"
      }
      return row
    }
  }

  var json: JSONText {
    .object(TapStatus.members(reports) + [("courses", .array(courses.map(\.json)))])
  }
}
