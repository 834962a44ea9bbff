import Audit
import Base
import Foundation
import Reports
import Testing

@Suite("Trend")
struct TrendTests {
  static func point(_ pass: Int, _ fail: Int, new: Int = 0, waived: Int = 0, untested: Int = 0) -> TrendPoint {
    var point = TrendPoint()
    (point.counts.pass, point.counts.fail, point.counts.minor) = (pass, fail, fail)
    point.counts.untested = untested
    (point.new, point.waived) = (new, waived)
    return point
  }

  static func week(_ number: Int) -> TrendPeriod {
    let start = 1_772_409_600_000 + Int64(number - 10) * 7 * 86_400_000
    return TrendPeriod(name: "2026-W\(number)", from: start, to: start + 7 * 86_400_000 - 1)
  }

  static func report(_ points: [TrendPoint], grouping: TrendGrouping? = nil, name: String? = nil) -> TrendReport {
    TrendReport(
      trend: Trend(
        periods: points.indices.map { week(10 + $0) }, groups: [TrendGroup(name: name, points: points)]),
      grouping: grouping, step: .week, generated: "2026-04-01T00:00:00Z")
  }

  static let gap = TrendPoint()
  static let usual = report(
    [gap, point(60, 30, new: 90), point(60, 30), point(60, 30), point(70, 22, new: 2, waived: 4)])

