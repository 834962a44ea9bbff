import Base
import Testing

@testable import Exchange

@Suite("An armored signature") struct ArmoredSignatureTests {
  static let sample = """
    -----BEGIN SSH SIGNATURE-----
    U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgmMU4n8W4nG6Y0UGpQEuNrgw9Ca
    wCNpUyA3ai8d2J+zkAAAALYTExeS1idW5kbGUAAAAAAAAABnNoYTUxMgAAAFMAAAALc3No
    LWVkMjU1MTkAAABAqSv08q9/OLcJHSZijF4IbWqLv8nkGPgDbcxX79tosPnGUW2MPib5SS
    ePGiiaNUcG5AB9YzMMeEvZ/URflVsHCQ==
    -----END SSH SIGNATURE-----

    """

  private static func problem(_ bytes: [UInt8]) -> SigningProblem? {
    signingProblem { _ = try ArmoredSignature(bytes) }
  }

  private static func armor(_ blob: [UInt8]) -> [UInt8] {
    Array("-----BEGIN SSH SIGNATURE-----\n\(Base64Text.text(blob))\n-----END SSH SIGNATURE-----\n".utf8)
  }

  private static func blob() throws -> [UInt8] {
    let body = sample.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
    return try #require(Base64Text.bytes(Array(body.utf8)))
  }

  @Test("tells its key and its purpose") func reading() throws {
    let signature = try ArmoredSignature(Array(Self.sample.utf8))
    #expect(signature.fingerprint == "SHA256:df3PgY3I2hO76T+LxoJnoI5QlSK7ke43nKyc3XKfCsQ")
    #expect(signature.purpose == "a11y-bundle")
    #expect(signature.text == Self.sample)
    // The last line's end may be lost on the way.
    #expect(try ArmoredSignature(Array(Self.sample.utf8.dropLast())) == signature)
    #expect(try ArmoredSignature(Self.armor(Self.blob())).fingerprint == signature.fingerprint)
  }

  @Test("is refused with anything around it, twice, cut, large, or of another kind") func hostile() throws {
    let bytes = Array(Self.sample.utf8)
    let blob = try Self.blob()
    var hostile: [[UInt8]] = [
      [], [10], bytes + bytes, [10] + bytes, bytes + [10], bytes + Array("x".utf8), Array(repeating: 0, count: 300),
      Array(repeating: 0xff, count: 64 << 10), bytes + Array(repeating: 10, count: 64 << 10),
      Array(Self.sample.replacing("\n", with: "\r\n").utf8), Array(Self.sample.replacing("==", with: "=").utf8),
      Array(Self.sample.replacing("==", with: "").utf8), Array(Self.sample.replacing("CQ==", with: "CR==").utf8),
      Array(Self.sample.replacing("SSH SIG", with: "PGP SIG").utf8),
      Array(Self.sample.replacing("U1N", with: "U 1N").utf8),
      Array("-----BEGIN SSH SIGNATURE-----\n-----END SSH SIGNATURE-----\n".utf8),
      Array("-----BEGIN SSH SIGNATURE-----\n\n-----END SSH SIGNATURE-----\n".utf8),
      Self.armor(Array("SSHSIH".utf8) + blob.dropFirst(6)), Self.armor(blob + [0]), Self.armor([0] + blob),
    ]
    var version = blob
    version[9] = 2
    hostile.append(Self.armor(version))
    var length = blob
    length[10] = 0xff
    hostile.append(Self.armor(length))
    for bytes in hostile { #expect(Self.problem(bytes)?.code == .malformed) }
    for count in 0..<blob.count { #expect(Self.problem(Self.armor(Array(blob.prefix(count))))?.code == .malformed) }
    for count in 0..<(bytes.count - 1) { #expect(Self.problem(Array(bytes.prefix(count)))?.code == .malformed) }
  }

  @Test("with changed bytes never traps") func mutation() throws {
    let blob = try Self.blob()
    for index in blob.indices {
      for value: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
        var changed = blob
        changed[index] = value
        _ = Self.problem(Self.armor(changed))
      }
    }
  }

  @Test("is made of letters with one spelling") func base64() {
    let texts = ["": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE="]
    for (plain, text) in texts {
      #expect(Base64Text.text(plain.utf8) == text)
      #expect(Base64Text.bytes(Array(text.utf8)) == Array(plain.utf8))
    }
    for text in ["A", "AA", "AAA", "A===", "====", "AA=A", "AB==", "AAB=", "AA==AAAA", "AAA-", "AAA\n", "=AAA"] {
      #expect(Base64Text.bytes(Array(text.utf8)) == nil, "\(text)")
    }
    let all = (0...255).map { UInt8($0) }
    #expect(Base64Text.bytes(Array(Base64Text.text(all).utf8)) == all)
    #expect(PublicKey.isFingerprint("SHA256:df3PgY3I2hO76T+LxoJnoI5QlSK7ke43nKyc3XKfCsQ"))
    #expect(!PublicKey.isFingerprint("SHA256:df3PgY3I2hO76T+LxoJnoI5QlSK7ke43nKyc3XKfCsR"))
    #expect(!PublicKey.isFingerprint("SHA256:df3PgY3I2hO76T"))
  }
}
