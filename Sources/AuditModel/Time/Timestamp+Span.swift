extension Timestamp {
  /// What a date or a time in a question means, in milliseconds UTC: of a day all of it, of a time the moment itself.
  ///
  /// - Parameter localOffset: see `read`; also the zone that a day is one of.
  /// - Throws: `TimestampError`, which says what is wrong with the text.
  package static func span(
    _ text: String, localOffset: (Int64) -> Int
  ) throws(TimestampError) -> ClosedRange<Int64> {
    let reading = try Timestamp.read(text, localOffset: localOffset)
    let start = reading.timestamp.milliseconds
    guard reading.isDateOnly else { return start...start }
    let day = LocalDay.number(of: start, localOffset)
    return start...max(start, LocalDay.start(of: day + 1, localOffset) - 1)
  }
}
