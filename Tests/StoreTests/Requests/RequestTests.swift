import Audit
import Base
import SQLite
import StoredFacts
import Testing

@testable import Store

@Suite("requests to take back and to erase")
struct RequestTests {
  let scratch: Scratch
  let surroundings = Surroundings()
  let tracker: Tracker
  let finding: StoredFact

  init() throws {
    scratch = try Scratch()
    tracker = try Tracker.make(scratch.newPath(), surroundings)
    try tracker.addComponent()
    try tracker.log(.fail)
    finding = try #require(try tracker.facts.last)
  }

  private static func undo(
    _ target: FactReference, replica: String = "elsewhere", _ sequence: Int64 = 1, after: FactReference? = nil
  ) -> Fact { .foreign("retract", ["targets": [.string(target.hex)]], replica: replica, sequence, after: after) }

  private static func erase(
    _ target: FactReference, replica: String = "elsewhere", _ sequence: Int64 = 1, after: FactReference? = nil
  ) -> Fact {
    .foreign(
      "erase", ["reason": "personal", "targets": [.string(target.hex)]], replica: replica, sequence, after: after)
  }

  private func standing(of request: Fact, in tracker: Tracker? = nil) throws -> [Int64] {
    let database = (tracker ?? self.tracker).database
    return try database.all(
      "SELECT standing FROM request JOIN fact ON fact.id = request.fact WHERE fact.digest = ? ORDER BY target",
      [.blob(try request.sealed().identity.withBytes { [UInt8]($0) })]
    ) { $0.int64(0) }
  }

  private func machine(_ facts: [StoredFact]) throws -> Tracker {
    let other = try Tracker.make(scratch.newPath(), Surroundings(seed: UInt64.random(in: 2...1_000_000)))
    for fact in facts { try other.take([fact]) }
    return other
  }

  private func expectRebuildChangesNothing(_ tracker: Tracker) throws {
    let before = try ProjectionText.lines(tracker)
    try tracker.write { try $0.rebuild() }
    let after = try ProjectionText.lines(tracker)
    #expect(before == after, "\(ProjectionText.difference(before, after))")
  }

  // MARK: Undo

  @Test("another's undo waits while the target counts, and is in force or not as is decided here, again and again")
  func foreignUndo() throws {
    let request = Self.undo(finding.reference)
    try tracker.take([request])
    #expect(try standing(of: request) == [RequestState.waits])
    #expect(try tracker.shown?.outcome == .fail)
    let waiting = try #require(try tracker.read { try $0.waitingRequests() }.first)
    #expect(waiting.kind == .undo && waiting.asker == "elsewhere" && waiting.targets == ["result": 1])
    #expect(try waiting.waiting == 1 && !waiting.isForked && waiting.identity == request.sealed().identity.hex)
    #expect(try tracker.read { try $0.cells(of: waiting, limit: 5) }.map(\.component) == ["button"])
    for decision in [Decision.follow, .refuse, .follow] {
      try tracker.decide(decision, about: [waiting.identity])
      #expect(try tracker.shown?.outcome == (decision == .follow ? nil : .fail))
      #expect(try tracker.read { try $0.waitingRequests() }.isEmpty)
      let wanted = decision == .follow ? RequestState.inForce : RequestState.refused
      #expect(try standing(of: request) == [wanted])
      try expectRebuildChangesNothing(tracker)
    }
  }

  @Test("an author's own undo is in force elsewhere, once all between it and its target is here, in any order")
  func ownUndo() throws {
    let facts = [Fact.foreign(.fail), Fact.foreign(.na, 2, after: try Fact.foreign(.fail).reference)]
    let request = Self.undo(try facts[0].reference, 3, after: try facts[1].reference)
    let stored = try facts.map { try $0.stored() } + [try request.stored()]
    for order in [[0, 1, 2], [2, 1, 0], [0, 2, 1], [2, 0, 1]] {
      let other = try machine(order.map { stored[$0] })
      #expect(try standing(of: request, in: other) == [RequestState.inForce], "\(order)")
      #expect(try other.shown == CellState(outcome: .na, severity: nil), "\(order)")
      try expectRebuildChangesNothing(other)
    }
    // Without what is between it waits; the header of that is enough.
    let partial = try machine([stored[0], stored[2]])
    #expect(try standing(of: request, in: partial) == [RequestState.waits])
    #expect(try partial.shown?.outcome == .fail)
    try partial.take([try facts[1].stored(isStub: true)])
    #expect(try standing(of: request, in: partial) == [RequestState.inForce])
    #expect(try partial.shown == nil)
  }

