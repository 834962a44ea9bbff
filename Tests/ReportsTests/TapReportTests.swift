import Audit
import Base
import Children
import Testing

@testable import Reports

/// Sessions for tests of what is told about them.
enum TapSample {
  private static let codes = [
    "KTR4WX", "BCDFGH", "JKMNPQ", "RTVWX2", "3479BC", "DFGHJK", "MNPQRT", "VWX234", "79BCDF", "GHJKMN", "PQRTVW",
    "X23479",
  ]

  /// One session for each child, of whose taps so many hit.
  static func records(hits: [Int], taps: Int) -> [TapRecord] {
    zip(codes, hits).map { code, hits in
      let session = TapSession(
        plan: "p", participant: code, age: .six, week: "2026-W10", device: "iPad", pointsPerInch: 16_300,
        input: .finger,
        moderator: "m1", consent: TapSession.Consent(reference: "c1", guardian: true, assent: true))
      let trials = (0..<taps).map { index in
        TapTrial(
          number: index + 1, kind: .scored, component: "a", width: 440, height: 440,
          outcome: index < hits ? .firstTap : .missed, filtered: nil, hand: .right, scoring: 1)
      }
      return TapRecord(session: session, trials: trials, remarks: [])
    }
  }
}

@Suite("What a test with children comes to")
struct TapReportTests {
  private static let codes = [
    "KTR4WX", "BCDFGH", "JKMNPQ", "RTVWX2", "3479BC", "DFGHJK", "MNPQRT", "VWX234", "79BCDF", "GHJKMN", "PQRTVW",
    "X23479",
  ]

  private static func record(
    _ child: Int, _ hits: Int, of taps: Int, age: AgeBand = .six, hand: TapHand = .right, ppi: Int? = 16_300,
    input: TapInput = .finger, scoring: Int = 1, device: String = "iPad", remarks: [TapRemark] = [], filtered: Int = 0,
    notTried: Int = 0
  ) -> TapRecord {
    let session = TapSession(
      plan: "p", participant: codes[child], age: age, week: "2026-W10", device: device, pointsPerInch: ppi,
      input: input, moderator: "m1", consent: TapSession.Consent(reference: "c1", guardian: true, assent: true))
    let trials = (0..<(taps + notTried)).map { index in
      TapTrial(
        number: index + 1, kind: .scored, component: "a/b", width: 440, height: 440,
        outcome: index < hits ? .firstTap : index < taps ? .missed : .noAttempt,
        filtered: index >= hits && index < hits + filtered ? .firstTap : nil, hand: hand, scoring: scoring)
    }
    return TapRecord(session: session, trials: trials, remarks: remarks)
  }

  private static func plan(children: Int = 5, target: Int = 90, looks: Int = 1) -> TapPlan {
    TapPlan(
      key: "p", component: "a/b", width: 440, height: 440, target: target, children: children, taps: 10, looks: looks)
  }

  @Test("The numbers are those of the estimate on the same children")
  func numbers() throws {
    let hits = [10, 9, 10, 8, 10, 10, 9, 10]
    let report = TapReport(Self.plan(children: 8), hits.enumerated().map { Self.record($0.offset, $0.element, of: 10) })
    let wanted = Estimate(try hits.map { try ChildTaps(hits: $0, taps: 10) })
    #expect(report.main?.estimate == wanted)
    #expect(report.main?.verdict == wanted.verdict(target: 0.9, planIsComplete: true))
    #expect(report.main?.sentence() == EstimateReport(wanted, target: 0.9, plan: .children(8)).sentence())
  }

  @Test("How many children it would take is told with the plan's own taps, however many were held", arguments: [3, 7])
  func neededTaps(held: Int) throws {
    var plan = Self.plan(children: 6)
    plan.taps = 4
    let part = try #require(TapReport(plan, (0..<6).map { Self.record($0, held - $0 % 2, of: held) }).main)
    let needed = try #require(NeededChildren.children(target: 0.9, taps: 4))
    #expect(part.notes().contains { $0.hasPrefix("To meet 90%, \(needed) children with 4 taps each") })
  }

  @Test("A child who comes twice is one child")
  func twice() {
    let records = (0..<5).map { Self.record($0, 10, of: 10) } + [Self.record(0, 0, of: 10)]
    let estimate = TapReport(Self.plan(), records).main?.estimate
    #expect(estimate?.children == 5 && estimate?.taps == 60 && estimate?.hits == 50)
  }

