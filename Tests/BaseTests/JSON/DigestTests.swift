import Base
import Testing

@Suite("Digest")
struct DigestTests {
  static let hex = "0011223344556677 8899aabbccddeeff 0123456789abcdef fedcba9876543210".filter { $0 != " " }
  static let bytes: [UInt8] = [
    0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff,
    0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10,
  ]

  @Test("text, bytes and words are three views of one digest")
  func views() throws {
    let digest = try #require(Digest(hex: Self.hex))
    #expect(digest == Digest(bytes: Self.bytes))
    #expect(digest.hex == Self.hex)
    #expect(digest.description == Self.hex)
    #expect(digest.shortHex == "0011223344556677")
    #expect(digest.words.0 == 0x0011_2233_4455_6677)
    #expect(digest.words.3 == 0xfedc_ba98_7654_3210)
    #expect(digest.withBytes { Array($0) } == Self.bytes)
  }

  @Test(
    "text that is not 64 lowercase hexadecimal digits is no digest",
    arguments: [
      "", "00", String(hex.dropLast()), hex + "0", hex.uppercased(), "g" + hex.dropFirst(), " " + hex.dropFirst(),
      "\u{ff10}" + hex.dropFirst(3),
    ])
  func badText(text: String) {
    #expect(Digest(hex: text) == nil)
  }

  @Test("only 32 bytes are a digest", arguments: [0, 31, 33, 64])
  func badBytes(count: Int) {
    #expect(Digest(bytes: [UInt8](repeating: 1, count: count)) == nil)
  }

  @Test("digests are ordered as their hexadecimal digits are")
  func order() {
    var random = SeededRandom(seed: 5)
    // Few different bytes, so that later words decide too.
    let digests = (0..<300).compactMap { _ in
      Digest(bytes: (0..<32).map { $0 % 8 == 7 ? UInt8.random(in: 0...255, using: &random) : 0 })
    }
    #expect(digests.count == 300)
    #expect(digests.sorted().map(\.hex) == digests.map(\.hex).sorted())
  }

  @Test("equal digests are one element of a set, different ones are two")
  func hashing() throws {
    let one = try #require(Digest(bytes: Self.bytes))
    // Differs only beyond the part that is hashed.
    let other = try #require(Digest(bytes: Self.bytes.dropLast() + [0]))
    #expect(Set([one, one, other]).count == 2)
  }
}