  @Test("an undo of what is not here waits for it, and says nothing meanwhile")
  func absent() throws {
    let (late, lost) = (Fact.foreign(.pass, replica: "somewhere"), FactReference(high: 5, low: 5))
    let request = Fact.foreign("retract", ["targets": [.string(try late.reference.hex), .string(lost.hex)]])
    try tracker.take([request])
    #expect(try standing(of: request) == [RequestState.absent, RequestState.absent])
    #expect(try tracker.read { try $0.requests() }.isEmpty)
    try tracker.take([late])
    #expect(try standing(of: request).sorted() == [RequestState.absent, RequestState.waits])
    #expect(try tracker.read { try $0.waitingRequests() }.map(\.count) == [1])
    try expectRebuildChangesNothing(tracker)
  }

  @Test("redo needs the right over the undo: another's waits, and the undo stands")
  func foreignRedo() throws {
    try tracker.undo()
    let undo = try #require(try tracker.facts.last)
    let redo = Self.undo(undo.reference)
    try tracker.take([redo])
    #expect(try tracker.shown == nil)
    #expect(try tracker.read { try $0.waitingRequests() }.map(\.targets) == [["retract": 1]])
    try tracker.decide(.follow, about: [try redo.sealed().identity.hex])
    #expect(try tracker.shown?.outcome == .fail)
    try expectRebuildChangesNothing(tracker)
  }

  @Test("long chains of undo and redo are settled, whatever comes first", arguments: [0, 1, 40, 41])
  func chains(length: Int) throws {
    var facts = [Fact.foreign(.fail)]
    for index in 0..<length {
      let last = try facts[index].reference
      facts.append(Self.undo(last, Int64(index + 2), after: last))
    }
    for order in [Array(facts.indices), facts.indices.reversed()] {
      let other = try machine(try order.map { try facts[$0].stored() })
      #expect(try other.shown?.outcome == (length.isMultiple(of: 2) ? .fail : nil))
    }
    let whole = try Tracker.make(scratch.newPath(), Surroundings(seed: 77))
    try whole.take(facts.shuffled())
    #expect(try whole.shown?.outcome == (length.isMultiple(of: 2) ? .fail : nil))
  }

