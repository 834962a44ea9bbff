/// How large a point is on a screen: 163 points per inch on most phones, 132 on most tablets.
///
/// Sizes on different screens are compared in millimeters: mm = pt x 25.4 / ppi, so 44 pt are 6.9 mm at 163 and 8.5 mm
/// at 132.
package struct PhysicalScale: Equatable, Sendable {
  /// Points, not pixels, per inch.
  package var pointsPerInch: FixedPoint

  /// Reads `163` or `163 ppi`; refuses what no screen has (below 10 or above 1000).
  package static func parse(_ text: String) throws(MeasureError) -> PhysicalScale {
    let value = try MeasuredValue.parse(text, unitHint: "ppi")
    guard value.unit == "ppi", let number = value.numbers.first, number >= 10, number <= 1000 else {
      throw MeasureError(
        .outOfRange, "\(MeasureError.quote(text)) is not a valid number of points per inch.",
        hint: "Specify the points (not pixels) per inch of the screen, like 163 or 132.")
    }
    return PhysicalScale(pointsPerInch: number)
  }

  package func millimetres(fromPoints points: FixedPoint) throws(MeasureError) -> FixedPoint {
    try points.multiplied(by: FixedPoint(thousandths: 25_400)).divided(by: pointsPerInch)
  }

  package func points(fromMillimetres millimetres: FixedPoint) throws(MeasureError) -> FixedPoint {
    try millimetres.multiplied(by: pointsPerInch).divided(by: FixedPoint(thousandths: 25_400))
  }
}
