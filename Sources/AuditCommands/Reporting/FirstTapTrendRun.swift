import Arguments
import AuditModel
import AuditReports
import AuditSessions
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y trend --first-tap` does.
enum FirstTapTrendRun {
  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let step: TrendStep? = try arguments.choice(.every)
    guard step != .audit else {
      throw Problem.usage(
        "flag.unfit", "a plan of a test with children belongs to no audit",
        hints: ["a11y trend --first-tap --every build|day|week|month, or each plan by itself without --every"])
    }
    let query = try TrendQuery(arguments.positionals)
    let (since, until) = (try context.span(.since)?.lowerBound, try context.span(.until)?.upperBound)
    let tracker = try context.openTracker(.read)
    let trend = try tracker.read { reader in
      try query.examine(reader, context)
      let matching = RecordFilter(query.filter, reader: reader, own: [])
      let plans = try reader.plans().filter { plan in
        let isInTime = plan.closed.map { $0 >= since ?? $0 && $0 <= until ?? $0 } ?? (until == nil)
        return try isInTime && (query.filter.isEmpty || matching.accepts(component: plan.component, check: ""))
      }
      let reports = try TapReports.reports(plans, reader, isRedacted: arguments.has(.redact))
      let courses = TapCourse.courses(reports)
      guard !courses.isEmpty else {
        throw Problem(
          .notFound, code: "trend.no-data", "no plan of a test with children that matches has a scored tap",
          hints: ["a11y list plans shows the plans; a11y tap run PLAN --help shows how a session is held."])
      }
      return TapTrend(courses, periods: try periods(step, courses, reader, since, until), byBuild: step == .build)
    }
    let text = try context.format() == .plain ? RateText.words : .symbol
    let output = try ListOutput(context)
    return try output.write(trend.sheet(text, isForPeople: output.form.isForPeople, filter: query.source))
  }

  /// From the first plan that was closed to the last, or as far as was asked for.
  private static func periods(
    _ step: TrendStep?, _ courses: [TapCourse], _ reader: Reader, _ since: Int64?, _ until: Int64?
  ) throws -> [TrendPeriod]? {
    guard let step, step != .build else { return nil }
    let closed = courses.flatMap(\.steps).compactMap(\.plan.closed)
    guard let first = since ?? closed.min(), let last = until ?? closed.max(), first <= last else { return [] }
    return try reader.calendarPeriods(step, from: first, to: last)
  }
}
