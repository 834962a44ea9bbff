import AuditStore
import CanonicalJSON

/// Walks over bytes that are expected to be in one form. Every step says whether they are, and none looks beyond the
/// window; what follows the window's last eight bytes is always in doubt.
struct ByteCursor {
  let window: UnsafeRawBufferPointer
  var index: Int
  // The same as `window`, without a call for each byte.
  private let base: UnsafeRawPointer
  private let count: Int

  /// Nil for a window of nothing.
  @inline(__always)
  init?(_ window: UnsafeRawBufferPointer, at index: Int) {
    guard let base = window.baseAddress else { return nil }
    self.window = window
    self.index = index
    self.base = base
    count = window.count
  }

  /// The byte at an index that is known to be in the window.
  @inline(__always)
  private func byte(_ index: Int) -> UInt8 { base.load(fromByteOffset: index, as: UInt8.self) }

  /// The eight bytes at an index that is known to be eight before the window's end or earlier.
  @inline(__always)
  private func word(_ index: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// The eight bytes at an offset from the cursor, little-endian; nil too close to the end of the window.
  @inline(__always)
  func eight(_ offset: Int = 0) -> UInt64? {
    guard index &+ offset <= count &- 8 else { return nil }
    return word(index &+ offset)
  }

  @inline(__always)
  mutating func pass(_ wanted: UInt8) -> Bool {
    guard index < count, byte(index) == wanted else { return false }
    index &+= 1
    return true
  }

  /// Passes over exactly these bytes.
  @inline(__always)
  mutating func pass(_ literal: StaticString) -> Bool {
    let length = literal.utf8CodeUnitCount
    guard index <= count &- length else { return false }
    let wanted = UnsafeRawPointer(literal.utf8Start)
    var offset = 0
    while length &- offset >= 8 {
      guard
        base.loadUnaligned(fromByteOffset: index &+ offset, as: UInt64.self)
          == wanted.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      else { return false }
      offset &+= 8
    }
    while offset < length {
      guard byte(index &+ offset) == wanted.load(fromByteOffset: offset, as: UInt8.self) else { return false }
      offset &+= 1
    }
    index &+= length
    return true
  }

  /// An integer of up to 15 digits; longer ones are another's to judge.
  @inline(__always)
  mutating func integer() -> Int64? {
    let start = index
    let isNegative = pass(UInt8(ascii: "-"))
    let first = index
    var value: Int64 = 0
    while index < count, byte(index) &- 0x30 < 10 {
      value = value &* 10 &+ Int64(byte(index) &- 0x30)
      index &+= 1
      if index &- first > 15 { return nil }
    }
    guard index > first, index < count else { return nil }
    if byte(first) == 0x30, index &- start > 1 { return nil }
    return isNegative ? 0 &- value : value
  }

  /// A string without escapes, opening quote included; at most `limit` bytes.
  @inline(__always)
  mutating func text(limit: Int) -> FactBatch.Slice? {
    guard pass(UInt8(ascii: "\"")) else { return nil }
    let start = index
    while true {
      guard let end = plainEnd(from: index) else { return nil }
      index = end
      let found = byte(index)
      if found == UInt8(ascii: "\"") { break }
      guard found >= 0x80, case .valid(let length) = TextScan.sequence(window, at: index) else { return nil }
      index &+= length
    }
    let length = index &- start
    guard length <= limit else { return nil }
    index &+= 1
    return FactBatch.Slice(start: Int32(truncatingIfNeeded: start), count: Int32(truncatingIfNeeded: length))
  }

  /// Where the next quote, backslash, control character or byte beyond ASCII is; nil when the window ends before.
  @inline(__always)
  private func plainEnd(from start: Int) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = start
    while index <= count &- 8 {
      let eight = word(index)
      let quotes = eight ^ (ones &* 0x22)
      let slashes = eight ^ (ones &* 0x5c)
      let controls = (eight &- (ones &* 0x20)) & ~eight
      // A borrow can mark further bytes, but only above one that is truly meant.
      let marks = ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes) | controls | eight
      let high = marks & (ones &* 0x80)
      if high != 0 { return index &+ high.trailingZeroBitCount / 8 }
      index &+= 8
    }
    return nil
  }

  /// 32 lowercase hexadecimal digits: a reference, or a salt.
  @inline(__always)
  mutating func words() -> (high: UInt64, low: UInt64)? {
    guard let high = word16(), let low = word16() else { return nil }
    return (high, low)
  }

  /// 16 lowercase hexadecimal digits.
  @inline(__always)
  private mutating func word16() -> UInt64? {
    guard let first = eight(), let second = eight(8), let high = FactForm.hex(eight: first),
      let low = FactForm.hex(eight: second)
    else { return nil }
    index &+= 16
    return high << 32 | low
  }

  /// Whether the bytes of a slice are a replica's.
  @inline(__always)
  func isReplica(_ slice: FactBatch.Slice) -> Bool {
    guard slice.count >= 8, slice.count <= 40 else { return false }
    var index = Int(slice.start)
    let end = index &+ Int(slice.count)
    while index < end {
      let letter = byte(index)
      guard letter &- 0x61 < 26 || letter &- 0x30 < 10 else { return false }
      index &+= 1
    }
    return true
  }
}
