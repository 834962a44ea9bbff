import Arguments
import AuditFigures
import AuditModel
import AuditReports
import AuditSessions
import AuditStore
import Tapping
import Terminal
import TrackerAccess

/// What `a11y trend --first-tap` does.
enum FirstTapTrendRun {
  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let step: TrendStep? = try arguments.choice(.every)
    guard step != .audit else {
      throw Problem.usage(
        "flag.unfit", "first-tap test plans do not belong to an audit",
        hints: [
          "Use --every build, day, week, or month with --first-tap, or omit --every for one row per plan."
        ])
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
          .notFound, code: "trend.no-data", "no matching first-tap test plan has a scored tap",
          hints: [
            "Run \"a11y list plans\" for the plans, and \"a11y tap run PLAN --help\" for how to record a session."
          ])
      }
      return TapTrend(courses, periods: try periods(step, courses, reader, since, until), byBuild: step == .build)
    }
    let text = try context.format() == .plain ? RateText.words : .symbol
    let output = try ListOutput(context)
    return try output.write(trend.sheet(text, isForPeople: output.form.isForPeople, filter: query.source))
  }

  /// From the first plan that was closed to the last, or within the requested period.
  private static func periods(
    _ step: TrendStep?, _ courses: [TapCourse], _ reader: Reader, _ since: Int64?, _ until: Int64?
  ) throws -> [TrendPeriod]? {
    guard let step, step != .build else { return nil }
    let closed = courses.flatMap(\.steps).compactMap(\.plan.closed)
    guard let first = since ?? closed.min(), let last = until ?? closed.max(), first <= last else { return [] }
    return try reader.calendarPeriods(step, from: first, to: last)
  }
}
