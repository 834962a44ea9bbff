import CDigest

/// The SHA-256 of some bytes: the identity of a fact, of a piece of evidence, of a bundle.
///
/// Ordered and compared by its bytes, which for this type is the order of its hexadecimal digits.
package struct Digest: Hashable, Comparable, Sendable {
  /// The 32 bytes as four big-endian words, first bytes first.
  package let words: (UInt64, UInt64, UInt64, UInt64)

  package init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

  /// Takes exactly 32 bytes; nil for any other number.
  package init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 32 else { return nil }
    func word(_ index: Int) -> UInt64 {
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
    words = (word(0), word(1), word(2), word(3))
  }

  /// Takes exactly 32 bytes; nil for any other number.
  package init?(bytes: [UInt8]) {
    let made = bytes.withUnsafeBufferPointer { Digest(bytes: UnsafeRawBufferPointer($0)) }
    guard let made else { return nil }
    self = made
  }

  /// Takes exactly 64 lowercase hexadecimal digits; nil for anything else, since one digest has one spelling.
  package init?(hex: String) {
    var text = hex
    let made = text.withUTF8 { Digest(hex: UnsafeRawBufferPointer($0)) }
    guard let made else { return nil }
    self = made
  }

  /// Takes exactly 64 lowercase hexadecimal digits as ASCII bytes; nil for anything else.
  package init?(hex: UnsafeRawBufferPointer) {
    guard hex.count == 64 else { return nil }
    func word(_ index: Int) -> UInt64? {
      var value: UInt64 = 0
      for byte in hex[(index * 16)..<(index * 16 + 16)] {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
        default: return nil
        }
      }
      return value
    }
    guard let first = word(0), let second = word(1), let third = word(2), let fourth = word(3) else { return nil }
    words = (first, second, third, fourth)
  }

  /// All 64 lowercase hexadecimal digits.
  package var hex: String { hexText(digits: 64) }

  /// The first 16 hexadecimal digits.
  package var shortHex: String { hexText(digits: 16) }

  /// Calls `body` with the 32 bytes, valid only during the call.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let stored = (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
    return try withUnsafeBytes(of: stored) { (bytes) throws(Failure) in try body(bytes) }
  }

  /// Writes the first `output.count` (at most 64) hexadecimal digits.
  func writeHex(into output: UnsafeMutableBufferPointer<UInt8>) {
    withBytes { bytes in
      for index in 0..<Swift.min(64, output.count) {
        let byte = bytes[index / 2]
        let nibble = index % 2 == 0 ? byte >> 4 : byte & 15
        output[index] = hexDigit(nibble)
      }
    }
  }

  private func hexText(digits: Int) -> String {
    String(unsafeUninitializedCapacity: digits) { output in
      writeHex(into: UnsafeMutableBufferPointer(rebasing: output[..<digits]))
      return digits
    }
  }

  package static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

  package static func < (left: Digest, right: Digest) -> Bool { left.words < right.words }

  package func hash(into hasher: inout Hasher) {
    // Already uniformly spread; eight bytes of it are plenty for a table.
    hasher.combine(words.0)
  }
}

extension Digest: CustomStringConvertible {
  package var description: String { hex }
}

/// The lowercase hexadecimal digit of a number below 16.
@inlinable @inline(__always)
package func hexDigit(_ nibble: UInt8) -> UInt8 {
  nibble < 10 ? UInt8(ascii: "0") &+ nibble : UInt8(ascii: "a") &- 10 &+ nibble
}

/// SHA-256 (FIPS 180-4), whole or piece by piece, on the processor's own instructions where it has them.
package struct SHA256 {
  private var state = cdigest_sha256_state()

  /// Starts a hash. `portable` leaves the processor's instructions unused; it is for tests.
  package init(portable: Bool = false) { cdigest_sha256_begin(&state, portable) }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    cdigest_sha256_update(&state, bytes.baseAddress, bytes.count)
  }

  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { cdigest_sha256_update(&state, $0.baseAddress, $0.count) }
  }

  /// Takes a digest's 32 bytes, as the digest of a bundle does for each of its facts.
  package mutating func update(_ digest: Digest) {
    digest.withBytes { cdigest_sha256_update(&state, $0.baseAddress, $0.count) }
  }

  /// The digest of all bytes so far. The hash itself stays as it is and may go on.
  package func finalize() -> Digest {
    var last = state
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &words) { output in
      cdigest_sha256_end(&last, output.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }
    return Digest(words: (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian))
  }

  package static func digest(of bytes: UnsafeRawBufferPointer) -> Digest {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }

  package static func digest(of bytes: [UInt8]) -> Digest {
    bytes.withUnsafeBufferPointer { digest(of: UnsafeRawBufferPointer($0)) }
  }
}
