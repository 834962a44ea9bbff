import CDigest

/// SHA-256 (FIPS 180-4), whole or piece by piece, on the processor's own instructions where it has them.
package struct SHA256 {
  private var state = cdigest_sha256_state()

  /// Starts a hash. `portable` leaves the processor's instructions unused; it is for tests.
  package init(portable: Bool = false) {
    cdigest_sha256_begin(&state, portable)
  }

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

  /// The digest of some bytes.
  package static func digest(of bytes: UnsafeRawBufferPointer) -> Digest {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }

  /// The digest of some bytes.
  package static func digest(of bytes: [UInt8]) -> Digest {
    bytes.withUnsafeBufferPointer { digest(of: UnsafeRawBufferPointer($0)) }
  }
}
