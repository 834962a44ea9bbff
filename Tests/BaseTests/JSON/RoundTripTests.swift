import Base
import Testing

@Suite("Round trips")
struct RoundTripTests {
  static let seed: UInt64 = 0x5eed_0001

  /// Any value the format can hold, with a liking for corner cases.
  static func randomValue(depth: Int, _ random: inout SeededRandom) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
    case 0: .null
    case 1: .bool(Bool.random(using: &random))
    case 2: .integer(Int64.random(in: -9_007_199_254_740_991...9_007_199_254_740_991, using: &random))
    case 3: .integer(Int64.random(in: -20...20, using: &random))
    case 4, 5: .string(randomText(&random))
    case 6: .array((0..<Int.random(in: 0..<6, using: &random)).map { _ in randomValue(depth: depth - 1, &random) })
    default:
      .object(
        JSONObject(
          (0..<Int.random(in: 0..<7, using: &random)).map { _ in
            (randomText(&random), randomValue(depth: depth - 1, &random))
          }))
    }
  }

  static func randomText(_ random: inout SeededRandom) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0x61...0x64, 0x20...0x7f, 0x01...0x1f, 0x80...0x7ff, 0x300...0x320, 0x800...0xd7ff, 0xe000...0xffff,
      0x10000...0x10ffff,
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<20, using: &random) {
      let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { text.append(scalar) }
    }
    return String(text)
  }

  /// The same document as another tool might save it: members in any order, white space anywhere, any escapes.
  static func spell(_ value: JSONValue, _ random: inout SeededRandom) -> String {
    func space(_ random: inout SeededRandom) -> String {
      ["", "", " ", "\n", "\r\n", "\t", "  "].randomElement(using: &random) ?? ""
    }
    func text(_ text: String, _ random: inout SeededRandom) -> String {
      var spelled = "\""
      for scalar in text.unicodeScalars {
        let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
        if mustEscape || Int.random(in: 0..<4, using: &random) == 0 {
          for unit in String(scalar).utf16 {
            let hex = String(unit, radix: 16, uppercase: Bool.random(using: &random))
            spelled += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
          }
        } else {
          spelled.unicodeScalars.append(scalar)
        }
      }
      return spelled + "\""
    }
    let body: String
    switch value {
    case .null: body = "null"
    case .bool(let value): body = value ? "true" : "false"
    case .integer(let number): body = String(number)
    case .decimal(let literal): body = literal
    case .string(let string): body = text(string, &random)
    case .array(let elements):
      body = "[" + elements.map { spell($0, &random) }.joined(separator: ",") + space(&random) + "]"
    case .object(let object):
      let members = object.members.shuffled(using: &random)
        .map { space(&random) + text($0.key, &random) + space(&random) + ":" + spell($0.value, &random) }
      body = "{" + members.joined(separator: ",") + space(&random) + "}"
    }
    return space(&random) + body + space(&random)
  }

  @Test("a value is read back as it was written, and written as it was read", arguments: 0..<20)
  func values(round: UInt64) throws {
    var random = SeededRandom(seed: Self.seed &+ round)
    for _ in 0..<100 {
      let value = Self.randomValue(depth: 5, &random)
      let bytes = try CanonicalWriter.bytes(of: value)
      let again = try JSONReader.parse(bytes)
      #expect(again == value)
      #expect(try CanonicalWriter.bytes(of: again) == bytes)
      #expect(try CanonicalFormTests.isCanonical(String(decoding: bytes, as: UTF8.self)))
    }
  }

  @Test("another spelling of a document has the same canonical bytes", arguments: 0..<20)
  func spellings(round: UInt64) throws {
    var random = SeededRandom(seed: Self.seed &+ 1000 &+ round)
    for _ in 0..<50 {
      let value = Self.randomValue(depth: 4, &random)
      let spelled = Array(Self.spell(value, &random).utf8)
      #expect(try CanonicalWriter.bytes(of: JSONReader.parse(spelled)) == CanonicalWriter.bytes(of: value))
      let isSame = try spelled == CanonicalWriter.bytes(of: value)
      #expect(try CanonicalFormTests.isCanonical(String(decoding: spelled, as: UTF8.self)) == isSame)
    }
  }

  static let sample = Array(
    #"{"at":[1726900000123,0],"b":{"é":"\u001f😀\n","n":-1},"ok":[true,null,{}],"t":"ä \\ \"x\" ab"}"#.utf8)

  static let sampleInCapitals = sample.map { $0 == UInt8(ascii: "f") ? UInt8(ascii: "F") : $0 }

  @Test("every beginning of a document is incomplete, never corrupt and never a value")
  func truncations() throws {
    _ = try JSONReader.parse(Self.sample)
    for length in 0..<Self.sample.count {
      let error = #expect(throws: JSONError.self) { try JSONReader.parse(Array(Self.sample.prefix(length))) }
      #expect(error?.kind == .truncated, "\(length) bytes")
      #expect(error?.offset == length)
    }
  }

  @Test("a document with one byte changed is refused or says something else, in any window")
  func mutations() throws {
    let original = try JSONReader.parse(Self.sample)
    var read = 0
    for place in Self.sample.indices {
      for byte in UInt8.min...UInt8.max where byte != Self.sample[place] {
        var bytes = Self.sample
        bytes[place] = byte
        let whole = Result { try JSONReader.parse(bytes) }
        if place % 8 == 0 {
          let parts = Result { try JSONTokenizerTests.read(bytes, step: 3) }
          #expect((try? parts.get()) == (try? whole.get()))
        }
        guard case .success(let value) = whole else { continue }
        // The one change that changes nothing is another spelling: the `f` of `\u001f` as a capital.
        if value == original { #expect(bytes == Self.sampleInCapitals) }
        let written = try CanonicalWriter.bytes(of: value)
        #expect(try JSONReader.parse(written) == value)
        read += 1
      }
    }
    #expect(read > 1000, "most changes of a letter or digit must still be read")
  }

  @Test("random bytes are refused or read, in any options", arguments: 0..<10)
  func noise(round: UInt64) throws {
    var random = SeededRandom(seed: Self.seed &+ 2000 &+ round)
    var options = JSONOptions()
    options.allowsFractions = true
    let alphabet = Array(#"[]{},:"\u0018def.-+e tn"#.utf8) + [0, 0x80, 0xc3, 0xed, 0xa0, 0xf0, 0xff]
    var read = 0
    for _ in 0..<2000 {
      let length = Int.random(in: 0..<12, using: &random)
      let bytes = (0..<length).compactMap { _ in alphabet.randomElement(using: &random) }
      if (try? JSONReader.parse(bytes)) != nil { read += 1 }
      if let value = try? JSONReader.parse(bytes, options: options),
        let canonical = try? CanonicalWriter.bytes(of: value)
      {
        #expect(try JSONReader.parse(canonical) == value)
      }
    }
    #expect(read > 0)
  }
}
