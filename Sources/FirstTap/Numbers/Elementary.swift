import Platform

/// All that this room takes from the C library.
///
/// The libraries differ in the last digit; every result of the room is stable far beyond what is shown or evaluated.
enum Elementary {
  static func ln(_ x: Double) -> Double { log(x) }
  /// ln(1 + x), exact for small x.
  static func lnOnePlus(_ x: Double) -> Double { log1p(x) }
  static func e(to x: Double) -> Double { exp(x) }
  /// e^x - 1, exact for small x.
  static func eMinusOne(to x: Double) -> Double { expm1(x) }
  /// 1 - erf(x), exact far out.
  static func errorComplement(_ x: Double) -> Double { erfc(x) }
}
