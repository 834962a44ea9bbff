import Audit
import Base
import StoredFacts
import Testing

@testable import Store

@Suite("clocks of what is written")
struct ClockTests {
  @Test("no two steps have one time, also where a clock was set back and a colleague's fits right behind")
  func setBack() throws {
    let scratch = try Scratch()
    let surroundings = Surroundings()
    let tracker = try Tracker.make(scratch.newPath(), surroundings)
    try tracker.addComponent()
    let now = surroundings.now + 60_000
    // Our last fact is just too far ahead to be gone by, the colleague's is just near enough.
    surroundings.now = now + HybridTime.tolerance + 1
    try tracker.log(.fail)
    surroundings.now = now
    let foreign = Fact.foreign(.pass, replica: "zzzzzzzz", at: now + HybridTime.tolerance)
    _ = try tracker.write { try $0.receive([foreign]) }
    try tracker.log(.pass)
    let own = try tracker.replica
    let times = try tracker.facts.map(\.fact).filter { $0.replica == own }.map(\.clock.milliseconds)
    #expect(times.suffix(2) == [now + HybridTime.tolerance + 1, now + HybridTime.tolerance + 2])
    #expect(try tracker.read { try $0.undoable(limit: 1) }.first?.actionCount == 1)
  }
}
