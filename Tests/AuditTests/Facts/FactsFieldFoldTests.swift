import Audit
import Children
import NamedCells
import Testing

/// The hundreds of a number are the machine.
private func write(_ number: Int64, at time: Int64, _ value: String, isRetracted: Bool = false) -> FieldWrite {
  FieldWrite(
    id: number, replica: "r\(number / 100)", reference: FactReference(high: 0, low: UInt64(number)),
    clock: HybridTime(milliseconds: time), value: value, isRetracted: isRetracted)
}

private func fold(
  _ writes: [FieldWrite], saw: [Int64: [Int64]] = [:], isStricter: (String, String) -> Bool = { _, _ in false }
) throws -> FieldFold {
  let facts = saw.merging(writes.map { ($0.id, []) }) { named, _ in named }
  return try FieldFold(writes, ToldLineage(facts), isStricter: isStricter)
}

@Suite("fold of a field")
struct FactsFieldFoldTests {
  @Test("no write, no value")
  func empty() throws {
    let fold = try fold([])
    #expect(fold.value == nil && fold.live.isEmpty && !fold.isConflict)
  }

  @Test("an edit that saw another wins whatever the clocks say", arguments: [-315_360_000_000, -1, 0, 315_360_000_000])
  func causal(shift: Int64) throws {
    let first = write(101, at: 1_000_000_000_000, "1")
    let second = write(201, at: 1_000_000_000_000 + shift, "2")
    for writes in [[first, second], [second, first]] {
      let fold = try fold(writes, saw: [201: [101]])
      #expect(fold.value == "2" && fold.live == [201] && !fold.isConflict)
    }
  }

  @Test("of edits that knew nothing of each other the greatest clock, then the greatest replica is shown")
  func concurrent() throws {
    let fold = try fold([write(101, at: 20, "1"), write(201, at: 10, "2")])
    #expect(fold.live == [101, 201] && fold.value == "1" && fold.isConflict)
    let tie = try AuditTests.fold([write(101, at: 10, "1"), write(201, at: 10, "2")])
    #expect(tie.live == [201, 101])
  }

  @Test(
    "of edits that knew nothing of each other the stricter is shown where the field has one, whatever the clocks say")
  func stricter() throws {
    let writes = [write(101, at: 20, "1"), write(201, at: 10, "2"), write(301, at: 30, "0")]
    let strict = try fold(writes) { (Int($0) ?? 0) > (Int($1) ?? 0) }
    #expect(strict.value == "2" && strict.live == [201, 301, 101] && strict.isConflict)
    #expect(
      try fold(writes, saw: [301: [201, 101]]) { (Int($0) ?? 0) > (Int($1) ?? 0) }.value == "0",
      "who saw it may ease it")
  }

  @Test("the same value twice is no conflict, the same letters composed differently are one")
  func equalValues() throws {
    let same = try fold([write(101, at: 10, "\"x\""), write(201, at: 11, "\"x\"")])
    #expect(same.live.count == 2 && !same.isConflict)
    let folded = try fold([write(101, at: 10, "\"\u{e9}\""), write(201, at: 11, "\"e\u{301}\"")])
    #expect(folded.isConflict)
  }

  @Test("an edit that saw both ends a conflict, one that saw one does not")
  func resolution() throws {
    let sides = [write(101, at: 20, "1"), write(201, at: 10, "2")]
    #expect(try fold(sides).live == [101, 201])
    #expect(try fold(sides + [write(301, at: 5, "3")], saw: [301: [101, 201]]).live == [301])
    #expect(try fold(sides + [write(301, at: 5, "3")], saw: [301: [101]]).live == [201, 301])
  }

  @Test("a write that is taken back gives way to the one before it")
  func retracted() throws {
    let first = write(101, at: 10, "1")
    #expect(try fold([first, write(102, at: 20, "2", isRetracted: true)]).value == "1")
    let fold = try fold([first, write(102, at: 20, "2", isRetracted: true), write(201, at: 5, "3")], saw: [201: [102]])
    #expect(fold.live == [201], "through the write that was taken back the first was seen")
    #expect(try AuditTests.fold([write(101, at: 10, "1", isRetracted: true)]).value == nil)
  }

  @Test("both branches of a fork stand until someone has seen both")
  func fork() throws {
    // 104 went on as 105 here and as 205 elsewhere.
    let branches = [write(105, at: 10, "1"), write(205, at: 20, "2")]
    func live(_ writes: [FieldWrite], _ saw: [Int64: [Int64]]) throws -> [Int64] {
      let facts = saw.merging([104: [], 105: [], 205: []]) { named, _ in named }
      return try FieldFold(writes, ToldLineage(facts, links: [205: 104], forks: [105, 205])).live
    }
    #expect(try live(branches, [:]) == [205, 105])
    let aware = write(301, at: 1, "3")
    #expect(try live(branches + [aware], [301: [105]]) == [205, 301], "who saw one branch has not seen the other")
    #expect(try live(branches + [aware], [301: [105, 205]]) == [301])
    #expect(
      try live(branches + [aware], [301: [105], 205: [301]]) == [205], "a branch that saw the other through a colleague"
    )
  }

  @Test("a great number and a great clock of a stranger hide nothing")
  func forged() throws {
    let fold = try fold([write(101, at: 10, "1"), write(199, at: 99, "2")])
    #expect(fold.live == [199, 101] && fold.isConflict)
  }

  @Test("what stands is what no other standing write has seen, in any order of arrival", arguments: [false, true])
  func reference(forks: Bool) throws {
    for seed in drawnSeeds(of: 2_000) {
      var random = SplitMix64(seed: UInt64(seed))
      let cell = RandomCell(&random, forks: forks)
      let writes = cell.results.map {
        FieldWrite(
          id: $0.id, replica: "r\($0.id / 100)", reference: $0.reference, clock: $0.clock, value: $0.said.rawValue,
          isRetracted: $0.isRetracted)
      }
      let standing = writes.filter { !$0.isRetracted }
      let wanted = standing.filter { one in !standing.contains { cell.lineage.saw($0.id, one.id) } }
      let fold = try FieldFold(writes, cell.lineage)
      #expect(Set(fold.live) == Set(wanted.map(\.id)), "seed \(seed)")
      let greatest = wanted.max { one, other in
        if one.clock != other.clock { return one.clock < other.clock }
        return (one.replica, one.reference) < (other.replica, other.reference)
      }
      #expect(fold.live.first == greatest?.id && fold.value == greatest?.value, "seed \(seed)")
      #expect(try FieldFold(writes.shuffled(using: &random), cell.lineage) == fold, "seed \(seed)")
      // Where one outcome is stricter than the others it is shown wherever it stands.
      let strict = try FieldFold(writes, cell.lineage) { $0 == "fail" && $1 != "fail" }
      #expect(strict.live.count == fold.live.count, "seed \(seed)")
      // And where only some can be compared, by whatever order they came in.
      func isPartly(_ one: String, _ other: String) -> Bool { one == "fail" && other == "pass" }
      let partial = try FieldFold(writes, cell.lineage, isStricter: isPartly)
      for _ in 0..<3 {
        let other = try FieldFold(writes.shuffled(using: &random), cell.lineage, isStricter: isPartly)
        #expect(partial == other, "seed \(seed)")
      }
      if wanted.contains(where: { $0.value == "fail" }) { #expect(partial.value != "pass", "seed \(seed)") }
      #expect(strict.value == (wanted.contains { $0.value == "fail" } ? "fail" : greatest?.value), "seed \(seed)")
    }
  }
}
