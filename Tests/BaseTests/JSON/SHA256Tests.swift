import Base
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  /// After so much the processor's path is taken from the first byte on.
  init() { _ = SHA256.digest(of: [UInt8](repeating: 0, count: 8192)) }

  struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let hex: String

    var testDescription: String { name }
  }

  /// FIPS 180-4 examples and NIST CAVP messages; the last two from Python's hashlib.
  static let vectors = [
    Vector(name: "nothing", bytes: [], hex: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    Vector(
      name: "abc", bytes: Array("abc".utf8),
      hex: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    Vector(
      name: "two blocks", bytes: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      hex: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    Vector(
      name: "three blocks",
      bytes: Array(
        ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
          + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8),
      hex: "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
    Vector(
      name: "a million a", bytes: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000),
      hex: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    Vector(name: "0xbd", bytes: [0xbd], hex: "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"),
    Vector(
      name: "64 zeroes", bytes: [UInt8](repeating: 0, count: 64),
      hex: "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"),
    Vector(
      name: "every byte five times", bytes: (0..<1280).map { UInt8(truncatingIfNeeded: $0) },
      hex: "d414b085826eb06778483ba35564dc849e643359f69ed9747878ba6e54985bed"),
  ]

  @Test("the published vectors come out on both paths", arguments: vectors, [false, true])
  func published(vector: Vector, portable: Bool) {
    var hash = SHA256(portable: portable)
    hash.update(vector.bytes)
    #expect(hash.finalize().hex == vector.hex)
  }

  /// Byte i of the message of length n is 7i+n.
  static func message(_ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7 + length) }
  }

  @Test("every length from 0 to 200 comes out on both paths", arguments: [false, true])
  func lengths(portable: Bool) {
    var all = SHA256()
    for length in 0...200 {
      var hash = SHA256(portable: portable)
      hash.update(Self.message(length))
      all.update(hash.finalize())
    }
    // The digest of the 201 digests, by Python's hashlib.
    #expect(all.finalize().hex == "e673d33f6940a6d3856d0d305fd88363ae0ba3b96e2411d8ddd5e0dd443f4525")
  }

  @Test("pieces of any size make the same digest as the whole", arguments: [false, true])
  func pieces(portable: Bool) {
    var random = SeededRandom(seed: 20_240_917)
    for length in 0...200 {
      let message = Self.message(length)
      var hash = SHA256(portable: portable)
      var rest = message[...]
      while !rest.isEmpty {
        let piece = Int.random(in: 0...rest.count, using: &random)
        hash.update(Array(rest.prefix(piece)))
        rest = rest.dropFirst(piece)
      }
      #expect(hash.finalize() == SHA256.digest(of: message), "\(length) bytes")
    }
  }

  @Test("a hash can be asked for its digest and go on")
  func goesOn() {
    var hash = SHA256()
    hash.update(Array("ab".utf8))
    let early = hash.finalize()
    hash.update(Array("c".utf8))
    #expect(early == SHA256.digest(of: Array("ab".utf8)))
    #expect(hash.finalize() == SHA256.digest(of: Array("abc".utf8)))
  }
}
