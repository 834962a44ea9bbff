import Audit
import Base
import Children
import Testing

@testable import Reports

/// Plans of one component, one after the other.
@Suite("First-tap success over versions, and groups beside each other")
struct TapCourseTests {
  private static let alphabet = Array("BCDFGHJKMNPQRTVWX23479")

  static func code(_ child: Int) -> String {
    "KTR4" + String([alphabet[child / 22 % 22], alphabet[child % 22]])
  }

  static func records(
    _ plan: String, _ children: some Sequence<Int>, hits: (Int) -> Int, age: (Int) -> AgeBand = { _ in .six },
    hands: [TapHand] = [.right], week: (Int) -> String = { _ in "2026-W10" }, width: Int = 440, scoring: Int = 1,
    ppi: Int? = 16_300
  ) -> [TapRecord] {
    children.flatMap { child in
      hands.map { hand in
        let session = TapSession(
          plan: plan, participant: code(child), age: age(child), week: week(child), device: "iPad", pointsPerInch: ppi,
          moderator: "m1", consent: TapSession.Consent(reference: "c1", guardian: true, assent: true))
        let trials = (0..<10).map { index in
          TapTrial(
            number: index + 1, kind: .scored, component: "a/b", width: width, height: width,
            outcome: index < hits(child) - (hand == .left ? 2 + child % 3 : 0) ? .firstTap : .missed, hand: hand,
            scoring: scoring)
        }
        return TapRecord(session: session, trials: trials, remarks: [])
      }
    }
  }

  private static func plan(_ key: String, closed: Int64?, children: Int = 10, build: String = "", width: Int = 440)
    -> TapPlan
  {
    TapPlan(
      key: key, component: "a/b", width: width, height: width, children: children, build: build, closed: closed)
  }

  private static func course(_ reports: [TapReport]) throws -> TapCourse {
    let courses = TapCourse.courses(reports)
    #expect(courses.count == 1)
    return try #require(courses.first)
  }

  /// Versions of which every second one is worse from some place on.
  private static func versions(_ count: Int, children: Int = 6, hits: (Int, Int) -> Int) -> [TapReport] {
    (0..<count).map { version in
      TapReport(
        plan("v\(version)", closed: Int64(version + 1), children: children),
        records("v\(version)", (version * 30)..<(version * 30 + children), hits: { hits(version, $0) }))
    }
  }

  // MARK: Run chart

  @Test("Rates that shift are a signal in a plain sentence; rates that go up and down are none")
  func signal() throws {
    // Three in a row can be chance: the shift is one of six and six.
    let shifted = try Self.course(
      Self.versions(12) { version, child in (version < 6 ? 4 : 8) + child % 2 + version % 2 })
    #expect(shifted.chart.run?.isSignal == true && shifted.chart.isSignal)
    #expect(shifted.chart.sentence().hasPrefix("The rate changed by more than chance: "))
    let still = try Self.course(
      Self.versions(12) { version, child in 6 + child % 2 + [0, 2, 0, 0, 2, 0, 2, 2, 0, 2, 0, 2][version] })
    #expect(still.chart.run?.isSignal == false)
    #expect(still.chart.sentence().hasPrefix("No change detected: the longest run is "))
    #expect(still.chart.laney?.isProvisional == false)
    let wanted = RunChart(still.chart.points.compactMap { $0.limits?.rate })
    #expect(still.chart.run == wanted)
  }

  @Test("Under ten useful points nothing is said to move, and under twelve the limits are provisional")
  func few() throws {
    let course = try Self.course(Self.versions(9) { version, child in version < 5 ? 2 + child % 2 : 9 - child % 2 })
    #expect(!course.chart.isSignal && course.chart.sentence().contains("at least 10 are required"))
    #expect(course.chart.sentence().contains("The limits are provisional: 9 of 12 points."))
  }

