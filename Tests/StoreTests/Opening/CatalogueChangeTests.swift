import Audit
import Base
import SQLite
import StoredFacts
import Testing

@testable import Store

@Suite("a newer catalogue")
final class CatalogueChangeTests: TrackerOfButton {
  override init() throws {
    try super.init()
    try tracker.log(.fail)
  }

  /// The four checks with another text for the first.
  private static var checks: [Check] {
    var checks = Catalogue.checks
    checks[0].expected = "Something newer."
    return checks
  }

  private static var newer: CatalogSeed { CatalogSeed(revision: "newer") { checks } }

  private func adopt(_ seed: CatalogSeed) throws -> Tracker {
    tracker.close()
    let again = try Tracker.reopen(tracker.path, surroundings)
    try again.adopt(seed)
    return again
  }

  private func expectRebuildChangesNothing(_ tracker: Tracker) throws {
    let before = try ProjectionText.lines(tracker)
    try tracker.write { try $0.rebuild() }
    let after = try ProjectionText.lines(tracker)
    #expect(before == after, "\(ProjectionText.difference(before, after))")
  }

  @Test("of each check one text is current, and a rebuild leaves it so")
  func current() throws {
    let again = try adopt(Self.newer)
    #expect(try again.read { try $0.checks() }.map(\.check) == Self.checks.sorted { $0.id < $1.id })
    try expectRebuildChangesNothing(again)
    #expect(try again.read { try $0.checks() }.count == 4)
  }

  @Test("a tracker that is opened to write at once gets the newer texts before the write")
  func writeAtOnce() throws {
    tracker.close()
    let again = try Tracker.openToWrite(
      path: tracker.path, environment: surroundings.environment, catalog: Self.newer)
    let current = try again.write { try $0.reader.checks() }.map(\.check)
    #expect(current == Self.checks.sorted { $0.id < $1.id })
    again.close()
    let reader = try Tracker.openToWrite(
      path: tracker.path, environment: surroundings.environment, catalog: Self.newer)
    #expect(try reader.read { try $0.checks() }.map(\.check) == current)
  }

