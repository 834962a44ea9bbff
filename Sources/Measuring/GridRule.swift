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