  @Test("The filtered rate leaves out what was no attempt of the child, and both are there")
  func filtered() throws {
    let part = try #require(TapReport(Self.plan(), (0..<5).map { Self.record($0, 8, of: 10, filtered: 2) }).main)
    #expect(part.estimate.hits == 40 && part.filtered.hits == 50)
    let text = TapReport(Self.plan(), (0..<5).map { Self.record($0, 8, of: 10, filtered: 2) }).sections(.symbol)
    let facts = text.flatMap(\.items).compactMap { item -> String? in
      if case .fact(let label, _) = item { label } else { nil }
    }
    #expect(facts.contains("Strict") && facts.contains("Filtered"))
  }

  @Test("Stylus, another size and another scoring are never put together")
  func strata() {
    let records =
      (0..<5).map { Self.record($0, 10, of: 10) } + (5..<8).map { Self.record($0, 0, of: 10, input: .stylus) }
      + [Self.record(8, 5, of: 10, scoring: 2)]
    let report = TapReport(Self.plan(), records)
    #expect(report.strata.map(\.estimate.children) == [5, 1, 3])
    #expect(report.main?.key.scoring == 2)
    #expect(report.warnings.contains { $0.contains("not combined") })
  }

  @Test("Taps that were not tried count for nothing, and the verdict takes both bounds")
  func notTried() throws {
    let part = try #require(TapReport(Self.plan(), (0..<5).map { Self.record($0, 2, of: 10, notTried: 60) }).main)
    #expect(part.estimate.taps == 50 && part.notAttempted == 300)
    #expect(part.answer.verdict == .notMet && part.verdict == .notEnoughEvidence)
    #expect(part.sentence().contains("not tried"))
  }

  @Test("A closed plan whose sessions are on another machine is not said to be without taps")
  func elsewhere() {
    var plan = Self.plan()
    let open = TapReport(plan, [])
    #expect(TapStatus.lines([open], .symbol) == ["p: no scored taps yet"])
    plan.closed = 1
    let closed = TapReport(plan, [])
    #expect(TapStatus.lines([closed], .symbol) == ["p: closed; its sessions are on another machine"])
    let page = Page(title: "t", sections: closed.sections(.words)).plain
    #expect(page.contains("Closed; its sessions are on another machine.") && !page.contains("No scored taps yet"))
    #expect(ReportFirstTap([closed]).rows.first?.figures == "closed; its sessions are on another machine")
  }

  @Test("Children who all missed: not met; who all hit, too few: not enough evidence; nobody: no data")
  func extremes() {
    #expect(TapReport(Self.plan(), (0..<5).map { Self.record($0, 0, of: 10) }).main?.verdict == .notMet)
    #expect(TapReport(Self.plan(), (0..<5).map { Self.record($0, 5, of: 5) }).main?.verdict == .notEnoughEvidence)
    #expect(TapReport(Self.plan(), [Self.record(0, 19, of: 20)]).main?.verdict == .notEnoughEvidence)
    #expect(TapReport(Self.plan(), []).main == nil)
    #expect(TapReport(Self.plan(), [Self.record(0, 0, of: 0)]).strata.isEmpty)
  }

  @Test("Fewer than five children are hidden, and nothing of them is in any form", arguments: [1, 2, 3, 4])
  func hidden(count: Int) throws {
    let report = TapReport(Self.plan(), (0..<count).map { Self.record($0, 7, of: 10) })
    let part = try #require(report.main)
    #expect(part.disclosure == .hidden)
    #expect(part.result.render() == #"{"suppressed":true}"#)
    #expect(part.sentence() == TapStratum.hiddenSentence && part.notes().isEmpty)
  }

  @Test("A redacted report hides up to nine children, and has wider bands and no hands")
  func redacted() throws {
    let ages: [AgeBand] = [.six, .nine, .eleven]
    let records = (0..<12).map { Self.record($0, 5 + $0 % 5, of: 10, age: ages[$0 % 3]) }
    #expect(TapReport(Self.plan(children: 9), Array(records.prefix(9)), isRedacted: true).main?.disclosure == .hidden)
    let report = TapReport(Self.plan(children: 12), records, isRedacted: true)
    let part = try #require(report.main)
    #expect(part.disclosure == .shown && part.breakdowns.isEmpty && report.warnings.isEmpty)
    #expect(part.hasDifficulty == nil)
    #expect(part.untoldWords == "age and device: each has only one group, or groups too small to show")
  }

