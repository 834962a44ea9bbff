package import Audit
package import Base
package import Children

/// First-tap success over time: for each component a row of plans and gaps.
package struct TapTrend: Sendable {
  /// A plan in a period, or a period without one.
  package struct Row: Sendable {
    /// A period, a build or a plan; nil for open plans, which belong to no period yet.
    package let group: String?
    package let component: String
    package let input: TapInput
    /// Nil if the component was not tested in the period.
    package let step: TapCourse.Step?
  }

  package let rows: [Row]
  package let courses: [TapCourse]

  /// - Parameters:
  ///   - periods: in which plans were closed; nil to group by build or by plan.
  ///   - byBuild: a group for each build, in the order in which the first plan of it was closed.
  package init(_ courses: [TapCourse], periods: [TrendPeriod]?, byBuild: Bool) {
    self.courses = courses
    let builds = Self.builds(courses)
    rows = courses.flatMap { course -> [Row] in
      func row(_ group: String?, _ step: TapCourse.Step?) -> Row {
        Row(group: group, component: course.component, input: course.input, step: step)
      }
      if let periods {
        let closed = periods.flatMap { period -> [Row] in
          let steps = course.steps.filter { step in
            step.plan.closed.map { $0 >= period.from && $0 <= period.to } ?? false
          }
          return steps.isEmpty ? [row(period.name, nil)] : steps.map { row(period.name, $0) }
        }
        return closed + course.steps.filter { $0.plan.closed == nil }.map { row(nil, $0) }
      }
      guard byBuild else { return course.steps.map { row($0.point.name, $0) } }
      return builds.flatMap { build -> [Row] in
        let steps = course.steps.filter { $0.plan.build.hasSameBytes(as: build) }
        return steps.isEmpty ? [row(build, nil)] : steps.map { row(build, $0) }
      }
    }
  }

  private static func builds(_ courses: [TapCourse]) -> [String] {
    let plans = courses.flatMap(\.steps).map(\.plan).sorted {
      ($0.closed ?? Int64.max, $0.key) < ($1.closed ?? Int64.max, $1.key)
    }
    var builds: [String] = []
    for plan in plans where !builds.contains(where: { $0.hasSameBytes(as: plan.build) }) {
      builds.append(plan.build)
    }
    return builds
  }

  // MARK: As a list

  /// - Parameters:
  ///   - text: the format of rates in text output; machine formats have fractions of 1.
  ///   - filter: the query that chose the components.
  package func table(_ text: RateText, filter: String?) -> Table<Row> {
    var table = Table(
      "first-tap-trend", title: "First-tap success over time", columns: Self.columns(text), rows: TableRows(rows),
      summary: sentences(text))
    table.filter = filter
    return table
  }

  /// Retries are those for each task that was tried, as the report of the plan counts them.
  static func columns(_ text: RateText) -> [Column<Row>] {
    func ofPlan(_ key: String, _ title: String, _ value: @escaping (TapPlan) -> String) -> Column<Row> {
      Column(key, title) { $0.step.map { value($0.plan) } }
    }
    /// Null without a test, and hidden where the plan does not tell it.
    func figure(
      _ key: String, _ title: String, _ role: SheetColumn.Role = .number, isAlwaysTold: Bool = false,
      _ value: @escaping (TapStratum, RowForm) -> SheetValue
    ) -> Column<Row> {
      .told(key, title, role) { row, form in
        guard let part = row.step?.part else { return .null }
        let isTold = part.disclosure == .shown || part.disclosure == .verdictOnly && isAlwaysTold
        return isTold ? value(part, form) : form.isForPeople ? .text(TapChart.hidden) : .json(.suppressed)
      }
    }
    func rate(
      _ key: String, _ title: String, _ words: @escaping (Double) -> String, _ told: @escaping (Double?) -> Double?,
      _ value: @escaping (TapStratum) -> Double?
    ) -> Column<Row> {
      figure(key, title) { part, form in
        let rate = value(part)
        return (form.isForPeople ? rate.map { .text(words($0)) } : told(rate).map { .decimal($0) }) ?? .null
      }
    }
    func words(_ rate: Double) -> String { FixedPoint.nearest(rate, decimals: 2)?.description ?? "" }
    return [
      Column("group", "Group") { $0.group.map { $0.isEmpty ? "no build" : $0 } ?? "open" },
      Column("component", "Component", .identifier, \.component), Column("input", "Input", \.input.rawValue).extra,
      Column("plan", "Plan", .identifier) { $0.step?.plan.key }, ofPlan("build", "Build", \.build).extra,
      ofPlan("size", "Size", \.sizeText).extra,
      Column("state", "Status") { row in
        row.step.map { $0.point.isRunning ? "running" : $0.plan.closed == nil ? "open" : "closed" } ?? "no test"
      },
      figure("children", "Children", isAlwaysTold: true) { part, _ in .integer(part.estimate.children) },
      figure("taps", "Taps") { part, _ in .integer(part.estimate.taps) }.extra,
      rate("rate", "Rate", text.mean, ToldRate.mean) { $0.estimate.limits?.rate },
      rate("low", "Low", text.low, ToldRate.low) { $0.estimate.limits?.interval.low },
      rate("high", "High", text.high, ToldRate.high) { $0.estimate.limits?.interval.high },
      rate("filtered", "Filtered", text.mean, ToldRate.mean) { $0.filtered.limits?.rate }.spare,
      rate("retries", "Retries", words, ToldRate.nearest) { $0.retries == nil ? nil : $0.retryRate }.spare,
      figure("verdict", "Verdict", .text, isAlwaysTold: true) { part, _ in .text(part.verdict.rawValue) },
      .told("target", "Target", .number) { row, form in
        guard let target = row.step?.part.target else { return .null }
        return form.isForPeople ? .text(text.exact(target)) : .decimal(target)
      }.extra,
    ]
  }

  /// Whether each row changed, and a note on rates.
  private func sentences(_ text: RateText) -> [String] {
    let charts = courses.filter(\.chart.isChart).map { "\($0.title): \($0.chart.sentence(text))" }
    return charts + ["Each rate is a sample of few children and has confidence limits. Plans are never combined."]
  }
}

