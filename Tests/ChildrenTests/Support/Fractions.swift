import Children

extension SplitMix64 {
  /// A number from 0 up to 1, with 53 random bits.
  mutating func fraction() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
