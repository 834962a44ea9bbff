/// In which order a child is asked: another one for each child, and the same one again from the stored seed.
///
/// Slots 0, 1, 2 ... are shuffled by `SplitMix64(seed)`; slot s asks for part s modulo the number of parts, so that
/// every part comes up as often as the others, or once more.
package enum TapOrder {
  /// The slots in the order in which they are held.
  package static func slots(_ count: Int, seed: UInt64) -> [Int] {
    var generator = SplitMix64(seed: seed)
    return generator.shuffled(Array(0..<max(0, min(count, 10_000))))
  }

  /// What is asked for in each of `count` scored trials; as many empty texts where a plan has no parts.
  package static func parts(_ parts: [String], count: Int, seed: UInt64) -> [String] {
    slots(count, seed: seed).map { parts.isEmpty ? "" : parts[$0 % parts.count] }
  }
}

/// A generator of random numbers that gives the same numbers for the same seed on every machine and in every version.
///
/// Source: Steele, Lea and Flood 2014. For the order of trials and for simulations; it is not for codes of children,
/// which have to be unguessable.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 to `count - 1`, each as likely as the others: a remainder, with the few first numbers refused that
  /// would favour some. 0 if `count` is less than 2.
  package mutating func below(_ count: Int) -> Int {
    guard count >= 2 else { return 0 }
    let divisor = UInt64(count)
    let refused = (0 &- divisor) % divisor
    while true {
      let number = next()
      if number >= refused { return Int(number % divisor) }
    }
  }

  /// The elements in random order: from the last to the second, each changes places with one up to itself (Fisher and
  /// Yates 1938, Durstenfeld 1964). Not `shuffled(using:)`, whose way of drawing is not promised to stay.
  package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var result = elements
    for last in result.indices.dropFirst().reversed() { result.swapAt(last, below(last + 1)) }
    return result
  }
}

/// Points and millimeters. Sizes are compared in millimeters: 44 pt is 6.9 mm at 163 pt/in and 8.5 mm at 132.
package enum PhysicalSize {
  static let millimetresPerInch = 25.4

  /// 25.4 points / points per inch. Nil where the device's points per inch are unknown or no such number.
  package static func millimetres(points: Double, pointsPerInch: Double?) -> Double? {
    guard let pointsPerInch, isDensity(pointsPerInch), isLength(points) else { return nil }
    return points * millimetresPerInch / pointsPerInch
  }

  static func isDensity(_ value: Double) -> Bool { value >= 1 && value <= 10_000 }
  static func isLength(_ value: Double) -> Bool { value >= 0 && value <= 1e6 }
}
