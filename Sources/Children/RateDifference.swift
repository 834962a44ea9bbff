/// The difference of two rates with its limits: after minus before.
package struct RateDifference: Hashable, Sendable {
  package let difference: Double
  package let interval: Interval

  /// Whether the limits leave out "no difference".
  package var isChange: Bool { interval.excludes(0) }

  /// The limits of two rates, squared and added.
  ///
  /// Formula: d - √((p2-l2)² + (u1-p1)²) to d + √((u2-p2)² + (p1-l1)²). Source: Newcombe 1998b, method 10; as a method
  /// of variance estimates recovery (MOVER), Zou and Donner 2008. Where the rates are correlated, 2r times the product
  /// of both terms is subtracted under each root (Newcombe 1998c, method 10).
  init(before p1: Double, _ first: Interval, after p2: Double, _ second: Interval, correlation: Double = 0) {
    func hypotenuse(_ a: Double, _ b: Double) -> Double {
      max(0, a * a + b * b - 2 * correlation * a * b).squareRoot()
    }
    difference = p2 - p1
    interval = Interval(
      low: difference - hypotenuse(p2 - second.low, first.high - p1),
      high: difference + hypotenuse(second.high - p2, p1 - first.low))
  }

  /// Two groups of different children: MOVER on Wilson's limits, each at the group's effective number of taps.
  ///
  /// For different children: of the same children in both groups `PairedRates` knows how far their rates go together.
  ///
  /// - Returns: nil unless both groups have two children with taps.
  package init?(before: Estimate, after: Estimate) {
    self.init(before: before, after: after, correlation: 0, confidence: Estimate.confidence)
  }

  init?(before: Estimate, after: Estimate, correlation: Double, confidence: Double) {
    guard let first = before.limits, let second = after.limits,
      let low = RateDifference.wilson(first, confidence), let high = RateDifference.wilson(second, confidence)
    else { return nil }
    self.init(before: first.rate, low, after: second.rate, high, correlation: correlation)
  }

  /// The p that belongs to the limits of two groups of different children: at a confidence of 1 - p they just touch "no
  /// difference". For many comparisons at once, which `Multiplicity.holm` takes by their p.
  ///
  /// - Returns: nil unless both groups have two children with taps.
  package static func p(before: Estimate, after: Estimate) -> Double? {
    guard RateDifference(before: before, after: after) != nil else { return nil }
    let confidence = Bisection.place(from: 0, to: 1) { confidence in
      RateDifference(before: before, after: after, correlation: 0, confidence: confidence)?.isChange
    }
    return confidence.map { 1 - $0 }
  }

  private static func wilson(_ limits: Estimate.Limits, _ confidence: Double) -> Interval? {
    let size = limits.effectiveSize
    return RateInterval.wilson(size * limits.rate, of: size, confidence: confidence)
  }
}

