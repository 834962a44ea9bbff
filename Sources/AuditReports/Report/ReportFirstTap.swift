import AuditModel
import FirstTap

/// How children met their targets. A rate is a sample: it never stands without its interval and the number of children.
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
  /// Over versions, and beside each other: of components for which there is more to say than of each plan by itself.
  let courses: [TapCourse]

  /// - Parameter reports: redacted, for a report is handed on.
  package init(_ reports: [TapReport]) {
    self.reports = reports
    courses = TapCourse.courses(reports).filter(\.isTelling)
  }

  /// What holds for all of them.
  var sentence: String {
    "\(counted(reports.count, "plan")) of tests with children. Each rate is a sample of few children; one child's real "
      + "difficulty is a finding whatever the rate says."
      + (TapReport.falseCalls(of: reports.count).map { " " + $0 } ?? "")
  }

  var rows: [Row] {
    reports.map { report in
      let plan = report.plan
      let target = "\(plan.key): \(plan.component), \(plan.sizeText) pt"
      var row = Row(
        plan: plan.key, component: plan.component, target: target, figures: "no taps yet",
        verdict: Verdict.noData.rawValue)
      guard let part = report.main else { return row }
      let wanted = ["wanted \(plan.target)%", report.look].compactMap { $0 }.joined(separator: "; ")
      switch part.disclosure {
      case .shown:
        let counts = "\(counted(part.estimate.children, "child", "children")), \(counted(part.estimate.taps, "tap"))"
        row.figures = "\(counts); \(TapStratum.rates(part.estimate, part.filtered, .symbol)); \(wanted)"
        row.verdict = part.verdict.rawValue
      case .verdictOnly:
        let children = counted(part.estimate.children, "child", "children")
        row.figures = "\(children); the rate is hidden: all did nearly alike; \(wanted)"
        row.verdict = part.verdict.rawValue
      case .hidden:
        let least = report.isRedacted ? DisclosureRule.redacted.fewest : DisclosureRule.standard.fewest
        row.figures = "fewer than \(least) children, or the plan is not that far yet"
        row.verdict = "hidden"
      }
      return row
    }
  }

  var json: JSONText {
    .object(TapStatus.members(reports) + [("courses", .array(courses.map(\.json)))])
  }
}
