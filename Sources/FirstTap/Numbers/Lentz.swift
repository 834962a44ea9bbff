/// A continued fraction b0 + a1/(b1 + a2/(b2 + ...)), worked out from its front.
///
/// Source: Lentz 1976, as modified by Thompson and Barnett 1986. A zero on the way is replaced by a tiny number.
struct Lentz {
  private static let tiny = 1e-300

  private(set) var value: Double
  private var upper: Double
  private var lower = 0.0

  init(first: Double) {
    value = first == 0 ? Lentz.tiny : first
    upper = value
  }

  /// Takes the next step; true when it no longer changes the value.
  mutating func take(numerator: Double, denominator: Double) -> Bool {
    lower = denominator + numerator * lower
    if abs(lower) < Lentz.tiny { lower = Lentz.tiny }
    lower = 1 / lower
    upper = denominator + numerator / upper
    if abs(upper) < Lentz.tiny { upper = Lentz.tiny }
    let change = upper * lower
    value *= change
    return abs(change - 1) < 1e-15
  }
}