  @Test("A version whose numbers are hidden is compared with none: the difference would tell them", arguments: [4, 5])
  func hiddenCrowd(children: Int) throws {
    let versions = Self.versions(1) { _, child in 5 + child % 3 }
    let next = TapReport(
      Self.plan("v1", closed: 2, children: 5), Self.records("v1", 60..<(60 + children), hits: { 3 + $0 % 2 }))
    let course = try Self.course(versions + [next])
    #expect(course.chart.points.map { $0.estimate == nil } == [false, children < 5])
    #expect(course.comparisons.count { $0.report != nil } == (children < 5 ? 0 : 1))
  }

  @Test("Redacted, a version whose children did alike is compared with none", arguments: [false, true])
  func alikeCrowd(isAlike: Bool) throws {
    let reports = (0..<2).map { version in
      TapReport(
        Self.plan("v\(version)", closed: Int64(version + 1), children: 12),
        Self.records(
          "v\(version)", (version * 30)..<(version * 30 + 12),
          hits: { version == 1 && isAlike ? 10 : 4 + version * 2 + $0 % 4 }), isRedacted: true)
    }
    let course = try Self.course(reports)
    #expect(reports[1].main?.disclosure == (isAlike ? .verdictOnly : .shown))
    #expect(course.comparisons.count { $0.report != nil } == (isAlike ? 0 : 1))
  }

  /// Less may be broken down than is counted: what is asked here is that part alone.
  @Test("Who took part is handed to no comparison where their numbers are hidden", arguments: [4, 5, 9, 10])
  func crowd(children: Int) {
    let records = Self.records("v1", 0..<children, hits: { 3 + $0 % 2 })
    #expect((TapParticipants(records, [], steps: [], .standard) != nil) == (children >= 5))
    #expect((TapParticipants(records, [], steps: [], .redacted) != nil) == (children >= 10))
    let alike = Self.records("v1", 0..<children, hits: { _ in 4 })
    #expect(TapParticipants(alike, [], steps: [], .redacted) == nil)
  }

  @Test("A hidden point is a gap without a number in every form, and counts for nothing")
  func gap() throws {
    var reports = Self.versions(4) { version, child in 5 + child % 3 }
    reports[2] = TapReport(
      Self.plan("v2", closed: 3), Self.records("v2", 60..<64, hits: { 3 + $0 % 2 }))
    let course = try Self.course(reports)
    #expect(course.chart.points.map { $0.estimate == nil } == [false, false, true, false])
    let json = course.json.render()
    #expect(json.contains(#"{"name":"v2","suppressed":true,"break":false}"#))
    #expect(course.chart.sentence().contains("Not counted: 1 point hidden."))
    let page = Page(title: "t", sections: course.sections(.words)).plain
    #expect(page.contains("v2") && page.contains("hidden") && !page.contains("●"))
    // The rates that are left are those of the other plans: the hidden one is part of no sum.
    #expect(course.chart.laney?.limits.count == 3)
  }

  @Test("Where the scoring changes the line breaks, and the row begins anew")
  func breaks() throws {
    let old = Self.versions(3) { _, child in 3 + child % 2 }
    let new = [3, 4].map { version -> TapReport in
      let first = version * 30
      return TapReport(
        Self.plan("v\(version)", closed: Int64(version + 1), children: 6),
        Self.records("v\(version)", first..<(first + 6), hits: { 8 + $0 % 2 }, scoring: 2))
    }
    let course = try Self.course(old + new)
    #expect(course.chart.points.map(\.isBreak) == [false, false, false, true, false])
    #expect(course.chart.laney?.limits.count == 2)
    #expect(course.chart.sentence().contains("before v3, where the scoring version changed"))
    #expect(!course.comparisons.contains { $0.names == ("v2", "v3") })
  }

  @Test("A plan that is still running is shown and not judged")
  func running() throws {
    var reports = Self.versions(3) { _, child in 5 + child % 3 }
    reports.append(
      TapReport(Self.plan("new", closed: nil, children: 12), Self.records("new", 200..<206, hits: { 4 + $0 % 3 })))
    let course = try Self.course(reports)
    #expect(course.chart.points.last?.isRunning == true && course.chart.laney?.limits.count == 3)
    #expect(course.chart.sentence().contains("1 still running"))
  }

