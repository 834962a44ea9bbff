import Base
import StoredFacts

/// What tools make of a bundle on its way: the same document in other bytes.
struct Respelling {
  private var dice: SeededRandom
  private let isSorted: Bool
  private let lineEnd: String
  private let indent: String
  private let isASCII: Bool

  /// The same document, laid out, ordered and escaped in another way.
  static func of(_ bytes: [UInt8], _ dice: inout SeededRandom) throws -> [UInt8] {
    if dice.once(in: 3) {
      // git on Windows, or an editor that does not end its last line.
      let text = bytes.flatMap { $0 == UInt8(ascii: "\n") ? [UInt8(ascii: "\r"), $0] : [$0] }
      return dice.once(in: 2) ? text : bytes.dropLast()
    }
    var spelling = Respelling(
      dice: SeededRandom(seed: dice.next()), isSorted: dice.once(in: 2), lineEnd: dice.pick(["", "\n", "\r\n"]),
      indent: dice.pick(["  ", "\t"]), isASCII: dice.once(in: 2))
    return Array((spelling.text(try JSONReader.parse(bytes), 0) + spelling.lineEnd).utf8)
  }

  private mutating func text(_ value: JSONValue, _ depth: Int) -> String {
    let margin = lineEnd.isEmpty ? "" : lineEnd + String(repeating: indent, count: depth + 1)
    let end = lineEnd.isEmpty ? "" : lineEnd + String(repeating: indent, count: depth)
    switch value {
    case .string(let text): return quoted(text)
    case .array(let elements):
      return "[" + elements.map { margin + text($0, depth + 1) }.joined(separator: ",") + end + "]"
    case .object(let object):
      let members = isSorted ? object.members : object.members.shuffled(using: &dice)
      let parts = members.map { margin + quoted($0.key) + ": " + text($0.value, depth + 1) }
      return "{" + parts.joined(separator: ",") + end + "}"
    default: return String(decoding: (try? CanonicalWriter.bytes(of: value)) ?? [], as: UTF8.self)
    }
  }

  private func quoted(_ text: String) -> String {
    guard isASCII else {
      var bytes: [UInt8] = []
      CanonicalWriter.append(string: text, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    var output = "\""
    for unit in text.utf16 {
      switch unit {
      case 0x22, 0x5c, 0x2f: output += "\\" + String(UnicodeScalar(UInt8(unit)))
      case 0x20...0x7e: output += String(UnicodeScalar(UInt8(unit)))
      default:
        let hex = String(unit, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      }
    }
    return output + "\""
  }
}
