@testable import Children

/// Where taps land beside the centre of their target, in millimetres.
///
/// Bias is the mean of dx and of dy; radial the mean distance; rms the root of the mean squared distance. Source:
/// Henze, Rukzio and Boll 2011 on the offsets of touches. Taps of one child are alike: give the children beside it.
struct TapOffset: Hashable, Sendable {
  let meanRadial: Double
  let biasX: Double
  let biasY: Double
  let rootMeanSquare: Double

  /// - Returns: nil without a tap, or if an offset is no number or more than a kilometre.
  init?(_ offsets: [(dx: Double, dy: Double)]) {
    guard !offsets.isEmpty, offsets.allSatisfy({ abs($0.dx) <= 1e6 && abs($0.dy) <= 1e6 }) else { return nil }
    let count = Double(offsets.count)
    let squares = offsets.map { $0.dx * $0.dx + $0.dy * $0.dy }
    meanRadial = squares.reduce(0) { $0 + $1.squareRoot() } / count
    biasX = offsets.reduce(0) { $0 + $1.dx } / count
    biasY = offsets.reduce(0) { $0 + $1.dy } / count
    rootMeanSquare = (squares.reduce(0, +) / count).squareRoot()
  }
}
