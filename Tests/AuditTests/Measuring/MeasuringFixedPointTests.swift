import Audit
import Children
import Testing

@Suite("Fixed point") struct MeasuringFixedPointTests {
  @Test(
    "Decimal text is read exactly",
    arguments: [
      ("0", 0), ("44", 44_000_000), ("-0.05", -50_000), ("+3.2", 3_200_000), (".5", 500_000), ("4.499999", 4_499_999),
      ("0.000001", 1), ("007", 7_000_000), ("1.5000000000", 1_500_000), ("-0", 0),
      ("9223372036854.775807", Int64.max), ("-9223372036854.775808", Int64.min),
    ] as [(String, Int64)])
  func reads(text: String, millionths: Int64) throws {
    #expect(try FixedPoint.parse(text).millionths == millionths)
  }

  @Test(
    "What is no exact decimal is refused with its reason",
    arguments: [
      ("", .empty), ("1,5", .decimalComma), ("1,234.5", .decimalComma), ("0.0000001", .tooPrecise),
      ("9223372036854.775808", .outOfRange), ("-9223372036854.775809", .outOfRange), ("1e3", .notANumber),
      ("5.", .notANumber), (".", .notANumber), ("-", .notANumber), ("1.2.3", .notANumber), (" 1", .notANumber),
      ("\u{0664}", .notANumber), (String(repeating: "1", count: 65), .tooLong),
    ] as [(String, MeasureError.Reason)])
  func refuses(text: String, reason: MeasureError.Reason) {
    #expect(measureError { () throws(MeasureError) in try FixedPoint.parse(text) }?.reason == reason)
  }

  @Test(
    "In a cell a comma is the decimal sign, unless it may separate thousands",
    arguments: [
      ("30,5x30", "30.5x30", "30.5x30"), ("30,5 x 30,25 pt", "30.5 x 30.25 pt", nil),
      ("44,20", "44.20", nil), ("2,95", "2.95", "2.95"),
      ("4,5:1", "4.5:1", "4.5:1"), ("0,125 s", "0.125 s", "0.125 s"), ("-0,05", "-0.05", "-0.05"),
      ("1.234,5", "1234.5", "1234.5"), ("1,234.5", "1234.5", "1234.5"), ("3,5, 4", "3.5, 4", "3.5, 4"),
      ("1,234", "1.234", nil), ("1,5 1,234", "1.5 1.234", nil), ("1,234,567", nil, nil), ("12,34.5", nil, nil),
      ("30.5", nil, nil), ("1, 2", nil, nil), (",5", nil, nil), ("rgb(1,2,3)", nil, nil), ("", nil, nil),
    ] as [(String, String?, String?)])
  func commas(text: String, decimal: String?, either: String?) {
    #expect(NumberComma(between: UInt8(ascii: ";")).pointed(text) == decimal)
    for separator in [UInt8(ascii: ","), UInt8(ascii: "\t"), nil] {
      #expect(NumberComma(between: separator).pointed(text) == either)
    }
  }

  @Test(
    "The description is the shortest text",
    arguments: [
      (44_000_000, "44"), (4_500_000, "4.5"), (-50_000, "-0.05"), (1, "0.000001"), (0, "0"), (3_440_000, "3.44"),
      (Int64.min, "-9223372036854.775808"), (-1_000_000, "-1"),
    ] as [(Int64, String)])
  func describes(millionths: Int64, text: String) {
    #expect(FixedPoint(millionths: millionths).description == text)
  }

  @Test("Every number reads back from its description") func roundTrip() throws {
    var numbers = SplitMix64(seed: 1)
    for _ in 0..<5000 {
      let value = FixedPoint(
        millionths: Int64(truncatingIfNeeded: numbers.next()) >> Int64.random(in: 0..<64, using: &numbers))
      #expect(try FixedPoint.parse(value.description) == value)
    }
  }

  /// Computed with unbounded integers in Python: a, b, a x b, a / b in millionths, halves away from zero.
  static let arithmetic: [(Int64, Int64, Int64, Int64)] = [
    (3_532_794_167, 77_777_869, 274_773_201_925, 45_421_586),
    (-1_005_779_951, 976_787_302, -982_433_084_743, -1_029_682),
    (-3_525_612_811, 92_285_143, -325_361_682_426, -38_203_471),
    (7_569_478_617, -63_469_422, -480_430_432_662, -119_261_817),
    (9_874_674_357, 619_659_572, 6_118_936_485_698, 15_935_644),
    (-3_904_844_222, 613_013_911, -2_393_723_828_374, -6_369_911),
    (9_677_822_865, 399_858_817, 3_869_762_801_934, 24_203_100),
    (1, 500_000, 1, 2), (-1, 500_000, -1, -2), (1, 499_999, 0, 2),
  ]

  @Test("Products and quotients match unbounded integers", arguments: arithmetic)
  func multiplies(left: Int64, right: Int64, product: Int64, quotient: Int64) throws {
    let (first, second) = (FixedPoint(millionths: left), FixedPoint(millionths: right))
    #expect(try first.multiplied(by: second).millionths == product)
    #expect(try first.divided(by: second).millionths == quotient)
  }

  @Test("Overflow and division by zero are errors") func overflow() {
    let largest = FixedPoint(millionths: .max)
    let smallest = FixedPoint(millionths: .min)
    let tiny = FixedPoint(millionths: 1)
    let reasons = [
      measureError { () throws(MeasureError) in try largest.adding(tiny) },
      measureError { () throws(MeasureError) in try smallest.subtracting(tiny) },
      measureError { () throws(MeasureError) in try largest.multiplied(by: 2) },
      measureError { () throws(MeasureError) in try smallest.multiplied(by: -1) },
      measureError { () throws(MeasureError) in try largest.divided(by: tiny) },
      measureError { () throws(MeasureError) in try largest.divided(by: 0) },
      measureError { () throws(MeasureError) in try FixedPoint(millionths: 0).divided(by: 0) },
    ].map { $0?.reason }
    #expect(reasons == Array(repeating: .outOfRange, count: 7))
    #expect(FixedPoint(millionths: -12_000_000) == -12)
  }

  @Test("Cutting off never rounds up, and nothing that is not finite gets in") func fromDouble() {
    #expect(FixedPoint.truncating(4.4999, decimals: 2)?.description == "4.49")
    #expect(FixedPoint.truncating(-4.4999, decimals: 2)?.description == "-4.49")
    #expect(FixedPoint.nearest(6.856, decimals: 1)?.description == "6.9")
    for value in [Double.nan, .infinity, -.infinity, 1e300, 9.3e12] {
      #expect(FixedPoint.truncating(value, decimals: 6) == nil)
      #expect(FixedPoint.nearest(value, decimals: 9) == nil)
    }
  }

  @Test("Multiples are exact, also of small steps and of zero") func multiples() {
    #expect(FixedPoint(thousandths: 2_400).isMultiple(of: FixedPoint(thousandths: 800)))
    #expect(!FixedPoint(thousandths: 2_401).isMultiple(of: FixedPoint(thousandths: 800)))
    #expect(FixedPoint(millionths: -16_000_000).isMultiple(of: 8))
    #expect(!FixedPoint(millionths: 5).isMultiple(of: 0))
    #expect(!FixedPoint(millionths: .min).isMultiple(of: 0))
  }
}