/// The course of one component over its plans, with one input: its rates in order, and comparisons of its groups.
///
/// Plans are never combined: a child who took part in two of them would be the difference between the sum and its
/// parts. A point is one plan, named by its build, or by its key if not every plan has one, placed at the time the plan
/// was closed.
package struct TapCourse: Sendable {
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
    where !keys.contains(where: { $0.component.hasSameBytes(as: plan.component) && $0.input == plan.input }) {
      keys.append((plan.component, plan.input))
    }
    return keys.map { key in
      TapCourse(
        key.component, key.input,
        ordered.filter { $0.plan.component.hasSameBytes(as: key.component) && $0.plan.input == key.input })
    }.sorted { ($0.component, $0.input.rawValue) < ($1.component, $1.input.rawValue) }
  }

  /// Closed ones first, in the order in which they were closed.
  private static func isEarlier(_ left: TapReport, _ right: TapReport) -> Bool {
    (left.plan.closed ?? Int64.max, left.plan.key) < (right.plan.closed ?? Int64.max, right.plan.key)
  }

  /// Its build, with the key if another plan has the same; if some have none, the key with the build.
  private static func name(_ plan: TapPlan, among plans: [TapPlan], areBuilds: Bool) -> String {
    guard areBuilds else { return plan.key + (plan.build.isEmpty ? "" : ", \(plan.build)") }
    let isAlone = plans.count { $0.build.hasSameBytes(as: plan.build) } == 1
    return "build \(plan.build)" + (isAlone ? "" : ", \(plan.key)")
  }

  private init(_ component: String, _ input: TapInput, _ reports: [TapReport]) {
    (self.component, self.input) = (component, input)
    var steps: [Step] = []
    let isRedacted = reports.contains(where: \.isRedacted)
    // A mix of builds and keys would look like two kinds of versions.
    let areBuilds = reports.allSatisfy { !$0.plan.build.isEmpty }
    for report in reports {
      guard let part = report.main else { continue }
      let estimate = part.disclosure == .shown && part.estimate.limits != nil ? part.estimate : nil
      let point = TapChart.Point(
        name: Self.name(report.plan, among: reports.map(\.plan), areBuilds: areBuilds), estimate: estimate,
        target: part.target,
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
      "component": component, "input": input.rawValue, "plans": steps.map(\.plan.key),
      "chart": chart.isChart ? chart.json : .null, "comparisons": comparisons.map(\.json),
    ])
  }
}

/// Whether a child had repeated difficulty with a component: a separate finding, regardless of the rate.
///
/// It is one if a child of `fewestTaps` scored taps or more missed half of them or more at the first tap, if it gave
/// up, if it looked for help, or if its frustration was noted as 2 or 3.
///
/// A finding is a result, and results travel with every bundle. What it reveals about single children, and why it
/// can be reported:
///
/// - It reveals that there was a child, and nothing else: no code, age, hand, week, count of children or taps.
/// - It requires at least `DisclosureRule.standard.fewest` children, so that no child can be identified as the
///   one; with fewer, nothing is reported, neither difficulty nor its absence.
/// - It does not reveal which of the four it was, so that together with a shown rate it gives no child's own rate: if
///   it were always a child who missed everything, a mean with nine perfect ones would reveal all ten.
/// - It is the same for one child as for several, so that another child more or less does not show.
/// - It is never repeated for children who took part before a child of the plan was erased, or voided after a closing,
///   regardless of who that was. If it were repeated where it is still true, and left out where not, its end would
///   reveal that child. The results that reported it are erased with the child, as all that were logged for the plan.
package enum TapDifficulty {
  static let fewestTaps = 3

  /// The condition of the finding: a separate cell, next to the one that the verdict decides.
  package static let condition = "one-child"
  package static let check = "child-testing.first-tap-success"

  /// - Parameter records: of one plan, without those before the last erasure.
  /// - Returns: nil for too few children.
  package static func isSeen(in records: [TapRecord]) -> Bool? {
    let children = TapChild.gather(records).filter { $0.strict.taps > 0 }
    guard children.count >= DisclosureRule.standard.fewest else { return nil }
    return children.contains(where: \.isInTrouble)
  }
}

extension TapChild {
  var isInTrouble: Bool {
    let taps = strict
    return taps.taps >= TapDifficulty.fewestTaps && taps.hits * 2 <= taps.taps
      || trials.contains { $0.outcome == .gaveUp }
      || remarks.contains { remark in
        guard remark.topic == .frustration, let severity = remark.severity else { return false }
        return severity >= 2 || (severity >= 1 && remark.code == FrustrationCode.lookedForHelp.rawValue)
      }
  }
}
