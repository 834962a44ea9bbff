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
    self.visual = visual
    self.horizontalPadding = horizontalPadding
    self.verticalPadding = verticalPadding
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
