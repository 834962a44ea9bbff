import Audit
import Children
import Testing

@Suite("Gaps") struct MeasuringGapTests {
  static func frame(_ text: String) throws -> Frame { try Frame.parse(text) }

  @Test(
    "spacing-rule: gaps are computed from frames",
    arguments: [
      ("0,0,44,44", "52,0,44,44", "8", "-44", "8"), ("0,0,44,44", "44,0,44,44", "0", "-44", "0"),
      ("0,0,44,44", "40,0,44,44", "-4", "-44", "-4"), ("0,0,44,44", "0,60,44,44", "-44", "16", "16"),
      ("0,0,10,10", "13,14,10,10", "3", "4", "5"), ("0,0,44,44", "44,44,44,44", "0", "0", "0"),
      ("0,0,44,44", "51.5,0,44,44", "7.5", "-44", "7.5"), ("-20,-20,10,10", "-5,-20,10,10", "5", "-10", "5"),
      ("0,0,44,44", "10,10,10,10", "-10", "-10", "-10"),
    ])
  func gaps(first: String, second: String, horizontal: String, vertical: String, edge: String) throws {
    for (one, other) in [(first, second), (second, first)] {
      let gap = TargetGap(try Self.frame(one), try Self.frame(other))
      #expect([gap.horizontal, gap.vertical, gap.edge].map { $0.description } == [horizontal, vertical, edge])
    }
  }

  @Test("A diagonal gap is compared without rounding") func diagonal() throws {
    // 4.8^2 + 6.4^2 = 8^2 exactly; a millionth less is below 8.
    let exact = TargetGap(try Self.frame("0,0,10,10"), try Self.frame("14.8,16.4,10,10"))
    let below = TargetGap(try Self.frame("0,0,10,10"), try Self.frame("14.8,16.399999,10,10"))
    #expect(exact.isAtLeast(8))
    #expect(!below.isAtLeast(8))
  }

  @Test("The report names the pass mark, the advice and the circle") func report() throws {
    let report = try Calculations.gap(["0,0,44,44", "52,0,44,44"])
    #expect(report.verdicts.map { $0.outcome } == [.pass, .fail, .fail, .pass, .pass])
    #expect(report.verdicts.map { $0.isRequired } == [true, false, false, true, true])
    #expect(report.verdicts[0].check == "spacing.adjacent-8pt")
    #expect(try Calculations.gap(["0,0,44,44", "51.9,0,44,44"]).verdicts[0].outcome == .fail)
    #expect(try Calculations.gap(["0,0,44,44", "44,0,44,44"]).verdicts[0].note == "The targets touch.")
    #expect(try Calculations.gap(["0,0,44,44", "43,0,44,44"]).verdicts[0].note == "The targets overlap.")
  }

  @Test("A gap just below a limit never reads as the limit") func cutOff() throws {
    #expect(try Calculations.gap(["0,0,44,44", "51.999999,0,44,44"]).figures[0].value == "7.99")
    #expect(try Calculations.gap(["0,0,44,44", "43.999999,0,44,44"]).figures[0].value == "-0.01")
  }

