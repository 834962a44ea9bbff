import Children
import Testing

@Suite("Edge cases of the estimate")
struct EdgeCaseTests {
  private func verdict(_ children: [ChildTaps], _ target: Double, complete: Bool = true) -> Verdict {
    Estimate(children).verdict(target: target, planIsComplete: complete)
  }

  @Test("Nobody, and children without a scored tap, are no data", arguments: [0, 1, 7])
  func nobody(count: Int) throws {
    let estimate = Estimate(try same(count, 0, 0))
    #expect(estimate.children == 0)
    #expect(estimate.childrenWithoutTaps == count)
    #expect(estimate.limits == nil)
    #expect(estimate.verdict(target: 0.9, planIsComplete: true) == .noData)
  }

  @Test("One child gives counts only, whatever it did", arguments: ["19/20", "20/20", "0/20", "1/1"])
  func oneChild(text: String) throws {
    let estimate = Estimate(try taps(text))
    #expect(estimate.children == 1)
    #expect(estimate.limits == nil)
    #expect(estimate.verdict(target: 0.9, planIsComplete: true) == .notEnoughEvidence)
  }

  @Test("Five of five with one tap each are five independent taps")
  func fiveOfFive() throws {
    let limits = try #require(Estimate(try same(5, 1, 1)).limits)
    #expect(limits.effectiveSize == 5)
    #expect(abs(limits.interval.low - 0.4781762498950185) < 1e-12)
    #expect(limits.interval.high == 1)
  }

  @Test("Where all hit the upper limit is 1, where all missed the lower is 0", arguments: [2, 3, 5, 6, 7, 49])
  func allAlike(count: Int) throws {
    let hit = try #require(Estimate(try same(count, 7, 7)).limits)
    let missed = try #require(Estimate(try same(count, 0, 7)).limits)
    #expect(hit.rate == 1 && hit.interval.high == 1 && hit.interval.low < 1)
    #expect(missed.rate == 0 && missed.interval.low == 0 && missed.interval.high > 0)
    #expect(abs(hit.interval.low - (1 - missed.interval.high)) < 1e-12)
  }

  @Test("Children who all do the same do not make the interval narrow: the cap holds")
  func equalChildren() throws {
    let limits = try #require(Estimate(try same(6, 9, 10)).limits)
    #expect(limits.rawSize == nil)
    #expect(limits.effectiveSize == limits.largestSize)
    #expect(limits.interval.low < 0.75)
  }

  @Test("One child with half of the taps counts as one child")
  func halfTheTaps() throws {
    let shared = try taps("8/10 9/10 10/10 9/10")
    let many = Estimate(shared + [try ChildTaps(hits: 0, taps: 40)])
    let few = Estimate(shared + [try ChildTaps(hits: 0, taps: 10)])
    let (first, second) = (try #require(many.limits), try #require(few.limits))
    #expect(first.rate == second.rate)
    #expect(abs(first.rate - 0.72) < 1e-12)
  }

  @Test("One child who fails everything pulls the lower limit far down")
  func oneFails() throws {
    let limits = try #require(Estimate(try taps("8/8 8/8 8/8 8/8 0/8 8/8")).limits)
    #expect(limits.effectiveSize == 6)
    #expect(limits.interval.low < 0.4)
    #expect(verdict(try taps("8/8 8/8 8/8 8/8 0/8 8/8"), 0.5) == .notEnoughEvidence)
  }

  @Test("A child without a scored trial, as of a session that was stopped early, is not counted and not lost")
  func noScoredTrial() throws {
    let with = Estimate(try taps("5/6 0/0 6/6"))
    let without = Estimate(try taps("5/6 6/6"))
    #expect(with.childrenWithoutTaps == 1)
    #expect(with.limits == without.limits)
    #expect((with.children, with.taps, with.hits) == (2, 12, 11))
  }

  @Test("A child who came twice is one child")
  func cameTwice() throws {
    let (first, second) = (try ChildTaps(hits: 9, taps: 10), try ChildTaps(hits: 3, taps: 5))
    #expect(try first.joined(with: second) == ChildTaps(hits: 12, taps: 15))
    let twice = Estimate(try same(4, 10, 10) + [first.joined(with: second)])
    #expect(twice.children == 5)
    #expect(twice.taps == 55)
  }

  @Test("Trials that were not attempted are counted both ways, and only what both say holds")
  func notAttempted() throws {
    let tried = try same(20, 10, 10)
    func bounded(_ notAttempted: Int) throws -> BoundedEstimate {
      try BoundedEstimate(tried.map { (tried: $0, notAttempted: notAttempted) })
    }
    let some = try bounded(5)
    #expect(some.atBest.verdict(target: 0.9, planIsComplete: true) == .met)
    #expect(some.atWorst.verdict(target: 0.9, planIsComplete: true) == .notMet)
    #expect(some.verdict(target: 0.9, planIsComplete: true) == .notEnoughEvidence)
    #expect(try bounded(0).verdict(target: 0.9, planIsComplete: true) == .met)
    #expect(try bounded(30).verdict(target: 0.99, planIsComplete: true) == .notEnoughEvidence)
    #expect(throws: ChildTapsProblem.negative) { try bounded(-1) }
    #expect(throws: ChildTapsProblem.tooMany) { try bounded(.max) }
  }

  @Test("Met needs five children, the lower limit and a complete plan")
  func met() throws {
    #expect(verdict(try same(4, 100, 100), 0.5) == .notEnoughEvidence)
    #expect(verdict(try same(5, 100, 100), 0.5) == .met)
    #expect(verdict(try same(5, 100, 100), 0.5, complete: false) == .notEnoughEvidence)
  }

  @Test("Not met needs three children and no complete plan")
  func notMet() throws {
    #expect(verdict(try same(2, 0, 50), 0.99) == .notEnoughEvidence)
    #expect(verdict(try same(3, 0, 5), 0.9) == .notMet)
    #expect(verdict(try same(3, 0, 5), 0.9, complete: false) == .notMet)
  }

  @Test("The verdict is on the limits as they are: a hair under the target is not met")
  func boundary() throws {
    let children = try same(10, 10, 10)
    let low = try #require(Estimate(children).limits).interval.low
    #expect(verdict(children, low) == .met)
    #expect(verdict(children, low.nextUp) == .notEnoughEvidence)
    #expect(low > 0.9 && low < 0.91)
  }

  @Test("Taking a child away may turn the verdict")
  func erasure() throws {
    let ten = try same(10, 10, 10)
    #expect(verdict(ten, 0.9) == .met)
    #expect(verdict(Array(ten.dropLast()), 0.9) == .notEnoughEvidence)
  }

  @Test("Of forty components one each way is expected to be called wrongly")
  func manyComponents() {
    #expect(abs(Multiplicity.expectedFalseCalls(judged: 40) - 1) < 1e-12)
    #expect(Multiplicity.expectedFalseCalls(judged: -3) == 0)
  }

  @Test("Unknown points per inch give no millimetres", arguments: [nil, 0, -1, .nan, .infinity])
  func unknownDensity(density: Double?) {
    #expect(PhysicalSize.millimetres(points: 44, pointsPerInch: density) == nil)
    #expect(PhysicalSize.points(millimetres: 9, pointsPerInch: density) == nil)
  }
}
