import Base
import Testing

@Suite("Canonical form")
struct CanonicalFormTests {
  @Test("a text has the canonical bytes and the digest that Python finds", arguments: CanonicalVector.all)
  func vectors(vector: CanonicalVector) throws {
    let value = try JSONReader.parse(Array(vector.text.utf8))
    let written = try CanonicalWriter.bytes(of: value)
    #expect(String(decoding: written, as: UTF8.self).utf8.elementsEqual(vector.canonical.utf8))
    #expect(SHA256.digest(of: written).hex == vector.sha256)
  }

  @Test("canonical bytes are read back as the same value and written as the same bytes", arguments: CanonicalVector.all)
  func fixpoint(vector: CanonicalVector) throws {
    let value = try JSONReader.parse(Array(vector.text.utf8))
    let again = try JSONReader.parse(Array(vector.canonical.utf8))
    #expect(again == value)
    #expect(try CanonicalWriter.bytes(of: again) == Array(vector.canonical.utf8))
  }

  @Test("the tokenizer tells canonical text from other spellings", arguments: CanonicalVector.all)
  func detection(vector: CanonicalVector) throws {
    #expect(try Self.isCanonical(vector.canonical))
    #expect(try Self.isCanonical(vector.text) == vector.text.utf8.elementsEqual(vector.canonical.utf8))
  }

  static func isCanonical(_ text: String) throws -> Bool {
    var tokens = JSONTokenizer()
    let bytes = Array(text.utf8)
    try bytes.withUnsafeBytes { window in
      while try tokens.next(in: window, isLast: true) != .end {}
    }
    return tokens.isCanonical
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let name: String
    let value: JSONValue
    let kind: CanonicalError.Kind
    let path: String

    var testDescription: String { name }
  }

  static let refusals = [
    Refusal(name: "decimal", value: ["a": [1, .decimal("1.5")]], kind: .decimal, path: "$.a[1]"),
    Refusal(name: "2^53", value: .integer(1 << 53), kind: .integerOutOfRange, path: "$"),
    Refusal(name: "-2^53", value: [.integer(-1 << 53)], kind: .integerOutOfRange, path: "$[0]"),
    Refusal(name: "Int64.min", value: .integer(.min), kind: .integerOutOfRange, path: "$"),
    Refusal(name: "U+0000", value: ["note": "a\0b"], kind: .nul, path: "$.note"),
    Refusal(name: "U+0000 in a key", value: ["a\0b": 1], kind: .nul, path: #"$["a\u{0}b"]"#),
    Refusal(name: "17 deep", value: nested(17), kind: .tooDeep, path: "$" + String(repeating: "[0]", count: 16)),
    Refusal(
      name: "long text", value: ["t": .string(String(repeating: "x", count: 256 * 1024 + 1))], kind: .stringTooLong,
      path: "$.t"),
    Refusal(name: "257 members", value: .object(members(257)), kind: .tooManyMembers, path: "$"),
  ]

  @Test("what no reader would take is not written", arguments: refusals)
  func refuses(refusal: Refusal) {
    let error = #expect(throws: CanonicalError.self) { try CanonicalWriter.bytes(of: refusal.value) }
    #expect(error?.kind == refusal.kind)
    #expect(error?.path == refusal.path)
    #expect(error?.description.hasPrefix("At \(refusal.path): ") == true)
  }

  @Test("what is just within the limits is written and read back")
  func limits() throws {
    let long = String(repeating: "ä", count: 128 * 1024)
    for value in [Self.nested(16), .string(long), .object(Self.members(256)), .integer(9_007_199_254_740_991)] {
      #expect(try JSONReader.parse(CanonicalWriter.bytes(of: value)) == value)
    }
  }

  @Test("a document over the limit is not written")
  func documentLimit() throws {
    var options = JSONOptions()
    options.documentBytes = 5
    #expect(try CanonicalWriter.bytes(of: "abc", options: options).count == 5)
    let error = #expect(throws: CanonicalError.self) { try CanonicalWriter.bytes(of: "abcd", options: options) }
    #expect(error?.kind == .documentTooLong)
  }

  static func nested(_ depth: Int) -> JSONValue {
    (0..<depth).reduce(nil as JSONValue?) { inner, _ in .array(inner.map { [$0] } ?? []) } ?? .null
  }

  static func members(_ count: Int) -> JSONObject {
    JSONObject((0..<count).map { ("k\($0)", .integer(Int64($0))) })
  }
}
