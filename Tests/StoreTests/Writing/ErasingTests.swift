import Audit
import Base
import StoredFacts
import Testing

@testable import Store

@Suite("erasing")
struct ErasingTests {
  @Test(
    "destroys every kind of content, understood or not",
    arguments: [
      ("result", ["check": .string(Catalogue.first), "component": "button", "outcome": "fail", "note": "Secret"]),
      ("result", ["check": .string(Catalogue.first), "component": "button", "outcome": "perhaps", "note": "Secret"]),
      ("note", ["component": "button", "text": "Secret"]), ("note", ["words": "Secret"]),
      ("set", ["fields": ["title": "Secret"], "key": "button", "kind": "component"]), ("set", ["title": "Secret"]),
      ("sighting", ["of": "Secret"]), ("evidence", ["name": "Secret"]),
      (
        "evidence",
        [
          "check": .string(Catalogue.first), "component": "button", "name": "Secret",
          "of": "0123456789abcdef0123456789abcdef",
          "size": 3, "sha256": .string(String(repeating: "ab", count: 32)), "type": "image/png",
        ]
      ),
    ] as [(String, JSONObject)])
  func everyKind(kind: String, body: JSONObject) throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings())
    let fact = Fact.foreign(kind, body)
    _ = try tracker.write { try $0.receive([fact]) }
    let report = try tracker.write { try $0.erase(["elsewhere-1"], reason: .personal, by: "lead") }
    #expect(report.destroyed == [kind: 1])
    let erased = try #require(try tracker.facts.first)
    #expect(erased.isStub && erased.fact.kind == kind)
    #expect(try erased.bytes == fact.stored(isStub: true).bytes && erased.digest == fact.sealed().identity)
    let salt = try #require(fact.salt?.bytes)
    tracker.close()
    let file = withExtendedLifetime(scratch) { Scratch.bytes(tracker.path) }
    #expect(!file.isEmpty)
    #expect(file.firstRange(of: Array("Secret".utf8)) == nil, "the words are still in the file")
    #expect(file.firstRange(of: salt) == nil, "the salt by which a guess could be tried is still in the file")
  }
}
