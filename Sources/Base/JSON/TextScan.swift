/// The two inner loops of reading a string: skipping plain ASCII, and checking what is not.
package enum TextScan {
  /// The offset of the first byte from `start` on that is a quote, a backslash, a control character or not ASCII;
  /// the number of bytes when there is none.
  ///
  /// Eight bytes at a time. Each test leaves the high bit set in the bytes it means; a borrow can mark further bytes,
  /// but only above one that is truly meant, and only the lowest mark is looked at.
  @inline(__always)
  static func plainEnd(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    let count = bytes.count
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var index = start
    while count &- index >= 8 {
      let eight = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let quotes = eight ^ (ones &* 0x22)
      let slashes = eight ^ (ones &* 0x5c)
      let controls = (eight &- (ones &* 0x20)) & ~eight
      let marks = (((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes) | controls | eight) & highs
      if marks != 0 { return index &+ marks.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < count {
      let byte = bytes[index]
      if byte < 0x20 || byte == 0x22 || byte == 0x5c || byte >= 0x80 { return index }
      index &+= 1
    }
    return count
  }

  /// The same, but passing over what is not ASCII: what a writer has to escape is a quote, a backslash or a control
  /// character.
  static func escapeFreeEnd(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while true {
      index = plainEnd(bytes, from: index)
      guard index < bytes.count, bytes[index] >= 0x80 else { return index }
      index += 1
    }
  }

  package enum Sequence {
    case valid(length: Int)
    /// The input ends inside a sequence that is well-formed so far.
    case cut
    case invalid
    /// The bytes of half a surrogate pair.
    case loneSurrogate
  }

  /// Checks the UTF-8 sequence that begins with the byte of 0x80 or above at `start` (Unicode 15, table 3-7).
  package static func sequence(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Sequence {
    let first = bytes[start]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xbf
    switch first {
    case 0xc2...0xdf: length = 2
    case 0xe0: (length, second) = (3, 0xa0...0xbf)
    case 0xed: (length, second) = (3, 0x80...0x9f)
    case 0xe1...0xef: length = 3
    case 0xf0: (length, second) = (4, 0x90...0xbf)
    case 0xf1...0xf3: length = 4
    case 0xf4: (length, second) = (4, 0x80...0x8f)
    default: return .invalid
    }
    guard start + 1 < bytes.count else { return .cut }
    guard second.contains(bytes[start + 1]) else {
      return first == 0xed && (0xa0...0xbf).contains(bytes[start + 1]) ? .loneSurrogate : .invalid
    }
    for offset in 2..<max(length, 2) {
      guard start + offset < bytes.count else { return .cut }
      guard (0x80...0xbf).contains(bytes[start + offset]) else { return .invalid }
    }
    return .valid(length: length)
  }
}

/// Comparing text by its UTF-8 bytes, many at a time.
///
/// Swift's `==` and `<` fold Unicode normalisation forms: two keys that differ as bytes would be one.
package enum ByteOrder {
  /// Hashes the UTF-8 bytes and a byte that no text has, so that texts of other lengths in a row differ.
  package static func hash(_ text: String, into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8.max)
  }

  /// True when `left` comes first by UTF-8 bytes, which is also the order of Unicode scalars.
  package static func isAscending(_ left: String, _ right: String) -> Bool {
    withBytes(left, right) {
      let order = compare($0, $1)
      return order == 0 ? $0.count < $1.count : order < 0
    }
  }

  /// How the bytes that both have compare, as of `memcmp`.
  @inline(__always)
  fileprivate static func compare(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int32 {
    guard let first = left.baseAddress, let second = right.baseAddress else { return 0 }
    return memcmp(first, second, min(left.count, right.count))
  }

  /// The bytes of texts lie in one piece; an iterator over them costs several times as much.
  @inline(__always)
  static func withBytes(
    _ left: String, _ right: String, _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { left in right.withUTF8 { right in body(left, right) } }
  }
}

extension String {
  /// Whether both have the same UTF-8 bytes. Swift's own equality folds composed and decomposed letters.
  package func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && ByteOrder.withBytes(self, other) { ByteOrder.compare($0, $1) == 0 }
  }
}

/// Reading one backslash escape.
enum EscapeScan {
  enum Outcome {
    /// The scalar, the bytes it took, and whether the canonical form spells it so.
    case escape(Unicode.Scalar, length: Int, isCanonical: Bool)
    /// The input ends inside the escape.
    case cut
    /// The byte at this offset cannot be there.
    case bad(at: Int)
    /// `\ud800` to `\udfff` without its other half.
    case loneSurrogate
  }

  /// The bytes of half a surrogate pair: `\ud83d`.
  static let halfLength = 6

  /// Reads the escape whose backslash is at `start`.
  static func scan(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Outcome {
    guard start + 1 < bytes.count else { return .cut }
    func short(_ scalar: Unicode.Scalar, canonical: Bool = true) -> Outcome {
      .escape(scalar, length: 2, isCanonical: canonical)
    }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""): return short("\"")
    case UInt8(ascii: "\\"): return short("\\")
    case UInt8(ascii: "/"): return short("/", canonical: false)
    case UInt8(ascii: "b"): return short("\u{8}")
    case UInt8(ascii: "f"): return short("\u{c}")
    case UInt8(ascii: "n"): return short("\n")
    case UInt8(ascii: "r"): return short("\r")
    case UInt8(ascii: "t"): return short("\t")
    case UInt8(ascii: "u"): return scanUnicode(bytes, at: start)
    default: return .bad(at: start + 1)
    }
  }

  private static func scanUnicode(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Outcome {
    let first: UInt32
    switch hexDigits(bytes, at: start + 2) {
    case .unit(let unit): first = unit
    case .cut: return .cut
    case .bad(let offset): return .bad(at: offset)
    }
    if let scalar = Unicode.Scalar(first) {
      return .escape(scalar, length: 6, isCanonical: isCanonical(bytes, at: start, unit: first))
    }
    guard first < 0xdc00 else { return .loneSurrogate }
    guard start + 6 < bytes.count else { return .cut }
    guard bytes[start + 6] == UInt8(ascii: "\\") else { return .loneSurrogate }
    guard start + 7 < bytes.count else { return .cut }
    guard bytes[start + 7] == UInt8(ascii: "u") else { return .loneSurrogate }
    switch hexDigits(bytes, at: start + 8) {
    case .unit(let second):
      guard (0xdc00...0xdfff).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
      else { return .loneSurrogate }
      return .escape(scalar, length: 12, isCanonical: false)
    case .cut: return .cut
    case .bad(let offset): return .bad(at: offset)
    }
  }

  private enum Digits {
    case unit(UInt32)
    case cut
    case bad(Int)
  }

  private static func hexDigits(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Digits {
    var unit: UInt32 = 0
    for offset in start..<(start + 4) {
      guard offset < bytes.count else { return .cut }
      let byte = bytes[offset]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return .bad(offset)
      }
      unit = unit << 4 | UInt32(digit)
    }
    return .unit(unit)
  }

  /// Only a control character without a short escape is spelled `\u00xx`, in lowercase.
  private static func isCanonical(_ bytes: UnsafeRawBufferPointer, at start: Int, unit: UInt32) -> Bool {
    guard unit < 0x20, ![0x8, 0x9, 0xa, 0xc, 0xd].contains(unit) else { return false }
    return !(UInt8(ascii: "A")...UInt8(ascii: "F")).contains(bytes[start + 5])
  }
}
