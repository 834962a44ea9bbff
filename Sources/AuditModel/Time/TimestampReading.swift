/// A time as a person wrote it: the moment, and what was left to be assumed.
package struct TimestampReading: Hashable, Sendable {
  package let timestamp: Timestamp
  /// Only a day was given; the moment is the first of that local day.
  package let isDateOnly: Bool
  /// Neither Z nor an offset was given, so the text was read as local time: say so where it matters.
  package let isLocal: Bool
}

extension Timestamp {
  /// Reads an ISO 8601 date or date-time.
  ///
  /// Accepted are `YYYY-MM-DD` and `YYYY-MM-DD(T| )hh:mm[:ss[(.|,)fraction]][Z|±hh[[:]mm]]` in the years 1970...9999;
  /// digits of the fraction beyond milliseconds are dropped. Spaces around the text are ignored.
  ///
  /// - Parameters:
  ///   - text: what was written; anything is allowed, nothing traps.
  ///   - localOffset: seconds that local time is ahead of UTC at a moment given in milliseconds UTC. Used only when
  ///     the text has no offset. A time of day that a clock change skips is refused; a day that begins in such an hour
  ///     begins with one of the offsets beside it.
  /// - Throws: `TimestampError`, which says what is wrong.
  package static func read(
    _ text: String, localOffset: (Int64) -> Int
  ) throws(TimestampError) -> TimestampReading {
    var parser = TimestampParser(text)
    let fields = try parser.fields()
    let local = Int64(fields.dayNumber) * 86_400_000 + Int64(fields.millisecondOfDay)
    let moment: Int64
    if let offset = fields.offsetSeconds {
      moment = local - Int64(offset) * 1_000
    } else {
      moment = utc(ofLocal: local, localOffset: localOffset)
      guard fields.isDateOnly || moment + bounded(localOffset(moment)) * 1_000 == local else {
        throw TimestampError("clocks are set forward on that day and skip that time; write it with Z or an offset")
      }
    }
    guard accepted.contains(moment) else {
      throw TimestampError("the time in UTC is outside the years 1970 to 9999")
    }
    return TimestampReading(
      timestamp: Timestamp(milliseconds: moment), isDateOnly: fields.isDateOnly, isLocal: fields.offsetSeconds == nil)
  }

  /// The offset depends on the moment and the moment on the offset: guess, then correct once.
  static func utc(ofLocal local: Int64, localOffset: (Int64) -> Int) -> Int64 {
    let first = local &- bounded(localOffset(local)) * 1_000
    return local &- bounded(localOffset(first)) * 1_000
  }

  /// No place on earth is a day from UTC; a broken zone file must not overflow the sum.
  private static func bounded(_ seconds: Int) -> Int64 { Int64(min(86_400, max(-86_400, seconds))) }
}
