import Audit
import Children
import Testing

@testable import Reports

@Suite("First-tap success over time")
struct TapTrendTests {
  private static func report(
    _ key: String, closed: Int64?, build: String, children: Int = 6, hits: Int = 6
  ) -> TapReport {
    let plan = TapPlan(
      key: key, component: "a/b", width: 440, height: 440, children: 6, build: build, closed: closed)
    return TapReport(
      plan, TapCourseTests.records(key, 0..<children, hits: { hits == 10 ? 10 : hits + $0 % 3 }))
  }

  /// Two builds, one plan without one, and one that is still open.
  private static let reports = [
    report("one", closed: 1, build: "3.1"), report("two", closed: 5, build: "3.2"),
    report("three", closed: 25, build: ""), report("open", closed: nil, build: "3.2", children: 2),
  ]

  private static func trend(_ periods: [TrendPeriod]?, byBuild: Bool = false) -> TapTrend {
    TapTrend(TapCourse.courses(reports), periods: periods, byBuild: byBuild)
  }

  private static func words(_ trend: TapTrend) -> [String] {
    trend.rows.map { "\($0.group ?? "none"): \($0.step?.plan.key ?? "no test")" }
  }

  @Test("A plan is in the period in which it was closed; a period without one is a gap, an open plan is in none")
  func periods() {
    let periods = (0..<3).map { TrendPeriod(name: "P\($0)", from: Int64($0) * 10, to: Int64($0) * 10 + 9) }
    #expect(Self.words(Self.trend(periods)) == ["P0: one", "P0: two", "P1: no test", "P2: three", "none: open"])
  }

  @Test("Builds stand in the order in which their first plan was closed")
  func builds() {
    #expect(Self.words(Self.trend(nil, byBuild: true)) == ["3.1: one", "3.2: two", "3.2: open", ": three"])
    #expect(Self.words(Self.trend(nil)).count == 4)
  }

  @Test("What is not to be told is hidden for people and programs alike, and a gap is no 0")
  func values() throws {
    /// A row as it is told, by column.
    func told(_ trend: TapTrend, _ key: String?, _ text: RateText?) throws -> [String: String] {
      let row = try #require(trend.rows.first { $0.step?.plan.key == key })
      let form = RowForm(isForPeople: text != nil, now: 0)
      return Dictionary(
        uniqueKeysWithValues: try TapTrend.columns(text ?? .symbol).map { ($0.head.key, "\(try $0.value(row, form))") })
    }
    let gap = try told(Self.trend([TrendPeriod(name: "P", from: 10, to: 20)]), nil, .symbol)
    #expect(gap["state"] == #"text("no test")"# && gap["rate"] == "null" && gap["children"] == "null")
    let all = Self.trend(nil)
    let shown = try told(all, "one", .symbol)
    #expect(shown["children"] == "integer(6)" && shown["taps"] == "integer(60)" && shown["rate"] == #"text("70%")"#)
    #expect(shown["state"] == #"text("closed")"# && shown["size"] == #"text("44x44")"#)
    let rate = try told(all, "one", nil)["rate"] ?? ""
    #expect(rate.hasPrefix("decimal(0.7") || rate.hasPrefix("decimal(0.69999"))
    for column in ["children", "taps", "rate", "low", "high", "filtered", "retries", "verdict"] {
      #expect(try told(all, "open", .symbol)[column] == #"text("\#(TapChart.hidden)")"#, "\(column)")
      #expect(try told(all, "open", nil)[column]?.contains("suppressed") == true, "\(column)")
    }
    #expect(try told(Self.trend(nil, byBuild: true), "three", nil)["group"] == #"text("no build")"#)
  }
}
