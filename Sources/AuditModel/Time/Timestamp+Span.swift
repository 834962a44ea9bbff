extension Timestamp {
  /// What a date or a time in a question means, in milliseconds UTC: of a day all of it, of a time the moment itself.
  ///
  /// Without an offset it is UTC, so that a question has the same answer on every machine.
  /// - Throws: `TimestampError`, which says what is wrong with the text.
  package static func span(_ text: String) throws(TimestampError) -> ClosedRange<Int64> {
    let reading = try Timestamp.read(text, localOffset: { _ in 0 })
    let start = reading.timestamp.milliseconds
    return start...(reading.isDateOnly ? start + Int64(millisecondsPerDay) - 1 : start)
  }
}