/// The same children with two versions: whether they differ by the sign-flip test, and by how much.
///
/// The limits are those of `RateDifference`, narrower the more a child's two rates go together. That correlation is
/// taken from the children, not below 0 and not above what children can show whose taps go together as little as
/// `Estimate` assumes at least: m taps of a child with the correlation 0.2 repeat each other by
/// 0.2 / (0.2 + 0.8/m) (Spearman 1910; Brown 1910). Few children who happen to be alike would otherwise give limits of
/// no width.
package struct PairedRates: Hashable, Sendable {
  /// Second version minus first, one for each child.
  package let differences: [Double]
  package let test: SignFlip
  /// Nil for one child.
  package let difference: RateDifference?
  /// Whether the limits leave out "no difference" and the test does at 0.05.
  package var isChange: Bool { test.p < 0.05 && difference?.isChange == true }

  /// - Returns: nil without a child who has taps with both versions; who has none with one of them is left out.
  package init?(_ pairs: [(first: ChildTaps, second: ChildTaps)]) {
    let scored = pairs.filter { $0.first.taps > 0 && $0.second.taps > 0 }
    let rates = scored.map { (first: $0.first.rate ?? 0, second: $0.second.rate ?? 0) }
    differences = rates.map { $0.second - $0.first }
    guard let test = SignFlip(differences) else { return nil }
    self.test = test
    let ceiling = min(PairedRates.repeatability(scored.map(\.first)), PairedRates.repeatability(scored.map(\.second)))
    difference = RateDifference(
      before: Estimate(scored.map(\.first)), after: Estimate(scored.map(\.second)),
      correlation: min(ceiling, max(0, PairedRates.correlation(rates))), confidence: Estimate.confidence)
  }

  private static func repeatability(_ children: [ChildTaps]) -> Double {
    let floor = Estimate.correlationFloor
    let weights = children.reduce(0) { $0 + floor / (floor + (1 - floor) / Double($1.taps)) }
    return weights / Double(max(1, children.count))
  }

  /// Pearson's; 0 where one of the versions came out alike for all.
  private static func correlation(_ rates: [(first: Double, second: Double)]) -> Double {
    let count = Double(rates.count)
    let means = rates.reduce((0.0, 0.0)) { ($0.0 + $1.first / count, $0.1 + $1.second / count) }
    var (cross, first, second) = (0.0, 0.0, 0.0)
    for rate in rates {
      let (a, b) = (rate.first - means.0, rate.second - means.1)
      (cross, first, second) = (cross + a * b, first + a * a, second + b * b)
    }
    return first > 1e-15 && second > 1e-15 ? cross / (first * second).squareRoot() : 0
  }
}

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

/// How far two observers agree beyond what chance would give them.
///
/// Formula: (po - pe) / (1 - pe), po the share on the diagonal, pe the sum of the products of the margins' shares.
/// Source: Cohen 1960. Depends on how common each answer is: give po beside it.
package struct Kappa: Hashable, Sendable {
  package let agreement: Double
  package let agreementByChance: Double
  /// Nil if chance alone agrees always: both observers gave one answer throughout.
  package let value: Double?

  /// - Parameter table: rows are the first observer's answers, columns the second's, in the same order.
  /// - Returns: nil unless it is square, at most 100 wide, holds counts from 0 to 1 000 000, and not only zeros.
  package init?(_ table: [[Int]]) {
    guard (1...100).contains(table.count),
      table.allSatisfy({ $0.count == table.count && $0.allSatisfy((0...1_000_000).contains) })
    else { return nil }
    let total = Double(table.joined().reduce(0, +))
    guard total > 0 else { return nil }
    var (diagonal, products) = (0.0, 0.0)
    for index in table.indices {
      diagonal += Double(table[index][index])
      let column = table.reduce(0) { $0 + $1[index] }
      products += Double(table[index].reduce(0, +)) * Double(column)
    }
    agreement = diagonal / total
    agreementByChance = products / (total * total)
    value = agreementByChance < 1 ? (agreement - agreementByChance) / (1 - agreementByChance) : nil
  }
}

/// What many questions at once do to p values.
package enum Multiplicity {
  /// Holm's adjustment: with it a false alarm anywhere among all questions stays below the level.
  ///
  /// Formula: the i-th smallest of m times m - i + 1, never below one before it, at most 1. Source: Holm 1979.
  ///
  /// - Returns: the adjusted values in the order given; nil unless each is from 0 to 1.
  package static func holm(_ values: [Double]) -> [Double]? {
    guard values.allSatisfy({ $0 >= 0 && $0 <= 1 }) else { return nil }
    var adjusted = values
    var least = 0.0
    for (rank, index) in order(values).enumerated() {
      least = max(least, min(1, Double(values.count - rank) * values[index]))
      adjusted[index] = least
    }
    return adjusted
  }

  /// How many of this number of components are likely to be called met, and as many not met, although they are not: one
  /// in forty each way, for limits of 95 %.
  package static func expectedFalseCalls(judged: Int) -> Double {
    Double(max(0, judged)) * (1 - Estimate.confidence) / 2
  }

  static func order(_ values: [Double]) -> [Int] {
    values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
  }
}
