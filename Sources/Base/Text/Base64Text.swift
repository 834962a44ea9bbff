/// Bytes as text of 64 letters (RFC 4648), with one spelling for each.
package enum Base64Text {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// - Parameter padded: whether the last group is filled up to four letters.
  package static func text(_ bytes: some Sequence<UInt8>, padded: Bool = true) -> String {
    var output: [UInt8] = []
    var word = 0
    var count = 0
    for byte in bytes {
      word = word << 8 | Int(byte)
      count += 1
      guard count == 3 else { continue }
      for shift in [18, 12, 6, 0] { output.append(letters[word >> shift & 63]) }
      word = 0
      count = 0
    }
    if count > 0 {
      word <<= (3 - count) * 8
      for shift in [18, 12, 6].prefix(count + 1) { output.append(letters[word >> shift & 63]) }
      if padded { output += Array(repeating: padding, count: 3 - count) }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The bytes that a padded text stands for; nil for other letters, a wrong end, or bits that no byte uses.
  package static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let ending = text.suffix(2).filter { $0 == padding }.count
    var output: [UInt8] = []
    output.reserveCapacity(text.count / 4 * 3)
    var word: UInt32 = 0
    var bits: UInt32 = 0
    for letter in text.dropLast(ending) {
      guard let value = value(of: letter) else { return nil }
      word = (word << 6 | value) & 0xffff
      bits += 6
      if bits >= 8 {
        bits -= 8
        output.append(UInt8(truncatingIfNeeded: word >> bits))
      }
    }
    // Two letters leave four bits, three leave two; one alone is no group, which "a===" would be.
    guard bits < 6, word & (1 << bits - 1) == 0 else { return nil }
    return output
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
