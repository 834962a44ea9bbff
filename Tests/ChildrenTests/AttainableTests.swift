import Children
import Testing

@Suite("What a planned number of children can show")
struct AttainableTests {
  @Test(
    "The target that can be shown is the one that takes so many children",
    arguments: [(0.7, 4), (0.8, 10), (0.9, 10), (0.95, 20)])
  func target(target: Double, taps: Int) throws {
    let needed = try #require(NeededChildren.children(target: target, taps: taps))
    #expect(try #require(Attainable.target(children: needed, taps: taps)) >= target)
    if needed > Verdict.fewestToMeet {
      #expect(try #require(Attainable.target(children: needed - 1, taps: taps)) < target)
      #expect(Attainable.rate(for: target, children: needed - 1, taps: taps) == nil)
    }
  }

  @Test("From the rate on that is said the target is met, and one tap below it is not", arguments: [12, 40, 120])
  func rate(children: Int) throws {
    let rate = try #require(Attainable.rate(for: 0.8, children: children, taps: 10))
    let again = try #require(NeededChildren.children(target: 0.8, taps: 10, rate: rate))
    #expect(again <= children)
    let below = rate - 1 / Double(children * 10)
    #expect(try below <= 0.8 || #require(NeededChildren.children(target: 0.8, taps: 10, rate: below)) > children)
  }

  @Test("Fewer children than a verdict takes show nothing, and neither do no taps")
  func nothing() {
    #expect(Attainable.target(children: Verdict.fewestToMeet - 1, taps: 10) == nil)
    #expect(Attainable.target(children: 20, taps: 0) == nil)
    #expect(Attainable.rate(for: 0, children: 20, taps: 10) == nil)
  }
}
