/// The pieces a hot loop writes facts with: each appends to a buffer the caller keeps, and allocates nothing else.
/// They do not check: order of keys, commas and limits are the caller's.
extension CanonicalWriter {
  /// Appends bytes as they are: punctuation and keys known when the program was written.
  @inline(__always)
  package static func append(literal: StaticString, to output: inout [UInt8]) {
    output.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Appends bytes as they are: what is in canonical form already.
  @inline(__always)
  package static func append(raw bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    output.append(contentsOf: bytes)
  }

  /// Appends a number in decimal digits. Beyond 2^53-1 no reader will take it.
  package static func append(integer number: Int64, to output: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var index = digits.count
      var rest = number.magnitude
      repeat {
        index -= 1
        digits[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if number < 0 {
        index -= 1
        digits[index] = UInt8(ascii: "-")
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: digits[index...]))
    }
  }

  /// Appends a string, quotes and escapes included.
  package static func append(string text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(utf8: UnsafeRawBufferPointer($0), to: &output) }
  }

  /// Appends a string given as well-formed UTF-8, quotes and escapes included.
  package static func append(utf8 text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var start = 0
    while start < text.count {
      let end = TextScan.escapeFreeEnd(text, from: start)
      output.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<end]))
      guard end < text.count else { break }
      appendEscape(of: text[end], to: &output)
      start = end + 1
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Appends bytes as lowercase hexadecimal digits, without quotes.
  package static func append(hexOf bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    output.reserveCapacity(output.count + 2 * bytes.count)
    for byte in bytes {
      output.append(hexDigit(byte >> 4))
      output.append(hexDigit(byte & 15))
    }
  }

  /// Appends the first `digits` (at most 64) lowercase hexadecimal digits of a digest, without quotes.
  package static func append(hexOf digest: Digest, digits: Int = 64, to output: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(0, min(64, digits))) { hex in
      digest.writeHex(into: hex)
      output.append(contentsOf: UnsafeBufferPointer(hex))
    }
  }

  private static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""): append(literal: "\\\"", to: &output)
    case UInt8(ascii: "\\"): append(literal: "\\\\", to: &output)
    case 0x08: append(literal: "\\b", to: &output)
    case 0x0c: append(literal: "\\f", to: &output)
    case 0x0a: append(literal: "\\n", to: &output)
    case 0x0d: append(literal: "\\r", to: &output)
    case 0x09: append(literal: "\\t", to: &output)
    default:
      append(literal: "\\u00", to: &output)
      output.append(hexDigit(byte >> 4))
      output.append(hexDigit(byte & 15))
    }
  }
}
