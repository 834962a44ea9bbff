import Base
import Testing

/// Each limit is met exactly by one document and passed by one more byte, member or bracket.
@Suite("Limits of the reader")
struct JSONLimitTests {
  struct Limit: Sendable, CustomTestStringConvertible {
    let name: String
    let kind: JSONError.Kind
    var options = JSONOptions.standard
    let at: String
    let above: String
    let column: Int
    let path: String

    var testDescription: String { name }
  }

  static func brackets(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  static func braces(_ depth: Int) -> String {
    String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
  }

  static func text(_ count: Int) -> String {
    "\"" + String(repeating: "x", count: count) + "\""
  }

  static func members(_ count: Int) -> String {
    "{" + (1000..<(1000 + count)).map { "\"\($0)\":1" }.joined(separator: ",") + "}"
  }

  static func with(_ change: (inout JSONOptions) -> Void) -> JSONOptions {
    var options = JSONOptions()
    change(&options)
    return options
  }

  static let all = [
    Limit(
      name: "depth of arrays", kind: .tooDeep, at: brackets(16), above: brackets(17), column: 17,
      path: "$" + String(repeating: "[0]", count: 16)),
    Limit(
      name: "depth of objects", kind: .tooDeep, at: braces(16), above: braces(17), column: 81,
      path: "$" + String(repeating: ".a", count: 16)),
    Limit(
      name: "depth, adjusted", kind: .tooDeep, options: with { $0.depth = 1000 }, at: brackets(1000),
      above: brackets(1001), column: 1001, path: "$" + String(repeating: "[0]", count: 1000)),
    Limit(
      name: "no depth at all", kind: .tooDeep, options: with { $0.depth = 0 }, at: "1", above: "[]", column: 1,
      path: "$"),
    Limit(
      name: "length of text", kind: .stringTooLong, at: text(256 * 1024), above: text(256 * 1024 + 1), column: 1,
      path: "$"),
    Limit(
      name: "length of text with escapes", kind: .stringTooLong, options: with { $0.stringBytes = 4 },
      at: #""\u00e4\n\t""#, above: #""\u20ac\n\t""#, column: 1, path: "$"),
    Limit(
      name: "length of a key", kind: .stringTooLong, options: with { $0.stringBytes = 3 }, at: #"{"abc":1}"#,
      above: #"{"abcd":1}"#, column: 2, path: "$"),
    Limit(
      name: "members", kind: .tooManyMembers, at: members(256), above: members(257), column: 2 + 256 * 9, path: "$"),
    Limit(
      name: "length of the document", kind: .documentTooLong, options: with { $0.documentBytes = 4 }, at: "[12]",
      above: "[123]", column: 1, path: "$"),
    Limit(
      name: "bytes of open keys", kind: .keysTooLong, options: with { $0.openKeyBytes = 4 },
      at: #"[{"ab":{"cd":1}},{"abcd":1}]"#,
      above: #"{"ab":{"cde":1}}"#, column: 8, path: "$.ab"),
  ]

  @Test("what meets a limit is read", arguments: all)
  func at(limit: Limit) throws {
    _ = try JSONReader.parse(Array(limit.at.utf8), options: limit.options)
  }

  @Test("what passes a limit is refused at the place where it does", arguments: all)
  func above(limit: Limit) throws {
    let thrown = #expect(throws: JSONError.self) {
      try JSONReader.parse(Array(limit.above.utf8), options: limit.options)
    }
    let error = try #require(thrown)
    #expect(error.kind == limit.kind)
    #expect(error.column == limit.column)
    #expect(error.path == limit.path)
  }

  @Test("a hundred thousand brackets are refused, not followed", arguments: ["[", #"{"a":"#])
  func hostileDepth(opening: String) {
    let error = #expect(throws: JSONError.self) {
      try JSONReader.parse(Array(String(repeating: opening, count: 100_000).utf8))
    }
    #expect(error?.kind == .tooDeep)
  }

  @Test("many unsorted members are told apart, also inside each other")
  func manyUnsortedMembers() throws {
    var options = JSONOptions()
    options.members = 10_000
    options.unsortedMembers = 10_000
    for count in [63, 64, 65, 66, 10_000] {
      let keys = (0..<count).reversed().map { "https://shop.example/page/\($0)" }
      let inner = "{" + keys.map { "\"\($0)\":1" }.joined(separator: ",")
      let outer = "{" + keys.dropLast().map { "\"\($0)\":1" }.joined(separator: ",")
      func parse(_ end: String, _ last: String) throws -> JSONValue {
        let text = "\(outer),\"\(keys[count - 1])\":\(inner)\(end)}\(last)}"
        return try JSONReader.parse(Array(text.utf8), options: options)
      }
      let value = try parse("", "").objectValue
      #expect(value?.count == count && value?[keys[count - 1]]?.objectValue?.count == count)
      for place in [0, count / 2, count - 1] {
        let again = ",\"\(keys[place])\":1"
        let error = #expect(throws: JSONError.self) { try parse(again, "") }
        #expect(throws: JSONError.self) { try parse("", again) }
        #expect(error?.kind == (count < 10_000 ? .duplicateKey : .tooManyMembers))
      }
    }
  }

  @Test("256 unsorted members are told apart, and the last is not the first")
  func unsortedMembers() throws {
    var keys = (0..<255).map { "member number \($0)" }
    var random = SeededRandom(seed: 9)
    keys.shuffle(using: &random)
    let text = "{" + keys.map { "\"\($0)\":1" }.joined(separator: ",")
    #expect(try JSONReader.parse(Array((text + "}").utf8)).objectValue?.count == 255)
    let error = #expect(throws: JSONError.self) { try JSONReader.parse(Array("\(text),\"\(keys[0])\":1}".utf8)) }
    #expect(error?.kind == .duplicateKey)
  }
}
