/// Counts: binomial coefficients, and tosses of a fair coin.
enum Binomial {
  /// ln of n over k, for 0 <= k <= n.
  static func logChoose(_ n: Int, _ k: Int) -> Double {
    Gamma.logOfPositive(Double(n) + 1) - Gamma.logOfPositive(Double(k) + 1) - Gamma.logOfPositive(Double(n - k) + 1)
  }

  /// The chance of exactly k heads in n tosses.
  static func heads(_ k: Int, of n: Int) -> Double {
    Elementary.e(to: logChoose(n, k) - Double(n) * Elementary.ln(2))
  }

  /// The smallest k for which at most k heads in n tosses have a chance of at least p.
  static func quantile(_ p: Double, of n: Int) -> Int {
    var sum = 0.0
    for k in 0..<n {
      sum += heads(k, of: n)
      if sum >= p { return k }
    }
    return n
  }
}
