import AuditModel
import FirstTap
package import Tapping

/// The course of one component over its plans, with one input: its rates in order, and comparisons of its groups.
///
/// Plans are never combined: a child who took part in two of them would be the difference between the sum and its
/// parts. A point is one plan, named by its build, or by its key if not every plan has one, placed at the time the plan
/// was closed.
package struct TapCourse: Sendable {
  /// One plan.
  package struct Step: Sendable {
    package let plan: TapPlan
    package let part: TapStratum
    package let point: TapChart.Point
  }

  package let component: String
  package let input: TapInput
  package let steps: [Step]
  package let chart: TapChart
  package let comparisons: [TapComparison]

  /// The courses of all components that have a plan with a scored tap, in the order of their names.
  package static func courses(_ reports: [TapReport]) -> [TapCourse] {
    let ordered = reports.filter { $0.main != nil }.sorted(by: isEarlier)
    var keys: [(component: String, input: TapInput)] = []
    for plan in ordered.map(\.plan)
    where !keys.contains(where: { $0.component.utf8.elementsEqual(plan.component.utf8) && $0.input == plan.input }) {
      keys.append((plan.component, plan.input))
    }
    return keys.map { key in
      TapCourse(
        key.component, key.input,
        ordered.filter { $0.plan.component.utf8.elementsEqual(key.component.utf8) && $0.plan.input == key.input })
    }.sorted { ($0.component, $0.input.rawValue) < ($1.component, $1.input.rawValue) }
  }

  /// Closed ones first, in the order in which they were closed.
  private static func isEarlier(_ left: TapReport, _ right: TapReport) -> Bool {
    (left.plan.closed ?? Int64.max, left.plan.key) < (right.plan.closed ?? Int64.max, right.plan.key)
  }

  /// Its build, with the key if another plan has the same; if some have none, the key with the build.
  private static func name(_ plan: TapPlan, among plans: [TapPlan], areBuilds: Bool) -> String {
    guard areBuilds else { return plan.key + (plan.build.isEmpty ? "" : ", \(plan.build)") }
    let isAlone = plans.count { $0.build.utf8.elementsEqual(plan.build.utf8) } == 1
    return "build \(plan.build)" + (isAlone ? "" : ", \(plan.key)")
  }

  private init(_ component: String, _ input: TapInput, _ reports: [TapReport]) {
    self.component = component
    self.input = input
    var steps: [Step] = []
    let isRedacted = reports.contains(where: \.isRedacted)
    // A mix of builds and keys would look like two kinds of versions.
    let areBuilds = reports.allSatisfy { !$0.plan.build.isEmpty }
    for report in reports {
      guard let part = report.main else { continue }
      let estimate = part.disclosure == .shown && part.estimate.limits != nil ? part.estimate : nil
      let point = TapChart.Point(
        Self.name(report.plan, among: reports.map(\.plan), areBuilds: areBuilds), estimate,
        isRunning: report.plan.closed == nil && !part.planIsComplete,
        isBreak: steps.last.map { $0.part.key.scoring != part.key.scoring } ?? false)
      steps.append(Step(plan: report.plan, part: part, point: point))
    }
    self.steps = steps
    chart = TapChart(unit: areBuilds ? "version" : "plan", steps.map(\.point))
    var comparing = TapComparing(isRedacted: isRedacted)
    for (place, step) in steps.enumerated() {
      guard let crowd = step.part.crowd else { continue }
      comparing.compareGroups(of: step.plan.key, step.part.breakdowns, crowd)
      // Shared reports are compared with the previous plan: if that plan became hidden later, as after an erasure,
      // the comparison with the one before it would be a new one about the same children.
      let earlierSteps = isRedacted ? steps[..<place].suffix(1) : steps[..<place]
      guard let before = earlierSteps.last(where: { $0.part.crowd != nil }), let earlier = before.part.crowd,
        before.part.key.scoring == step.part.key.scoring, let subject = Self.subject(before, step)
      else { continue }
      comparing.compare(
        subject, (before.plan.key, Self.name(before, in: subject), earlier),
        (step.plan.key, Self.name(step, in: subject), crowd))
    }
    comparing.adjust()
    comparisons = comparing.comparisons
  }

  /// Sizes are compared in mm: plans of two sizes in pt are, if their sizes in mm are known.
  private static func subject(_ first: Step, _ second: Step) -> TapComparison.Subject? {
    if first.plan.sizeText == second.plan.sizeText { return .version }
    guard let one = first.part.millimetres, let other = second.part.millimetres else { return nil }
    return one == other ? .version : .size
  }

  private static func name(_ step: Step, in subject: TapComparison.Subject) -> String {
    let millimetres = subject == .size && !step.part.isRedacted ? step.part.millimetres.map { ", \($0)" } ?? "" : ""
    return subject == .size ? "\(step.point.name) (\(step.plan.sizeText) pt\(millimetres))" : step.point.name
  }

  /// Whether it adds anything to the plans themselves.
  package var isTelling: Bool { chart.isChart || !comparisons.isEmpty }
}

extension TapCourse {
  package func sections(_ text: RateText) -> [PageSection] {
    let what: [PageItem] = chart.isChart ? [.names("Component", [title])] : []
    return [
      PageSection("Run chart by version", what + chartItems(text, hasBars: text.isForEyes)),
      PageSection("Comparisons", comparisonItems),
    ]
  }

  var title: String { component + (input == .finger ? "" : ", \(input.rawValue)") }

  /// Empty for a single version.
  func chartItems(_ text: RateText, hasBars: Bool) -> [PageItem] {
    chart.isChart ? chart.items(text, hasBars: hasBars) : []
  }

  var comparisonItems: [PageItem] {
    comparisons.map { .row(PageRow([$0.title], details: [("Result", $0.sentence)])) }
      + (family.map { [.text($0)] } ?? [])
  }

  /// The note on multiple comparisons; nil for one.
  var family: String? {
    let count = comparisons.count { $0.report?.adjusted != nil }
    return count > 1
      ? "\(count) comparisons: a change must also be one after Holm's adjustment for all of them." : nil
  }

  package var json: JSONText {
    .object([
      ("component", .string(component)), ("input", .string(input.rawValue)),
      ("plans", .strings(steps.map(\.plan.key))), ("chart", chart.isChart ? chart.json : .null),
      ("comparisons", .array(comparisons.map(\.json))),
    ])
  }
}