  @Test("a result keeps the text it was given against, and is stale under the new one")
  func text() throws {
    let again = try adopt(Self.newer)
    let row = try #require(try again.read { try $0.cells(Filter()) }.first)
    #expect(row.stale == [.check])
    let version = try #require(row.text)
    #expect(
      try again.read { try $0.checkText(Catalogue.first, version: version) }?.expected == Catalogue.checks[0].expected)
  }

  @Test("what a team changed is laid over the newest text, not over an older one")
  func teamChange() throws {
    try tracker.write { try $0.set(kind: "check", key: Catalogue.first, fields: ["title": "Ours"], by: "") }
    let again = try adopt(Self.newer)
    for _ in 0..<2 {
      let check = try #require(try again.read { try $0.check(Catalogue.first) })
      #expect(check.check.title == "Ours" && check.check.expected == "Something newer." && check.isAdjusted)
      try expectRebuildChangesNothing(again)
    }
    try again.write { try $0.delete(kind: "check", key: Catalogue.first, by: "") }
    let check = try #require(try again.read { try $0.check(Catalogue.first) })
    #expect(check.check.title == Catalogue.checks[0].title && check.check.expected == "Something newer.")
    #expect(!check.isAdjusted)
    try expectRebuildChangesNothing(again)
  }

  @Test("a check that the newer catalogue no longer has keeps its results")
  func removed() throws {
    let again = try adopt(CatalogSeed(revision: "fewer") { Array(Catalogue.checks.dropFirst()) })
    #expect(try again.read { try $0.check(Catalogue.first) } == nil)
    #expect(try again.states.count == 1)
    try expectRebuildChangesNothing(again)
  }

  private func editions(_ tracker: Tracker) throws -> [Severity?] {
    try tracker.read { reader in
      try ["layout.grid-8pt", "media.captions"].map { try reader.check($0)?.check.impact }
    }
  }
  private static let first: [Severity?] = [.critical, nil]
  private static let second: [Severity?] = [.minor, .critical]

  private func begin(_ identifier: String? = nil) throws -> Tracker {
    let tracker = try Tracker.create(
      path: scratch.newPath(), environment: surroundings.environment, catalog: .builtIn)
    try identifier.map { name in try tracker.write { try $0.adopt(tracker: name) } }
    return tracker
  }

  @Test(
    "a tracker has the edition that its ID states, whoever wrote what, and however old, until its settings name one")
  func edition() throws {
    let new = try begin()
    #expect(try editions(new) == Self.second)
    // Of a time before the second edition.
    surroundings.now = 1_500_000_000_000
    try new.addComponent()
    try new.log(.fail)
    try new.write {
      _ = try $0.receive([.foreign("set", ["kind": "component", "key": "old", "fields": ["kind": "button"]])])
    }
    #expect(try editions(new) == Self.second)
    try expectRebuildChangesNothing(new)

    let old = try begin("0123456789ab")
    #expect(try editions(old) == Self.first)
    try old.addComponent()
    try old.log(.fail)
    #expect(try editions(old) == Self.first)
    try expectRebuildChangesNothing(old)
    try old.adopt(.builtIn)
    #expect(try editions(old) == Self.first)
  }

  @Test("the settings name another edition, of a later program the newest, and anything else names none")
  func chosen() throws {
    let old = try begin("0123456789ab")
    for (value, expected): (JSONValue, [Severity?]) in [
      (2, Self.second), (.null, Self.first), (7, Self.second), (1, Self.first), (0, Self.first), ("2", Self.first),
      (2, Self.second),
    ] {
      try old.write { try $0.set(kind: "setting", key: "tracker", fields: ["catalog": value], by: "lead") }
      #expect(try editions(old) == expected, "\(value)")
      try expectRebuildChangesNothing(old)
    }
    try old.write { try $0.delete(kind: "setting", key: "tracker", by: "lead") }
    #expect(try editions(old) == Self.first)
  }

  @Test(
    "the newest stands for an edition that only a later program knows, until the settings name one that is known",
    arguments: ["0123456789ii", "0123456789ul", "012345678iio"])
  func later(identifier: String) throws {
    let later = try begin(identifier)
    #expect(try editions(later) == editions(begin("012345678aiu")))
    #expect(try later.read { try $0.isOfLaterEdition && $0.edition == .newest })
    try later.write { try $0.set(kind: "setting", key: "tracker", fields: ["catalog": 2], by: "lead") }
    #expect(try editions(later) == Self.second)
    #expect(try later.read { try !$0.isOfLaterEdition })
    try later.write { try $0.set(kind: "setting", key: "tracker", fields: ["catalog": 99], by: "lead") }
    #expect(try later.read { try $0.isOfLaterEdition && $0.edition == .newest })
    try expectRebuildChangesNothing(later)
  }

  @Test("a mark of today's editions is known")
  func known() throws {
    let marks = ["b": CatalogEdition.first, "u": .second, "l": .third, "o": .fourth, "i": .fifth, "iu": .sixth]
    for (end, edition) in marks {
      let tracker = try begin("012345678ab" + end)
      #expect(try tracker.read { try $0.edition == edition && !$0.isOfLaterEdition }, "\(edition)")
    }
  }

  @Test("what a stranger says of a name that only the other edition has waits in both")
  func nameOfAnotherEdition() throws {
    let old = try begin("0123456789ab")
    try old.write {
      _ = try $0.receive([
        .foreign("set", ["kind": "check", "key": "media.captions", "fields": ["impact": "minor"]])
      ])
    }
    try old.write { try $0.set(kind: "setting", key: "tracker", fields: ["catalog": 2], by: "lead") }
    #expect(try editions(old) == Self.second)
    #expect(try old.read { try $0.proposalCount() } == 1)
    try expectRebuildChangesNothing(old)
  }

  @Test("adopting what is held already writes nothing")
  func same() throws {
    let before = try tracker.database.scalar("SELECT sum(length(doc)) FROM check_text")
    let again = try adopt(CatalogSeed(revision: "four") { [] })
    #expect(try again.database.scalar("SELECT sum(length(doc)) FROM check_text") == before)
  }
}
