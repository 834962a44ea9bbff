import Base
import Testing

/// Documents that are refused, each with the kind and the place of its fault.
struct JSONRefusal: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let kind: JSONError.Kind
  let line: Int
  let column: Int
  let path: String

  /// `place` is line and column, as in `"1:3"`.
  init(_ name: String, _ text: String, _ kind: JSONError.Kind, _ place: (Int, Int), _ path: String = "$") {
    self.init(name, bytes: Array(text.utf8), kind, place, path)
  }

  init(_ name: String, bytes: [UInt8], _ kind: JSONError.Kind, _ place: (Int, Int), _ path: String = "$") {
    self.name = name
    self.bytes = bytes
    self.kind = kind
    (line, column) = place
    self.path = path
  }

  /// `bytes` between quotes.
  static func text(_ name: String, _ bytes: [UInt8], _ kind: JSONError.Kind, column: Int) -> JSONRefusal {
    JSONRefusal(name, bytes: [0x22] + bytes + [0x22], kind, (1, column))
  }

  var testDescription: String { name }

  static let all = structure + words + objects + numbers + escapes + encodings + places

  static let structure = [
    JSONRefusal("nothing", "", .truncated, (1, 1)),
    JSONRefusal("white space only", " \n ", .truncated, (2, 2)),
    JSONRefusal("open array", "[", .truncated, (1, 2), "$[0]"),
    JSONRefusal("array cut after an element", "[1", .truncated, (1, 3)),
    JSONRefusal("array cut after a text", #"["a""#, .truncated, (1, 5)),
    JSONRefusal("array cut after a comma", "[1,", .truncated, (1, 4), "$[1]"),
    JSONRefusal("trailing comma in an array", "[1,]", .trailingComma, (1, 4), "$[1]"),
    JSONRefusal("only a comma in an array", "[,]", .unexpectedByte, (1, 2), "$[0]"),
    JSONRefusal("leading comma in an array", "[,1]", .unexpectedByte, (1, 2), "$[0]"),
    JSONRefusal("double comma", "[1,,2]", .unexpectedByte, (1, 4), "$[1]"),
    JSONRefusal("no comma", "[1 2]", .unexpectedByte, (1, 4)),
    JSONRefusal("array closed as object", "[1}", .unexpectedByte, (1, 3)),
    JSONRefusal("empty array closed as object", "[}", .unexpectedByte, (1, 2), "$[0]"),
    JSONRefusal("colon in an array", #"["a":1]"#, .unexpectedByte, (1, 5)),
    JSONRefusal("lone closing bracket", "]", .unexpectedByte, (1, 1)),
    JSONRefusal("closing bracket too many", "[1]]", .trailingBytes, (1, 4)),
    JSONRefusal("two values", "1 2", .trailingBytes, (1, 3)),
    JSONRefusal("comma after the value", "[],", .trailingBytes, (1, 3)),
    JSONRefusal("comment after the value", "[] // x", .trailingBytes, (1, 4)),
    JSONRefusal("comment inside", "[/* x */]", .unexpectedByte, (1, 2), "$[0]"),
    JSONRefusal("form feed as white space", "[\u{c}1]", .unexpectedByte, (1, 2), "$[0]"),
    JSONRefusal("no-break space as white space", "[\u{a0}1]", .unexpectedByte, (1, 2), "$[0]"),
    JSONRefusal("an ASCII separator after the value", "1\u{1f}", .trailingBytes, (1, 2)),
  ]

  static let words = [
    JSONRefusal("cut null", "nul", .truncated, (1, 4)),
    JSONRefusal("misspelt null", "nulo", .unexpectedByte, (1, 4)),
    JSONRefusal("capital True", "[True]", .unexpectedByte, (1, 2), "$[0]"),
    JSONRefusal("capital inside", "[tRue]", .unexpectedByte, (1, 3), "$[0]"),
    JSONRefusal("word with a tail", "[nullx]", .unexpectedByte, (1, 6)),
    JSONRefusal("word alone with a tail", "truex", .trailingBytes, (1, 5)),
    JSONRefusal("unquoted text", "[abc]", .unexpectedByte, (1, 2), "$[0]"),
    JSONRefusal("single quotes", "['a']", .unexpectedByte, (1, 2), "$[0]"),
    JSONRefusal("undefined", "undefined", .unexpectedByte, (1, 1)),
  ]

  static let objects = [
    JSONRefusal("open object", "{", .truncated, (1, 2)),
    JSONRefusal("cut key", #"{"a"#, .truncated, (1, 4)),
    JSONRefusal("cut before the colon", #"{"a""#, .truncated, (1, 5), "$.a"),
    JSONRefusal("cut after the colon", #"{"a":"#, .truncated, (1, 6), "$.a"),
    JSONRefusal("cut after a comma", #"{"a":1,"#, .truncated, (1, 8)),
    JSONRefusal("no value", #"{"a"}"#, .unexpectedByte, (1, 5), "$.a"),
    JSONRefusal("no value after the colon", #"{"a":}"#, .unexpectedByte, (1, 6), "$.a"),
    JSONRefusal("no key", "{:1}", .unexpectedByte, (1, 2)),
    JSONRefusal("a number as key", "{1:1}", .unexpectedByte, (1, 2)),
    JSONRefusal("an unquoted key", "{a:1}", .unexpectedByte, (1, 2)),
    JSONRefusal("a key in single quotes", "{'a':1}", .unexpectedByte, (1, 2)),
    JSONRefusal("a comma for the colon", #"{"a",1}"#, .unexpectedByte, (1, 5), "$.a"),
    JSONRefusal("a colon too many", #"{"a"::1}"#, .unexpectedByte, (1, 6), "$.a"),
    JSONRefusal("trailing comma in an object", #"{"a":1,}"#, .trailingComma, (1, 8)),
    JSONRefusal("double comma in an object", #"{"a":1,,"b":2}"#, .unexpectedByte, (1, 8)),
    JSONRefusal("only a comma in an object", "{,}", .unexpectedByte, (1, 2)),
    JSONRefusal("object closed as array", #"{"a":1]"#, .unexpectedByte, (1, 7)),
    JSONRefusal("no comma in an object", #"{"a":1 "b":2}"#, .unexpectedByte, (1, 8)),
    JSONRefusal("the same key twice", #"{"a":1,"a":2}"#, .duplicateKey, (1, 8), "$.a"),
    JSONRefusal("the same key and value twice", #"{"a":1,"a":1}"#, .duplicateKey, (1, 8), "$.a"),
    JSONRefusal("the same key far apart", #"{"b":1,"c":2,"a":3,"b":4}"#, .duplicateKey, (1, 20), "$.b"),
    JSONRefusal("the empty key twice", #"{"":1,"":2}"#, .duplicateKey, (1, 7), #"$[""]"#),
    JSONRefusal("a key twice, once escaped", #"{"a":1,"\u0061":2}"#, .duplicateKey, (1, 8), "$.a"),
    JSONRefusal(
      "a long key twice", #"{"a long key x":1,"a long key y":2,"a long key x":3}"#, .duplicateKey, (1, 36),
      #"$["a long key x"]"#),
    JSONRefusal("a key twice in an inner object", #"{"a":{"k":1,"k":2}}"#, .duplicateKey, (1, 13), "$.a.k"),
    JSONRefusal("a key twice around an inner object", #"{"k":{"k":1},"k":2}"#, .duplicateKey, (1, 14), "$.k"),
  ]

  static let numbers = [
    JSONRefusal("minus alone", "-", .truncated, (1, 2)),
    JSONRefusal("minus in an array", "[-]", .badNumber, (1, 3), "$[0]"),
    JSONRefusal("minus, space, digit", "[- 1]", .badNumber, (1, 3), "$[0]"),
    JSONRefusal("two minuses", "[--1]", .badNumber, (1, 3), "$[0]"),
    JSONRefusal("plus", "[+1]", .unexpectedByte, (1, 2), "$[0]"),
    JSONRefusal("leading zero", "[01]", .badNumber, (1, 2), "$[0]"),
    JSONRefusal("two zeroes", "[00]", .badNumber, (1, 2), "$[0]"),
    JSONRefusal("negative leading zero", "[-012]", .badNumber, (1, 3), "$[0]"),
    JSONRefusal("negative zero", "[-0]", .negativeZero, (1, 2), "$[0]"),
    JSONRefusal("negative zero alone", "-0", .negativeZero, (1, 1)),
    JSONRefusal("hexadecimal", "[0x1]", .unexpectedByte, (1, 3)),
    JSONRefusal("a letter behind a digit", "[1a]", .unexpectedByte, (1, 3)),
    JSONRefusal("grouping", "[1_000]", .unexpectedByte, (1, 3)),
    JSONRefusal("fullwidth digit", "[\u{ff11}]", .unexpectedByte, (1, 2), "$[0]"),
    JSONRefusal("NaN", "[NaN]", .unexpectedByte, (1, 2), "$[0]"),
    JSONRefusal("infinity", "[Infinity]", .unexpectedByte, (1, 2), "$[0]"),
    JSONRefusal("minus infinity", "[-Infinity]", .badNumber, (1, 3), "$[0]"),
    JSONRefusal("point first", "[.5]", .unexpectedByte, (1, 2), "$[0]"),
    JSONRefusal("fraction", "[1.5]", .fraction, (1, 3), "$[0]"),
    JSONRefusal("whole number with a fraction", "[1.0]", .fraction, (1, 3), "$[0]"),
    JSONRefusal("exponent", "[1e2]", .fraction, (1, 3), "$[0]"),
    JSONRefusal("capital exponent", "[10E+2]", .fraction, (1, 4), "$[0]"),
    JSONRefusal("negative zero with a fraction", "[-0.0]", .fraction, (1, 4), "$[0]"),
    JSONRefusal("2^53", "[9007199254740992]", .numberTooLarge, (1, 2), "$[0]"),
    JSONRefusal("-2^53", "[-9007199254740992]", .numberTooLarge, (1, 2), "$[0]"),
    JSONRefusal("2^64", "18446744073709551616", .numberTooLarge, (1, 1)),
    JSONRefusal("a thousand digits", String(repeating: "1", count: 1000), .numberTooLarge, (1, 1)),
  ]

  static let escapes = [
    JSONRefusal("cut text", #""abc"#, .truncated, (1, 5)),
    JSONRefusal("cut after a backslash", #""\"#, .truncated, (1, 3)),
    JSONRefusal("escaped closing quote", #""\""#, .truncated, (1, 4)),
    JSONRefusal("cut unicode escape", #""\u12"#, .truncated, (1, 6)),
    JSONRefusal("cut surrogate pair", #""\ud83d\u"#, .truncated, (1, 10)),
    JSONRefusal("unknown escape", #""\x41""#, .badEscape, (1, 3)),
    JSONRefusal("escaped apostrophe", #""\'""#, .badEscape, (1, 3)),
    JSONRefusal("octal escape", #""\0""#, .badEscape, (1, 3)),
    JSONRefusal("capital U", #""\U0041""#, .badEscape, (1, 3)),
    JSONRefusal("escaped line feed", "\"\\\n\"", .badEscape, (1, 3)),
    JSONRefusal("short unicode escape", #""\u12""#, .badEscape, (1, 6)),
    JSONRefusal("no hexadecimal digit", #""\u00g0""#, .badEscape, (1, 6)),
    JSONRefusal("lone high surrogate", #""\ud83d""#, .loneSurrogate, (1, 2)),
    JSONRefusal("lone low surrogate", #""\ude00""#, .loneSurrogate, (1, 2)),
    JSONRefusal("two high surrogates", #""\ud83d\ud83d""#, .loneSurrogate, (1, 2)),
    JSONRefusal("high surrogate and what comes behind surrogates", #""\ud800\ue000""#, .loneSurrogate, (1, 2)),
    JSONRefusal("surrogates in the wrong order", #""\ude00\ud83d""#, .loneSurrogate, (1, 2)),
    JSONRefusal("high surrogate and a letter", #""a\uD800b""#, .loneSurrogate, (1, 3)),
    JSONRefusal("high surrogate and another escape", #""\ud800\n""#, .loneSurrogate, (1, 2)),
    JSONRefusal("high surrogate and a bad escape", #""\ud800\u1x""#, .badEscape, (1, 11)),
    JSONRefusal("escaped U+0000", #""a\u0000""#, .nul, (1, 3)),
    JSONRefusal("escaped U+0000 in a key", #"{"\u0000":1}"#, .nul, (1, 3)),
    JSONRefusal("raw tab", "\"a\tb\"", .controlCharacter, (1, 3)),
    JSONRefusal("raw line feed", "\"a\nb\"", .controlCharacter, (1, 3)),
    JSONRefusal("raw U+001F", "\"\u{1f}\"", .controlCharacter, (1, 2)),
  ]

  static let encodings = [
    JSONRefusal("UTF-8 byte order mark", bytes: [0xef, 0xbb, 0xbf, 0x5b, 0x5d], .byteOrderMark, (1, 1)),
    JSONRefusal("byte order mark behind a space", "\u{20}\u{feff}[]", .unexpectedByte, (1, 2)),
    JSONRefusal("UTF-16LE with mark", bytes: [0xff, 0xfe, 0x5b, 0, 0x5d, 0], .notUTF8, (1, 1)),
    JSONRefusal("UTF-16BE with mark", bytes: [0xfe, 0xff, 0, 0x5b, 0, 0x5d], .notUTF8, (1, 1)),
    JSONRefusal("UTF-16LE", bytes: [0x5b, 0, 0x5d, 0], .notUTF8, (1, 2), "$[0]"),
    JSONRefusal("UTF-16LE text", bytes: [0x22, 0, 0x22, 0], .notUTF8, (1, 2)),
    JSONRefusal("UTF-16BE", bytes: [0, 0x5b, 0, 0x5d], .notUTF8, (1, 1)),
    JSONRefusal("UTF-32LE digit", bytes: [0x31, 0, 0, 0], .notUTF8, (1, 2)),
    JSONRefusal("zero byte between tokens", bytes: [0x5b, 0x31, 0, 0x5d], .nul, (1, 3)),
    JSONRefusal("zero byte behind the value", bytes: [0x5b, 0x5d, 0], .nul, (1, 3)),
    text("zero byte", [0x61, 0], .nul, column: 3),
    text("lone continuation", [0x80], .invalidUTF8, column: 2),
    text("overlong slash", [0xc0, 0xaf], .invalidUTF8, column: 2),
    text("overlong in three bytes", [0xe0, 0x80, 0xaf], .invalidUTF8, column: 2),
    text("overlong in four bytes", [0xf0, 0x80, 0x80, 0xaf], .invalidUTF8, column: 2),
    text("overlong U+0000", [0xc0, 0x80], .invalidUTF8, column: 2),
    text("overlong U+007F", [0xc1, 0xbf], .invalidUTF8, column: 2),
    text("surrogate as bytes", [0xed, 0xa0, 0x80], .loneSurrogate, column: 2),
    text("surrogate pair as bytes", [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], .loneSurrogate, column: 2),
    text("beyond U+10FFFF", [0xf4, 0x90, 0x80, 0x80], .invalidUTF8, column: 2),
    text("five-byte form", [0xf8, 0x88, 0x80, 0x80, 0x80], .invalidUTF8, column: 2),
    text("byte 0xFF", [0x61, 0x62, 0xff], .invalidUTF8, column: 4),
    text("cut sequence of two", [0xc3], .invalidUTF8, column: 2),
    text("cut sequence of three", [0xe2, 0x82], .invalidUTF8, column: 2),
    text("cut sequence of four", [0xf0, 0x9f, 0x98], .invalidUTF8, column: 2),
    text("Latin-1", [0x46, 0x6c, 0xe4, 0x63, 0x68, 0x65], .invalidUTF8, column: 4),
    JSONRefusal("sequence cut by the end", bytes: [0x22, 0xe2, 0x82], .truncated, (1, 4)),
    JSONRefusal("invalid UTF-8 in a key", bytes: [0x7b, 0x22, 0xff, 0x22], .invalidUTF8, (1, 3)),
    JSONRefusal("a letter outside of text", "[é]", .unexpectedByte, (1, 2), "$[0]"),
  ]

  static let places = [
    JSONRefusal("third line", "{\n  \"a\": 1,\n  \"b\": x\n}", .unexpectedByte, (3, 8), "$.b"),
    JSONRefusal("CR LF is one line end", "[\r\n1,\r\n  x]", .unexpectedByte, (3, 3), "$[1]"),
    JSONRefusal("CR alone is none", "[\r1,\rx]", .unexpectedByte, (1, 6), "$[1]"),
    JSONRefusal("columns are bytes", #"["äöü",x]"#, .unexpectedByte, (1, 11), "$[1]"),
    JSONRefusal(
      "inside of a fact", #"{"v":1,"facts":[{},[],{"n":1},{"n":2,"body":{"ok":[0],"note":1.5}}]}"#, .fraction, (1, 63),
      "$.facts[3].body.note"),
    JSONRefusal("behind a fact", #"{"facts":[{"body":{}} {}]}"#, .unexpectedByte, (1, 23), "$.facts"),
    JSONRefusal("array in array", "[[],[[1,[2,x]]]]", .unexpectedByte, (1, 12), "$[1][0][1][1]"),
    JSONRefusal("odd keys", #"{"a b":{"é\"\u001b[31m":x}}"#, .unexpectedByte, (1, 26), #"$["a b"]["é\"\u{1b}[31m"]"#),
    JSONRefusal("text direction in a key", #"{"\u202e":x}"#, .unexpectedByte, (1, 11), #"$["\u{202e}"]"#),
    JSONRefusal(
      "a key of any length", "{\"\(String(repeating: "k", count: 5000))\":x}", .unexpectedByte, (1, 5005),
      "$[\"\(String(repeating: "k", count: 64))…\"]"),
  ]
}
