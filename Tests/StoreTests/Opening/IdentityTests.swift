import Audit
import Base
import Foundation
import StoredFacts
import Testing

@testable import Store

@Suite("identity of replicas")
struct IdentityTests {
  let scratch: Scratch
  let surroundings = Surroundings()
  let tracker: Tracker
  let original: String

  init() throws {
    scratch = try Scratch()
    tracker = try Tracker.make(scratch.newPath(), surroundings)
    original = try tracker.replica
    try tracker.addComponent()
    try tracker.log(.fail)
  }

  private var markPath: String { Mark.path(beside: tracker.path) }

  /// Closes, puts earlier bytes in place and opens again.
  private func putBack(_ bytes: [UInt8]) throws -> Tracker {
    tracker.close()
    try Scratch.overwrite(tracker.path, with: bytes)
    return try Tracker.reopen(tracker.path, surroundings)
  }

  private static func parent(_ tracker: Tracker) throws -> String? {
    let own = try tracker.replica
    return try tracker.facts.first { $0.fact.replica == own && $0.fact.kind == "replica" }?.fact.body["parent"]?
      .stringValue
  }

  @Test("a file that stays where it is keeps its name, opened again and again")
  func stays() throws {
    for _ in 0..<3 {
      tracker.close()
      let again = try Tracker.reopen(tracker.path, surroundings)
      try again.log(.pass)
      #expect(try again.replica == original)
      again.close()
    }
  }

  @Test(
    "a copy becomes a replica of its own with its first write, whether its mark came along or not",
    arguments: [true, false])
  func copy(withMark: Bool) throws {
    let path = scratch.newPath()
    try scratch.copy(tracker.path, to: path)
    if withMark { try scratch.copy(markPath, to: Mark.path(beside: path)) }
    let copy = try Tracker.reopen(path, Surroundings(seed: 2))
    #expect(try copy.replica == original, "reading changes nothing")
    try copy.log(.pass)
    #expect(try copy.replica != original)
    #expect(try Self.parent(copy) == original)
    try tracker.log(.na)
    #expect(try tracker.replica == original, "the original goes on under its name")
    let received = try tracker.write { try $0.receive(try copy.facts.map(\.fact)) }
    #expect(received.forks == 0 && received.added == 2)
  }

  @Test("a backup put back in the very place of its tracker becomes a replica of its own")
  func backup() throws {
    let backup = scratch.newPath()
    _ = try tracker.backup(to: backup)
    try tracker.log(.pass)
    // The file number is that of the tracker, as it may be after the old file was removed; its mark went with it.
    try FileManager.default.removeItem(atPath: markPath)
    let restored = try putBack(Scratch.bytes(backup))
    try restored.log(.pass)
    #expect(try restored.replica != original)
    #expect(try Self.parent(restored) == original)
  }

  @Test("another machine is another replica")
  func otherHost() throws {
    tracker.close()
    surroundings.host = "host-b"
    let moved = try Tracker.reopen(tracker.path, surroundings)
    try moved.log(.pass)
    #expect(try Self.parent(moved) == original)
  }

  @Test("an older copy written over the file is noticed by the mark, and what had left it comes back")
  func rolledBack() throws {
    let older = Scratch.bytes(tracker.path)
    try tracker.log(.pass)
    let facts = try tracker.facts
    let back = try putBack(older)
    try back.log(.na)
    #expect(try back.replica != original)
    #expect(try Self.parent(back) == original)
    let received = try back.write { try $0.receive(facts.map(\.fact)) }
    #expect(received.added == 1 && received.forks == 0, "no number was used twice")
  }

  @Test("an older copy that is put back twice is noticed twice")
  func rolledBackTwice() throws {
    let older = Scratch.bytes(tracker.path)
    try tracker.log(.pass)
    let lost = try tracker.facts
    let first = try putBack(older)
    try first.log(.na)
    first.close()
    try Scratch.overwrite(tracker.path, with: older)
    let second = try Tracker.reopen(tracker.path, surroundings)
    try second.log(.cantTell)
    #expect(try second.replica != original)
    #expect(try second.write { try $0.receive(lost.map(\.fact)) }.forks == 0)
  }

