import Audit
import Testing

@testable import Sessions

@Suite("What a measured value means")
struct ValueMeaningTests {
  private func measurement(_ check: String) throws -> Measurement {
    try #require(Catalog.checks[id: check]?.measurement)
  }

  @Test("A target that is too small hears what is wanted, and how far it would have to reach")
  func target() throws {
    let measurement = try measurement("touch-target.minimum-44pt")
    let value = try MeasuredValue.parse("40x36")
    #expect(
      ValueMeaning.sentences(value, measurement) == [
        "40x36: FAIL (requirement: at least 44 pt).",
        "Fix: extend the hit area by 2 pt on the left and right and 4 pt at the top and bottom "
          + "(a11y calc area 40x36 --padding 2x4).",
      ])
    #expect(
      ValueMeaning.sentences(try MeasuredValue.parse("44"), measurement) == ["44: PASS (requirement: at least 44 pt)."])
  }

  @Test("What the answer says as well is not said before it")
  func answered() throws {
    let measurement = try measurement("touch-target.minimum-44pt")
    let (small, large) = (try MeasuredValue.parse("40x40"), try MeasuredValue.parse("48x48"))
    #expect(ValueMeaning.sentences(large, measurement, answered: .pass).isEmpty)
    #expect(ValueMeaning.sentences(small, measurement, answered: .fail).map { $0.prefix(4) } == ["Fix:"])
    for (value, outcome) in [(large, Outcome.fail), (small, .pass), (large, .cantTell)] {
      #expect(
        ValueMeaning.sentences(value, measurement, answered: outcome) == ValueMeaning.sentences(value, measurement))
    }
  }

  @Test("What cannot be compared is neither")
  func incomparable() throws {
    let sentences = ValueMeaning.sentences(try MeasuredValue.parse("3:1"), try measurement("touch-target.minimum-44pt"))
    #expect(sentences.count == 1)
    #expect(sentences[0].hasPrefix("3:1 cannot be evaluated (requirement: at least 44 pt)."))
  }

  @Test("Only pass and fail can contradict a value")
  func contradiction() throws {
    let measurement = try measurement("touch-target.minimum-44pt")
    let small = try MeasuredValue.parse("40x40")
    #expect(
      ValueMeaning.contradiction(small, measurement, .pass)
        == "The value indicates FAIL, but you answered PASS. Recorded PASS; press u to undo.")
    for outcome in [Outcome.fail, .na, .cantTell] {
      #expect(ValueMeaning.contradiction(small, measurement, outcome) == nil)
    }
  }

  @Test("Every check of the catalogue that measures says something about any value it takes")
  func all() throws {
    for check in Catalog.checks {
      guard let measurement = check.measurement else { continue }
      for text in ["40x40", "3:1", "12", "0.3 s", "50%"] {
        guard let value = try? MeasuredValue.parse(text, unitHint: measurement.valueUnit) else { continue }
        #expect(!ValueMeaning.sentences(value, measurement).isEmpty)
      }
    }
  }
}
