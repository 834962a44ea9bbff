import Audit
import Base
import Foundation
import Testing

@testable import Reports

@Suite("Status")
struct StatusTests {
  static let report: StatusReport = {
    var report = made
    report.open = SampleReport.open(critical: 3, serious: 14, moderate: 20)
    return report
  }()

  private static let counts: CellCounts = {
    var counts = SampleReport.counts(pass: 310, fail: 42, na: 60, cantTell: 8, untested: 140)
    (counts.critical, counts.serious, counts.moderate, counts.minor) = (3, 14, 20, 5)
    counts.disputed = 2
    return counts
  }()

  private static let made = StatusReport(
    asOf: "2026-03-01T10:00:00Z", components: 46, audit: "spring-24",
    cells: counts, stale: 12, waived: 5, oldestEvidenceDays: 41, newestEvidenceDays: 0,
    worstComponents: [
      ComponentSummary(
        key: "sign-in/close-button", title: "Close", screens: ["sign-in", "home"],
        counts: SampleReport.open(critical: 4, pass: 3)),
      ComponentSummary(key: "home/play", title: "", screens: [], counts: SampleReport.open(minor: 1, pass: 9)),
    ],
    audits: [
      ReportAudit(name: "spring-24", counts: counts),
      ReportAudit(name: "autumn-23", counts: CellCounts()),
    ],
    next: [
      StatusStep(command: "a11y walk --only stale", reason: "12 results no longer hold."),
      StatusStep(command: "a11y show sign-in/close-button", reason: "4 fails here, worst critical."),
    ],
    notices: ["3 facts are kept for a newer version."])

  static let empty = StatusReport(
    asOf: "2026-03-01T10:00:00Z", components: 0, cells: CellCounts())

