import AuditModel

/// What is hashed with a body so that the body cannot be guessed from its commitment: 16 random bytes, 32 lowercase
/// hexadecimal digits where it travels. It is destroyed with the body.
package struct FactSalt: Equatable, Sendable {
  private let words: FactReference

  package init(high: UInt64, low: UInt64) { words = FactReference(high: high, low: low) }

  /// Reads 16 bytes; nil for any other number of them.
  package init?(bytes: some Collection<UInt8>) {
    guard let words = FactReference(bytes: bytes) else { return nil }
    self.words = words
  }

  /// Reads 32 lowercase hexadecimal digits; nil for anything else.
  package init?(hex: String) {
    guard let words = FactReference(hex: hex) else { return nil }
    self.words = words
  }

  package var hex: String { words.hex }
  var bytes: [UInt8] { words.bytes }

  /// Calls `body` with the 16 bytes, valid only during the call.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try withUnsafeBytes(of: (words.high.bigEndian, words.low.bigEndian)) { try body($0) }
  }
}

/// Gives salts from a cryptographic source, asked for many at a time: one call of the system for each fact would be felt.
struct SaltSource {
  private static let batch = 256

  private let random: (Int) -> [UInt8]
  private var bytes: [UInt8] = []
  private var used = 0
  private var wanted = 1

  init(random: @escaping (Int) -> [UInt8]) { self.random = random }

  mutating func next() -> FactSalt {
    if used + FactReference.byteCount > bytes.count {
      bytes = random(wanted * FactReference.byteCount)
      used = 0
      // A command that logs one result needs one.
      wanted = min(wanted * 8, Self.batch)
    }
    defer { used += FactReference.byteCount }
    let end = min(used + FactReference.byteCount, bytes.count)
    return FactSalt(bytes: bytes[used..<end]) ?? FactSalt(high: 0, low: 0)
  }
}
