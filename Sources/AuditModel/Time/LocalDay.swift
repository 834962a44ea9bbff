/// Days as the clocks of one place have them; most are of 24 hours. They are counted from 1970-01-01, as in UTC.
package enum LocalDay {
  /// The number of the day in which a moment is, ms UTC.
  package static func number(of moment: Int64, _ localOffset: (Int64) -> Int) -> Int {
    Timestamp(milliseconds: moment).moved(by: localOffset(moment)).dayNumber
  }

  /// The first millisecond of a day, ms UTC; at the ends of `Int64` it stays put.
  package static func start(of day: Int, _ localOffset: (Int64) -> Int) -> Int64 {
    let (local, overflow) = Int64(day).multipliedReportingOverflow(by: Int64(Timestamp.millisecondsPerDay))
    guard !overflow else { return day < 0 ? .min : .max }
    return Timestamp.utc(ofLocal: local, localOffset: localOffset)
  }
}
