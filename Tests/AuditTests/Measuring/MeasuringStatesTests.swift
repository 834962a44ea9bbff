import Testing

@testable import Audit

@Suite("Contrasts of several states")
struct MeasuringStatesTests {
  static let text = Measurement(type: "ratio", comparison: .atLeast, threshold: [FixedPoint(millionths: 4_500_000)])

  @Test(
    "The one with the least room decides",
    arguments: [
      ("success: 2.2; error: 3.6", "2.2", Outcome.fail), ("success: 5.2:1; error: 4.5:1;", "4.5", .pass),
      ("light: #767676 on white; dark: white on black", "4.54", .pass), ("dark: 4.6", "4.6", .pass),
      ("title: 3.1:1 at 30 pt; note: 4.55:1 at 12 pt", "4.55", .pass),
      ("title: 3.1 at 20 pt; note: 9 at 12 pt", "3.1", .fail),
    ])
  func least(value: String, ratio: String, outcome: Outcome) throws {
    let measured = try MeasuredValue.parse(value, of: Self.text)
    #expect(measured.text == value && measured.unit == "ratio")
    #expect(measured.numbers.map { "\($0)" } == [ratio])
    #expect(Self.text.judge(measured).outcome == outcome)
  }

  @Test(
    "What is no contrast is refused with how to write it",
    arguments: [
      "success: ; error: 3.6", "success: 2.2; error: green", "success: 22; error: 3", "a: 3 s; b: 4", ";;", "a:",
    ])
  func refused(value: String) {
    #expect(throws: MeasureError.self) { try MeasuredValue.parse(value, of: Self.text) }
  }
}
