import Base
import Foundation
import Reports
import Testing

@Suite("JSON output")
struct JSONTextTests {
  @Test("Members stay in the order given, on one line or indented")
  func order() {
    let value = JSONText.object([
      ("b", .int(1)), ("a", .array([.null, .bool(true), .string("x<y")])), ("e", .array([])), ("o", .object([])),
    ])
    #expect(value.render() == #"{"b":1,"a":[null,true,"x<y"],"e":[],"o":{}}"#)
    #expect(
      value.render(indent: 2) == """
        {
          "b": 1,
          "a": [
            null,
            true,
            "x<y"
          ],
          "e": [],
          "o": {}
        }
        """)
  }

  @Test(
    "Numbers are short, exact and without exponent",
    arguments: [
      (0.0, "0"), (-0.0, "0"), (1, "1"), (-2.5, "-2.5"), (0.1, "0.1"), (1.0 / 3, "0.3333333333333333"), (100, "100"),
      (1e-5, "0.00001"), (1.5e-7, "0.00000015"), (1e16, "10000000000000000"), (1.25e20, "125000000000000000000"),
      (9_007_199_254_740_992, "9007199254740992"), (.nan, "null"), (.infinity, "null"), (-.infinity, "null"),
    ])
  func numbers(value: Double, text: String) {
    #expect(JSONText.number(value).render() == text)
  }

  @Test("Every finite number reads back as itself")
  func roundTrip() {
    var random = SplitMix(seed: 20_260_301)
    for _ in 0..<5_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let text = JSONText.number(value).render()
      #expect(Double(text) == value, "\(value) seed 20260301")
      #expect(!text.utf8.contains(UInt8(ascii: "e")))
    }
    #expect(Double(JSONText.number(.leastNonzeroMagnitude).render()) == .leastNonzeroMagnitude)
    #expect(Double(JSONText.number(.greatestFiniteMagnitude).render()) == .greatestFiniteMagnitude)
  }

  @Test(
    "Strings are escaped where they would act",
    arguments: [
      ("\u{1b}\u{0}\u{7f}\u{9b}", #""\u001b\u0000\u007f\u009b""#),
      ("\u{202e}\u{2028}", #""\u202e\u2028""#),
      ("\u{e0041}", #""\udb40\udc41""#),
      ("\"\\\n\r\t/", #""\"\\\n\r\t/""#),
      ("</script> é 👍", #""</script> é 👍""#),
    ])
  func strings(text: String, json: String) {
    #expect(JSONText.string(text).render() == json)
  }

  @Test("A reader gets the string back as it was", arguments: (Hostile.texts + Hostile.large).indices)
  func stringRoundTrip(index: Int) throws {
    let (name, text) = (Hostile.texts + Hostile.large)[index]
    let json = JSONText.object([(text, .string(text))]).render()
    let read = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String]
    #expect(read?.values.first.map { Array($0.utf8) } == Array(text.utf8), "\(name)")
  }
}

/// A small seeded generator.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
