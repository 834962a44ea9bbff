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
