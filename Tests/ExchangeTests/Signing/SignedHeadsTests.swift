import Base
import Foundation
import Store
import Testing

@testable import Exchange

@Suite("The signed text") struct SignedHeadsTests {
  private static let digest = SHA256.digest(of: Array("bundle".utf8))
  private static let identity = SHA256.digest(of: Array("fact".utf8))

  private static func heads(_ replicas: [String]) -> SignedHeads? {
    SignedHeads(
      tracker: "tracker0", digest: digest,
      authors: replicas.map { ChainHead(replica: $0, sequence: 7, identity: identity) })
  }

  @Test("has one line for each replica in the order of bytes, and reads back") func text() throws {
    let heads = try #require(Self.heads(["bbbbbbbb", "aaaaaaaa"]))
    #expect(
      heads.text == """
        a11y-bundle 1
        tracker tracker0
        digest \(Self.digest.hex)
        author aaaaaaaa 7 \(Self.identity.hex)
        author bbbbbbbb 7 \(Self.identity.hex)

        """)
    #expect(try SignedHeads(reading: heads.bytes) == heads)
  }

  @Test("names an author once or none at all, with names and numbers of a bundle") func making() {
    #expect(Self.heads([])?.authors.isEmpty == true)
    #expect(Self.heads(["aaaaaaaa", "aaaaaaaa"]) == nil)
    #expect(Self.heads(["AAAAAAAA"]) == nil)
    #expect(Self.heads((0...4096).map { "replica0\($0)" }) == nil)
    let author = ChainHead(replica: "aaaaaaaa", sequence: 0, identity: Self.identity)
    #expect(SignedHeads(tracker: "tracker0", digest: Self.digest, authors: [author]) == nil)
    #expect(SignedHeads(tracker: "short", digest: Self.digest, authors: []) == nil)
  }

  @Test(
    "is refused in any other spelling",
    arguments: [
      ("a11y-bundle 1", "a11y-bundle 2"), ("a11y-bundle 1\n", "a11y-bundle 1\r\n"), ("a11y-bundle 1\n", ""),
      ("tracker tracker0", "tracker  tracker0"), ("tracker tracker0", "tracker TRACKER0"), ("tracker ", "Tracker "),
      ("digest ", "digest 0"), ("author aaaaaaaa 7 ", "author aaaaaaaa 07 "),
      ("author aaaaaaaa 7 ", "author aaaaaaaa +7 "), ("author aaaaaaaa 7 ", "author aaaaaaaa -7 "),
      ("author aaaaaaaa 7 ", "author aaaaaaaa 99999999999999999999 "), ("author aaaaaaaa", "author bbbbbbbb"),
      ("author aaaaaaaa", "author cccccccc"), ("author aaaaaaaa", "writer aaaaaaaa"),
      ("author bbbbbbbb", "\nauthor bbbbbbbb"), ("author bbbbbbbb 7", "author bbbbbbbb 7 7"),
    ])
  func spelling(part: String, other: String) throws {
    let text = try #require(Self.heads(["bbbbbbbb", "aaaaaaaa"])).text
    let range = try #require(text.range(of: part))
    let changed = text.replacingCharacters(in: range, with: other)
    #expect(signingProblem { _ = try SignedHeads(reading: Array(changed.utf8)) }?.code == .malformed)
  }

  @Test("is refused at any cut within a line, with anything behind it, and for bytes that are no text")
  func cuts() throws {
    let bytes = try #require(Self.heads(["bbbbbbbb", "aaaaaaaa"])).bytes
    // A text of fewer authors is a text as well; what it says is what was signed.
    let lines = bytes.indices.filter { bytes[$0] == 10 }.map { $0 + 1 }
    for count in 0..<bytes.count where !lines[2...].contains(count) {
      #expect(throws: SigningProblem.self) { try SignedHeads(reading: Array(bytes.prefix(count))) }
    }
    for (authors, count) in lines[2...].enumerated() {
      #expect(try SignedHeads(reading: Array(bytes.prefix(count))).authors.count == authors)
    }
    for end: [UInt8] in [[10], [0], Array("x\n".utf8)] {
      #expect(throws: SigningProblem.self) { try SignedHeads(reading: bytes + end) }
    }
    #expect(throws: SigningProblem.self) { try SignedHeads(reading: Array(repeating: 0xff, count: 1 << 20)) }
    #expect(throws: SigningProblem.self) { try SignedHeads(reading: Array(repeating: 10, count: 4000)) }
  }
}