  @Test("At 80 columns: what it says, a bar for each period, and the other figures below")
  func wide() {
    #expect(
      TrendTests.usual.text(width: 80) == """
        Trend by week, 2026-W10 to 2026-W14
        From 2026-W11 to 2026-W14: better. Start: 60 of 90 evaluated items pass (66%);
        30 open findings. End: 70 of 92 evaluated items pass (76%); 18 open findings. 2
        items were tested for the first time in this period.

        2026-W10  no data
        2026-W11   66%  60 of 90  ███████████████████░░░░░░░░░░░  30 open
        2 weeks without a change
        2026-W14   76%  70 of 92  ██████████████████████░░░░░░░░  18 open

        Week              Coverage  FAIL  Waived  New
        2026-W10  0 of 0 (no data)     0
        2026-W11   90 of 90 (100%)    30           90
        2026-W14   92 of 92 (100%)    22       4    2

        Use --age to show the age of the results at each point.

        """)
  }

  @Test("Evidence is as old as it is today in a period that is not over, and at its end in one that is")
  func age() {
    var seen = Self.point(9, 1)
    seen.oldest = Self.week(10).from - 86_400_000
    var report = Self.report([seen])
    #expect(report.plain.contains("oldest result 7 days old"))
    report.now = Self.week(10).from + 2 * 86_400_000
    #expect(report.plain.contains("oldest result 3 days old"))
  }

  @Test("At 40 columns nothing is wider, and every figure has its words", arguments: [20, 40, 60, 80, 120])
  func narrow(width: Int) {
    for line in TrendTests.usual.text(width: width).split(separator: "\n") { #expect(line.count <= width, "\(line)") }
    let text = TrendTests.usual.text(width: 40)
    #expect(text.contains("2026-W14   76%  70 of 92\n"))
    #expect(text.contains("  ███████████████░░░░░  18 open\n"))
  }

  @Test("For a screen reader each point is a sentence, and a gap is no percentage")
  func plain() {
    let lines = TrendTests.usual.plain.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("Trend by week: "))
    #expect(lines[1] == "Week 2026-W10: no results yet.")
    #expect(!lines[0].contains("%"))
    #expect(
      lines.contains(
        "Week 2026-W14: 70 of 92 evaluated items pass, 76 percent; 92 of 92 applicable items evaluated, 100 percent; "
          + "18 open findings; 4 waived; 2 new items."))
    #expect(!TrendTests.usual.plain.contains("0 percent; 0"))
    #expect(!TrendTests.usual.plain.contains("█"))
  }

  @Test(
    "Better and worse are said of share and findings together",
    arguments: [
      ([point(1, 1), point(2, 1)], "better"), ([point(1, 1), point(1, 2)], "worse"),
      ([point(1, 1), point(1, 1)], "unchanged"), ([point(1, 1), point(3, 2)], "mixed"),
      ([point(1, 2), point(2, 4)], "worse"), ([point(1, 2, waived: 1), point(1, 2)], "worse"),
      ([point(2, 2), point(1, 1)], "better"), ([point(0, 0, untested: 3), point(1, 0)], "Only one data point"),
      ([gap, point(1, 0)], "Only one data point"),
      // What was not looked at again is neither fixed nor as good as before.
      ([point(1, 2, untested: 23), point(1, 0, untested: 25)], "mixed"),
      ([point(2, 0), point(1, 0, untested: 1)], "mixed"), ([point(2, 0), point(1, 1, untested: 1)], "worse"),
      ([point(1, 2, untested: 25), point(1, 0, untested: 1)], "better"),
    ])
  func verdicts(points: [TrendPoint], word: String) {
    #expect(TrendTests.report(points).summary.contains(word), "\(TrendTests.report(points).summary)")
  }

  @Test("A trend in which less is evaluated says how much, also where the percentages are alike")
  func lessEvaluated() {
    let fewer = TrendTests.report([Self.point(1, 2, untested: 23), Self.point(1, 0, untested: 25)])
    #expect(fewer.summary.hasSuffix(" Coverage fell from 3 of 26 applicable items (11%) to 1 of 26 (3%)."))
    let one = TrendTests.report([Self.point(100, 100, untested: 100), Self.point(100, 100, untested: 101)])
    #expect(one.summary.contains("Coverage fell from 200 of 300 applicable items (66%) to 200 of 301 (66%)."))
    #expect(!TrendTests.usual.summary.contains("Coverage"))
  }

  @Test("A group that is named by nothing says so, and names from elsewhere are harmless")
  func names() throws {
    let nameless = TrendTests.report([TrendTests.point(1, 1)], grouping: .owner, name: "")
    #expect(nameless.text(width: 80).contains("no owner"))
    #expect(nameless.json.contains("\"group\":\"\""))
    let hostile = TrendTests.report([TrendTests.point(1, 1)], grouping: .owner, name: "a\u{1B}[31m\n\u{202E}b")
    for text in [hostile.text(width: 80), hostile.text(width: 40), hostile.plain, hostile.json] {
      #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }
    let lines = hostile.json.split(separator: "\n")
    #expect(try JSONSerialization.jsonObject(with: Data(hostile.json.utf8)) is [String: Any])
    #expect(lines.count == 3)
  }

  @Test("The latest periods and the groups with the most open findings are drawn, and what is left out is said")
  func limits() {
    var report = TrendTests.usual
    report.limit = 2
    let text = report.text(width: 80)
    #expect(!text.contains("no data") && text.contains("2026-W11   66%"))
    #expect(text.contains("and 1 earlier period (use --limit"), "\(text)")
    #expect(report.plain.contains("1 earlier period is left out (use --limit)."))
    #expect(report.json.split(separator: "\n").count == 7)
    let groups = (0..<4).map { TrendGroup(name: "g\($0)", points: [TrendTests.point(1, $0)]) }
    var grouped = TrendReport(
      trend: Trend(periods: [TrendTests.week(10)], groups: groups), grouping: .tag, step: .week, generated: "")
    grouped.limit = 1
    #expect(grouped.text(width: 80).contains("g3") && !grouped.text(width: 80).contains("g2"))
    #expect(grouped.text(width: 80).contains("and 3 more groups"))
    #expect(grouped.summary == "4 groups: 4 cannot be compared, from the first to the last point of each.")
  }
}

@Suite("Explained change")
struct ChangeTests {
  static func side(
    _ outcome: Outcome?, disputed: Bool = false, waived: Bool = false, stale: [StaleReason] = []
  ) -> CellSide {
    var side = CellSide(isInScope: true)
    (side.outcome, side.isDisputed, side.isWaived, side.stale) = (outcome, disputed, waived, stale)
    return side
  }

