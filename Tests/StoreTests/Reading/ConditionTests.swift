import Audit
import Base
import StoredFacts
import Testing

@testable import Store

@Suite("cells under conditions")
final class ConditionTests: TrackerOfButton {
  static let day: Int64 = 86_400_000

  /// One check that fails under no setting, under each of two, and under both.
  override init() throws {
    try super.init()
    for condition in ["", "dark", "text-ax5", "dark,text-ax5"] {
      surroundings.now += 1_000
      try tracker.write { writer in
        _ = try writer.log(
          NewResult(
            component: "button", check: Catalogue.first, condition: try Condition(parsing: condition), outcome: .fail,
            tester: "tia"))
      }
    }
  }

  private func waive(_ fields: JSONObject, until day: String) throws {
    surroundings.now += 1_000
    var all = fields
    all["component"] = "button"
    all["check"] = .string(Catalogue.first)
    all["until"] = .string(day)
    try tracker.write { try $0.set(kind: "waiver", key: "w", fields: all, by: "lead") }
  }

  private func conditions(_ query: String) throws -> [String] {
    let filter = try Filter(parsing: query)
    return try tracker.read { try $0.cells(filter).map(\.condition) }
  }

  @Test(
    "a query for two settings wants both, alternatives want either, and what is not wanted is left out",
    arguments: [
      ("condition:dark+text-ax5", ["dark,text-ax5"]), ("condition:dark", ["dark", "dark,text-ax5"]),
      ("condition:dark,text-ax5", ["dark", "dark,text-ax5", "text-ax5"]), ("condition:default", [""]),
      ("-condition:dark", ["", "text-ax5"]), ("condition:dar", []),
    ])
  func query(text: String, wanted: [String]) throws { #expect(try conditions(text) == wanted) }

  @Test("a waiver for one condition covers no other, one without a condition covers all")
  func waiver() throws {
    let day = Timestamp(milliseconds: surroundings.now + Self.day).localDate(offset: 0)
    try waive(["condition": "dark"], until: day)
    #expect(try conditions("waived:yes") == ["dark"])
    #expect(try waived() == ["dark"])
    #expect(try waivedInTrend() == 1)
    try waive(["condition": .null], until: day)
    #expect(try conditions("waived:yes").count == 4)
    #expect(try waived().count == 4)
    #expect(try waivedInTrend() == 4)
  }

  /// The conditions of the cells that show a waiver.
  private func waived() throws -> [String] {
    try tracker.read { try $0.cells(Filter()).filter { $0.waiver != nil }.map(\.condition) }
  }

  /// How many are waived at the end of today, as a trend has it.
  private func waivedInTrend() throws -> Int? {
    let first = surroundings.now / Self.day * Self.day
    let today = TrendPeriod(name: "today", from: first, to: first + Self.day - 1)
    let request = TrendRequest(periods: [today], filter: Filter(), readsAge: false)
    return try tracker.read { try $0.trend(request) }.groups.first?.points.first?.waived
  }

  @Test("in a trend a waiver counts at the end of its last day, and no longer")
  func lastDay() throws {
    let first = surroundings.now / Self.day * Self.day
    try waive([:], until: Timestamp(milliseconds: first + Self.day).localDate(offset: 0))
    // What is seen on the last day itself is waived that day.
    surroundings.now = max(surroundings.now, first + Self.day) + 1_000
    try tracker.write { writer in
      _ = try writer.log(
        NewResult(
          component: "button", check: Catalogue.first, condition: try Condition(parsing: "rtl"), outcome: .fail,
          tester: "tia"))
    }
    surroundings.now = first + 4 * Self.day
    let periods = (0..<4).map { day in
      TrendPeriod(name: "\(day)", from: first + day * Self.day, to: first + (day + 1) * Self.day - 1)
    }
    for filter in [Filter(), Filter(terms: [Filter.Term(.component, ["**"])], source: "component:**")] {
      for readsAge in [false, true] {
        let request = TrendRequest(periods: periods, filter: filter, readsAge: readsAge)
        let points = try #require(try tracker.read { try $0.trend(request) }.groups.first?.points)
        #expect(points.map(\.counts.fail) == [4, 5, 5, 5])
        #expect(points.map(\.waived) == [4, 5, 0, 0])
      }
    }
  }
}
