import Audit
import Base
import StoredFacts
import Testing

@testable import Store

@Suite("evidence of results")
final class EvidenceFactTests: TrackerOfButton {
  private func file(_ text: String = "picture") throws -> NewEvidence {
    let bytes = Array(text.utf8)
    let digest = SHA256.digest(of: bytes)
    try tracker.evidence.store(bytes, digest)
    return NewEvidence(name: "shot.txt", type: "text/plain", digest: digest, bytes: Int64(bytes.count))
  }

  @discardableResult
  private func logWithEvidence(_ text: String = "picture") throws -> String {
    let file = try file(text)
    surroundings.now += 1_000
    try tracker.write { writer in
      let new = NewResult(component: "button", check: Catalogue.first, outcome: .fail, tester: "tia")
      try writer.attach(file, to: try writer.log(new), by: "tia")
    }
    return try #require(try rows.last).id
  }

  private var rows: [Reader.EvidenceRow] { get throws { try tracker.read { try $0.evidence() } } }

  @Test("one step logs both, and undo and redo move both")
  func undo() throws {
    try logWithEvidence()
    let row = try #require(try rows.first)
    #expect(try row.result == tracker.read { try $0.history(component: "button") }.first?.id)
    let step = try #require(try tracker.read { try $0.undoable(limit: 1) }.first)
    #expect(step.actions.count == 2)
    #expect(step.actions.last == .evidence(name: "shot.txt", check: Catalogue.first, component: "button"))
    try tracker.undo()
    #expect(try rows.isEmpty)
    try tracker.redo()
    #expect(try rows.map(\.id) == [row.id])
  }

  @Test("evidence that came later goes alone, and goes with its result")
  func later() throws {
    try tracker.log(.fail)
    let file = try file()
    surroundings.now += 1_000
    try tracker.write { writer in
      let result = try #require(try writer.reader.history(component: "button").first)
      let id = try writer.attach(file, to: result, by: "tia")
      #expect(try writer.reader.evidence().map(\.id) == [id])
    }
    #expect(try rows.count == 1)
    try tracker.undo()
    #expect(try rows.isEmpty)
    try tracker.redo()
    // The result is taken back by itself.
    let result = try #require(try tracker.facts.first { $0.fact.kind == "result" })
    _ = try tracker.write { try $0.append("retract", ["targets": [.string(result.reference.hex)]]) }
    #expect(try rows.isEmpty)
  }

  @Test("in whatever order facts arrive, the same is shown")
  func order() throws {
    try logWithEvidence("one")
    try logWithEvidence("two")
    try tracker.undo()
    let facts = try tracker.facts
    for order in [facts, facts.reversed()] {
      let other = try Tracker.make(scratch.newPath(), Surroundings(seed: 9))
      for fact in order { _ = try other.write { try $0.receive([fact]) } }
      #expect(try other.read { try $0.evidence() }.map(\.evidence) == rows.map(\.evidence))
      #expect(try other.read { try $0.evidence() }.map(\.result) == rows.map(\.result))
      #expect(try other.missingEvidence() == 1)
    }
  }

  @Test("a file that is not in the folder is not attached")
  func missing() throws {
    let file = try file()
    tracker.evidence.remove(file.digest)
    #expect(throws: Refusal.self) {
      try tracker.write { writer in
        let new = NewResult(component: "button", check: Catalogue.first, outcome: .fail, tester: "tia")
        try writer.attach(file, to: try writer.log(new), by: "tia")
      }
    }
    #expect(try rows.isEmpty)
    #expect(try tracker.read { try $0.history(component: "button") }.isEmpty)
  }

  @Test("the file of erased evidence goes with the last fact that names it")
  func erase() throws {
    let ids = [try logWithEvidence(), try logWithEvidence()]
    let file = try #require(try rows.first).evidence
    _ = try tracker.write { try $0.erase([ids[0]], reason: .other, by: "lead") }
    #expect(tracker.evidence.holds(file.digest, bytes: file.bytes))
    let result = try #require(try rows.first?.result)
    let report = try tracker.write { try $0.erase([result], reason: .other, by: "lead") }
    #expect(report.destroyed == ["result": 1, "evidence": 1])
    #expect(!tracker.evidence.holds(file.digest, bytes: file.bytes))
    #expect(try tracker.read { try $0.erasedFiles() } == [file.digest])
    // One that comes back goes again, unless somebody attaches it anew.
    try tracker.evidence.store(Array("picture".utf8), file.digest)
    try tracker.removeErasedFiles()
    #expect(!tracker.evidence.holds(file.digest, bytes: file.bytes))
    try logWithEvidence()
    try tracker.removeErasedFiles()
    #expect(tracker.evidence.holds(file.digest, bytes: file.bytes))
  }

  @Test("an erasure that is rolled back removes nothing")
  func rolledBack() throws {
    struct Stop: Error {}
    let id = try logWithEvidence()
    #expect(throws: Stop.self) {
      try tracker.write { writer in
        _ = try writer.erase([id], reason: .other, by: "lead")
        throw Stop()
      }
    }
    #expect(try tracker.missingEvidence() == 0)
    #expect(try rows.count == 1)
  }
}
