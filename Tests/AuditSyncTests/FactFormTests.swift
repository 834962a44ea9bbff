import AuditStore
import CanonicalJSON
import Testing

@testable import AuditSync

@Suite("The form of a fact") struct FactFormTests {
  @Test("knows hexadecimal digits from all other bytes, in each place") func hex() {
    for place in 0..<8 {
      for byte in UInt8.min ... .max {
        var digits = Array("0123cdef".utf8)
        digits[place] = byte
        let eight = digits.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        #expect(FactForm.hex(eight: eight) == FactForm.hex(digits), "byte \(byte) in place \(place)")
      }
    }
    #expect(FactForm.hex("fedcba9876543210".utf8) == 0xfedc_ba98_7654_3210)
    #expect(FactForm.hex("0ABC".utf8) == nil)
  }

  @Test("has keys whose numbers spell their names") func keys() {
    for key in FactKey.allCases { #expect(key.rawValue == Self.number("\(key)")) }
    for key in ResultKey.allCases { #expect(key.rawValue == Self.number("\(key)")) }
  }

  private static func number(_ name: String) -> UInt64 {
    name.utf8.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  @Test(
    "is the same to a bundle and to the store",
    arguments: [
      ("r", "abcdefg"), ("r", "abcdefgh"), ("r", .string(String(repeating: "9", count: 40))),
      ("r", .string(String(repeating: "9", count: 41))), ("r", "abcdefgH"), ("r", "abcdefg-"), ("n", 0), ("n", 1),
      ("n", 1_099_511_627_775), ("n", 1_099_511_627_776), ("prev", ""), ("prev", "0123456789abcdef"),
      ("prev", "0123456789abcdeF"), ("prev", "0123"), ("kind", ""),
      ("kind", .string(String(repeating: "k", count: 64))),
      ("kind", .string(String(repeating: "k", count: 65))), ("at", [0, 0]), ("at", [0, -1]), ("at", [-1, 0]),
      ("at", [0]),
      ("body", 1), ("other", 1),
    ] as [(String, JSONValue)])
  func same(member: String, value: JSONValue) throws {
    let line = try Sample.chain(Sample.one, [("result", Sample.plainResult)])[0]
    var object = try #require(try JSONReader.parse(line.bytes).objectValue)
    object[member] = value
    let json = JSONValue.object(object)
    let isForStore = (try? Fact(json: json)) != nil
    let bytes = try CanonicalWriter.bytes(of: json)
    let isForBundle = bytes.withUnsafeBytes { window in
      var tokens = JSONTokenizer()
      _ = try? tokens.next(in: window, isLast: true)
      return (try? FactScan(window: window, isLast: true).read(&tokens)) != nil
    }
    #expect(isForBundle == isForStore)
    // The quick way takes nothing that the other would not.
    let padded = bytes + Array(repeating: 0x20, count: 16)
    let isQuick = padded.withUnsafeBytes { window in
      var line = ResultLine(window: window, start: 0, stringBytes: 1000)
      return line?.read() != nil
    }
    #expect(!isQuick || isForBundle)
    #expect(isQuick == (isForBundle && member != "kind"))
  }
}
