import Children
import Testing

@Suite("How far reports look into a plan")
struct PublishedLookTests {
  typealias Session = PublishedLook.Session<Int>

  /// Children 0, 1, 2 ... with one session each, no two neighbours alike.
  static func row(_ count: Int, from first: Int = 0) throws -> [Session] {
    try (first..<first + count).map { Session(child: $0, taps: try ChildTaps(hits: 5 + $0 % 4, taps: 10)) }
  }

  static func told(_ sessions: [Session], looks: [Int] = [6, 12], erasedAfter: Int? = nil) -> PublishedLook? {
    PublishedLook(sessions, looks: looks, erasedAfter: erasedAfter, rule: .standard)
  }

  @Test("Reports follow the looks, and go on by the fewest children once the plan is complete")
  func looks() throws {
    let children = try (0...25).map { Self.told(try Self.row($0))?.children ?? 0 }
    #expect(
      children == [Int](repeating: 0, count: 6) + [Int](repeating: 6, count: 6)
        + [Int](repeating: 12, count: 5) + [Int](repeating: 17, count: 5) + [22, 22, 22, 22])
  }

  @Test("A look that adds too few is passed over")
  func tooNear() throws {
    #expect(Self.told(try Self.row(9), looks: [3, 6, 9, 12])?.children == 6)
    #expect(Self.told(try Self.row(11), looks: [3, 6, 9, 12])?.children == 6)
    #expect(Self.told(try Self.row(12), looks: [3, 6, 9, 12])?.children == 12)
    #expect(Self.told(try Self.row(4), looks: [4]) == nil)
    #expect(Self.told(try Self.row(9), looks: [4])?.children == 9)
    #expect(Self.told([], looks: []) == nil)
  }

  @Test("Breakdowns are told once, of the look that completed the plan")
  func breakdowns() throws {
    #expect(Self.told(try Self.row(6))?.brokenDown == nil)
    #expect(Self.told(try Self.row(12))?.brokenDown == 12)
    #expect(Self.told(try Self.row(22))?.brokenDown == 12)
  }

  @Test("A child who comes again counts from the next look on")
  func again() throws {
    let again = Session(child: 2, taps: try ChildTaps(hits: 0, taps: 10))
    let early = try Self.row(6) + [again]
    #expect(Self.told(early)?.sessions == 6)
    #expect(Self.told(early + (try Self.row(6, from: 6)))?.sessions == 13)
  }

  @Test("After an erasure nothing is told before enough new children have come, and no breakdown any more")
  func erasure() throws {
    // Child 3 is gone; 11 of 12 are left.
    let left = try Self.row(12).filter { $0.child != 3 }
    #expect(Self.told(left, erasedAfter: 11) == nil)
    let more = left + (try Self.row(10, from: 12))
    let look = try #require(Self.told(more, erasedAfter: 11))
    #expect(look.children == 17 && look.brokenDown == nil)
    #expect(Self.told(left + (try Self.row(4, from: 12)), erasedAfter: 11) == nil)
  }

  @Test("Redacted, children who did alike are told of by a verdict alone, until others came")
  func alike() throws {
    let perfect = try (0..<10).map { Session(child: $0, taps: try ChildTaps(hits: 10, taps: 10)) }
    func look(_ sessions: [Session]) -> PublishedLook? {
      PublishedLook(sessions, looks: [10, 20], rule: .redacted)
    }
    #expect(look(perfect)?.disclosure == .verdictOnly)
    let mixed = look(perfect + (try Self.row(10, from: 10)))
    #expect(mixed?.disclosure == .shown && mixed?.children == 20 && mixed?.brokenDown == 20)
    // And the other way round the difference would be the result of each.
    let mixedFirst = try Self.row(10, from: 10) + perfect
    #expect(look(mixedFirst)?.disclosure == .verdictOnly)
  }

  @Test("Sessions without a scored tap are nobody's", arguments: [0, 3])
  func empty(extra: Int) throws {
    let none = try (100..<100 + extra).map { Session(child: $0, taps: try ChildTaps(hits: 0, taps: 0)) }
    #expect(Self.told(none + (try Self.row(5))) == nil)
    #expect(Self.told(none + (try Self.row(6)))?.children == 6)
  }
}