  @Test("Groups are told where each could stand alone, in millimetres and not in points")
  func groups() throws {
    let records = (0..<12).map { index in
      Self.record(index, 5 + index % 5, of: 10, ppi: index % 2 == 0 ? 16_300 : 13_200)
    }
    let part = try #require(TapReport(Self.plan(children: 12), records).main)
    #expect(part.breakdowns.map(\.name) == ["size_mm"])
    #expect(part.breakdowns.first?.groups.map(\.name) == ["6.9x6.9 mm", "8.5x8.5 mm"])
    // Whether there is one group only or a few children in another is not told.
    #expect(part.untoldWords == "age, hand, and device: each has only one group, or groups too small to show")
    let unknown = (0..<5).map { Self.record($0, 5 + $0, of: 10, ppi: nil) }
    #expect(TapReport(Self.plan(), unknown).warnings.contains { $0.contains("unknown points per inch") })
  }

  @Test(
    "A breakdown that the team may see says why it is hidden here, and to others nothing is said of it",
    arguments: [
      ([10, 10, 10, 10, 10], "shown only with --team: all of one hand hit", "alike"),
      ([0, 0, 0, 0, 0], "shown only with --team: all of one hand missed", "alike"),
      ([8, 8, 8, 8, 8], "shown only with --team: all of one hand have the same rate", "alike"),
      ([8, 9], "only one group, or groups too small to show", "few"),
    ])
  func hiddenBreakdown(left: [Int], words: String, reason: String) throws {
    var records = (0..<6).map { Self.record($0, 5 + $0 % 5, of: 10, age: $0 % 2 == 0 ? .six : .nine) }
    records += left.enumerated().map { Self.record(6 + $0.offset, $0.element, of: 10, age: .nine, hand: .left) }
    let part = try #require(TapReport(Self.plan(children: records.count), records).main)
    #expect(part.breakdowns.isEmpty)
    let told = try #require(part.untoldWords)
    #expect(reason == "few" ? told.contains("hand, and device: each has") : told.contains("hand: \(words)"), "\(told)")
    let hidden = try ReadJSON.object(part.result.render())["groups_hidden"] as? [[String: Any]]
    let row = try #require(hidden?.first { $0["name"] as? String == "hand" })
    #expect(row["reason"] as? String == reason && row["sentence"] as? String == "hand: \(words)")
    let seen = try #require(
      TapReport(Self.plan(children: records.count), records, isForTeam: true).main)
    #expect(seen.breakdowns.contains { $0.name == "hand" } && seen.untoldWords == "device: only one group")
    let redacted = try #require(
      TapReport(Self.plan(children: records.count), records, isRedacted: true).main)
    #expect(redacted.disclosure != .shown || !redacted.result.render().contains("\"reason\":\""))
  }

  @Test("Frustration is children of children, and few of them are hidden")
  func frustration() {
    let sigh = TapRemark(topic: .frustration, code: "sigh", severity: 1)
    let many = (0..<12).map { Self.record($0, 5 + $0 % 5, of: 10, remarks: $0 < 6 ? [sigh, sigh] : []) }
    #expect(TapReport(Self.plan(children: 12), many).main?.frustrated == 6)
    let few = (0..<12).map { Self.record($0, 5 + $0 % 5, of: 10, remarks: $0 < 2 ? [sigh] : []) }
    #expect(TapReport(Self.plan(children: 12), few).main?.frustrated == nil)
  }

  @Test("A verdict is on the limits as they are: just under the target is not met, and is shown rounded down")
  func boundary() {
    #expect(RateText.roundedDown(0.8996) == 89)
    let interim = TapReport(Self.plan(children: 12), (0..<6).map { Self.record($0, 10, of: 10) })
    #expect(interim.main?.verdict == .notEnoughEvidence)
    #expect(interim.main?.notes().contains { $0.hasPrefix("Interim: 6 of 12") } == true)
  }

  @Test("An erasure hides a redacted report until enough new children have come")
  func afterErasure() {
    let records = (0..<12).map { Self.record($0, 5 + $0 % 5, of: 10) }
    let before = TapReport(Self.plan(children: 11), Array(records.prefix(11)), isRedacted: true)
    #expect(before.main?.disclosure == .shown)
    let after = TapReport(Self.plan(children: 11), Array(records.prefix(11)), isRedacted: true, erasedAfter: 11)
    #expect(after.main?.disclosure == .hidden)
  }
}
