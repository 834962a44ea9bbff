import Base
import Testing

@Suite("Canonical bytes, piece by piece")
struct CanonicalBytesTests {
  @Test("the pieces put a fact together as the whole writer does")
  func pieces() throws {
    let note = "Fläche \"zu\" knapp\\\n\u{1}\u{1f}\u{7f}/ und weiter"
    let digest = SHA256.digest(of: Array(note.utf8))
    var output: [UInt8] = []
    CanonicalWriter.append(literal: "{", to: &output)
    CanonicalWriter.append(literal: #""n":"#, to: &output)
    CanonicalWriter.append(integer: -42, to: &output)
    CanonicalWriter.append(literal: #","note":"#, to: &output)
    Array(note.utf8).withUnsafeBytes { CanonicalWriter.append(utf8: $0, to: &output) }
    CanonicalWriter.append(literal: #","prev":""#, to: &output)
    CanonicalWriter.append(hexOf: digest, digits: 16, to: &output)
    CanonicalWriter.append(literal: #"","raw":"#, to: &output)
    Array("[1,2]".utf8).withUnsafeBytes { CanonicalWriter.append(raw: $0, to: &output) }
    CanonicalWriter.append(literal: #","sha":""#, to: &output)
    CanonicalWriter.append(hexOf: digest, to: &output)
    CanonicalWriter.append(literal: #"","text":"#, to: &output)
    CanonicalWriter.append(string: note, to: &output)
    CanonicalWriter.append(literal: "}", to: &output)
    let value: JSONValue = [
      "text": .string(note), "sha": .string(digest.hex), "raw": [1, 2], "prev": .string(digest.shortHex), "n": -42,
      "note": .string(note),
    ]
    #expect(try output == CanonicalWriter.bytes(of: value))
  }

  @Test("numbers are written digit for digit", arguments: [0, 1, -1, 9, 10, 99, 100, .max, .min, 1 << 53])
  func integers(number: Int64) {
    var output: [UInt8] = []
    CanonicalWriter.append(integer: number, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == String(number))
  }

  @Test("bytes are written as lowercase hexadecimal digits")
  func hexadecimal() {
    var output = Array("x".utf8)
    [UInt8]([0x00, 0x0f, 0xa0, 0xff]).withUnsafeBytes { CanonicalWriter.append(hexOf: $0, to: &output) }
    #expect(String(decoding: output, as: UTF8.self) == "x000fa0ff")
  }

  @Test("an escape is found wherever it lies among the eight bytes that are looked at together")
  func escapePositions() {
    for length in 0..<20 {
      for place in 0...length {
        for (character, escape) in [("\"", "\\\""), ("\\", "\\\\"), ("\n", "\\n"), ("\u{b}", "\\u000b"), ("€", "€")] {
          let before = String(repeating: "a", count: place)
          let after = String(repeating: "z", count: length - place)
          var output: [UInt8] = []
          CanonicalWriter.append(string: before + character + after, to: &output)
          #expect(String(decoding: output, as: UTF8.self) == "\"\(before)\(escape)\(after)\"")
        }
      }
    }
  }
}
