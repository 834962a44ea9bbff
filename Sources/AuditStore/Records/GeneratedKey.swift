/// Keys for what people only give a sentence: the words of it, and a random end where that is taken.
package enum GeneratedKey {
  private static let longest = 48

  /// - Parameter random: returns the given number of unpredictable bytes.
  package static func free(
    for text: String, kind: String, _ reader: Reader, random: (Int) -> [UInt8]
  ) throws -> String {
    let slug = slug(of: text)
    let base = slug.isEmpty ? kind : slug
    if try reader.record(kind, base) == nil { return base }
    for bytes in [2, 4, 8] {
      let end = random(bytes).map { hex($0) }.joined()
      let key = "\(base)-\(end)"
      if try reader.record(kind, key) == nil { return key }
    }
    throw Refusal.recordExists(kind: kind, key: base)
  }

  /// Letters a-z and digits of a text, other runs as one hyphen, cut between words.
  package static func slug(of text: String) -> String {
    var words: [String] = []
    var count = 0
    for part in text.utf8.prefix(4 * longest).split(whereSeparator: { !isWordByte($0) }) {
      let word = String(decoding: part.prefix(longest).map(lowered), as: UTF8.self)
      guard count + word.utf8.count <= longest else { break }
      words.append(word)
      count += word.utf8.count + 1
    }
    return words.joined(separator: "-")
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }

  private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