  @Test("an undo that a fork holds up leaves its target in doubt, until a branch is kept")
  func forked() throws {
    let first = Fact.foreign(.pass, at: 10)
    let second = Fact.foreign(.fail, 2, at: 20, after: try first.reference)
    let undo = Self.undo(try second.reference, 3, after: try second.reference)
    let rival = Fact.foreign("note", ["component": "button", "text": "hm"], 3, after: try second.reference)
    let other = try machine(try [first, second, undo].map { try $0.stored() })
    #expect(try other.shown?.outcome == .pass)
    try other.take([rival])
    #expect(try standing(of: undo, in: other) == [RequestState.forked])
    #expect(try other.read { try $0.waitingRequests() }.map(\.isForked) == [true])
    #expect(try other.shown == CellState(outcome: .fail, severity: nil, isContradicted: true))
    try expectRebuildChangesNothing(other)
    for (fact, outcome) in [(rival, Outcome.fail), (undo, .pass)] {
      let path = scratch.newPath()
      try scratch.copy(other.path, to: path)
      let copy = try Tracker.reopen(path, Surroundings(seed: 9))
      let branches = try #require(try copy.read { try $0.forks() }.first).branches
      let identity = try fact.sealed().identity.hex
      try copy.write { try $0.keep(try #require(branches.first { $0.head == identity })) }
      // The other branch is as it was: its undo stays held up.
      #expect(
        try standing(of: undo, in: copy) == [
          outcome == .pass ? RequestState.inForce : RequestState.forked
        ])
      #expect(try copy.shown?.outcome == outcome)
      try expectRebuildChangesNothing(copy)
    }
  }

  // MARK: Erasing

  @Test("another's erasure waits; followed it destroys content and salt, which do not come back")
  func foreignErasure() throws {
    let request = Self.erase(finding.reference)
    try tracker.take([request])
    #expect(try standing(of: request) == [RequestState.waits])
    #expect(try tracker.facts.contains { $0.bytes == finding.bytes })
    try tracker.decide(.follow, about: [try request.sealed().identity.hex])
    let stub = try #require(try tracker.facts.first { $0.digest == finding.digest })
    #expect(try stub.bytes == finding.fact.stored(isStub: true).bytes && tracker.shown == nil)
    #expect(try tracker.take([finding]).same == 1)
    #expect(try tracker.shown == nil && tracker.facts.contains { $0.digest == finding.digest && $0.isStub })
    try expectRebuildChangesNothing(tracker)
    // A later refusal lets it come again from whoever has it.
    try tracker.decide(.refuse, about: [try request.sealed().identity.hex])
    #expect(try tracker.shown == nil)
    let received = try tracker.take([finding])
    #expect(received.filled == 1 && received.added == 0)
    #expect(try tracker.shown?.outcome == .fail)
    try expectRebuildChangesNothing(tracker)
  }

  @Test("what this machine's user asks for is followed at once here, and waits elsewhere though its author asks")
  func ownErasure() throws {
    let report = try tracker.write { try $0.erase([finding.id], reason: .mistake, by: "lead") }
    #expect(report.destroyed == ["result": 1])
    #expect(try tracker.facts.filter(\.isStub).map(\.digest) == [finding.digest])
    let request = try #require(try tracker.facts.last)
    #expect(request.fact.body["reason"] == "mistake" && request.fact.body["by"] == "lead")
    let other = try machine([finding, request])
    #expect(try standing(of: request.fact, in: other) == [RequestState.waits])
    #expect(try other.shown?.outcome == .fail)
    let early = try machine([request, finding])
    #expect(try standing(of: request.fact, in: early) == [RequestState.waits])
    #expect(try ProjectionText.lines(early) == ProjectionText.lines(other))
  }

  @Test("an erasure that was followed before its target came takes nothing in but the header")
  func beforeTarget() throws {
    let target = Fact.foreign(.fail, replica: "somewhere", with: ["note": "Secret"])
    let request = Self.erase(try target.reference)
    try tracker.take([request])
    try tracker.write { writer in
      try Decision.follow.store(about: try request.sealed().identity, in: writer.database)
      try writer.projector.markDecided()
    }
    try tracker.take([target])
    #expect(try tracker.facts.first { $0.fact.replica == "somewhere" }?.isStub == true)
    try expectRebuildChangesNothing(tracker)
    tracker.close()
    #expect(Scratch.bytes(tracker.path).firstRange(of: Array("Secret".utf8)) == nil)
  }

  @Test("an erasure by the signer of its target is in force wherever both are verified, unless it was refused")
  func signed() throws {
    let key = History.keys[0]
    let first = Fact.foreign("replica", ["signer": .string(key)])
    let target = Fact.foreign(.fail, 2, after: try first.reference)
    let request = Self.erase(try target.reference, 3, after: try target.reference)
    let stranger = Self.erase(try target.reference, replica: "somewhere")
    let facts = try [first, target, request, stranger].map { try $0.stored() }
    func verified(_ key: String, _ refused: Bool = false) throws -> Tracker {
      let other = try machine([])
      if refused { try other.write { try Decision.refuse.store(about: facts[2].digest, in: $0.database) } }
      try other.write { writer in
        try writer.database.run(
          "INSERT INTO signed (identity, key, name) VALUES (?, ?, 'eve')",
          [.blob(facts[2].digest.withBytes { [UInt8]($0) }), .text(key)])
      }
      for fact in facts.shuffled() { try other.take([fact]) }
      return other
    }
    let unsigned = try machine(facts)
    #expect(try standing(of: request, in: unsigned) == [RequestState.waits])
    let trusted = try verified(key)
    #expect(try standing(of: request, in: trusted) == [RequestState.inForce])
    #expect(try standing(of: stranger, in: trusted) == [RequestState.waits])
    #expect(try trusted.facts.first { $0.digest == facts[1].digest }?.isStub == true && trusted.shown == nil)
    try expectRebuildChangesNothing(trusted)
    for other in [try verified(History.keys[1]), try verified(key, true)] {
      #expect(try other.shown?.outcome == .fail, "another key says nothing, and what was refused is not followed")
      try expectRebuildChangesNothing(other)
    }
    // The signature is learned of last.
    let late = try machine(facts)
    try late.write { writer in
      try writer.database.run(
        "INSERT INTO signed (identity, key, name) VALUES (?, ?, 'eve')",
        [.blob(facts[2].digest.withBytes { [UInt8]($0) }), .text(key)])
      try writer.findHeads()
      try writer.projector.markDecided()
    }
    #expect(try ProjectionText.lines(late) == ProjectionText.lines(trusted))
  }

  @Test("requests cannot be erased")
  func control() throws {
    try tracker.undo()
    let undo = try #require(try tracker.facts.last)
    let request = Self.erase(undo.reference)
    try tracker.take([request])
    try tracker.write { writer in
      try Decision.follow.store(about: try request.sealed().identity, in: writer.database)
      try writer.projector.markDecided()
    }
    #expect(try !tracker.facts.contains { $0.isStub } && tracker.shown == nil)
    #expect(throws: Refusal.self) { try tracker.write { _ = try $0.erase([undo.id], reason: .other, by: "") } }
  }

  @Test("a header comes before, after or without its content, and removes nothing")
  func headers() throws {
    let stub = try finding.fact.stored(isStub: true)
    let set = try tracker.facts[0]
    for order in [[set, stub, finding], [set, finding, stub], [stub, set, finding, stub]] {
      let other = try machine(order)
      #expect(try other.shown?.outcome == .fail)
      #expect(try other.facts.map(\.bytes) == tracker.facts.map(\.bytes))
      #expect(try ProjectionText.lines(other) == ProjectionText.lines(tracker))
    }
    let without = try machine([set, stub])
    #expect(try without.shown == nil && without.facts.contains { $0.isStub })
    try expectRebuildChangesNothing(without)
    #expect(try without.read { try $0.requests() }.isEmpty)
  }
}
