import AuditModel
import Testing

private func write(
  _ id: Int64, _ replica: String, _ sequence: Int64, at time: Int64, _ value: String, saw: [UInt64] = [],
  isRetracted: Bool = false
) -> FieldWrite {
  FieldWrite(
    id: id, replica: replica, sequence: sequence, digest: UInt64(id) * 1_000, clock: HybridTime(milliseconds: time),
    saw: saw, value: value, isRetracted: isRetracted)
}

@Suite("fold of a field")
struct FactsFieldFoldTests {
  @Test("no write, no value")
  func empty() {
    let fold = FieldFold([])
    #expect(fold.value == nil && fold.live.isEmpty && !fold.isConflict)
  }

  @Test("an edit that saw another wins whatever the clocks say", arguments: [-315_360_000_000, -1, 0, 315_360_000_000])
  func causal(shift: Int64) {
    let first = write(1, "a", 1, at: 1_000_000_000_000, "1")
    let second = write(2, "b", 1, at: 1_000_000_000_000 + shift, "2", saw: [1_000])
    for writes in [[first, second], [second, first]] {
      let fold = FieldFold(writes)
      #expect(fold.value == "2" && fold.live == [2] && !fold.isConflict)
    }
  }

  @Test("of edits that knew nothing of each other the greatest clock, then the greatest replica is shown")
  func concurrent() {
    let fold = FieldFold([write(1, "a", 1, at: 20, "1"), write(2, "b", 1, at: 10, "2")])
    #expect(fold.live == [1, 2] && fold.value == "1" && fold.isConflict)
    let tie = FieldFold([write(1, "a", 1, at: 10, "1"), write(2, "b", 1, at: 10, "2")])
    #expect(tie.live == [2, 1] && tie.heads == [2_000, 1_000])
  }

  @Test("the same value twice is no conflict, the same letters composed differently are one")
  func equalValues() {
    let same = FieldFold([write(1, "a", 1, at: 10, "\"x\""), write(2, "b", 1, at: 11, "\"x\"")])
    #expect(same.live.count == 2 && !same.isConflict)
    let folded = FieldFold([write(1, "a", 1, at: 10, "\"\u{e9}\""), write(2, "b", 1, at: 11, "\"e\u{301}\"")])
    #expect(folded.isConflict)
  }

  @Test("an edit that saw both ends a conflict, one that saw one does not")
  func resolution() {
    let sides = [write(1, "a", 1, at: 20, "1"), write(2, "b", 1, at: 10, "2")]
    #expect(FieldFold(sides + [write(3, "c", 1, at: 5, "3", saw: FieldFold(sides).heads)]).live == [3])
    #expect(FieldFold(sides + [write(3, "c", 1, at: 5, "3", saw: [1_000])]).live == [2, 3])
  }

  @Test("a write that is taken back gives way to the one before it")
  func retracted() {
    let first = write(1, "a", 1, at: 10, "1")
    #expect(FieldFold([first, write(2, "a", 2, at: 20, "2", isRetracted: true)]).value == "1")
    let third = write(3, "b", 1, at: 5, "3", saw: [2_000])
    let fold = FieldFold([first, write(2, "a", 2, at: 20, "2", isRetracted: true), third])
    #expect(fold.live == [3], "through the write that was taken back the first was seen")
    #expect(FieldFold([write(1, "a", 1, at: 10, "1", isRetracted: true)]).value == nil)
  }

  @Test("both branches of a fork stand until someone has seen both")
  func fork() {
    let branches = [write(1, "a", 5, at: 10, "1"), write(2, "a", 5, at: 20, "2")]
    #expect(FieldFold(branches).live == [2, 1])
    let aware = write(3, "b", 1, at: 1, "3", saw: [1_000])
    #expect(FieldFold(branches + [aware]).live == [2, 3], "who saw one branch has not seen the other")
    let back = [branches[0], aware, write(4, "a", 5, at: 20, "4", saw: [3_000])]
    #expect(FieldFold(back).live == [4], "a branch that saw the other through a colleague")
  }

  @Test("a forged circle hides nothing")
  func forged() {
    let circle = [
      write(1, "a", 1, at: 10, "1", saw: [3_000]), write(2, "a", 2, at: 20, "2"),
      write(3, "b", 1, at: 15, "3", saw: [2_000]),
    ]
    #expect(FieldFold(circle).value != nil)
    #expect(FieldFold(circle) == FieldFold(circle.reversed()))
  }

  @Test("what stands is what no other standing write has seen, in any order of arrival", arguments: [false, true])
  func reference(forks: Bool) {
    for seed in 0..<2_000 {
      var random = SeededNumbers(seed: UInt64(seed))
      let writes = RandomCell.results(&random, forks: forks).map {
        FieldWrite(
          id: $0.id, replica: $0.replica, sequence: $0.sequence, digest: $0.digest, clock: $0.clock, saw: $0.saw,
          value: $0.outcome.rawValue, isRetracted: $0.isRetracted)
      }
      let reference = Reference(
        writes.map { .init(replica: $0.replica, sequence: $0.sequence, digest: $0.digest, saw: $0.saw) })
      let wanted = reference.unseen(writes.indices.filter { !writes[$0].isRetracted })
      let fold = FieldFold(writes)
      #expect(Set(fold.live) == Set(wanted.map { writes[$0].id }), "seed \(seed)")
      let greatest = wanted.max { left, right in
        let (one, other) = (writes[left], writes[right])
        if one.clock != other.clock { return one.clock < other.clock }
        return (one.replica, one.sequence, one.digest) < (other.replica, other.sequence, other.digest)
      }
      #expect(fold.live.first == greatest.map { writes[$0].id }, "seed \(seed)")
      #expect(FieldFold(writes.shuffled(using: &random)) == fold, "seed \(seed)")
    }
  }
}
