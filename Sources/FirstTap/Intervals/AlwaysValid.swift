extension RateInterval {
  /// An interval that holds however often one looks and whenever one stops.
  ///
  /// Formula: all p with B(x+a, n-x+b) / B(a, b) < p^x (1-p)^(n-x) / α, the mixture of Robbins 1970 with a beta prior;
  /// Ville 1939. Wider than an interval for one look.
  ///
  /// For x of n independent trials that a sample is worth, which may be fractions. That it holds for any number of looks
  /// is then no theorem: n is taken from the children. A simulation among the tests looks after each child, and the rate
  /// stays inside in more than 95 % of the tests.
  ///
  /// - Parameter prior: a and b, of at most 1000.
  /// - Returns: nil unless 0 <= x <= n, 0 < n <= 5 000 000, 0 < alpha < 1 and a, b > 0.
  static func alwaysValid(
    _ x: Double, ofEffective n: Double, alpha: Double = 0.05, prior: (a: Double, b: Double) = (0.5, 0.5)
  ) -> Interval? {
    guard n > 0, n <= 5e6, x >= 0, x <= n, alpha > 0, alpha < 1 else { return nil }
    guard prior.a > 0, prior.b > 0, prior.a <= 1_000, prior.b <= 1_000 else { return nil }
    let (hits, misses) = (x, n - x)
    let evidence = Beta.logOfBeta(hits + prior.a, misses + prior.b) - Beta.logOfBeta(prior.a, prior.b)
    let bar = evidence + Elementary.ln(alpha)
    func isInside(_ p: Double) -> Bool {
      let hit = hits == 0 ? 0 : hits * Elementary.ln(p)
      return hit + (misses == 0 ? 0 : misses * Elementary.lnOnePlus(-p)) > bar
    }
    let middle = hits / n
    let low = x == 0 ? 0 : Bisection.place(from: 0, to: middle) { !isInside($0) }
    let high = x == n ? 1 : Bisection.place(from: middle, to: 1) { isInside($0) }
    guard let low, let high else { return nil }
    return Interval(low: low, high: high)
  }
}
