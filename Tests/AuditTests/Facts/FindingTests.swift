import Audit
import Testing

@Suite("findings")
struct FindingTests {
  private static let day: Int64 = 86_400_000

  /// What a cell shows from day to day: p, f, n, c; one letter for each day, each on a build of its own, or on the build
  /// whose number follows it, where 0 names none.
  private static func life(_ days: String) -> FindingLife {
    var life = FindingLife()
    var day: Int64 = 0
    let letters = Array(days)
    for (place, letter) in letters.enumerated() where letter.isLetter {
      let outcome: Outcome = letter == "p" ? .pass : letter == "f" ? .fail : letter == "n" ? .na : .cantTell
      let named = place + 1 < letters.count ? letters[place + 1].wholeNumberValue : nil
      let build = Int64(named ?? Int(day) + 1)
      life.show(
        outcome, outcome == .fail ? .serious : nil, at: day * Self.day,
        on: .init(build: ObservedBuild(term: build, number: build == 0 ? nil : BuildNumber("\(build)"))))
      day += 1
    }
    return life
  }

  @Test(
    "fixed is a pass on a newer build, a regression a failure after a pass on an older one, and nothing else",
    arguments: [
      ("f1p2", .fixed), ("f1p1", .corrected), ("f2p1", .corrected), ("f0p0", .corrected), ("f1p0", .corrected),
      ("f0p1", .corrected), ("f1p1p2", .fixed), ("f1f2p2", .corrected), ("f1f2p3", .fixed), ("f1n1", .ended),
      ("f1n2p2", .fixed), ("f1p1n1", .ended),
      ("p1f2", .regressed), ("p1f1", .open), ("p2f1", .open), ("p0f0", .regressed), ("p0f1", .regressed),
      ("p1p2f2", .regressed), ("f1p1f1", .open), ("f1p2f3", .regressed), ("f1p2f2", .open), ("n1f2", .open),
    ] as [(String, FindingLife.State)])
  func builds(shown: String, state: FindingLife.State) {
    #expect(Self.life(shown).state == state)
  }

  @Test("builds whose names are no numbers follow each other as they were seen")
  func names() {
    for (first, second, state) in [(1, 2, .fixed), (1, 1, .corrected), (0, 1, .corrected), (1, 0, .corrected)]
      as [(Int64, Int64, FindingLife.State)]
    {
      var life = FindingLife()
      life.show(.fail, nil, at: 0, on: .init(build: ObservedBuild(term: first)))
      life.show(.pass, nil, at: 1, on: .init(build: ObservedBuild(term: second)))
      #expect(life.state == state, "\(first), \(second)")
    }
  }

  @Test("a source that has changed is as good as a newer build; one that is not known is not")
  func sources() {
    for (failed, passed, state) in [(1, 2, .fixed), (1, 1, .corrected), (0, 1, .corrected), (1, 0, .corrected)]
      as [(Int64, Int64, FindingLife.State)]
    {
      var life = FindingLife()
      life.show(.fail, nil, at: 0, on: .init(source: failed))
      life.show(.pass, nil, at: 1, on: .init(source: passed))
      #expect(life.state == state, "\(failed), \(passed)")
    }
  }

  @Test(
    "a life is open, fixed, regressed or ended, with its dates and days",
    arguments: [
      ("f", .open, 0, nil, 0, 10, 10), ("pf", .regressed, 1, nil, 0, 9, 9), ("pff", .regressed, 1, nil, 0, 9, 9),
      ("fp", .fixed, 0, 1, 0, 1, 1), ("fpp", .fixed, 0, 1, 0, 1, 1), ("fpf", .regressed, 2, nil, 1, 8, 9),
      ("fpfpf", .regressed, 4, nil, 2, 6, 8), ("fpfp", .fixed, 2, 3, 1, 1, 2), ("fn", .ended, 0, nil, 0, 1, 1),
      ("fc", .ended, 0, nil, 0, 1, 1), ("fcf", .open, 2, nil, 0, 8, 9), ("fcp", .fixed, 0, 2, 0, 1, 1),
      ("fpc", .fixed, 0, 1, 0, 1, 1), ("fpnf", .regressed, 3, nil, 1, 7, 8), ("fpfnf", .regressed, 4, nil, 1, 6, 8),
    ] as [(String, FindingLife.State, Int64, Int64?, Int, Int, Int)])
  func lives(
    shown: String, state: FindingLife.State, since: Int64, fixed: Int64?, returns: Int, days: Int, all: Int
  ) {
    let life = Self.life(shown)
    #expect(life.isFinding)
    #expect(life.state == state)
    #expect(life.since == since * Self.day)
    #expect(life.fixed == fixed.map { $0 * Self.day })
    #expect(life.returns == returns)
    #expect(life.days(at: 10 * Self.day) == days)
    #expect(life.daysInAll(at: 10 * Self.day) == all)
    #expect(life.severity == .serious)
  }

  @Test("what never failed is no finding, and no clock makes days of before the beginning of time")
  func edges() {
    #expect(!Self.life("pnc").isFinding)
    var life = FindingLife()
    life.show(.fail, nil, at: .min)
    #expect(life.days(at: .max) == 0)
    life.show(.pass, nil, at: .max)
    life.show(.fail, nil, at: .max)
    #expect(life.daysInAll(at: .min) == 0)
    #expect(life.state == .regressed)
  }

  @Test(
    "a ticket is a number or an address of the web",
    arguments: [
      ("APP-12", true, false), ("#12", true, false), ("owner/app#12", true, false),
      ("https://tracker.example/APP-12?a=b#c", true, true), ("HTTP://x", true, true), ("https://", false, false),
      ("https://a b", false, false), ("https://a\"onclick", false, false), ("javascript:alert(1)", false, false),
      ("JavaScript:x", false, false), ("file:///etc/passwd", false, false), ("data:text/html,x", false, false),
      ("note of 12:30", true, false), ("see: below", false, false),
    ])
  func tickets(text: String, isAllowed: Bool, isLink: Bool) {
    #expect(Ticket.isAllowed(text) == isAllowed)
    #expect((Ticket.link(text) == text) == isLink)
  }
}
