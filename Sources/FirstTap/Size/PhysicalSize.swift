/// Points and millimeters. Sizes are compared in millimeters: 44 pt is 6.9 mm at 163 pt/in and 8.5 mm at 132.
package enum PhysicalSize {
  static let millimetresPerInch = 25.4

  /// 25.4 points / points per inch. Nil where the device's points per inch are unknown or no such number.
  package static func millimetres(points: Double, pointsPerInch: Double?) -> Double? {
    guard let pointsPerInch, isDensity(pointsPerInch), isLength(points) else { return nil }
    return points * millimetresPerInch / pointsPerInch
  }

  static func isDensity(_ value: Double) -> Bool { value >= 1 && value <= 10_000 }
  static func isLength(_ value: Double) -> Bool { value >= 0 && value <= 1e6 }
}
