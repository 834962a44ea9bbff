import AuditFigures
import AuditModel
import AuditStore

extension Reader {
  /// The days, weeks or months from the first result to a moment, nil for now, so that they are a few dozen at most; nil
  /// without results.
  ///
  /// A report is a file that does not depend on the zone of its author: its days are those of UTC.
  func fewPeriods(until moment: Int64?) throws -> (step: TrendStep, periods: [TrendPeriod], reach: Int64?)? {
    func periods(_ step: TrendStep) throws -> (periods: [TrendPeriod], reach: Int64?) {
      guard let moment else { return try periodsUntilNow(step, since: nil, localOffset: { _ in 0 }) }
      return (try self.periods(step, since: nil, until: moment, localOffset: { _ in 0 }), nil)
    }
    guard let first = try periods(.month).periods.first else { return nil }
    let (length, overflow) = (moment ?? now).subtractingReportingOverflow(first.from)
    let days = overflow ? Int64.max : length / 86_400_000
    let step: TrendStep = days < 32 ? .day : days < 370 ? .week : .month
    let (found, reach) = try periods(step)
    return (step, found, reach)
  }
}
