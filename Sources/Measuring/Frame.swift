/// A rectangle on a screen in points: the frame or hit area of a target.
package struct Frame: Equatable, Sendable {
  package let x: FixedPoint
  package let y: FixedPoint
  package let size: TargetSize

  /// Throws unless the sides are those of a target and the origin lies within 100 000 pt.
  ///
  /// The bounds prove that no sum, difference or doubling of edges below can overflow.
  package init(x: FixedPoint, y: FixedPoint, size: TargetSize) throws(MeasureError) {
    let limit = TargetSize.limit.millionths.magnitude
    guard x.millionths.magnitude <= limit, y.millionths.magnitude <= limit else {
      throw MeasureError(
        .outOfRange, "A frame at \(x), \(y) cannot be on a screen.",
        hint: "Use coordinates from -\(TargetSize.limit) to \(TargetSize.limit) pt.")
    }
    self.x = x
    self.y = y
    self.size = size
  }

  /// Reads `x,y,w,h`, for instance `16,100,44,44`; spaces are allowed, and commas only part the four numbers.
  package static func parse(_ text: String) throws(MeasureError) -> Frame {
    let hint = "Write x,y,width,height in points with a point for decimals, like 16,100,44,44."
    guard text.utf8.count <= 200 else {
      throw MeasureError(.tooLong, "The frame is longer than 200 characters.", hint: hint)
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 4 else {
      throw MeasureError(
        .wrongShape, "\(MeasureError.quote(text)) has \(parts.count) of the 4 numbers of a frame.", hint: hint)
    }
    var numbers: [FixedPoint] = []
    for part in parts {
      var digits = part
      while digits.first == " " { digits.removeFirst() }
      while digits.last == " " { digits.removeLast() }
      numbers.append(try FixedPoint.parse(String(digits)))
    }
    return try Frame(x: numbers[0], y: numbers[1], size: TargetSize(width: numbers[2], height: numbers[3]))
  }

  /// The frame grown by a padding on each side, as a forgiving area does.
  package func expanded(horizontally: FixedPoint, vertically: FixedPoint) throws(MeasureError) -> Frame {
    let area = try ForgivingArea(visual: size, horizontalPadding: horizontally, verticalPadding: vertically)
    return try Frame(x: x.subtracting(horizontally), y: y.subtracting(vertically), size: area.total)
  }

  // Edges in millionths; bounded by `init`, so plain arithmetic is proven.
  var left: Int64 { x.millionths }
  var right: Int64 { x.millionths + size.width.millionths }
  var top: Int64 { y.millionths }
  var bottom: Int64 { y.millionths + size.height.millionths }
}