  static let absent = CellSide(isInScope: false)

  static func change(_ before: CellSide, _ after: CellSide, life: FindingLife.State? = nil, isNew: Bool = false)
    -> CellChange
  {
    CellChange(
      component: "home/play", check: "voiceover.label-present", condition: "", before: before, after: after,
      life: life, coming: isNew ? .componentAdded : .componentRestored, going: .componentRetired)
  }

  @Test(
    "Each figure of a cell has one reason",
    arguments: [
      (change(side(.pass), side(.fail), life: .regressed), ChangeMeasure.fail, ChangeClass.regressed),
      (change(side(.na), side(.fail)), .open, .newlyFailing), (change(side(nil), side(.fail)), .fail, .newlyFailing),
      (change(side(nil), side(.fail), life: .regressed), .fail, .regressed),
      (change(side(.fail), side(.pass), life: .fixed), .open, .fixed),
      (change(side(.fail), side(.pass), life: .corrected), .open, .corrected),
      (change(side(.fail), side(.na)), .fail, .answeredOtherwise),
      (change(side(nil), side(.pass)), .untested, .newlyTested),
      (change(side(.pass), side(.fail, disputed: true), life: .regressed), .fail, .becameDisputed),
      (change(side(.pass), side(.fail, disputed: true), life: .regressed), .disputed, .becameDisputed),
      (change(side(.fail, disputed: true), side(.pass)), .pass, .settled),
      (change(side(.fail), side(.fail, waived: true)), .open, .waiverGranted),
      (change(side(.fail, waived: true), side(.fail)), .waived, .waiverEnded),
      (change(side(.fail, waived: true), side(.pass), life: .fixed), .waived, .fixed),
      (change(side(.pass), side(.pass, stale: [.age])), .stale, .becameStale),
      (change(side(.pass), side(.pass, stale: [.source, .check])), .stale, .checkChanged),
      (change(side(.pass, stale: [.age]), side(.pass)), .stale, .freshAgain),
      (change(absent, side(.fail, stale: [.age]), isNew: true), .stale, .componentAdded),
      (change(absent, side(.fail)), .fail, .componentRestored),
      (change(side(nil), absent), .untested, .componentRetired),
      (change(side(.pass), side(nil)), .untested, .notRetested),
      (change(side(.fail), side(nil)), .open, .notRetested),
    ])
  func reasons(change: CellChange, measure: ChangeMeasure, reason: ChangeClass) {
    #expect(change.reason(for: measure) == reason)
    #expect(change.reason(for: .na) == nil || change.difference(in: .na) != 0)
  }

  @Test("Behind a number stands what is so of that many, and no more than is so")
  func words() {
    func summary(_ cells: CellChange...) -> String {
      var changes = Changes()
      for cell in cells { changes.add(cell) }
      let moment = ChangeReport.Moment(name: "3.1", at: 1_772_409_600_000)
      return ChangeReport(changes: changes, from: moment, to: moment, generated: "").summary
    }
    let granted = Self.change(Self.side(.fail), Self.side(.fail, waived: true))
    #expect(summary(granted) == "1 item counts differently: 1 waiver granted.")
    #expect(summary(granted, granted) == "2 items count differently: 2 waivers granted.")
    let lifted = Self.change(Self.side(.pass, stale: [.age]), Self.side(.pass))
    #expect(summary(lifted, lifted) == "2 items count differently: 2 no longer stale.")
    let reworded = Self.change(Self.side(.pass), Self.side(.pass, stale: [.check]))
    #expect(summary(reworded) == "1 item counts differently: 1 stale because the check changed.")
  }

