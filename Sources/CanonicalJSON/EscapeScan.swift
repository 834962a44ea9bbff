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
