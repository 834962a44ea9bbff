import Audit
import Base
import SQLite
import StoredFacts
import Testing

@testable import Store

@Suite("facts that lie")
final class ForgedFactTests: TrackerOfButton {
  override init() throws {
    try super.init()
    try tracker.log(.fail, severity: .serious)
  }

  private var last: StoredFact { get throws { try #require(try tracker.facts.last) } }

  /// What all who hold the same facts show, in any order of arrival, and derived anew.
  private func expectOneState() throws {
    let lines = try ProjectionText.lines(tracker, withSight: true)
    for facts in [try tracker.facts, try tracker.facts.reversed()] {
      let other = try Tracker.make(scratch.newPath(), Surroundings(seed: 4))
      for fact in facts { try other.take([fact]) }
      let theirs = try ProjectionText.lines(other, withSight: true)
      #expect(theirs == lines, "\(ProjectionText.difference(lines, theirs))")
    }
    try tracker.write { try $0.rebuild() }
    #expect(try ProjectionText.lines(tracker, withSight: true) == lines)
  }

  @Test(
    "a great number, a late clock, no build, an older build, the tester's name: none betters what was found",
    arguments: [
      (1 << 40 - 1, 0, [:]), (7, 9_007_199_254_740_991, [:]), (7, 0, ["build": "0.1"]),
      (7, 0, ["tester": "tia", "time": 9_000_000_000_000]),
    ] as [(Int64, Int64, JSONObject)])
  func betters(sequence: Int64, time: Int64, members: JSONObject) throws {
    let own = try last
    for (name, saw) in [("elsewhere", [own.reference]), (own.fact.replica, [])] {
      let forged = Fact.foreign(
        .pass, replica: name, sequence, at: time, after: FactReference(high: 1, low: 1), saw: saw, with: members)
      let received = try tracker.take([forged])
      #expect(received.gaps == 1)
      #expect(received.underOwnName == (name == own.fact.replica ? 1 : 0))
    }
    let shown = try #require(try tracker.shown)
    #expect(shown.outcome == .fail && shown.severity == .serious && shown.isUnsettled)
    try expectOneState()
    try tracker.log(.pass, tester: "tia")
    #expect(try tracker.replica == own.fact.replica, "facts that do not follow ours leave us where we are")
  }

  @Test("a number between others, behind a gap, has seen nothing but what it names")
  func between() throws {
    let facts = [
      Fact.foreign(.fail, 5), Fact.foreign(.pass, 6, after: FactReference(high: 2, low: 2)),
      Fact.foreign(.na, 4, after: FactReference(high: 3, low: 3)),
    ]
    for fact in facts.shuffled() { try tracker.take([fact]) }
    #expect(try tracker.shown?.isDisputed == true)
    for outcome in [Outcome.cantTell, .pass] {
      try tracker.log(outcome)
      try expectOneState()
    }
  }

  @Test("who writes under the name of a chain that names its signer is another, on the signer's machine too")
  func underSignersName() throws {
    let signer = try Tracker.make(scratch.newPath(), Surroundings(seed: 5))
    let key = History.keys[0]
    try signer.database.write {
      try Identity.found(signer.database, environment: signer.environment)
      try Identity.adoptFile(signer.database, path: signer.path, environment: signer.environment)
      try LocalTable.set(signer.database, "signer", key)
    }
    try signer.addComponent()
    try signer.log(.fail, tester: "eve")
    let head = try #require(try signer.facts.last)
    let next = head.fact.sequence + 1
    let forged = [
      Fact.foreign(
        .pass, replica: head.fact.replica, next, at: head.fact.clock.milliseconds + 1, after: head.reference),
      Fact.foreign(
        "retract", ["targets": [.string(head.reference.hex)]], replica: head.fact.replica, next, after: head.reference),
      Fact.foreign(
        "erase", ["reason": "other", "targets": [.string(head.reference.hex)]], replica: head.fact.replica, next,
        after: head.reference),
    ]
    for fact in forged {
      let path = scratch.newPath()
      try scratch.copy(signer.path, to: path)
      let copy = try Tracker.reopen(path, Surroundings(seed: 5))
      try copy.database.write {
        try Identity.adoptFile(copy.database, path: path, environment: copy.environment)
      }
      let received = try copy.take([fact])
      #expect(received.underOwnName == 1)
      #expect(try copy.shown?.outcome == .fail, "\(fact.kind)")
      #expect(try copy.facts.allSatisfy { !$0.isStub }, "\(fact.kind)")
      // The machine itself goes on as somebody else, and then nothing is different.
      try copy.log(.na, tester: "tom")
      #expect(try copy.shown?.outcome == .fail, "\(fact.kind)")
      let lines = try ProjectionText.lines(copy, withSight: true)
      try copy.write { try $0.rebuild() }
      #expect(try ProjectionText.lines(copy, withSight: true) == lines, "\(fact.kind)")
    }
  }
}
