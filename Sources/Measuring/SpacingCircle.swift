/// The spacing exception of WCAG 2.2 SC 2.5.8 Target Size (Minimum), level AA.
///
/// A target below 24 x 24 still meets the criterion if a circle of 24 in diameter, centered on its bounding box, meets
/// no other target and no circle of another target below 24 x 24. Touching is not meeting: two 20 pt targets that are
/// 4 pt apart pass. CSS pixels of the criterion are read as points (E-05).
package enum SpacingCircle {
  package static let diameter: FixedPoint = 24

  package enum Finding: Equatable, Sendable {
    /// At least 24 on both sides: no circle is needed.
    case largeEnough
    /// Below 24, and the circle is clear.
    case clear
    /// Below 24, and the circle meets these others (by position in the list).
    case meets([Int])

    /// Whether size and spacing together satisfy the criterion; its other exceptions are not looked at.
    package var passes: Bool {
      switch self {
      case .largeEnough, .clear: true
      case .meets: false
      }
    }
  }

  package static func isUndersized(_ size: TargetSize) -> Bool { size.smallerSide < diameter }

  /// One finding for each target, in the order given. Compares each with each.
  package static func findings(_ targets: [Frame]) -> [Finding] {
    targets.indices.map { place in
      let target = targets[place]
      guard isUndersized(target.size) else { return .largeEnough }
      let met = targets.indices.filter { $0 != place && circle(of: target, meets: targets[$0]) }
      return met.isEmpty ? .clear : .meets(met)
    }
  }

  private static func circle(of target: Frame, meets other: Frame) -> Bool {
    if isUndersized(other.size), circlesMeet(target, other) { return true }
    // Everything is doubled so that the center of an odd width stays whole.
    let radius = diameter.millionths
    let across = distance(from: target.left + target.right, to: (other.left * 2, other.right * 2))
    let down = distance(from: target.top + target.bottom, to: (other.top * 2, other.bottom * 2))
    return SquareSum(across, down) < SquareSum(radius, 0)
  }

  private static func circlesMeet(_ first: Frame, _ second: Frame) -> Bool {
    let across = (first.left + first.right) - (second.left + second.right)
    let down = (first.top + first.bottom) - (second.top + second.bottom)
    return SquareSum(across, down) < SquareSum(diameter.millionths * 2, 0)
  }

  private static func distance(from point: Int64, to span: (low: Int64, high: Int64)) -> Int64 {
    max(span.low - point, point - span.high, 0)
  }
}
