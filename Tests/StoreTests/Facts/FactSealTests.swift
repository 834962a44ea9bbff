import Audit
import Base
import Children
import StoredFacts
import Testing

@testable import Store

@Suite("identities of facts")
struct FactSealTests {
  private static let result = Fact(
    replica: "abcdefgh", sequence: 7, clock: HybridTime(milliseconds: 1_750_000_000_000, counter: 2),
    previous: FactReference(high: 0, low: 1), kind: "result",
    body: ["check": "a.b", "component": "c", "note": "\u{e9}\n", "outcome": "fail"],
    salt: FactSalt(hex: "000102030405060708090a0b0c0d0e0f"),
    saw: [FactReference(high: .max, low: .max), FactReference(high: 0, low: 0)])
  private static let undo = Fact(
    replica: "abcdefgh", sequence: 1, clock: HybridTime(milliseconds: 5), previous: nil, kind: "retract",
    body: ["targets": ["00000000000000000000000000000001"]], salt: nil)

  @Test(
    "are those that the model works out",
    arguments: [
      (result, "501ef5064b1e001d1e579ce65c9f479234d7daa60f0598040abe425c70f46e57"),
      (undo, "60af5de7e6bab7ce3c23c767e9dcba82167c02e42792572af9452ca632c85d62"),
    ])
  func vectors(fact: Fact, identity: String) throws {
    #expect(try fact.sealed().identity.hex == identity)
  }

  @Test("a header is canonical JSON of seven members, and its digest is the identity")
  func headers() throws {
    for fact in [Self.result, Self.undo] {
      let stub = try fact.stored(isStub: true)
      let json = try JSONReader.parse(stub.bytes)
      #expect(try CanonicalWriter.bytes(of: json) == stub.bytes)
      #expect(json.objectValue?.members.map(\.key) == ["at", "c", "kind", "n", "prev", "r", "saw"])
      #expect(SHA256.digest(of: stub.bytes) == stub.digest)
      #expect(try fact.sealed().identity == stub.digest)
      #expect(stub.reference.hex == String(stub.digest.hex.prefix(32)))
    }
  }

  @Test("every member of a fact has its part in the identity, and so has the salt")
  func members() throws {
    var others: [Fact] = []
    func other(_ change: (inout Fact) -> Void) {
      var fact = Self.result
      change(&fact)
      others.append(fact)
    }
    other { _ in }
    other { $0.replica = "abcdefgi" }
    other { $0.sequence = 8 }
    other { $0.clock.milliseconds += 1 }
    other { $0.clock.counter += 1 }
    other { $0.previous = nil }
    other { $0.kind = "results" }
    other { $0.body["note"] = "e\u{301}\n" }
    other { $0.body["note"] = nil }
    other { $0.salt = FactSalt(high: 0, low: 0) }
    other { $0.salt = nil }
    other { $0.saw.reverse() }
    other { $0.saw = [] }
    #expect(try Set(others.map { try $0.sealed().identity }).count == others.count)
  }

  @Test("a bundle tells a fact from its header")
  func bundlePart() throws {
    let identity = try Self.result.sealed().identity
    #expect(FactSeal.bundlePart(identity, isHeader: false) == identity)
    let wanted = SHA256.digest(of: identity.withBytes { [UInt8]($0) } + Array("stub".utf8))
    #expect(FactSeal.bundlePart(identity, isHeader: true) == wanted)
  }
}

@Suite("salts")
struct FactSaltTests {
  @Test("16 bytes and 32 lowercase hex digits are read, nothing else")
  func forms() throws {
    let salt = try #require(FactSalt(hex: "000102030405060708090a0b0c0d0e0f"))
    #expect(salt.bytes == Array(0..<16) && FactSalt(bytes: salt.bytes) == salt)
    #expect(salt.withBytes { Array($0) } == salt.bytes)
    for hex in ["", "00", "000102030405060708090A0B0C0D0E0F", String(repeating: "0", count: 64)] {
      #expect(FactSalt(hex: hex) == nil)
    }
    #expect(FactSalt(bytes: [1, 2, 3]) == nil)
  }

  @Test("are asked of the system many at a time, and each is given once")
  func source() {
    var asked: [Int] = []
    var random = SeededRandom(seed: 1)
    var source = SaltSource { count in
      asked.append(count)
      return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    let salts = (0..<2_000).map { _ in source.next().hex }
    #expect(Set(salts).count == salts.count)
    #expect(asked.first == 16 && asked.count < 20)
  }

  @Test("each fact of a machine has its own, and facts that act on others have none")
  func everyFact() throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings())
    try tracker.addComponent()
    try tracker.write { writer in
      let new = NewResult(component: "button", check: Catalogue.first, outcome: .fail, tester: "tia")
      for _ in 0..<300 { try writer.log(new) }
    }
    try tracker.undo()
    try tracker.sit(TapSamples.session(), [.firstTap])
    let facts = try tracker.facts.map(\.fact)
    let salted = facts.filter { !ControlKind.isControl($0.kind) }
    #expect(Set(salted.compactMap { $0.salt?.hex }).count == salted.count && salted.count == 303)
    #expect(facts.filter { ControlKind.isControl($0.kind) }.allSatisfy { $0.salt == nil })
  }
}