  @Test("The first sentence and the parts count the items that the figures count, untested ones as well")
  func untested() throws {
    var changes = Changes()
    changes.add(Self.change(Self.absent, Self.side(.fail), isNew: true))
    changes.addUntested(3, wasThere: false, isThere: true, isOfNewComponent: true)
    changes.addUntested(2, wasThere: true, isThere: false, isOfNewComponent: false)
    let moment = ChangeReport.Moment(name: "3.1", at: 1_772_409_600_000)
    let report = ChangeReport(changes: changes, from: moment, to: moment, generated: "")
    #expect(
      report.summary == "6 items count differently: 4 of new components (3 never tested), "
        + "2 of retired components (2 never tested).")
    let text = report.page.text(width: 100)
    #expect(text.contains("UNTESTED       2, +3 of new components, -2 of retired components: 3\n"), "\(text)")
    #expect(text.contains("4 items of new components, 3 of them never tested and not listed.\n"), "\(text)")
    #expect(
      text.contains(
        "2 items of components that have been retired or deleted, 2 of them never tested and not listed.\n"),
      "\(text)")
    // What a figure gains and loses in all is what the parts say of their items.
    for part in changes.parts {
      let outcomes: [ChangeMeasure] = [.pass, .fail, .na, .cantTell, .untested]
      #expect(abs(outcomes.map { part.difference[$0] ?? 0 }.reduce(0, +)) == part.count)
    }
    let object = try JSONSerialization.jsonObject(with: Data(report.json.render().utf8))
    let parts = try #require((object as? [String: Any])?["parts"] as? [[String: Any]])
    #expect(parts.map { $0["cells"] as? Int } == [1, 0] && parts.map { $0["untested"] as? Int } == [3, 2])
  }

  static var report: ChangeReport {
    var changes = Changes()
    changes.add(change(side(.pass), side(.fail), life: .regressed))
    for _ in 0..<7 { changes.add(change(side(.fail), side(.pass), life: .fixed)) }
    changes.add(change(side(.pass), side(.pass)))
    return ChangeReport(
      changes: changes, from: .init(name: "3.1", at: 1_772_409_600_000), to: .init(name: "3.2", at: 1_773_000_000_000),
      generated: "2026-04-01T00:00:00Z")
  }

  @Test("Figures are sums that come out, and cells are listed by reason, regressions first")
  func page() {
    let text = ChangeTests.report.page.text(width: 80)
    #expect(text.contains("8 items count differently: 1 regressed, 7 fixed."))
    #expect(text.contains("PASS           2, -1 regressed, +7 fixed: 8\n"), "\(text)")
    #expect(text.contains("FAIL           7, +1 regressed, -7 fixed: 1\n"), "\(text)")
    #expect(text.contains("7 items fixed (pass on a newer build or with a changed source)."))
    #expect(text.contains("and 2 more (use --all"))
    for line in ChangeTests.report.page.text(width: 40).split(separator: "\n") { #expect(line.count <= 40, "\(line)") }
    var all = ChangeTests.report
    all.limit = nil
    #expect(!all.page.plain.contains("more (use --all"))
    #expect(all.page.plain.contains("Item 7 of 7. home/play, voiceover.label-present."))
    #expect(ChangeTests.report.page.plain.contains("Item 1 of 7. "), "those that are left out count")
  }

  @Test("The parts of the JSON and the rows of the CSV add up to the difference")
  func machines() throws {
    let object = try JSONSerialization.jsonObject(with: Data(ChangeTests.report.json.render().utf8))
    let document = try #require(object as? [String: Any])
    let difference = try #require(document["difference"] as? [String: Int])
    let parts = try #require(document["parts"] as? [[String: Any]])
    let sums = parts.compactMap { ($0["difference"] as? [String: Int])?["pass"] }
    #expect(difference["pass"] == 6 && sums == [-1, 7])
    let sheet = ChangeTests.report.sheet
    #expect(sheet.rows.count == 8)
    #expect(Changes().parts.isEmpty)
    for (end, words) in [(Int64(1), "No changes."), (0, "Both times are the same")] {
      let nothing = ChangeReport(
        changes: Changes(), from: .init(name: "a", at: 0), to: .init(name: "b", at: end), generated: "")
      #expect(nothing.page.plain.contains(words))
    }
  }
}
