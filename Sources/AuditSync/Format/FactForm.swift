import AuditModel

/// The forms of a fact's members: on bytes.
enum FactForm {
  /// The numbers a replica gives its facts.
  static let sequences: ClosedRange<Int64> = 1...(1 << 40) - 1
  /// UTF-8 bytes of a kind, which needs no escapes.
  static let kindBytes = 1...64

  /// 8 to 40 letters a-z and digits.
  @inline(__always)
  static func isReplica(_ bytes: some Collection<UInt8>) -> Bool {
    guard bytes.count >= 8, bytes.count <= 40 else { return false }
    for byte in bytes where !(byte &- 0x61 < 26 || byte &- 0x30 < 10) { return false }
    return true
  }

  /// 32 lowercase hexadecimal digits: a reference, or a salt, as two words; nil for anything else.
  @inline(__always)
  static func words(_ digits: UnsafeRawBufferPointer) -> (high: UInt64, low: UInt64)? {
    guard digits.count == 32, let high = hex(digits[..<16]), let low = hex(digits[16...]) else { return nil }
    return (high, low)
  }

  @inline(__always)
  static func reference(_ digits: UnsafeRawBufferPointer) -> FactReference? {
    words(digits).map { FactReference(high: $0.high, low: $0.low) }
  }

  /// The number that up to 16 lowercase hexadecimal digits spell; nil for other bytes.
  @inline(__always)
  static func hex(_ digits: some Collection<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for byte in digits {
      if byte &- 0x30 < 10 {
        value = value << 4 | UInt64(byte &- 0x30)
      } else if byte &- 0x61 < 6 {
        value = value << 4 | UInt64(byte &- 0x57)
      } else {
        return nil
      }
    }
    return value
  }

  /// The number that eight lowercase hexadecimal digits spell, given as they lie in memory, little-endian; nil for
  /// other bytes. Without branches: digests are nothing a processor could guess.
  @inline(__always)
  static func hex(eight: UInt64) -> UInt64? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let letters = (eight >> 6) & ones
    let nibbles = (eight & (ones &* 0x0f)) &+ letters &* 9
    // The same bytes must come out again, digits be below ten, and letters not below ten nor above fifteen.
    let spelled = nibbles &+ ones &* 0x30 &+ letters &* 0x27
    let tens = ((nibbles &+ ones &* 6) >> 4) & ones
    guard spelled == eight, tens == letters, nibbles & (ones &* 0xf0) == 0 else { return nil }
    var value = nibbles.byteSwapped
    value = (value | value >> 4) & 0x00ff_00ff_00ff_00ff
    value = (value | value >> 8) & 0x0000_ffff_0000_ffff
    return (value | value >> 16) & 0xffff_ffff
  }
}
