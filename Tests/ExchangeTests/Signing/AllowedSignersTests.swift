import Audit
import Base
import Foundation
import Testing

@testable import Exchange

@Suite("allowed_signers") struct AllowedSignersTests {
  /// Keys that ssh-keygen has made, and the fingerprint it has shown for the first.
  private static let key =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJjFOJ/FuJxumNFBqUBLja4MPQmsAjaVMgN2ovHdifs5"
  private static let print = "SHA256:df3PgY3I2hO76T+LxoJnoI5QlSK7ke43nKyc3XKfCsQ"
  private static let other =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKuLOujyyBUPtIYHVYPJiqwajbKb/JyXrctVMuNrFvzo"
  private static let options = "namespaces=\"a11y-bundle\""

  private static func read(_ text: String, offset: Int = 0) throws -> AllowedSigners {
    try AllowedSigners(Array(text.utf8), localOffset: { _ in offset })
  }

  @Test("names keys by fingerprint") func reading() throws {
    let text = """
      # the team

      \(" ")
      tia \(Self.options) \(Self.key) tia@home with a comment
      tia\t\(Self.options),valid-before="20270101Z"  \(Self.other)

      """
    let signers = try Self.read(text)
    #expect(signers.signers.map(\.line) == [4, 5])
    #expect(signers.signer(fingerprint: Self.print)?.name == "tia")
    #expect(signers.signers.map(\.name) == ["tia", "tia"])
    #expect(signers.signer(fingerprint: "") == nil)
    #expect(try Self.read("").signers.isEmpty)
  }

  @Test(
    "is refused for one bad line, which is named",
    arguments: [
      ("*@team \(options) \(key)", "pattern"), ("t?a \(options) \(key)", "pattern"),
      ("!tia \(options) \(key)", "pattern"), ("*\u{301} \(options) \(key)", "pattern"),
      ("ti\"\u{301}a \(options) \(key)", "name is missing"), ("tia,tom \(options) \(key)", "several names"),
      ("\"tia\" \(options) \(key)", "name is missing"), ("\(options) \(key)", "name is missing"),
      ("\(key)", "name is missing"), ("ti\u{200b}a \(options) \(key)", "invisible"),
      ("ti\u{a0}a \(options) \(key)", "invisible"), ("ti\u{7}a \(options) \(key)", "invisible"),
      (String(repeating: "t", count: 129) + " \(options) \(key)", "too long"),
      ("tia \(key)", "options are missing"), ("tia", "options are missing"),
      ("tia valid-before=\"20270101\" \(key)", "namespaces=\"a11y-bundle\" is missing"),
      ("tia cert-authority,\(options) \(key)", "cert-authority"),
      ("tia \(options),cert-authority \(key)", "cert-authority"),
      ("tia namespaces=\"git\" \(key)", "other purposes"),
      ("tia namespaces=\"a11y-bundle,git\" \(key)", "other purposes"),
      ("tia namespaces=\"*\" \(key)", "other purposes"), ("tia namespaces=a11y-bundle \(key)", "other purposes"),
      ("tia NAMESPACES=\"a11y-bundle\" \(key)", "unknown option"),
      ("tia \(options),\(options) \(key)", "repeated"), ("tia \(options), \(key)", "unknown option"),
      ("tia \(options) valid-before=\"20270101\" \(key)", "unknown kind"),
      ("tia \(options),valid-before=20270101 \(key)", "in quotes"),
      ("tia \(options),valid-before=\"2027\" \(key)", "invalid time"),
      ("tia \(options),valid-before=\"20270230\" \(key)", "invalid time"),
      ("tia \(options),valid-before=\"19700101Z\" \(key)", "invalid time"),
      ("tia \(options),valid-before=\"20270101z\" \(key)", "invalid time"),
      ("tia \(options),valid-before=\"\" \(key)", "in"),
      ("tia \(options),valid-after=\"20270101\",valid-before=\"20270101\" \(key)", "not later"),
      ("tia \(options),valid-after=\"20270101\",valid-after=\"20270102\" \(key)", "repeated"),
      ("tia \(options)", "key is missing"), ("tia \(options) ssh-ed25519", "key is missing"),
      ("tia \(options) ssh-dss AAAA", "unknown kind"),
      ("tia \(options) ssh-ed25519-cert-v01@openssh.com AAAA", "unknown kind"),
      ("tia \(options) ssh-ed25519 AAAA", "damaged"), ("tia \(options) ssh-rsa \(key.dropFirst(12))", "damaged"),
      ("tia \(options) \(key.dropLast())", "damaged"), ("tia \(options) \(key)AAAA", "damaged"),
      ("tia \(options) \(key)\r", "CR LF"), ("tom \(options) \(other)", "already in line 1"), ("junk", "options"),
    ])
  func badLine(line: String, words: String) throws {
    let text = "zoe \(Self.options) \(Self.other)\n# a comment\n\(line)\n"
    let problem = try #require(signingProblem { _ = try Self.read(text) })
    #expect(problem.code == .allowedSigners)
    #expect(problem.line == 3)
    #expect(problem.sentence.contains(words), "\(problem)")
  }

