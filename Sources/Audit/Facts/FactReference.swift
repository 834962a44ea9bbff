/// How facts name one another: the first 16 bytes of an identity, 32 lowercase hexadecimal digits where it travels.
///
/// Fewer bytes could be made to collide by an attacker who chooses both facts.
package struct FactReference: Hashable, Comparable, Sendable {
  /// Bytes 1 to 8 and 9 to 16, big-endian.
  package let high: UInt64
  package let low: UInt64

  package static let byteCount = 16

  package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// Reads 16 bytes; nil for any other number of them.
  @inlinable package init?(bytes: some Collection<UInt8>) {
    // All at once: one byte after the other through the interface of a collection took most of a rebuild.
    let read = bytes.withContiguousStorageIfAvailable { Self.read(UnsafeRawBufferPointer($0)) }
    guard let read = read ?? Array(bytes).withUnsafeBytes(Self.read) else { return nil }
    self = read
  }

  /// The same of bytes that a database lends: through the interface of a collection it takes ten times as long.
  package init?(bytes: UnsafeBufferPointer<UInt8>) {
    guard let read = Self.read(UnsafeRawBufferPointer(bytes)) else { return nil }
    self = read
  }

  /// The reference that an identity begins with; nil for fewer bytes.
  package init?(beginning bytes: UnsafeBufferPointer<UInt8>) {
    self.init(bytes: UnsafeBufferPointer(rebasing: bytes.prefix(Self.byteCount)))
  }

  @usableFromInline static func read(_ bytes: UnsafeRawBufferPointer) -> FactReference? {
    guard bytes.count == byteCount else { return nil }
    return FactReference(
      high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  /// Reads 32 lowercase hexadecimal digits; nil for anything else.
  package init?(hex: String) {
    guard hex.utf8.count == 32, let words = Self.words(hex.utf8) else { return nil }
    self.init(high: words.0, low: words.1)
  }

  private static func words(_ digits: some Collection<UInt8>) -> (UInt64, UInt64)? {
    var words: (UInt64, UInt64) = (0, 0)
    for (place, digit) in digits.enumerated() {
      let nibble: UInt8
      switch digit {
      case 0x30...0x39: nibble = digit - 0x30
      case 0x61...0x66: nibble = digit - 0x57
      default: return nil
      }
      if place < 16 { words.0 = words.0 << 4 | UInt64(nibble) } else { words.1 = words.1 << 4 | UInt64(nibble) }
    }
    return words
  }

  /// The 16 bytes, first byte first, as they stand in the database.
  package var bytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: high >> (56 - 8 * $0)) }
      + (0..<8).map { UInt8(truncatingIfNeeded: low >> (56 - 8 * $0)) }
  }

  package var hex: String { Self.hex(high) + Self.hex(low) }

  private static func hex(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Splits bytes into references; what is left over at the end is passed over.
  package static func list(_ bytes: [UInt8]) -> [FactReference] {
    stride(from: 0, to: bytes.count - bytes.count % byteCount, by: byteCount).compactMap {
      FactReference(bytes: bytes[$0..<($0 + byteCount)])
    }
  }

  package static func < (left: FactReference, right: FactReference) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  package func hash(into hasher: inout Hasher) {
    // Uniformly spread already.
    hasher.combine(low)
  }
}

/// A hybrid logical clock's reading: wall time, and a counter for what happens within one millisecond.
///
/// It orders histories, and decides between writes to a field that did not know of each other and of which none is
/// stricter. A write that saw another replaces it, independent of the clocks, and no clock decides what a cell shows.
package struct HybridTime: Hashable, Comparable, Sendable {
  /// Milliseconds UTC since 1970.
  package var milliseconds: Int64
  package var counter: Int64

  package init(milliseconds: Int64, counter: Int64 = 0) {
    (self.milliseconds, self.counter) = (milliseconds, counter)
  }

  package static func < (left: HybridTime, right: HybridTime) -> Bool {
    (left.milliseconds, left.counter) < (right.milliseconds, right.counter)
  }

  /// How far ahead of this machine a foreign clock may be before it no longer moves ours, in milliseconds.
  package static let tolerance: Int64 = 600_000

  /// Whether a reading is so far ahead of `now` that it is not a valid time.
  package func isAhead(of now: Int64) -> Bool {
    let (limit, overflow) = now.addingReportingOverflow(Self.tolerance)
    return !overflow && milliseconds > limit
  }

  /// The reading for the next local transaction: after everything known, unless that is far ahead of `now`.
  ///
  /// No two transactions of a replica share a millisecond; the facts of one transaction count up from 0.
  package static func next(now: Int64, known: HybridTime?) -> HybridTime {
    guard let known, !known.isAhead(of: now), known.milliseconds >= now else {
      return HybridTime(milliseconds: now)
    }
    return HybridTime(milliseconds: known.milliseconds &+ 1)
  }
}
