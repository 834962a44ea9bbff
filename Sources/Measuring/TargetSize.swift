/// Width and height of a target in points.
package struct TargetSize: Equatable, Sendable {
  package let width: FixedPoint
  package let height: FixedPoint

  /// The largest side that is taken for a length on a screen; it keeps all geometry far from overflow.
  package static let limit: FixedPoint = 100_000

  /// Throws unless both sides are above zero and at most 100 000 pt.
  package init(width: FixedPoint, height: FixedPoint) throws(MeasureError) {
    guard width > 0, height > 0, width <= Self.limit, height <= Self.limit else {
      throw MeasureError(
        .outOfRange, "A target of \(width)x\(height) pt cannot be on a screen.",
        hint: "Use sides above 0 and at most \(Self.limit) pt.")
    }
    self.width = width
    self.height = height
  }

  /// Reads `40x40`, `40 x 48 pt`, `44` (a square), or millimeters if the scale of the screen is known.
  package static func parse(_ text: String, scale: PhysicalScale? = nil) throws(MeasureError) -> TargetSize {
    let value = try MeasuredValue.parse(text, unitHint: "pt")
    guard let first = value.numbers.first, let last = value.numbers.last else {
      throw MeasureError(.wrongShape, "The size has no number.", hint: "Write it like 40x40.")
    }
    switch value.unit {
    case "pt": return try TargetSize(width: first, height: last)
    case "mm":
      guard let scale else {
        throw MeasureError(
          .wrongUnit, "\(MeasureError.quote(text)) is in millimeters, and the scale of the screen is unknown.",
          hint: "Specify the size in pt, or add the points per inch of the screen.")
      }
      return try TargetSize(
        width: scale.points(fromMillimetres: first), height: scale.points(fromMillimetres: last))
    default:
      throw MeasureError(
        .wrongUnit, "\(MeasureError.quote(text)) is not a valid size.",
        hint: "Write width and height in points, like 40x40.")
    }
  }

  /// The side that decides against a minimum for both sides.
  package var smallerSide: FixedPoint { min(width, height) }

  package var text: String { "\(width)x\(height)" }

  /// As a measured value, in points.
  package var value: MeasuredValue { MeasuredValue(text: "\(text) pt", unit: "pt", numbers: [width, height]) }
}
