/// The gap between two frames.
///
/// On each axis the gap is the distance between the facing edges: 0 when they touch, below zero by how far the frames
/// overlap on that axis. Two frames overlap only if both are below zero.
package struct TargetGap: Equatable, Sendable {
  package let horizontal: FixedPoint
  package let vertical: FixedPoint

  package init(_ first: Frame, _ second: Frame) {
    horizontal = FixedPoint(millionths: max(first.left, second.left) - min(first.right, second.right))
    vertical = FixedPoint(millionths: max(first.top, second.top) - min(first.bottom, second.bottom))
  }

  package var overlaps: Bool { horizontal < 0 && vertical < 0 }

  /// Whether the frames have an edge or a corner in common and nothing else.
  package var touches: Bool { !overlaps && max(horizontal, vertical) == 0 }

  /// The shortest distance between the frames, cut off after six decimals; for overlapping frames below zero, by how
  /// far one would have to move to leave the other.
  package var edge: FixedPoint {
    if horizontal <= 0 || vertical <= 0 { return max(horizontal, vertical) }
    return FixedPoint(millionths: SquareSum(horizontal.millionths, vertical.millionths).root)
  }

  /// Whether the shortest distance is at least `minimum`, compared in squares and so without rounding.
  package func isAtLeast(_ minimum: FixedPoint) -> Bool {
    if horizontal <= 0 || vertical <= 0 { return max(horizontal, vertical) >= minimum }
    let distance = SquareSum(horizontal.millionths, vertical.millionths)
    return minimum <= 0 || distance >= SquareSum(minimum.millionths, 0)
  }
}

/// The gaps that are asked for between neighboring controls (E-03): 8 passes, 12 and 24 are advice.
package enum SpacingRule {
  /// Pass mark: child-touch-guide, Manual Testing.
  package static let adjacent: FixedPoint = 8
  /// Advice of the HIG around controls with a bezel.
  package static let besideBezel: FixedPoint = 12
  /// Advice of the HIG around the visible edge of bare controls.
  package static let besideBare: FixedPoint = 24
}

/// `a * a + b * b` in 128 bits: exact for all 64-bit lengths, on systems without a 128-bit integer type too.
struct SquareSum: Comparable {
  private let high: UInt64
  private let low: UInt64

  init(_ first: Int64, _ second: Int64) {
    let left = first.magnitude.multipliedFullWidth(by: first.magnitude)
    let right = second.magnitude.multipliedFullWidth(by: second.magnitude)
    let (sum, carry) = left.low.addingReportingOverflow(right.low)
    // Each square is at most 2^126, so the high words cannot overflow.
    high = left.high &+ right.high &+ (carry ? 1 : 0)
    low = sum
  }

  /// The square root, cut off, found bit by bit; for sums up to 2^124.
  var root: Int64 {
    var found: Int64 = 0
    var bit: Int64 = 1 << 61
    while bit > 0 {
      if SquareSum(found | bit, 0) <= self { found |= bit }
      bit >>= 1
    }
    return found
  }

  static func < (left: SquareSum, right: SquareSum) -> Bool { (left.high, left.low) < (right.high, right.low) }
}
