import Base
import Exchange
import StoredFacts
import Testing

/// What JSON tools and version control do to a file without changing what it says.
@Suite("A bundle in another spelling") struct SpellingTests {
  /// As `python -m json.tool` writes it.
  private static func indented(_ value: JSONValue, sorted: Bool, asciiOnly: Bool = true, _ depth: Int = 0) -> String {
    let margin = String(repeating: " ", count: 4 * (depth + 1))
    let end = "\n" + String(repeating: " ", count: 4 * depth)
    switch value {
    case .array(let elements) where !elements.isEmpty:
      let parts = elements.map { margin + indented($0, sorted: sorted, asciiOnly: asciiOnly, depth + 1) }
      return "[\n" + parts.joined(separator: ",\n") + end + "]"
    case .object(let object) where !object.isEmpty:
      let members = sorted ? object.members : object.members.reversed()
      let parts = members.map { member in
        margin + quoted(member.key, asciiOnly) + ": "
          + indented(member.value, sorted: sorted, asciiOnly: asciiOnly, depth + 1)
      }
      return "{\n" + parts.joined(separator: ",\n") + end + "}"
    case .string(let text): return quoted(text, asciiOnly)
    default: return String(decoding: (try? CanonicalWriter.bytes(of: value)) ?? [], as: UTF8.self)
    }
  }

  private static func quoted(_ text: String, _ asciiOnly: Bool) -> String {
    var output = ""
    for unit in text.utf16 {
      switch unit {
      case 0x22: output += "\\\""
      case 0x5c: output += "\\\\"
      case 0x20...0x7e: output += String(UnicodeScalar(UInt8(unit)))
      default:
        let hex = String(unit, radix: 16, uppercase: unit % 2 == 0)
        output += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      }
    }
    return asciiOnly ? "\"\(output)\"" : "\"\(text)\""
  }

  private static func respelled(_ name: String, _ bytes: [UInt8]) throws -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    let value = try JSONReader.parse(bytes)
    switch name {
    case "indented": return Array((indented(value, sorted: false) + "\n").utf8)
    case "indented and sorted": return Array(indented(value, sorted: true).utf8)
    case "sorted": return try CanonicalWriter.bytes(of: value)
    case "CRLF": return Array(text.split(separator: "\n").joined(separator: "\r\n").utf8) + [0x0d, 0x0a]
    case "no line feed at the end": return bytes.dropLast()
    case "spaces around": return Array(" \n\t ".utf8) + bytes + Array("   \n\n".utf8)
    case "one line": return Array(text.split(separator: "\n").joined().utf8)
    case "indented and CRLF":
      return Array(indented(value, sorted: false).split(separator: "\n").joined(separator: "\r\n").utf8)
    default: return bytes
    }
  }

  private static let names = [
    "as it was", "indented", "indented and sorted", "sorted", "CRLF", "no line feed at the end", "spaces around",
    "one line",
    "indented and CRLF",
  ]

  @Test("gives the same facts, whatever the size of the window and of the pieces", arguments: names)
  func spellings(name: String) throws {
    let (bytes, summary) = try Sample.full()
    var reader = BundleReader()
    let original = try reader.taken(bytes).facts
    let respelled = try Self.respelled(name, bytes)
    for (window, piece) in [(1 << 20, Int.max), (16, .max), (100, 7), (333, 1), (1000, 999), (4096, 64)] {
      reader.windowBytes = window
      let read = try reader.taken(ByteSource(bytes: respelled, piece: piece))
      #expect(read.facts == original, "window of \(window)")
      #expect(read.summary == summary, "window of \(window)")
    }
  }

  @Test("is refused when a value was changed, with the line the fact begins on there", arguments: names)
  func changed(name: String) throws {
    let bodies: [(String, JSONObject)] = (1...5).map { ("note", ["text": .string("note-\($0)")]) }
    let (bytes, _) = try Sample.bundle(try Sample.chain(Sample.one, bodies))
    let respelled = String(decoding: try Self.respelled(name, bytes), as: UTF8.self)
    let parts = respelled.components(around: "note-3")
    let changed = Array((parts.0 + "note-8" + parts.1).utf8)
    // The fact begins at the last brace but one before the text: that of its body is the last.
    let before = parts.0.utf8
    var depth = 0
    var start = before.endIndex
    while depth < 2 {
      start = before.index(before: start)
      if before[start] == UInt8(ascii: "{") { depth += 1 }
    }
    let line = before[..<start].count { $0 == UInt8(ascii: "\n") } + 1
    for window in [1 << 20, 50] {
      var reader = BundleReader()
      reader.windowBytes = window
      #expect(
        reader.problem(changed)
          == BundleProblem(.digest, "fact 3 of replica \(Sample.one) (line \(line)) is not as it was written"))
    }
  }

  @Test("may have its members in any order", arguments: 0..<20)
  func order(seed: UInt64) throws {
    let (bytes, summary) = try Sample.full()
    let original = try BundleReader().taken(bytes).facts
    var random = SeededRandom(seed: seed)
    let text = Self.shuffled(try JSONReader.parse(bytes), &random)
    let read = try BundleReader().taken(Array(text.utf8))
    #expect(read.facts == original, "seed \(seed)")
    #expect(read.summary == summary, "seed \(seed)")
  }

  private static func shuffled(_ value: JSONValue, _ random: inout SeededRandom) -> String {
    switch value {
    case .array(let elements): return "[" + elements.map { shuffled($0, &random) }.joined(separator: ", ") + "]"
    case .object(let object):
      let parts = object.members.shuffled(using: &random).map { "\"\($0.key)\":" + shuffled($0.value, &random) }
      return "{" + parts.joined(separator: ",") + "}"
    default: return String(decoding: (try? CanonicalWriter.bytes(of: value)) ?? [], as: UTF8.self)
    }
  }
}

extension String {
  fileprivate func components(around needle: String) -> (Substring, Substring) {
    let parts = split(separator: needle, maxSplits: 1, omittingEmptySubsequences: false)
    return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
  }
}
