import Base
import Testing

@Suite("Strict reader")
struct JSONReaderTests {
  @Test("a faulty document is refused with kind, line, column and path", arguments: JSONRefusal.all)
  func refuses(refusal: JSONRefusal) throws {
    let thrown = #expect(throws: JSONError.self) { try JSONReader.parse(refusal.bytes) }
    let error = try #require(thrown)
    #expect(error.kind == refusal.kind)
    #expect(error.path == refusal.path)
    #expect(error.line == refusal.line)
    #expect(error.column == refusal.column)
    let sentence = error.description
    #expect(sentence.hasPrefix("Line \(refusal.line), column \(refusal.column), at \(refusal.path): expected "))
    #expect(sentence.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f })
  }

  @Test("the offset of an error counts from the start of the document")
  func offset() throws {
    let error = #expect(throws: JSONError.self) { try JSONReader.parse(Array("[\n1,\n x]".utf8)) }
    #expect(error?.offset == 6)
    #expect(error?.wanted == "a value after the comma")
    #expect(error?.found == "`x`")
  }

  struct Good: Sendable, CustomTestStringConvertible {
    let text: String
    let value: JSONValue

    var testDescription: String { text.isEmpty ? "nothing" : text }
  }

  static let accepted = [
    Good(text: "null", value: .null), Good(text: " true ", value: true), Good(text: "\n\r\t false", value: false),
    Good(text: "0", value: 0), Good(text: "-1", value: -1), Good(text: "10", value: 10),
    Good(text: "9007199254740991", value: 9_007_199_254_740_991),
    Good(text: "-9007199254740991", value: -9_007_199_254_740_991),
    Good(text: "[1,[2,[3]],{}]", value: [1, [2, [3]], [:]]), Good(text: "[[]   ]", value: [[]]),
    Good(text: #"{"a":{"b":[]},"c":null}"#, value: ["a": ["b": []], "c": .null]),
    Good(text: #"{"":0}"#, value: ["": 0]), Good(text: #"{"a":1,"A":2,"á":3}"#, value: ["a": 1, "A": 2, "á": 3]),
    Good(text: #"[{"a":1},{"a":2}]"#, value: [["a": 1], ["a": 2]]),
    Good(text: #"{"a":{"a":{"a":1}},"b":{"a":1}}"#, value: ["a": ["a": ["a": 1]], "b": ["a": 1]]),
    Good(text: #""\"\\\/\b\f\n\r\t""#, value: "\"\\/\u{8}\u{c}\n\r\t"),
    Good(text: #""\u0060\u012a\u12AB\uABCD""#, value: "\u{60}\u{12a}\u{12ab}\u{abcd}"),
    Good(text: #""\uD801\udc37\ud834\uDD1E""#, value: "\u{10437}\u{1d11e}"),
    Good(text: #""\udbff\udfff\ud800\udc00""#, value: "\u{10ffff}\u{10000}"),
    Good(text: #""\ud7ff\ue000\uffff""#, value: "\u{d7ff}\u{e000}\u{ffff}"),
    Good(
      text: "\"\u{80}\u{7ff}\u{800}\u{d7ff}\u{e000}\u{ffff}\u{10000}\u{10ffff}\u{7f}\"",
      value: "\u{80}\u{7ff}\u{800}\u{d7ff}\u{e000}\u{ffff}\u{10000}\u{10ffff}\u{7f}"),
    Good(text: "\"e\u{301}\u{2028}\u{feff}\"", value: "e\u{301}\u{2028}\u{feff}"),
    Good(text: #""\\u0000 \\""#, value: "\\u0000 \\"), Good(text: #""""#, value: ""),
    Good(text: #"["/*","//",",]"]"#, value: ["/*", "//", ",]"]),
  ]

  @Test("a good document is read as what it says", arguments: accepted)
  func accepts(good: Good) throws {
    #expect(try JSONReader.parse(Array(good.text.utf8)) == good.value)
  }

  @Test(
    "fractions are read as spelled when they are allowed",
    arguments: [
      "1.5", "-0.0", "1e2", "1E-2", "0e1", "123.456e+78", "10.0", "-1e400", "9007199254740992", "18446744073709551615",
    ])
  func fractions(text: String) throws {
    var options = JSONOptions()
    options.allowsFractions = true
    #expect(try JSONReader.parse(Array(text.utf8), options: options) == .decimal(text))
    #expect(try JSONReader.parse(Array("[\(text)]".utf8), options: options) == [.decimal(text)])
  }

  static let badFractions: [(String, JSONError.Kind)] = [
    ("[1.]", .badNumber), ("[1.e1]", .badNumber), ("[1e]", .badNumber), ("[1e+]", .badNumber),
    ("[1.2.3]", .unexpectedByte),
    ("[1e1.5]", .unexpectedByte), ("[.5]", .unexpectedByte), ("[01.5]", .badNumber), ("[-.5]", .badNumber),
    ("1.", .truncated), ("1e", .truncated), ("1e-", .truncated), ("[-0]", .negativeZero),
    ("1." + String(repeating: "1", count: 127), .numberTooLarge),
  ]

  @Test("allowing fractions allows nothing else", arguments: badFractions)
  func onlyFractions(text: String, kind: JSONError.Kind) {
    var options = JSONOptions()
    options.allowsFractions = true
    let error = #expect(throws: JSONError.self) { try JSONReader.parse(Array(text.utf8), options: options) }
    #expect(error?.kind == kind)
  }

  @Test(
    "half of an emoji is read as U+FFFD where text is mended",
    arguments: [
      (#"\ud83d"#, "\u{FFFD}"), (#"ab\ud83d..."#, "ab\u{FFFD}..."), (#"\ude00\ud83d"#, "\u{FFFD}\u{FFFD}"),
      (#"\ud83d\ud83d\ude00"#, "\u{FFFD}\u{1F600}"), (#"\uD83D\n"#, "\u{FFFD}\n"), (#"\ud83d\\u"#, "\u{FFFD}\\u"),
      (#"a\u0000b"#, "a\u{FFFD}b"), (#"\ud83d\ude00"#, "\u{1F600}"),
    ])
  func mended(spelled: String, text: String) throws {
    var options = JSONOptions()
    options.mendsText = true
    #expect(try JSONReader.parse(Array("\"\(spelled)\"".utf8), options: options) == .string(text))
    let object = Array("{\"\(spelled)\":[\"\(spelled)\"]}".utf8)
    #expect(try JSONReader.parse(object, options: options) == .object([text: .array([.string(text)])]))
  }

  @Test("mending text allows nothing else", arguments: [#""\ud83d\uzzzz""#, #""\ud83""#, "\"a\0b\"", #""\ud83d"#])
  func onlyMended(text: String) {
    var options = JSONOptions()
    options.mendsText = true
    #expect(throws: JSONError.self) { try JSONReader.parse(Array(text.utf8), options: options) }
  }
}
