import Base
import Children
import Testing

@testable import Reports

@Suite("How rates of a sample are shown")
struct RateTextTests {
  @Test(
    "A limit is rounded outwards",
    arguments: [
      (0.8996, 89, 90), (0.9, 90, 90), (0.9.nextDown, 89, 90), (0.9.nextUp, 90, 91), (0, 0, 0), (1, 100, 100),
      (1.0.nextDown, 99, 100), (0.29, 29, 29), (0.57, 57, 57), (0.07, 7, 7), (1e-12, 0, 1),
    ])
  func outwards(rate: Double, low: Int, high: Int) {
    #expect(RateText.roundedDown(rate) == low)
    #expect(RateText.roundedUp(rate) == high)
  }

  @Test("Every whole percent is itself, so that what is shown agrees with a verdict on the same number")
  func wholePercents() {
    for percent in 0...100 {
      #expect(RateText.roundedDown(Double(percent) / 100) == percent)
      #expect(RateText.roundedUp(Double(percent) / 100) == percent)
    }
  }

  @Test("A mean that misses its value by a last digit is still shown as it is")
  func mean() {
    #expect(RateText.symbol.mean(0.9.nextDown.nextDown) == "90%")
    #expect(RateText.words.mean(0.999_999) == "99 percent")
  }

  @Test("A target keeps its decimals", arguments: [(0.9, "90%"), (0.925, "92.5%"), (0.99, "99%"), (0.505, "50.5%")])
  func target(rate: Double, text: String) {
    #expect(RateText.symbol.exact(rate) == text)
  }

  @Test("A hair under the target is not met and shows less than the target")
  func boundary() throws {
    let children = [ChildTaps](repeating: try ChildTaps(hits: 10, taps: 10), count: 10)
    let low = try #require(Estimate(children).limits).interval.low
    let report = EstimateReport(Estimate(children), target: low.nextUp, plan: .unsaid)
    #expect(report.verdict == .notEnoughEvidence)
    #expect(report.sentence().contains("as low as \(RateText.roundedDown(low))%"))
    #expect(EstimateReport(Estimate(children), target: low, plan: .unsaid).verdict == .met)
  }

  @Test("No sentence of any report says more than it may", arguments: [0, 1, 2, 4, 5, 12], [0, 5, 9, 10])
  func words(children: Int, hits: Int) throws {
    let taps = [ChildTaps](repeating: try ChildTaps(hits: hits, taps: 10), count: children)
    let version = ComparisonReport.Version("a", taps)
    let pairs = taps.map { (first: $0, second: $0) }
    for plan in [EstimateReport.Plan.unsaid, .children(children + 1)] {
      let report = EstimateReport(Estimate(taps), target: 0.9, plan: plan)
      var texts = [report.page(.symbol).markdown, report.json(generated: "").render()]
      texts += [
        ComparisonReport(first: version, second: version).page(.words).plain,
        ComparisonReport(pairs: pairs, names: ("a", "b")).page(.words).plain,
      ]
      for text in texts { #expect(!text.contains("significant") && !text.contains("prove")) }
      // Neither the colour nor the word of a pass.
      let painted = report.page(.symbol).text(width: 80, painter: Styler(enabled: true))
      #expect(!painted.contains("32m") && !painted.contains("PASS"))
      if children >= 2 { #expect(report.sentence().contains("could be as low as")) }
      if children >= 1 {
        let sentence = report.sentence()
        let (child, tap) = (sentence.firstRange(of: "child"), sentence.firstRange(of: "tap"))
        #expect(try #require(child).lowerBound < #require(tap).lowerBound)
      }
    }
  }
}
