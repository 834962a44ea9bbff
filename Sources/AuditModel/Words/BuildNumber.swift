/// A build's name read as numbers, so that 3.10 is newer than 3.9: `3.2`, `v3.2.1`, `3.2 (451)`.
package struct BuildNumber: Comparable, Sendable {
  private let parts: [Int]

  /// Nil for a name with other words in it, such as a branch or a commit: which of two is newer does not show.
  package init?(_ name: String) {
    var bytes = Array(name.utf8)[...]
    if let first = bytes.first, asciiLowered(first) == UInt8(ascii: "v") { bytes.removeFirst() }
    let isNumber = bytes.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || " .()-_+".utf8.contains(byte)
    }
    let digits = bytes.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let parts = digits.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard isNumber, !parts.isEmpty, parts.count == digits.count else { return nil }
    // 3.2 and 3.2.0 are one build.
    self.parts = Array(parts.reversed().drop { $0 == 0 }.reversed())
  }

  package static func < (left: BuildNumber, right: BuildNumber) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }
}
