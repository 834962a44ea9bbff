package import AuditFigures
import AuditModel
import FirstTap
import Measuring
package import Tapping

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
        let steps = course.steps.filter { $0.plan.build.utf8.elementsEqual(build.utf8) }
        return steps.isEmpty ? [row(build, nil)] : steps.map { row(build, $0) }
      }
    }
  }

  private static func builds(_ courses: [TapCourse]) -> [String] {
    let plans = courses.flatMap(\.steps).map(\.plan).sorted {
      ($0.closed ?? Int64.max, $0.key) < ($1.closed ?? Int64.max, $1.key)
    }
    var builds: [String] = []
    for plan in plans where !builds.contains(where: { $0.utf8.elementsEqual(plan.build.utf8) }) {
      builds.append(plan.build)
    }
    return builds
  }

  // MARK: As a list

  /// - Parameters:
  ///   - text: the format of rates in text output; machine formats have fractions of 1.
  ///   - filter: the query that chose the components.
  package func sheet(_ text: RateText, isForPeople: Bool, filter: String?) -> Sheet {
    var sheet = Sheet(
      schema: "first-tap-trend", title: "First-tap success over time", columns: Self.columns,
      rows: rows.map { values($0, isForPeople ? text : nil) }, filter: filter, summary: sentences(text))
    sheet.audience = .people
    return sheet
  }

  package static let columns = [
    SheetColumn("group", "Group"), SheetColumn("component", "Component", .identifier),
    SheetColumn("input", "Input", isDefault: false), SheetColumn("plan", "Plan", .identifier),
    SheetColumn("build", "Build", isDefault: false), SheetColumn("size", "Size", isDefault: false),
    SheetColumn("state", "Status"),
    SheetColumn("children", "Children", .number), SheetColumn("taps", "Taps", .number, isDefault: false),
    SheetColumn("rate", "Rate", .number), SheetColumn("low", "Low", .number), SheetColumn("high", "High", .number),
    SheetColumn("filtered", "Filtered", .number, .spare), SheetColumn("retries", "Retries", .number, .spare),
    SheetColumn("verdict", "Verdict"), SheetColumn("target", "Target", .number, isDefault: false),
  ]

  /// Retries are those for each task that was tried, as the report of the plan counts them.
  ///
  /// - Parameter text: the format of rates in text output; nil for machine formats, which have fractions of 1.
  package func values(_ row: Row, _ text: RateText?) -> [SheetValue] {
    let head: [SheetValue] = [
      .text(row.group.map { $0.isEmpty ? "no build" : $0 } ?? "open"), .text(row.component), .text(row.input.rawValue),
    ]
    let hidden: SheetValue = text == nil ? .json(.suppressed) : .text(TapChart.hidden)
    guard let step = row.step else {
      return head + [.null, .null, .null, .text("no test")] + Array(repeating: .null, count: 9)
    }
    let (part, plan) = (step.part, step.plan)
    let state = step.point.isRunning ? "running" : plan.closed == nil ? "open" : "closed"
    let names: [SheetValue] = [.text(plan.key), .text(plan.build), .text(plan.sizeText), .text(state)]
    let target: SheetValue = text.map { .text($0.exact(part.target)) } ?? .decimal(part.target)
    switch part.disclosure {
    case .hidden: return head + names + Array(repeating: hidden, count: 8) + [target]
    case .verdictOnly:
      return head + names + [.integer(part.estimate.children)] + Array(repeating: hidden, count: 6)
        + [.text(part.verdict.rawValue), target]
    case .shown: break
    }
    let (estimate, limits) = (part.estimate, part.estimate.limits)
    let rates: [SheetValue] =
      text.map { text in
        [
          limits.map { .text(text.mean($0.rate)) } ?? .null, limits.map { .text(text.low($0.interval.low)) } ?? .null,
          limits.map { .text(text.high($0.interval.high)) } ?? .null,
          part.filtered.limits.map { .text(text.mean($0.rate)) } ?? .null,
        ]
      }
      ?? [limits?.rate, limits?.interval.low, limits?.interval.high, part.filtered.limits?.rate].map { rate in
        rate.map { .decimal($0) } ?? .null
      }
    let again = part.retries == nil ? nil : part.retryRate
    let retries: SheetValue =
      text == nil
      ? again.map { .decimal($0) } ?? .null
      : again.flatMap { FixedPoint.nearest($0, decimals: 2) }.map { .text($0.description) } ?? .null
    return head + names + [.integer(estimate.children), .integer(estimate.taps)] + rates
      + [retries, .text(part.verdict.rawValue), target]
  }

  /// Whether each row changed, and a note on rates.
  private func sentences(_ text: RateText) -> [String] {
    let charts = courses.filter(\.chart.isChart).map { "\($0.title): \($0.chart.sentence(text))" }
    return charts + ["Each rate is a sample of few children and has confidence limits. Plans are never combined."]
  }
}
