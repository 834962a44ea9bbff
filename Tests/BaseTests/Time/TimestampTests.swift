import Base
import Testing

@testable import Base

@Suite("Times")
struct TimestampTests {
  @Test(
    "Text with an offset names one moment",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-03-01T10:00:00Z", 1_772_359_200_000),
      ("2026-03-01T10:00Z", 1_772_359_200_000), ("2026-03-01t10:00z", 1_772_359_200_000),
      ("2026-03-01 10:00:00.25Z", 1_772_359_200_250), ("2026-03-01T10:00:00,1239Z", 1_772_359_200_123),
      ("2026-03-01T12:00:00+02:00", 1_772_359_200_000), ("2026-03-01T12:00:00+0200", 1_772_359_200_000),
      ("2026-03-01T12:00+02", 1_772_359_200_000), ("2026-03-01T04:30:00-05:30", 1_772_359_200_000),
      ("2024-02-29T23:59:59.999Z", 1_709_251_199_999), ("  2026-03-01T10:00:00Z  ", 1_772_359_200_000),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999), ("2019-06-06T12:19:47-07:00", 1_559_848_787_000),
    ] as [(String, Int64)])
  func moments(text: String, milliseconds: Int64) throws {
    let reading = try Timestamp.read(text) { _ in 12_345 }
    #expect(reading.timestamp.milliseconds == milliseconds)
    #expect(!reading.isLocal)
    #expect(!reading.isDateOnly)
  }

  @Test("Without an offset the text is local time, and says so")
  func local() throws {
    let reading = try Timestamp.read("2026-03-01T12:00") { _ in 7_200 }
    #expect(reading.timestamp.iso8601 == "2026-03-01T10:00:00Z")
    #expect(reading.isLocal)
    let day = try Timestamp.read("2026-03-01") { _ in -18_000 }
    #expect(day.timestamp.iso8601 == "2026-03-01T05:00:00Z")
    #expect(day.isDateOnly && day.isLocal)
  }

  /// Berlin in 2026: summer time begins on 29 March and ends on 25 October, both at 01:00 UTC.
  static func berlin(_ moment: Int64) -> Int {
    (1_774_746_000_000..<1_792_890_000_000).contains(moment) ? 7_200 : 3_600
  }

  @Test(
    "Local times beside a clock change use the offset of their side",
    arguments: [
      ("2026-03-29T01:59", "2026-03-29T00:59:00Z"), ("2026-03-29T03:00", "2026-03-29T01:00:00Z"),
      ("2026-07-01", "2026-06-30T22:00:00Z"), ("2026-10-25T01:59", "2026-10-24T23:59:00Z"),
      ("2026-10-25T03:00", "2026-10-25T02:00:00Z"), ("2026-12-31T23:59", "2026-12-31T22:59:00Z"),
    ])
  func clockChange(text: String, utc: String) throws {
    #expect(try Timestamp.read(text, localOffset: TimestampTests.berlin).timestamp.iso8601 == utc)
  }

  @Test("Of a time that a clock change repeats the first one is meant, east and west of UTC", arguments: [2, -4])
  func repeated(summer: Int) throws {
    // Clocks go back from 3 to 2 at night, where summer time is that many hours ahead of UTC.
    func utc(_ time: String) throws -> Int64 {
      try Timestamp.read("2026-10-25T\(time)Z", localOffset: TimestampTests.berlin).timestamp.milliseconds
    }
    let change = try utc("03:00") - Int64(summer) * 3_600_000
    let zone = { (moment: Int64) in (moment < change ? summer : summer - 1) * 3_600 }
    for (text, isSummer) in [("01:59", true), ("02:00", true), ("02:59", true), ("03:00", false)] {
      let moment = try Timestamp.read("2026-10-25T\(text)", localOffset: zone).timestamp.milliseconds
      #expect(try moment == utc(text) - Int64(isSummer ? summer : summer - 1) * 3_600_000, "\(text)")
    }
  }

  @Test("A time that a clock change skips is refused, with Z it is one")
  func skipped() throws {
    #expect(throws: TimestampError.self) {
      try Timestamp.read("2026-03-29T02:30", localOffset: TimestampTests.berlin)
    }
    #expect(try Timestamp.read("2026-03-29T02:30Z", localOffset: TimestampTests.berlin).isLocal == false)
  }

  @Test(
    "A day is all of the local day, be it longer or shorter than others",
    arguments: [
      ("2026-03-29", "2026-03-28T23:00:00Z", 23), ("2026-10-25", "2026-10-24T22:00:00Z", 25),
      ("2026-07-01", "2026-06-30T22:00:00Z", 24),
    ])
  func day(text: String, start: String, hours: Int64) throws {
    let span = try Timestamp.span(text, localOffset: TimestampTests.berlin)
    #expect(Timestamp(milliseconds: span.lowerBound).iso8601 == start)
    #expect(span.upperBound - span.lowerBound == hours * 3_600_000 - 1)
    #expect(
      LocalDay.number(of: span.upperBound, TimestampTests.berlin)
        == LocalDay.number(of: span.lowerBound, TimestampTests.berlin))
  }

  @Test(
    "What is not a time is refused with its reason",
    arguments: [
      ("", "empty"), ("   ", "empty"), ("yesterday", "year"), ("26-03-01", "year"), ("2026/03/01", "hyphens"),
      ("2026-3-1", "month needs 2"), ("2026-00-01", "invalid month 0"), ("2026-13-01", "invalid month 13"),
      ("2026-02-29", "February 2026 has 28 days"), ("1900-01-01", "before 1970"), ("2026-04-31", "April 2026 has 30"),
      ("2026-03-01T", "hour"), ("2026-03-01T24:00Z", "invalid hour"), ("2026-03-01T10:60Z", "invalid min"),
      ("2026-03-01T10:00:60Z", "invalid seconds"), ("2026-03-01T10:00:00.Z", "no digits"), ("2026-03-01T10", "colon"),
      ("2026-03-01T10:00X", "Z or an offset"), ("2026-03-01T10:00+99:00", "invalid offset"),
      ("2026-03-01T10:00+2", "2 digits"), ("2026-03-01T10:00Zz", "unexpected"), ("2026-03-01X10:00", "expected T"),
      ("1970-01-01T00:00+02:00", "outside"), ("9999-12-31T23:59-01:00", "outside"), ("2026-0\u{301}3-01", "month"),
      ("２０２６-03-01", "year"), ("2026-03-01T10:00:00Z\u{0}", "unexpected text"),
    ])
  func refused(text: String, part: String) throws {
    let error = #expect(throws: TimestampError.self) { try Timestamp.read(text) { _ in 0 } }
    let reason = try #require(error).reason
    #expect(reason.contains(part), "\(reason)")
  }

  @Test("A megabyte of digits is refused unread")
  func tooLong() {
    let error = #expect(throws: TimestampError.self) {
      try Timestamp.read(String(repeating: "2", count: 1_000_000)) { _ in 0 }
    }
    #expect(error?.reason == "the time is too long")
  }

  @Test("What is written can be read again")
  func roundTrip() throws {
    var state: UInt64 = 20_260_301
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let moment = Timestamp(milliseconds: Int64((state >> 11) % 253_402_300_800_000))
      #expect(try Timestamp.read(moment.iso8601) { _ in 0 }.timestamp == moment)
    }
  }

  @Test("No moment of any clock traps", arguments: [Int64.min, -1, 0, 253_402_300_800_000, Int64.max])
  func anyMoment(milliseconds: Int64) {
    let moment = Timestamp(milliseconds: milliseconds)
    #expect(moment.iso8601.hasSuffix("Z"))
    #expect(!moment.localMinute(offset: .max).isEmpty)
    #expect(!moment.localDate(offset: .min).isEmpty)
    #expect(!ISOWeek(dayNumber: moment.dayNumber).text.isEmpty)
  }

  @Test("Local forms are short and shifted")
  func localForms() {
    let moment = Timestamp(milliseconds: 1_772_321_460_000)
    #expect(moment.iso8601 == "2026-02-28T23:31:00Z")
    #expect(moment.localDate(offset: 3_600) == "2026-03-01")
    #expect(moment.localMinute(offset: 3_600) == "2026-03-01 00:31")
    #expect(moment.localTime(offset: -3_600) == "22:31")
    #expect(moment.dayNumber == 20_512)
  }
}
