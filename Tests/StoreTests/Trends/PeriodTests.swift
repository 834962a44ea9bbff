import Audit
import Base
import StoredFacts
import Testing

@testable import Store

@Suite("periods of a trend")
final class PeriodTests: TrackerOfButton {
  static let day: Int64 = 86_400_000
  /// 2026-01-30T00:00:00Z.
  static let start: Int64 = 1_769_731_200_000

  private func log(_ build: String, at time: Int64) throws {
    surroundings.now += 1_000
    try tracker.write { writer in
      _ = try writer.log(
        NewResult(component: "button", check: Catalogue.first, outcome: .pass, tester: "tia", build: build, time: time))
    }
  }

  private func periods(_ step: TrendStep, since: Int64? = nil, until: Int64) throws -> [TrendPeriod] {
    try tracker.read { try $0.periods(step, since: since, until: until) }
  }

  @Test(
    "a period ends in the millisecond before the next one begins, whatever its length",
    arguments: [
      (TrendStep.day, ["2026-01-30", "2026-01-31", "2026-02-01", "2026-02-02", "2026-02-03"]),
      (.week, ["2026-W05", "2026-W06"]), (.month, ["2026-01", "2026-02"]),
    ])
  func calendar(step: TrendStep, names: [String]) throws {
    try log("1", at: Self.start + 5)
    let end = Self.start + 5 * Self.day - 1
    let periods = try periods(step, until: end)
    #expect(periods.map(\.name) == names)
    #expect(periods.first?.from == Self.start && periods.last?.to == end)
    for (one, next) in zip(periods, periods.dropFirst()) { #expect(one.to + 1 == next.from) }
  }

  @Test("a build lasts until the first result of the next one, the latest until the end")
  func builds() throws {
    try log("2", at: Self.start + 2 * Self.day)
    try log("1", at: Self.start)
    try log("1", at: Self.start + 3 * Self.day)
    let end = Self.start + 9 * Self.day
    let all = try periods(.build, until: end)
    #expect(all.map(\.name) == ["1", "2"])
    #expect(all.map(\.from) == [Self.start, Self.start + 2 * Self.day])
    #expect(all.map(\.to) == [Self.start + 2 * Self.day - 1, end])
    #expect(try periods(.build, since: Self.start + 2 * Self.day, until: end).map(\.name) == ["2"])
    #expect(try periods(.build, until: Self.start + Self.day).map(\.name) == ["1"])
  }

  @Test("an audit's period ends when it was closed; an open one has none")
  func audits() throws {
    try log("1", at: Self.start)
    let closed = [("spring", Self.start + Self.day), ("autumn", Self.start + 3 * Self.day)]
    try tracker.write { writer in
      for (name, time) in closed {
        try writer.set(kind: "audit", key: name, fields: ["closed": .integer(time)], by: "lead")
      }
      try writer.set(kind: "audit", key: "open", fields: ["title": "x"], by: "lead")
    }
    let all = try periods(.audit, until: Self.start + 9 * Self.day)
    #expect(all.map(\.name) == ["spring", "autumn"])
    #expect(all.map(\.to) == closed.map(\.1))
    #expect(all.map(\.from) == [Self.start, closed[0].1 + 1])
    #expect(try periods(.audit, since: closed[0].1 + 1, until: Self.start + 9 * Self.day).map(\.name) == ["autumn"])
    #expect(try periods(.audit, until: closed[1].1 - 1).map(\.name) == ["spring"])
  }

  @Test("nothing observed has no periods, and too many are refused where a start is named, else the last are shown")
  func edges() throws {
    #expect(try periods(.day, until: Self.start).isEmpty)
    try log("1", at: 0)
    #expect(throws: Refusal.self) { try periods(.day, since: 0, until: 6_000 * Self.day) }
    let last = try periods(.day, until: 6_000 * Self.day)
    #expect(last.count == 5_001)
    #expect(last.last?.to == 6_000 * Self.day)
    #expect(try periods(.month, until: 6_000 * Self.day).count == 198)
    #expect(try periods(.day, since: Self.day, until: 0).isEmpty)
  }
}
