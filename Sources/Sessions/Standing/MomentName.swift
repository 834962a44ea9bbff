import Audit
import Base
import CommandLine
package import Reports
package import Store

/// A moment by what a person calls it: a date, a time, an audit or a build.
package enum MomentName {
  /// - Throws: not found, with names that look alike; usage for a date that cannot be, and for nothing at all.
  package static func find(_ typed: String, _ reader: Reader) throws -> ChangeReport.Moment {
    guard !typed.isEmpty else {
      throw Problem.usage(
        "moment.empty", "missing moment; expected a date, a time, an audit, or a build",
        hints: [TimestampError.wanted])
    }
    if let name = after("audit:", typed) { return try ofAudit(name, reader) ?? unknown(typed, reader) }
    if let name = after("build:", typed) { return try ofBuild(name, reader) ?? unknown(typed, reader) }
    let date = Result { () throws(TimestampError) in try Timestamp.span(typed, localOffset: reader.localOffset) }
    if case .success(let span) = date { return ChangeReport.Moment(name: typed, at: span.upperBound) }
    if let audit = try ofAudit(typed, reader) ?? ofBuild(typed, reader) { return audit }
    if case .failure(let error) = date, looksLikeDate(typed) {
      throw Problem.usage(
        "time.invalid", "\(MessageText.quoted(typed)): \(error.reason)", hints: [TimestampError.wanted])
    }
    return try unknown(typed, reader)
  }

  private static func after(_ prefix: String, _ typed: String) -> String? {
    typed.utf8.starts(with: prefix.utf8) ? String(typed.dropFirst(prefix.count)) : nil
  }

  /// `2026-02-30`, `2026-13-01T10:00`: meant as a date, even if it is not valid.
  private static func looksLikeDate(_ typed: String) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let date = typed.utf8.prefix { digits.contains($0) || $0 == UInt8(ascii: "-") }
    let parts = date.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].count == 4 && parts.allSatisfy { !$0.isEmpty }
  }

  /// When it was closed; now while it is open.
  private static func ofAudit(_ name: String, _ reader: Reader) throws -> ChangeReport.Moment? {
    try reader.audit(name).map {
      ChangeReport.Moment(name: name, at: $0.closed ?? reader.now, isNow: $0.closed == nil)
    }
  }

  /// The moment before the first result of the next; now for the last.
  private static func ofBuild(_ name: String, _ reader: Reader) throws -> ChangeReport.Moment? {
    let builds = try reader.firstResultsOfBuilds()
    guard let place = builds.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
    let isLast = place + 1 == builds.count
    let end = isLast ? reader.now : max(builds[place].at, builds[place + 1].at - 1)
    return ChangeReport.Moment(name: name, at: end, isNow: isLast)
  }

  private static func unknown(_ typed: String, _ reader: Reader) throws -> ChangeReport.Moment {
    let names = try reader.audits().map(\.name) + reader.names(.build)
    throw Problem(
      .notFound, code: "moment.unknown",
      "unknown moment \(MessageText.quoted(typed)); expected a date, an audit, or a build",
      hints: Suggestion.hint(for: typed, among: names) + [TimestampError.wanted])
  }
}

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