  @Test(
    "Circles of 24 pt: two small targets need 24 between their centres",
    arguments: [
      // 20 pt targets, 4 pt apart: circles touch, which is allowed.
      (["0,0,20,20", "24,0,20,20"], [.clear, .clear]),
      (["0,0,20,20", "23.999,0,20,20"], [.meets([1]), .meets([0])]),
      // A small target beside a large one: 12 from the centre to the edge.
      (["0,0,20,20", "22,-12,44,44"], [.clear, .largeEnough]),
      (["0,0,20,20", "21.999,-12,44,44"], [.meets([1]), .largeEnough]),
      // 24 exactly is large enough, whatever is beside it.
      (["0,0,24,24", "24,0,24,24"], [.largeEnough, .largeEnough]),
      (["0,0,23.999,24", "23.999,0,24,24"], [.meets([1]), .largeEnough]),
      (["0,0,23.999,24", "24,0,24,24"], [.clear, .largeEnough]),
      // A low but wide target is small too; its circle sits at the centre of the box.
      (["0,0,200,20", "0,24,200,20"], [.clear, .clear]),
      (["0,0,200,20", "0,22,200,20"], [.meets([1]), .meets([0])]),
      // Diagonal: centres 14.4 and 19.2 apart, 24 exactly.
      (["0,0,10,10", "14.4,19.2,10,10"], [.clear, .clear]),
      (["0,0,10,10", "14.4,19.1,10,10"], [.meets([1]), .meets([0])]),
      // Inside another target.
      (["10,10,10,10", "0,0,60,60"], [.meets([1]), .largeEnough]),
      // Identical frames are two targets.
      (["0,0,10,10", "0,0,10,10", "500,0,10,10"], [.meets([1]), .meets([0]), .clear]),
    ] as [([String], [SpacingCircle.Finding])])
  func circles(frames: [String], findings: [SpacingCircle.Finding]) throws {
    #expect(SpacingCircle.findings(try frames.map { try Self.frame($0) }) == findings)
  }

  @Test("Odd widths keep the centre exact") func oddCentres() throws {
    // Centres at 0.0000005 and 24.0000005: 24 apart.
    let frames = try ["0,0,0.000001,1", "24,0,0.000001,1"].map { try Self.frame($0) }
    #expect(SpacingCircle.findings(frames) == [.clear, .clear])
  }

  @Test("Gaps and circles are symmetric, and moving apart never hurts") func properties() throws {
    var numbers = SplitMix64(seed: 5)
    for _ in 0..<2000 {
      func random(_ range: ClosedRange<Int64>) -> FixedPoint {
        FixedPoint(millionths: Int64.random(in: range, using: &numbers))
      }
      let sides = 1_000_000...40_000_000 as ClosedRange<Int64>
      let places = -40_000_000...40_000_000 as ClosedRange<Int64>
      let first = try Frame(
        x: random(places), y: random(places), size: TargetSize(width: random(sides), height: random(sides)))
      let second = try Frame(
        x: random(places), y: random(places), size: TargetSize(width: random(sides), height: random(sides)))
      #expect(TargetGap(first, second) == TargetGap(second, first))
      let findings = SpacingCircle.findings([first, second])
      #expect(
        Array(SpacingCircle.findings([second, first]).map { $0.passes }.reversed()) == findings.map { $0.passes })
      let away = try Frame(x: second.x.adding(second.x >= first.x ? 200 : -200), y: second.y, size: second.size)
      #expect(SpacingCircle.findings([first, away]).allSatisfy { $0.passes })
      #expect(TargetGap(first, away).isAtLeast(8))
    }
  }

  @Test(
    "A frame is four numbers on a screen",
    arguments: [
      ("1,2,3", .wrongShape), ("1,2,3,4,5", .wrongShape), ("a,2,3,4", .notANumber), ("0,0,0,4", .outOfRange),
      ("0,0,4,-4", .outOfRange), ("100001,0,4,4", .outOfRange), ("0,0,100001,4", .outOfRange), ("", .wrongShape),
      (",,,", .empty),
    ] as [(String, MeasureError.Reason)])
  func badFrames(text: String, reason: MeasureError.Reason) {
    #expect(measureError { () throws(MeasureError) in try Frame.parse(text) }?.reason == reason)
  }

  @Test("Two to eight frames are compared pair by pair") func many() throws {
    let frames = (0..<3).map { "\($0 * 60),0,44,44" }
    #expect(try Calculations.gap(frames).verdicts.count == 3 * 3 + 3)
    let tooFew = measureError { () throws(MeasureError) in try Calculations.gap(["0,0,1,1"]) }
    #expect(tooFew?.reason == .wrongShape)
  }
}