  @Test("our own facts that come back unknown, to a copy that nothing tells to be older, are one branch of a fork")
  func ownFactsReturn() throws {
    let older = Scratch.bytes(tracker.path)
    try tracker.log(.pass)
    try tracker.log(.na)
    let facts = try tracker.facts
    try FileManager.default.removeItem(atPath: markPath)
    let back = try putBack(older)
    #expect(try back.take([facts[2].fact]).underOwnName == 1)
    try back.log(.cantTell)
    #expect(try back.replica == original)
    #expect(try back.take([facts[3].fact]).underOwnName == 1)
    #expect(try back.read { try $0.forks() }.map(\.branches.count) == [2])
    #expect(try back.facts.count == facts.count + 1, "nothing is lost")
  }

  @Test(
    "a mark that is missing, torn or nonsense costs at most a new name, never a fact",
    arguments: [nil, "", "x", "a b", "a 1 b c", "\u{0}\u{1}", "zzzzzzzzzzzz 0000000000001 0123456789abcdef\n"])
  func tornMark(text: String?) throws {
    try FileManager.default.removeItem(atPath: markPath)
    if let text { try Data(text.utf8).write(to: URL(fileURLWithPath: markPath)) }
    tracker.close()
    let again = try Tracker.reopen(tracker.path, surroundings)
    let before = try again.facts.map(\.bytes)
    try again.log(.pass)
    #expect(Set(try again.facts.map(\.bytes)).isSuperset(of: before))
    #expect(try again.facts.count { $0.fact.kind == "result" } == 2)
  }

  @Test("a mark that lags behind proves nothing")
  func laggingMark() throws {
    let mark = Scratch.bytes(markPath)
    try tracker.log(.pass)
    try Scratch.overwrite(markPath, with: mark)
    tracker.close()
    let again = try Tracker.reopen(tracker.path, surroundings)
    try again.log(.pass)
    #expect(try again.replica == original)
  }

  @Test("a new tracker in place of a deleted one takes no notice of the old mark")
  func recreated() throws {
    tracker.close()
    try FileManager.default.removeItem(atPath: tracker.path)
    let new = try Tracker.make(tracker.path, Surroundings(seed: 7))
    let replica = try new.replica
    try new.addComponent()
    #expect(try new.replica == replica)
    #expect(try Self.parent(new) == nil)
  }

  @Test("one number said twice keeps both facts, wherever they meet, and no branch is lost")
  func fork() throws {
    let older = Scratch.bytes(tracker.path)
    try tracker.log(.pass, tester: "tia")
    let one = try tracker.facts
    try FileManager.default.removeItem(atPath: markPath)
    let back = try putBack(older)
    surroundings.now += 5
    try back.log(.na, tester: "tom")
    let other = try back.facts
    #expect(try back.replica == original, "nothing tells this copy that it is one")
    let third = try Tracker.make(scratch.newPath(), Surroundings(seed: 8))
    _ = try third.write { try $0.receive(one.map(\.fact)) }
    let received = try third.write { try $0.receive(other.map(\.fact)) }
    #expect(received.added == 1 && received.forks == 1 && received.same == 2)
    #expect(try back.take(one).underOwnName == 1)
    #expect(try back.facts.map(\.bytes) == (try third.facts.map(\.bytes)))
    #expect(try ProjectionText.lines(back) == (try ProjectionText.lines(third)))
    try back.log(.fail, tester: "tom")
    #expect(try back.replica == original, "what others make in our place leaves us where we are")
    let last = try #require(try back.facts.last { $0.fact.replica == original })
    #expect(other.last?.reference == last.fact.previous, "and we go on from what we said ourselves")
  }

  @Test("connections that write at once lose nothing and share one name")
  func concurrent() throws {
    let path = tracker.path
    tracker.close()
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      do {
        let mine = try Tracker.open(path: path, environment: Surroundings().environment, access: .write)
        for _ in 0..<10 { try mine.log(.pass, tester: "worker \(worker)") }
      } catch {
        Issue.record("worker \(worker): \(error)")
      }
    }
    let after = try Tracker.reopen(path, surroundings)
    let facts = try after.facts
    #expect(facts.count == 42 && facts.allSatisfy { $0.fact.replica == original })
    #expect(facts.map(\.fact.sequence) == Array(1...42))
    #expect(zip(facts, facts.dropFirst()).allSatisfy { $0.reference == $1.fact.previous })
  }
}
