@testable import Children

/// What looking before the end does.
enum Looks {
  /// The chance of at least one false alarm in so many equally spaced looks, each at the nominal level.
  ///
  /// Formula: one less the chance that a sum of k standard normal steps stays within ±z√k at every look, its density
  /// carried from look to look by Simpson's rule. Source: Armitage, McPherson and Rowe 1969.
  ///
  /// - Returns: nil unless 1 <= looks <= 100 and 0.0001 <= nominal <= 0.5.
  static func falseAlarms(looks: Int, nominal: Double = 0.05) -> Double? {
    guard (1...100).contains(looks), nominal >= 0.0001, nominal <= 0.5,
      let z = NormalDistribution.quantile(1 - nominal / 2)
    else { return nil }
    if looks == 1 { return nominal }
    var grid = Grid(half: z)
    var density = grid.points.map(normal)
    for look in 2...looks {
      let next = Grid(half: z * Double(look).squareRoot())
      density = next.points.map { sum in
        var total = 0.0
        for index in grid.points.indices {
          total += grid.weights[index] * density[index] * normal(sum - grid.points[index])
        }
        return total
      }
      grid = next
    }
    return 1 - zip(grid.weights, density).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func normal(_ x: Double) -> Double { 0.398_942_280_401_432_7 * Elementary.e(to: -x * x / 2) }

  /// Points from -half to half with Simpson's weights.
  private struct Grid {
    /// An even number of steps: with these the result is good to 1e-7 at 100 looks.
    private static let steps = 400

    let points: [Double]
    let weights: [Double]

    init(half: Double) {
      let step = 2 * half / Double(Grid.steps)
      points = (0...Grid.steps).map { -half + Double($0) * step }
      weights = (0...Grid.steps).map {
        step / 3 * ($0 == 0 || $0 == Grid.steps ? 1 : $0 % 2 == 1 ? 4 : 2)
      }
    }
  }
}
