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
    (self.width, self.height) = (width, height)
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

  package var value: MeasuredValue { MeasuredValue(text: "\(text) pt", unit: "pt", numbers: [width, height]) }
}

/// How large a touch target is, as tiers; the smaller side decides.
///
/// | tier | pt | source |
/// | --- | --- | --- |
/// | floor | 24 | WCAG 2.2 SC 2.5.8, level AA (CSS px there, points here: E-05) |
/// | minimum | 44 | default control size of the HIG on iOS and iPadOS; figure of SC 2.5.5, level AAA (E-01) |
/// | recommended | 48 | child-touch-guide, Minimum Sizes |
/// | large | 56 | child-touch-guide, Minimum Sizes: primary and frequent actions |
/// | extra-large | 64 | child-touch-guide, Minimum Sizes: critical actions for children |
package enum TargetTier: String, CaseIterable, Comparable, Sendable {
  case floor
  case minimum
  case recommended
  case large
  case extraLarge = "extra-large"

  package var points: FixedPoint { row.points }
  /// The check of the built-in catalog that carries the tier.
  package var check: String { "touch-target." + row.check }

  private var row: (points: FixedPoint, check: String) {
    switch self {
    case .floor: (24, "wcag-24pt-floor")
    case .minimum: (44, "minimum-44pt")
    case .recommended: (48, "recommended-48pt")
    case .large: (56, "large-56pt-primary")
    case .extraLarge: (64, "extra-large-64pt-child")
    }
  }

  /// The highest tier that both sides reach; nil below the floor of 24.
  package static func reached(by size: TargetSize) -> TargetTier? {
    allCases.last { size.smallerSide >= $0.points }
  }

  package static func < (left: TargetTier, right: TargetTier) -> Bool { left.points < right.points }
}

/// How large a pointer target on macOS is (E-15): 20 at least, 28 preferred. The 44 of touch screens does not apply.
package enum DesktopTier: String, CaseIterable, Comparable, Sendable {
  case minimum
  case preferred

  package var points: FixedPoint { self == .minimum ? 20 : 28 }

  /// The highest tier that both sides reach; nil below 20.
  package static func reached(by size: TargetSize) -> DesktopTier? {
    allCases.last { size.smallerSide >= $0.points }
  }

  package static func < (left: DesktopTier, right: DesktopTier) -> Bool { left.points < right.points }
}

/// What a target is for; together with the profile it says which tier is expected.
package enum TargetRole: String, CaseIterable, Sendable {
  case standard
  /// A main call to action or a frequently used button.
  case primary
  /// An action marked critical.
  case critical

  /// The tier that is required (E-04): `general` asks for 44 of everything, `child` for 48, 56 and 64 by role.
  package func expectedTier(for profile: Profile) -> TargetTier {
    switch (profile, self) {
    case (.general, _): .minimum
    case (.child, .standard): .recommended
    case (.child, .primary): .large
    case (.child, .critical): .extraLarge
    }
  }
}

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

/// A touch area that reaches beyond what is drawn: visual size + 2 x padding on each axis.
///
/// Source: child-touch-guide, Forgiving Touch Areas; haptics-and-touch-report 3.2. The formula holds for an area that
/// is centered on the visual (E-30) and takes touches at all (E-31): a measured hit area overrules it.
package struct ForgivingArea: Equatable, Sendable {
  package let visual: TargetSize
  package let horizontalPadding: FixedPoint
  package let verticalPadding: FixedPoint
  package let total: TargetSize

  /// Padding is the extra length on each side; it must not be below zero.
  package init(
    visual: TargetSize, horizontalPadding: FixedPoint, verticalPadding: FixedPoint
  ) throws(MeasureError) {
    guard horizontalPadding >= 0, verticalPadding >= 0 else {
      throw MeasureError(
        .outOfRange, "The padding is below 0.",
        hint: "Specify the extra length on each side, like 12.")
    }
    (self.visual, self.horizontalPadding, self.verticalPadding) = (visual, horizontalPadding, verticalPadding)
    total = try TargetSize(
      width: visual.width.adding(horizontalPadding.multiplied(by: 2)),
      height: visual.height.adding(verticalPadding.multiplied(by: 2)))
  }

  /// Whether both sides of the whole area reach a minimum.
  package func meets(_ minimum: FixedPoint) -> Bool { total.smallerSide >= minimum }

  /// The padding on each side that would bring the smaller side to a minimum; zero if it is there already.
  package func paddingNeeded(for minimum: FixedPoint) throws(MeasureError) -> FixedPoint {
    let missing = try minimum.subtracting(visual.smallerSide)
    return missing <= 0 ? 0 : try missing.divided(by: 2)
  }
}

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
    (self.x, self.y, self.size) = (x, y, size)
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

/// The 8 pt grid: spacing in multiples of 8, with 4 for fine adjustment, target minima exempt.
///
/// Source: swiftui-design-guidelines 1.5, read with E-68: 44 is a multiple of 4 only and must not be reported as off
/// the grid; 48 satisfies both rules.
package enum GridRule {
  package static let step: FixedPoint = 8
  package static let fineStep: FixedPoint = 4

  package enum Place: Equatable, Sendable {
    case onGrid
    /// A multiple of 4 but not of 8: allowed for fine adjustment.
    case fineAdjustment
    /// The figure of a target tier or of a platform's target minimum.
    case targetSize
    case offGrid

    package var passes: Bool { self != .offGrid }
  }

  /// Places one length. `isTarget` says that the length is the side of a target and not a distance.
  package static func place(_ points: FixedPoint, isTarget: Bool = false) -> Place {
    if points.isMultiple(of: step) { return .onGrid }
    let targetFigures = TargetTier.allCases.map { $0.points } + DesktopTier.allCases.map { $0.points }
    if isTarget, targetFigures.contains(points) { return .targetSize }
    return points.isMultiple(of: fineStep) ? .fineAdjustment : .offGrid
  }
}
