import Base
import Testing

@testable import Base

@Suite("Civil dates")
struct CivilDateTests {
  @Test(
    "Known days have known numbers",
    arguments: [
      (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2000, 3, 1, 11_017), (2024, 2, 29, 19_782),
      (2038, 1, 19, 24_855), (9999, 12, 31, 2_932_896), (1600, 2, 29, -135_081),
    ])
  func knownDays(year: Int, month: Int, day: Int, number: Int) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    #expect(date.dayNumber == number)
    #expect(CivilDate(dayNumber: number) == date)
  }

  @Test("Every day from 1970 to 9999 follows the one before it")
  func everyDay() {
    var expected = (year: 1970, month: 1, day: 1)
    var wrong = 0
    for number in 0...2_932_896 {
      let date = CivilDate(dayNumber: number)
      if date.year != expected.year || date.month != expected.month || date.day != expected.day { wrong += 1 }
      if date.dayNumber != number { wrong += 1 }
      expected.day += 1
      if expected.day > CivilDate.days(inMonth: expected.month, of: expected.year) {
        expected = expected.month == 12 ? (expected.year + 1, 1, 1) : (expected.year, expected.month + 1, 1)
      }
    }
    #expect(wrong == 0)
  }

  @Test("Days that the calendar does not have are refused", arguments: [(1900, 2, 29), (2026, 4, 31), (2026, 13, 1)])
  func noSuchDay(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test(
    "A week belongs to the year of its Thursday",
    arguments: [
      (2026, 1, 1, "2026-W01"), (2027, 1, 1, "2026-W53"), (2027, 1, 4, "2027-W01"), (2024, 12, 30, "2025-W01"),
      (2021, 1, 3, "2020-W53"), (1970, 1, 1, "1970-W01"), (2026, 12, 31, "2026-W53"),
    ])
  func weeks(year: Int, month: Int, day: Int, text: String) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    #expect(ISOWeek(dayNumber: date.dayNumber).text == text)
  }

  @Test("A day is one of the place where it is asked for, to its last millisecond")
  func localDays() {
    // The end of 1 January 2021 on the west coast of America, and the beginning of that day in Berlin.
    let (west, east) = (LocalClock { _ in -28_800 }, LocalClock(offset: TimestampTests.berlin))
    #expect(LongDate.day(1_609_574_399_999, west) == "1 January 2021")
    #expect(LongDate.day(1_609_574_400_000, west) == "2 January 2021")
    #expect(LongDate.day(1_609_574_399_999, .utc) == "2 January 2021")
    #expect(LongDate.day(1_609_455_600_000, east) == "1 January 2021")
    #expect(LongDate.shortDay(1_609_455_600_000, east) == "1 Jan 2021")
    #expect(LongDate.month(1_609_455_599_999, east) == "Dec 2020")
    for moment in [Int64.min, -1, .max] { #expect(!LongDate.day(moment, west).isEmpty) }
  }

  @Test(
    "A period has its name in words, and what is no period keeps the name that people gave it",
    arguments: [
      ("2021-06", "Jun 2021"), ("2021-06-01", "1 June 2021"), ("2021-W22", "week 22 of 2021"),
      ("2021-W05", "week 05 of 2021"), ("inspection-8", "inspection-8"), ("nov-1", "nov-1"), ("rc-1", "rc-1"),
      ("2021-13", "2021-13"), ("2021-6", "2021-6"), ("2021-W54", "2021-W54"), ("2021-rc1", "2021-rc1"),
      ("2021-W", "2021-W"), ("2021-", "2021-"), ("-", "-"), ("", ""), ("+021-06", "+021-06"),
      ("2021-06-01-b", "2021-06-01-b"),
      ("a-2021-06", "a-2021-06"),
    ])
  func periods(name: String, words: String) { #expect(LongDate.period(name) == words) }

  @Test("A moment that stands alone has its zone; that of UTC is called Z")
  func zones() {
    let (winter, summer): (Int64, Int64) = (1_772_359_200_000, 1_785_542_400_000)
    let berlin = LocalClock(
      name: { TimestampTests.berlin($0) == 7_200 ? "CEST" : "CET" }, offset: TimestampTests.berlin)
    #expect(berlin.moment(winter) == "2026-03-01 11:00 CET" && berlin.moment(summer) == "2026-08-01 02:00 CEST")
    #expect(berlin.zones(around: summer) == "CET/CEST" && berlin.zones(around: winter) == "CET")
    for clock in [LocalClock.utc, LocalClock(name: { _ in "UTC" }, offset: { _ in 0 })] {
      #expect(clock.moment(winter) == "2026-03-01T10:00:00Z" && clock.zones(around: winter) == nil)
    }
    func told(_ name: String, _ offset: Int) -> String {
      LocalClock(name: { _ in name }, offset: { _ in offset }).moment(winter)
    }
    #expect(told("GMT", 0) == "2026-03-01 10:00 GMT")
    #expect(told("+0545", 20_700) == "2026-03-01 15:45 +05:45" && told("", -12_600) == "2026-03-01 06:30 -03:30")
    #expect(told("\u{1B}[2J", 3_600) == "2026-03-01 11:00 +01:00")
  }

  @Test("Seven days in a row share a week exactly when the first is a Monday")
  func weekRuns() {
    for number in -800...40_000 {
      let monday = ISOWeek.monday(of: number)
      #expect((0...6).contains(number - monday))
      #expect(ISOWeek(dayNumber: monday) == ISOWeek(dayNumber: number))
      #expect(ISOWeek(dayNumber: monday - 1) < ISOWeek(dayNumber: number))
    }
  }
}