  @Test("One screen at 80 columns")
  func screen() {
    #expect(
      StatusTests.report.text(width: 80) == """
        Accessibility status of spring-24, 2026-03-01T10:00:00Z
        46 components, 560 items in scope.

        Compliance   88%  310 of 352 evaluated items pass        █████████████████░░░
        Coverage     70%  352 of 500 applicable items evaluated  ██████████████░░░░░░
        Range       62% to 91% once 148 items are evaluated
        Open        37: 3 critical, 14 serious, 20 moderate; 5 more waived
        Results     420 of 560 items; newest today, oldest 41 days old
        Attention   12 stale, 2 disputed, 0 contradicted

        Worst       sign-in/close-button  4 fails, worst critical
                    home/play             1 fail, worst minor
        Audits      spring-24  310 of 352 pass (88%); 352 of 500 evaluated (70%)
                    autumn-23  0 of 0 pass (no data); 0 of 0 evaluated (no data)

        Note: 3 facts are kept for a newer version.
        Next        a11y walk --only stale          12 results no longer hold.
                    a11y show sign-in/close-button  4 fails here, worst critical.

        """)
  }

  @Test("All of it, on request")
  func whole() {
    var report = StatusTests.report
    report.isWhole = true
    #expect(
      report.text(width: 80) == """
        Accessibility status of spring-24, 2026-03-01T10:00:00Z
        46 components, 560 items in scope.

        Compliance   88%  310 of 352 evaluated items pass        █████████████████░░░
        Coverage     70%  352 of 500 applicable items evaluated  ██████████████░░░░░░
        Range       62% to 91% once 148 items are evaluated
        Open        37: 3 critical, 14 serious, 20 moderate; 5 more waived
        Results     420 of 560: 310 PASS, 42 FAIL, 60 N/A, 8 CAN'T TELL, 140 UNTESTED
        Result age  newest today, oldest 41 days old
        Attention   12 stale, 2 disputed, 0 contradicted

        Components by severity
          sign-in/close-button  4 fails, worst critical; 3 of 7 pass (42%); 2 screens
          home/play             1 fail, worst minor; 9 of 10 pass (90%)

        Audits
          spring-24  310 of 352 pass (88%); 352 of 500 evaluated (70%)
          autumn-23  0 of 0 pass (no data); 0 of 0 evaluated (no data)

        Note: 3 facts are kept for a newer version.

        Next
          a11y walk --only stale          12 results no longer hold.
          a11y show sign-in/close-button  4 fails here, worst critical.

        """)
  }

  @Test("The trend names the first point, the peak, and now, and draws all of them")
  func openTrend() throws {
    func trend(_ open: [Int], now: Int) -> OpenTrend? {
      let periods = open.indices.map { TrendPeriod(name: "2026-0\($0 + 1)", from: Int64($0), to: Int64($0)) }
      let points = open.map { open in
        var point = TrendPoint()
        (point.counts.pass, point.counts.fail) = (open < 0 ? 0 : 1, max(0, open))
        return point
      }
      return OpenTrend(Trend(periods: periods, groups: [TrendGroup(name: nil, points: points)]), by: .month, open: now)
    }
    let found = try #require(trend([-1, 11, 51, 71, 71, 60], now: 54))
    #expect(found.phrase == "11 open at the end of 2026-02, 71 at the end of 2026-04, 54 now")
    #expect(found.line == "▂▆█▆")
    #expect(trend([5, 5, 9], now: 0)?.phrase == "5 open at the end of 2026-01, 0 now")
    #expect(trend([5, 5, 9], now: 0)?.line == "█▁")
    #expect(trend([7], now: 7) == nil && trend([-1, 7], now: 7) == nil && trend([], now: 0) == nil)
    var report = StatusTests.report
    report.trend = found
    let words = "11 open at the end of 2026-02, 71 at the end of 2026-04, 54 now"
    #expect(report.text(width: 80).contains("\nTrend       \(words) ▂▆█▆\n"))
    #expect(report.plain.contains("\nOpen findings over time: \(words).\n"))
  }

  @Test("Where there are too many items to go through their past, the command that does is named")
  func trendLeftOut() {
    var report = StatusTests.report
    report.isTrendLeftOut = true
    #expect(report.text(width: 80).contains("\nTrend       a11y trend\n"))
    #expect(report.plain.contains("\nOpen findings over time: a11y trend.\n"))
  }

  @Test("Narrow: labels with their words, names and commands whole")
  func narrow() {
    #expect(
      StatusTests.report.text(width: 40) == """
        Accessibility status of spring-24,
        2026-03-01T10:00:00Z
        46 components, 560 items in scope.

        Compliance: 88% 310 of 352 evaluated
          items pass
        Coverage: 70% 352 of 500 applicable
          items evaluated
        Range: 62% to 91% once 148 items are
          evaluated
        Open: 37: 3 critical, 14 serious, 20
          moderate; 5 more waived
        Results: 420 of 560 items; newest today,
          oldest 41 days old
        Attention: 12 stale, 2 disputed, 0
          contradicted

        Worst
          sign-in/close-button
              4 fails, worst critical
          home/play
              1 fail, worst minor

        Audits
          spring-24
              310 of 352 pass (88%); 352 of 500
              evaluated (70%)
          autumn-23
              0 of 0 pass (no data); 0 of 0
              evaluated (no data)

        Note: 3 facts are kept for a newer
        version.

        Next
          a11y walk --only stale
              12 results no longer hold.
          a11y show sign-in/close-button
              4 fails here, worst critical.

        """)
  }

  @Test("Plain: one fact on each line, no symbols")
  func plain() {
    let plain = StatusTests.report.plain
    #expect(
      plain == """
        Accessibility status of the audit spring-24 as of 2026-03-01T10:00:00Z.
        46 components, 560 items in scope.
        Compliance: 310 of 352 evaluated items pass, 88 percent.
        Coverage: 352 of 500 applicable items evaluated, 70 percent.
        Possible compliance: 62 percent to 91 percent once 148 items are evaluated.
        Results: 420 of 560 items in scope.
        PASS: 310.
        FAIL: 42.
        N/A: 60.
        CAN'T TELL: 8.
        UNTESTED: 140.
        Age of results: newest today, oldest 41 days old.
        Open findings: 37.
        Open, critical: 3.
        Open, serious: 14.
        Open, moderate: 20.
        Waived: 5.
        Stale: 12.
        Disputed: 2.
        Contradicted: 0.
        Failing component: Close, sign-in/close-button. 4 fails, worst critical. 3 of 7 pass, 42 percent. On sign-in, home.
        Failing component: home/play. 1 fail, worst minor. 9 of 10 pass, 90 percent.
        Audit: spring-24. 310 of 352 evaluated items pass, 88 percent. 352 of 500 applicable items evaluated, 70 percent.
        Audit: autumn-23. 0 of 0 evaluated items pass, no data. 0 of 0 applicable items evaluated, no data.
        Note: 3 facts are kept for a newer version.
        Next: 12 results no longer hold. Run: a11y walk --only stale
        Next: 4 fails here, worst critical. Run: a11y show sign-in/close-button

        """)
    #expect(plain.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") })
  }

  @Test("Markdown: tables and copyable commands")
  func markdown() {
    #expect(
      StatusTests.report.markdown == """
        ## Accessibility status of spring-24, 2026-03-01T10:00:00Z

        46 components, 560 items in scope.

        | Figure | Value |
        | --- | --- |
        | Compliance | 310 of 352 evaluated items pass (88%) |
        | Coverage | 352 of 500 applicable items evaluated (70%) |
        | Possible compliance | 62% to 91% once 148 items are evaluated |
        | Results | 420 of 560 items in scope |
        | Items | 310 PASS, 42 FAIL, 60 N/A, 8 CAN'T TELL, 140 UNTESTED |
        | Age of results | newest today, oldest 41 days old |
        | Open findings | 37: 3 critical, 14 serious, 20 moderate; 5 more waived |
        | Attention | 12 stale, 2 disputed, 0 contradicted |

        ### Components by severity

        | Component | Fails | Worst | Pass | Evaluated | Screens |
        | --- | ---: | --- | ---: | ---: | --- |
        | sign-in/close-button (Close) | 4 | critical | 3 | 7 | sign-in, home |
        | home/play | 1 | minor | 9 | 10 |  |

        ### Audits

        | Audit | Pass | Fail | N/A | Can't tell | Untested | Compliance | Coverage |
        | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
        | spring-24 | 310 | 42 | 60 | 8 | 140 | 88% | 70% |
        | autumn-23 | 0 | 0 | 0 | 0 | 0 | no data | no data |

        ### Notices

        - 3 facts are kept for a newer version.

        ### Next

        - `a11y walk --only stale`: 12 results no longer hold.
        - `a11y show sign-in/close-button`: 4 fails here, worst critical.

        """)
  }

  @Test("JSON has the keys of the contract, counts beside every ratio")
  func json() throws {
    let text = StatusTests.report.json.render()
    let head = [
      #"{"schema":"a11y.status/1","as_of":"2026-03-01T10:00:00Z","#,
      #""scope":{"components":46,"cells":560,"audit":"spring-24","plan":null},"#,
      #""cells":{"pass":310,"fail":42,"na":60,"cant_tell":8,"untested":140},"#,
      #""compliance":{"pass":310,"judged":352,"ratio":0.8806818181818182},"#,
      #""coverage":{"answered":420,"in_scope":560,"judged":352,"applicable":500,"ratio":0.704},"#,
      #""range":{"worst":0.62,"best":0.916},"evidence":{"newest_days":0,"oldest_days":41},"#,
      #""builds":null,"failing":{"critical":3,"serious":14,"moderate":20,"minor":5},"#,
      #""open":{"total":37,"critical":3,"serious":14,"moderate":20,"minor":0},"#,
      #""stale":12,"disputed":2,"contradicted":0,"waived":5,"first_tap":null,"worst_components":[{"key":"sign-in/close-button","#,
    ]
    #expect(text.hasPrefix(head.joined()), "\(text)")
    let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let next = read?["next"] as? [[String: String]]
    #expect(next?.map { $0["command"] } == ["a11y walk --only stale", "a11y show sign-in/close-button"])
    let worst = read?["worst_components"] as? [[String: Any]]
    #expect(worst?[0]["screens"] as? [String] == ["sign-in", "home"])
    #expect(worst?[1]["worst_severity"] as? Int == 4)
    #expect((read?["audits"] as? [[String: Any]])?[0]["cant_tell"] as? Int == 8)
    #expect(read?["notices"] as? [String] == ["3 facts are kept for a newer version."])
  }

  @Test("An empty tracker says what to do, in every form")
  func emptyTracker() {
    #expect(
      StatusTests.empty.text(width: 80) == """
        Accessibility status, 2026-03-01T10:00:00Z

        No components or results yet.

        Next
          a11y new component sign-in/close-button --kind icon-button
              Add the first component, or many with --from components.csv.
          a11y log pass CHECK COMPONENT
              Log the first result.
          a11y demo DIR
              Explore a demo tracker.

        """)
    #expect(StatusTests.empty.plain.contains("No components or results yet.\nNext: Add"))
    #expect(StatusTests.empty.markdown.contains("- `a11y log pass CHECK COMPONENT`: Log the first result.\n"))
    #expect(StatusTests.empty.json.render().contains(#""compliance":{"pass":0,"judged":0,"ratio":null}"#))
    var registered = StatusTests.empty
    registered.components = 12
    #expect(registered.plain.contains("12 components, 0 items in scope ("))
    #expect(!registered.plain.contains("a11y new component"))
  }

  @Test("A scope that nobody has judged has no rate, and coverage says so")
  func nothingJudged() {
    var report = StatusTests.empty
    report.audit = "spring-24"
    report.components = 2
    report.cells = SampleReport.counts(untested: 9)
    let text = report.text(width: 80)
    #expect(text.contains("Compliance  no data 0 of 0 evaluated items pass\n"))
    #expect(text.contains("Coverage      0%  0 of 9 applicable items evaluated  ░░░░░░░░░░░░░░░░░░░░\n"))
    #expect(text.contains("Results     0 of 9 items; no results yet\n"))
    #expect(report.plain.contains("Compliance: 0 of 0 evaluated items pass, no data.\n"))
  }

  @Test("100 % and a full bar only if all pass")
  func almostAll() {
    var report = StatusTests.report
    report.cells = SampleReport.counts(pass: 9_999, fail: 1)
    #expect(report.text(width: 80).contains(" 99%  9,999 of 10,000 evaluated items pass         ████████████████░"))
    report.cells = SampleReport.counts(pass: 10_000)
    #expect(report.text(width: 80).contains("100%  10,000 of 10,000 evaluated items pass        █████████████████\n"))
    #expect(!report.text(width: 80).contains("Range"))
  }

  @Test("Long lists are kept to one screen and say how much more there is")
  func longLists() {
    var report = StatusTests.report
    report.worstComponents = (1...9).map {
      ComponentSummary(
        key: "screen/part-\($0)", title: "", screens: [], counts: SampleReport.open(serious: 10 - $0, pass: 1))
    }
    let text = report.text(width: 80)
    #expect(text.contains("screen/part-3 ") && !text.contains("screen/part-4"))
    #expect(text.contains("  and 6 more: a11y list findings\n"))
    for form in [report.plain, report.markdown] {
      #expect(form.contains("screen/part-5") && !form.contains("screen/part-6"))
      #expect(form.contains("4 more components fail."))
    }
    #expect(report.json.render().contains("screen/part-9"))
    report.worstLimit = 9
    #expect(report.plain.contains("screen/part-9") && report.text(width: 80).contains("screen/part-9"))
  }

  @Test("No line is wider than the terminal unless a name or command is", arguments: [20, 40, 59, 60, 80, 120, 200])
  func widths(width: Int) {
    let names = ["sign-in/close-button", "a11y ", "2026-03-01T10:00:00Z"]
    for line in StatusTests.report.text(width: width).split(separator: "\n") {
      let isName = names.contains { line.trimmingCharacters(in: .whitespaces).hasPrefix($0) }
      #expect(String(line).displayWidth <= width || isName, "\(line)")
      #expect(line.last != " ")
    }
  }

  @Test("Colour repeats the words and changes nothing else", arguments: [40, 80, 120])
  func colour(width: Int) {
    let painted = StatusTests.report.text(width: width, painter: Styler(enabled: true))
    #expect(painted.contains("\u{1b}[1;31m"))
    #expect(painted.replacing(/\u{1b}\[[0-9;]*m/, with: "") == StatusTests.report.text(width: width))
  }

  @Test("Hostile text and counts come out harmless", arguments: Hostile.texts.indices)
  func hostile(index: Int) throws {
    let (name, text) = Hostile.texts[index]
    var report = StatusTests.report
    report.asOf = text
    report.audit = text
    report.worstComponents = [
      ComponentSummary(
        key: text, title: text, screens: [text, text], counts: SampleReport.counts(pass: 1 << 40, fail: 1 << 40))
    ]
    report.cells = SampleReport.counts(pass: 1 << 40, fail: 1 << 40, untested: 1 << 40)
    report.oldestEvidenceDays = .min
    report.audits = [ReportAudit(name: text, counts: report.cells)]
    report.next = [StatusStep(command: text, reason: text)]
    report.notices = [text]
    for output in [
      report.text(width: 20), report.text(width: 100), report.plain, report.markdown, report.json.render(),
    ] {
      #expect(Hostile.harm(in: output).isEmpty, "\(name)")
    }
    let read = try JSONSerialization.jsonObject(with: Data(report.json.render().utf8)) as? [String: Any]
    #expect((read?["notices"] as? [String])?.first.map { Array($0.utf8) } == Array(text.utf8), "\(name)")
    if !text.isEmpty, text.contains("<") { #expect(!report.markdown.contains("</script>\n"), "\(name)") }
  }
}
