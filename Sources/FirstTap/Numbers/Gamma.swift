/// The gamma function.
enum Gamma {
  /// ln Γ(x) for x > 0 by Stirling's series, after x was raised to 10 with Γ(x + 1) = x Γ(x).
  ///
  /// Source: Abramowitz and Stegun 1964, 6.1.40 and 6.1.15. Error below 1e-14 relative, or absolute near 1 and 2.
  static func logOfPositive(_ x: Double) -> Double {
    var (raised, product) = (x, 1.0)
    while raised < 10 {
      product *= raised
      raised += 1
    }
    let square = 1 / (raised * raised)
    var series = 1.0 / 156
    for coefficient in [-691.0 / 360_360, 1.0 / 1_188, -1.0 / 1_680, 1.0 / 1_260, -1.0 / 360, 1.0 / 12] {
      series = series * square + coefficient
    }
    let halfLogOfTwoPi = 0.918_938_533_204_672_8
    return (raised - 0.5) * Elementary.ln(raised) - raised + halfLogOfTwoPi + series / raised - Elementary.ln(product)
  }
}
