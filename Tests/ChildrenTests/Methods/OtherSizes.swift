@testable import Children

extension PhysicalSize {
  /// Millimetres × points per inch / 25.4.
  static func points(millimetres: Double, pointsPerInch: Double?) -> Double? {
    guard let pointsPerInch, isDensity(pointsPerInch), isLength(millimetres) else { return nil }
    return millimetres * pointsPerInch / millimetresPerInch
  }

  /// Density-independent pixels at their nominal 160 to the inch; devices differ.
  static func millimetres(densityIndependentPixels: Double) -> Double? {
    millimetres(points: densityIndependentPixels, pointsPerInch: 160)
  }
}
