import Testing

@testable import Audit

@Suite("Sums of lengths") struct MeasuringSumTests {
  private static let total = Measurement(
    type: "number", unit: "pt", comparison: .atLeast, threshold: [44], formula: "visual_size + 2 * extra_padding")

  @Test(
    "what is seen and what is added on each side are added up, where a check asks for a total",
    arguments: [
      ("24+2*12", [48], .pass), ("24 + 12 + 12", [48], .pass), ("24 pt + 2*9 pt", [42], .fail),
      ("30x24+2*10", [50, 44], .pass), ("2*10+30x24", [50, 44], .pass), ("20+2*11.5x12", [43, 44], .fail),
      ("48", [48], .pass), ("24x48", [24, 48], .fail),
    ] as [(String, [FixedPoint], Judgement)])
  func sums(text: String, numbers: [FixedPoint], judgement: Judgement) throws {
    let value = try MeasuredValue.parse(text, of: Self.total)
    #expect(value.numbers == numbers && value.unit == "pt" && value.text == text)
    #expect(Self.total.judge(value) == judgement)
  }

  @Test(
    "what is no sum of lengths is refused with a sum that is one",
    arguments: [
      "24+2*", "24+*12", "24+-2*12", "24++12", "24+2*3*4", "24+2*12:1", "24+5 s", "24+2*12 %", "24+x",
      "9999999999+9999999999999",
    ])
  func refused(text: String) {
    let error = measureError { () throws(MeasureError) in try MeasuredValue.parse(text, of: Self.total) }
    #expect(error?.hint == "Write a sum like 24+2*12 or 30x24+2*10: the visual size and the padding of both sides.")
  }

  @Test("a check that asks for no total takes no sum") func elsewhere() {
    var plain = Self.total
    plain.formula = nil
    #expect(measureError { () throws(MeasureError) in try MeasuredValue.parse("24+2*12", of: plain) } != nil)
  }

  @Test("a registered size or a planned value that misses the figure of a check speaks against it") func registered() {
    var component = Component(key: "a", kind: "button")
    var measurement = Measurement(type: "number", unit: "pt", comparison: .atLeast, threshold: [44], inputs: ["size"])
    #expect(component.contradiction(of: "c.d", measurement) == nil)
    component.size = "44x40"
    #expect(component.contradiction(of: "c.d", measurement) == "the registered size 44x40 does not meet at least 44 pt")
    measurement.inputs = []
    #expect(component.contradiction(of: "c.d", measurement) == nil)
    component.planned = ["c.d": "43"]
    #expect(component.contradiction(of: "c.d", measurement) == "the specified value 43 does not meet at least 44 pt")
    #expect(component.contradiction(of: "c.e", measurement) == nil)
    component.planned = ["c.d": "no figure"]
    #expect(component.contradiction(of: "c.d", measurement) == nil)
  }
}
