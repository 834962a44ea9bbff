/// Points and millimetres. Sizes are compared in millimetres: 44 pt is 6.9 mm at 163 pt/in and 8.5 mm at 132.
package enum PhysicalSize {
  private static let millimetresPerInch = 25.4

  /// 25.4 points / points per inch. Nil where the device's points per inch are unknown or no such number.
  package static func millimetres(points: Double, pointsPerInch: Double?) -> Double? {
    guard let pointsPerInch, isDensity(pointsPerInch), isLength(points) else { return nil }
    return points * millimetresPerInch / pointsPerInch
  }

  /// Millimetres × points per inch / 25.4.
  package static func points(millimetres: Double, pointsPerInch: Double?) -> Double? {
    guard let pointsPerInch, isDensity(pointsPerInch), isLength(millimetres) else { return nil }
    return millimetres * pointsPerInch / millimetresPerInch
  }

  /// Density-independent pixels at their nominal 160 to the inch; devices differ.
  package static func millimetres(densityIndependentPixels: Double) -> Double? {
    millimetres(points: densityIndependentPixels, pointsPerInch: 160)
  }

  private static func isDensity(_ value: Double) -> Bool { value >= 1 && value <= 10_000 }
  private static func isLength(_ value: Double) -> Bool { value >= 0 && value <= 1e6 }
}