  @Test("is refused for bytes that are no text") func bytes() throws {
    for bytes: [UInt8] in [[0xff, 0xfe], Array("tia\0x".utf8), Array(repeating: 0x80, count: 5000)] {
      #expect(throws: SigningProblem.self) { try AllowedSigners(bytes, localOffset: { _ in 0 }) }
    }
  }

  @Test("says which line is bad, or that it cannot be read") func badFiles() throws {
    let place = try SigningPlace()
    let path = try place.write("allowed_signers", "junk\ntia \(Self.options) \(Self.key)\n*@team x y z\n")
    #expect(signingProblem { _ = try AllowedSigners(path: path, localOffset: { _ in 0 }) }?.line == 1)
    let missing = signingProblem { _ = try AllowedSigners(path: path + "x", localOffset: { _ in 0 }) }
    #expect(missing?.code == .allowedSigners && missing?.line == nil)
  }

  @Test("reads times in UTC with Z and in local time without, and the last moment counts") func times() throws {
    let line = "tia \(Self.options),valid-after=\"202703011200\",valid-before=\"20270302Z\" \(Self.key)"
    let validity = try Self.read(line, offset: 3600).signers[0].validity
    #expect(validity.after?.iso8601 == "2027-03-01T11:00:00Z")
    #expect(validity.before?.iso8601 == "2027-03-02T00:00:00Z")
    let end = try #require(validity.before).milliseconds
    #expect(validity.standing(at: Timestamp(milliseconds: end)) == .valid)
    #expect(validity.standing(at: Timestamp(milliseconds: end + 1)) == .late)
    #expect(validity.standing(at: Timestamp(milliseconds: 0)) == .early)
    #expect(SignerValidity.text(Timestamp(milliseconds: end)) == "20270302000000Z")
  }

  @Test("must be a regular file, not a link, and not large") func files() throws {
    let place = try SigningPlace()
    func sentence(_ name: String) -> String {
      signingProblem { _ = try AllowedSigners(path: place.path(name), localOffset: { _ in 0 }) }?.sentence ?? ""
    }
    try place.write("real", "")
    try FileManager.default.createSymbolicLink(atPath: place.path("link"), withDestinationPath: place.path("real"))
    #expect(mkfifo(place.path("pipe"), 0o600) == 0)
    try place.write("large", String(repeating: "#\n", count: 1 << 20))
    #expect(sentence("real") == "")
    #expect(sentence("missing").contains("does not exist"))
    #expect(sentence("link").contains("symbolic link"))
    #expect(sentence("pipe").contains("pipe"))
    #expect(sentence(".").contains("folder"))
    #expect(sentence("large").contains("larger than"))
  }
}
