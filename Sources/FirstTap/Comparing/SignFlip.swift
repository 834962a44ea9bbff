/// The sign-flip test for the same children with two versions: were the versions alike, each child's difference could
/// as well have had the other sign.
///
/// p is the share of all 2^K ways to set the signs whose sum is at least as far from 0 as the one seen. Source: Fisher
/// 1935, chapter 3; Pitman 1937. Exact for up to 20 children. For more, 200 000 ways are drawn with SplitMix64 from a
/// fixed seed, and p is (hits + 1) / (draws + 1) (Phipson and Smyth 2010): at 0.05 that is within 0.001.
///
/// The smallest p of K children is 2 / 2^K: under 6 children p < 0.05 is impossible.
package struct SignFlip: Hashable, Sendable {
  /// The most children for whom every way is gone through.
  package static let mostExact = 20
  /// The fewest children with whom p < 0.05 is possible.
  package static let fewestChildren = 6
  private static let draws = 200_000
  /// Sums of the same differences in another order differ by their last digits.
  private static let tolerance = 1e-12

  package let mean: Double
  /// The ways whose sum is at least as far from 0.
  package let hits: Int
  /// The ways gone through: 2^K, or those drawn.
  package let permutations: Int
  package let p: Double
  package let isExact: Bool

  /// The smallest p that this number of children can give, at most 1.
  package static func smallestP(children: Int) -> Double {
    children < 1 ? 1 : Elementary.e(to: -Double(children - 1) * Elementary.ln(2))
  }

  /// - Parameter differences: one for each child, second version minus first.
  /// - Returns: nil unless there are 1 to 100 000 differences from -1 to 1.
  package init?(_ differences: [Double]) {
    guard (1...100_000).contains(differences.count), differences.allSatisfy({ $0 >= -1 && $0 <= 1 }) else {
      return nil
    }
    let sum = differences.reduce(0, +)
    mean = sum / Double(differences.count)
    isExact = differences.count <= SignFlip.mostExact
    let bar = abs(sum) - SignFlip.tolerance
    if isExact {
      permutations = 1 << differences.count
      hits = SignFlip.count(differences[...], sum: 0, bar: bar)
      p = Double(hits) / Double(permutations)
    } else {
      permutations = SignFlip.draws
      hits = SignFlip.drawn(differences, bar: bar)
      p = Double(hits + 1) / Double(permutations + 1)
    }
  }

  /// Every way to set the signs of what is left, twenty calls deep at most.
  private static func count(_ rest: ArraySlice<Double>, sum: Double, bar: Double) -> Int {
    guard let first = rest.first else { return abs(sum) >= bar ? 1 : 0 }
    let others = rest.dropFirst()
    return count(others, sum: sum + first, bar: bar) + count(others, sum: sum - first, bar: bar)
  }

  private static func drawn(_ differences: [Double], bar: Double) -> Int {
    var random = SplitMix64(seed: 1)
    // Who did alike with both versions adds nothing either way.
    let moved = differences.filter { $0 != 0 }
    var hits = 0
    for _ in 0..<draws {
      var (sum, bits, left) = (0.0, UInt64(0), 0)
      for difference in moved {
        if left == 0 { (bits, left) = (random.next(), 64) }
        sum += bits & 1 == 0 ? difference : -difference
        bits >>= 1
        left -= 1
      }
      if abs(sum) >= bar { hits += 1 }
    }
    return hits
  }
}