  @Test("Weeks of one plan are told where each could stand alone, and otherwise not at all", arguments: [5, 4])
  func weeks(each: Int) throws {
    let records = Self.records("p", 0..<(each * 3), hits: { 5 + $0 % 4 }, week: { "2026-W1\($0 / each)" })
    let part = try #require(TapReport(Self.plan("p", closed: nil, children: each * 3), records).main)
    #expect((part.weeks?.points.count == 3) == (each == 5))
    let redacted = TapReport(Self.plan("p", closed: nil, children: each * 3), records, isRedacted: true)
    #expect(redacted.main?.weeks == nil && !(redacted.main?.result.render().contains("W1") ?? true))
  }

  // MARK: Comparisons

  @Test("Other children are compared by the limits of both rates, the same ones by the test on each child")
  func methods() throws {
    let before = TapReport(Self.plan("a", closed: 1), Self.records("a", 0..<10, hits: { 3 + $0 % 3 }))
    let others = TapReport(Self.plan("b", closed: 2), Self.records("b", 20..<30, hits: { 8 + $0 % 3 }))
    let same = TapReport(Self.plan("b", closed: 2), Self.records("b", 0..<10, hits: { 8 + $0 * 3 % 2 }))
    let apart = try #require(try Self.course([before, others]).comparisons.first)
    let paired = try #require(try Self.course([before, same]).comparisons.first)
    #expect(apart.subject == .version && apart.report?.isPaired == false && apart.report?.finding == .changed)
    #expect(paired.report?.isPaired == true && paired.report?.finding == .changed)
    let (first, second) = (try #require(before.main), try #require(others.main))
    let wanted = try #require(RateDifference(before: first.estimate, after: second.estimate))
    #expect(abs(try #require(apart.report?.difference).interval.low - wanted.interval.low) < 1e-12)
    #expect(paired.sentence.contains("10 children used both.") && paired.sentence.hasSuffix("That is a change."))
    // Nothing about single children: neither how many did better nor a p that follows from each of them.
    for comparison in [apart, paired] {
      #expect(!comparison.sentence.contains("hit more often") && !comparison.sentence.contains("p ="))
      #expect(!comparison.json.render().contains("\"p\""))
    }
  }

  @Test("Where some few took part in one of two plans only, nothing is compared", arguments: [1, 4, 6, 9])
  func overlap(apart: Int) throws {
    let before = TapReport(Self.plan("a", closed: 1), Self.records("a", 0..<10, hits: { 3 + $0 % 5 }))
    let after = TapReport(Self.plan("b", closed: 2), Self.records("b", apart..<(10 + apart), hits: { 5 + $0 % 4 }))
    let comparison = try #require(try Self.course([before, after]).comparisons.first)
    #expect(comparison.report == nil && comparison.sentence == TapComparison.hiddenSentence)
    #expect(comparison.json.render().contains(#""suppressed":true"#))
    #expect(!comparison.json.render().contains("difference"))
  }

  @Test("A redacted comparison takes two plans that are closed: what is told stays as it is")
  func redacted() throws {
    func course(_ closed: Int64?) throws -> TapCourse {
      try Self.course([
        TapReport(Self.plan("a", closed: 1), Self.records("a", 0..<10, hits: { 3 + $0 % 5 }), isRedacted: true),
        TapReport(
          Self.plan("b", closed: closed), Self.records("b", 0..<10, hits: { 5 + $0 * 3 % 4 }), isRedacted: true),
      ])
    }
    #expect(try course(2).comparisons.first?.report?.isPaired == true)
    #expect(try course(nil).comparisons.isEmpty)
    #expect(try course(nil).chart.points.count == 2)
  }

  @Test("Hands, ages and sizes of one plan are compared where they are told")
  func groups() throws {
    let records = Self.records(
      "p", 0..<12, hits: { 5 + $0 % 5 }, age: { $0 % 2 == 0 ? .six : .nine }, hands: [.right, .left])
    let course = try Self.course([TapReport(Self.plan("p", closed: 1, children: 12), records)])
    #expect(course.comparisons.map(\.subject) == [.hand, .age])
    let hands = try #require(course.comparisons.first)
    #expect(hands.names == ("left", "right") && hands.report?.isPaired == true && hands.plan == "p")
    #expect(course.comparisons.last?.report?.isPaired == false)
    #expect(!course.chart.isChart)
  }

  @Test("Sizes are compared in millimetres: not where nobody knows them, and not where they are the same")
  func sizes() throws {
    func subject(_ first: Int?, _ second: Int?, width: Int) throws -> TapComparison.Subject? {
      try Self.course([
        TapReport(Self.plan("a", closed: 1), Self.records("a", 0..<10, hits: { 3 + $0 % 5 }, ppi: first)),
        TapReport(
          Self.plan("b", closed: 2, width: width),
          Self.records("b", 20..<30, hits: { 5 + $0 % 4 }, width: width, ppi: second)),
      ]).comparisons.first?.subject
    }
    #expect(try subject(16_300, 16_300, width: 560) == .size)
    #expect(try subject(nil, 16_300, width: 560) == nil)
    #expect(try subject(nil, nil, width: 440) == .version)
    // 44 pt at 163 points per inch and 54 pt at 200 are as large.
    #expect(try subject(16_300, 20_000, width: 540) == .version)
  }

  @Test("Of many comparisons each has to be clearer: Holm's adjustment, and never a change that the limits leave open")
  func family() throws {
    let reports = Self.versions(6, children: 6) { version, child in [5, 7, 8, 7, 8, 7][version] + child % 3 }
    let course = try Self.course(reports)
    let raw = course.comparisons.compactMap { $0.report?.p }
    #expect(course.comparisons.compactMap { $0.report?.adjusted } == Multiplicity.holm(raw))
    for comparison in course.comparisons {
      let report = try #require(comparison.report)
      let isClear = try #require(report.difference).isChange
      #expect((report.finding == .changed) == (isClear && (report.adjusted ?? 1) < 0.05))
      #expect(!comparison.sentence.contains("better"))
    }
    #expect(course.family?.hasPrefix("5 comparisons: a change must") == true)
  }

  @Test("No code of a child is in any form of a course")
  func codes() throws {
    let records = Self.records("a", 0..<12, hits: { 3 + $0 % 5 }, hands: [.right, .left])
    let course = try Self.course([
      TapReport(Self.plan("a", closed: 1), records),
      TapReport(Self.plan("b", closed: 2), Self.records("b", 0..<12, hits: { 5 + $0 * 3 % 4 })),
    ])
    let page = Page(title: "t", sections: course.sections(.symbol))
    for text in [course.json.render(), page.plain, page.markdown, page.text(width: 40)] {
      #expect(!text.contains("KTR4"))
    }
  }

  // MARK: Looks

  @Test("Before its end and after it, the limits that hold for any number of looks stand beside the others")
  func looks() throws {
    func part(_ children: Int) throws -> TapStratum {
      try #require(
        TapReport(Self.plan("p", closed: nil, children: 10), Self.records("p", 0..<children, hits: { 10 - $0 % 2 }))
          .main)
    }
    let (interim, complete, after) = (try part(6), try part(10), try part(13))
    #expect(interim.sentence().contains("With interim looks, the rate could be as low as"))
    #expect(!complete.sentence().contains("With interim looks") && complete.answer.limitsForAnyLooks == nil)
    #expect(after.sentence().contains("3 children more than planned: up to 3 extra looks. With interim looks"))
    let wide = try #require(after.answer.limitsForAnyLooks)
    let narrow = try #require(after.estimate.limits).interval
    #expect(wide.low < narrow.low && wide.high >= narrow.high)
    #expect(after.result.render().contains(#""looks":{"planned":1,"extra":3,"interim":false,"#))
  }

  @Test("A verdict that holds for one look only is said to be open")
  func open() throws {
    // All hit: met by the limits of one look at the thirteenth child, who was not planned.
    let part = try #require(
      TapReport(Self.plan("p", closed: nil, children: 10), Self.records("p", 0..<13, hits: { $0 == 0 ? 9 : 10 })).main)
    let wide = try #require(part.answer.limitsForAnyLooks)
    #expect(part.verdict == .met && wide.low < 0.9)
    #expect(part.sentence().hasSuffix("by this interval, the target is still open."))
  }
}
