import Audit
import SQLite
import StoredFacts
import Testing

@testable import Store

@Suite("the list of a cell's results")
struct CellResultsTests {
  let scratch: Scratch
  let tracker: Tracker

  init() throws {
    scratch = try Scratch()
    tracker = try Tracker.make(scratch.newPath(), Surroundings())
    try tracker.addComponent()
    for outcome in [Outcome.pass, .fail, .na, .fail, .pass] { try tracker.log(outcome) }
  }

  /// The sequences of the one cell's list.
  private func list() throws -> [Int64] {
    let last = try #require(try tracker.database.scalar("SELECT last FROM cell"))
    var found: [Int64] = []
    try CellResults.walk(from: last) { number in
      found.append(FactNumber.sequence(of: number))
      return try tracker.database.scalar(CellResults.earlierSQL, [.integer(number)])
    }
    return found
  }

  @Test("has them all, the last logged first")
  func order() throws {
    #expect(try list() == [6, 5, 4, 3, 2])
  }

  @Test("closes where one is taken out", arguments: [2, 4, 6] as [Int64])
  func removing(sequence: Int64) throws {
    try tracker.write { writer in
      let cells = writer.projector.cells
      let id = try #require(try tracker.database.scalar("SELECT id FROM cell"))
      let row = try #require(try cells.cell(id: id))
      let number = try #require(
        try tracker.database.scalar(
          "SELECT id FROM result WHERE id & \(FactNumber.largestSequence) = ?", [.integer(sequence)]))
      try CellResults.remove(number, from: row, in: tracker.database)
      try tracker.database.run("DELETE FROM result WHERE id = ?", [.integer(number)])
      cells.markForRefold(row)
    }
    #expect(try list() == [6, 5, 4, 3, 2].filter { $0 != sequence })
  }

  @Test("that leads back to itself ends all the same")
  func circle() throws {
    try tracker.database.execute("UPDATE result SET earlier = (SELECT max(id) FROM result)")
    #expect(try list() == [6])
    #expect(try tracker.rebuild().changed.contains("item results"))
    #expect(try list() == [6, 5, 4, 3, 2])
  }

  @Test("is put in order of numbers where results of one machine came in another, so that the next is known to follow")
  func outOfOrder() throws {
    let copy = try Tracker.make(scratch.newPath(), Surroundings(seed: 9))
    let facts = try tracker.facts.reversed()
    for fact in facts { _ = try copy.write { try $0.receive([fact] as [StoredFact]) } }
    let last = try copy.database.scalar("SELECT last FROM cell")
    #expect(last == (try copy.database.scalar("SELECT max(id) FROM result")))
    #expect(try copy.rebuild().changed == [])
  }
}
