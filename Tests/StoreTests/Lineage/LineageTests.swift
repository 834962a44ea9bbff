import Audit
import Base
import NamedCells
import SQLite
import StoredFacts
import Testing

@testable import Store

/// Random facts that follow, see, and stand in the place of one another, some of which never come.
private struct RandomFacts {
  var facts: [StoredFact] = []
  /// Those that are named and never come.
  var lost: [StoredFact] = []

  init(_ random: inout SeededRandom) throws {
    let replicas = ["aaaaaaaa", "bbbbbbbb", "cccccccc"]
    var all: [StoredFact] = []
    for index in 0..<(4 + random.below(16)) {
      let replica = random.pick(replicas)
      let theirs = all.filter { $0.fact.replica == replica }
      let last = random.once(in: 4) ? theirs.randomElement(using: &random) : theirs.last
      var fact = Fact.foreign(
        random.pick(Outcome.allCases), replica: replica, (last?.fact.sequence ?? 0) + 1, at: Int64(random.below(50)),
        after: last?.reference, saw: all.filter { _ in random.once(in: 6) }.map(\.reference))
      // A number of their own choosing, or a link that leads nowhere.
      if random.once(in: 8) { fact.sequence += Int64(random.below(3)) }
      if random.once(in: 12) { fact.previous = FactReference(high: 1, low: random.next()) }
      if random.once(in: 12) { fact.saw.append(FactReference(high: 2, low: random.next())) }
      if random.once(in: 6) { (fact.kind, fact.body) = ("note", ["component": "button", "text": "hm"]) }
      fact.salt = FactSalt(high: 3, low: UInt64(index))
      all.append(try fact.stored(isStub: random.once(in: 6)))
    }
    for fact in all { if random.once(in: 8) { lost.append(fact) } else { facts.append(fact) } }
  }

  /// What is to be seen of some of them, by walking.
  static func wanted(_ facts: [StoredFact]) -> [String] {
    let byReference = Dictionary(facts.map { ($0.reference, $0) }, uniquingKeysWith: { first, _ in first })
    func name(_ one: StoredFact) -> String { "\(one.id)-\(one.digest.hex.prefix(16).uppercased())" }
    func list(_ all: some Sequence<StoredFact>) -> String { all.map(name).sorted().joined(separator: " ") }
    func before(_ one: StoredFact) -> StoredFact? {
      guard let found = one.fact.previous.flatMap({ byReference[$0] }), found.fact.replica == one.fact.replica,
        found.fact.sequence == one.fact.sequence - 1
      else { return nil }
      return found
    }
    let groups = Dictionary(grouping: facts) { "\($0.fact.replica) \($0.fact.sequence) \($0.fact.previous?.hex ?? "")" }
    let forks = groups.values.filter { $0.count > 1 }
    let rivals = Set(forks.joined().map(\.reference))
    var lines = forks.map { "fork: " + list($0) } + ["unsettled: " + list(forks.joined())]
    for one in facts {
      var seen: Set<FactReference> = []
      var waiting = [one]
      while let next = waiting.popLast() {
        for other in next.fact.saw.compactMap({ byReference[$0] }) + [before(next)].compactMap({ $0 })
        where seen.insert(other.reference).inserted { waiting.append(other) }
      }
      lines.append("saw: \(name(one)) " + list(seen.compactMap { byReference[$0] }))
      var owned = [one]
      while let last = owned.last, !rivals.contains(last.reference), let next = before(last) { owned.append(next) }
      lines.append("owns: \(name(one)) " + list(owned))
    }
    return lines.sorted()
  }
}

@Suite("who had seen whom, as it is kept")
struct LineageTests {
  @Test(
    "in whatever order and parts facts come, it is what walking from one to the other finds, and what a rebuild makes",
    arguments: 0..<4)
  func arrivals(chunk: Int) throws {
    let scratch = try Scratch()
    let template = scratch.path("template.db")
    try Tracker.make(template, Surroundings()).close()
    for seed in drawnSeeds(of: 1_600, part: chunk, parts: 4) {
      var random = SeededRandom(seed: UInt64(seed))
      let made = try RandomFacts(&random)
      let path = scratch.newPath()
      try scratch.copy(template, to: path)
      let tracker = try Tracker.reopen(path, Surroundings())
      var waiting = made.facts.shuffled(using: &random)
      if random.once(in: 3) { waiting = made.facts }
      var here: [StoredFact] = []
      while !waiting.isEmpty {
        let part = Array(waiting.prefix(1 + random.below(6)))
        waiting.removeFirst(part.count)
        here += part
        try tracker.take(random.once(in: 4) ? part + part : part)
        if random.once(in: 3) { try expectSight(tracker, here, "seed \(seed), \(here.count) facts") }
      }
      try expectSight(tracker, made.facts, "seed \(seed)")
      let lines = try ProjectionText.lines(tracker)
      try tracker.write { try $0.rebuild() }
      try expectSight(tracker, made.facts, "seed \(seed), rebuilt")
      #expect(try ProjectionText.lines(tracker) == lines, "seed \(seed)")
      // What was named and missing comes after all.
      try tracker.take(made.lost)
      try expectSight(tracker, made.facts + made.lost, "seed \(seed), complete")
      tracker.close()
    }
  }

  private func expectSight(_ tracker: Tracker, _ facts: [StoredFact], _ note: String) throws {
    let (found, wanted) = (try ProjectionText.sight(tracker), RandomFacts.wanted(facts))
    #expect(found == wanted, "\(note)\n\(ProjectionText.difference(wanted, found))")
  }

  @Test("a machine's own facts need no rebuild: what they had seen is known as they are made")
  func own() throws {
    let scratch = try Scratch()
    let surroundings = Surroundings()
    let tracker = try Tracker.make(scratch.newPath(), surroundings)
    try tracker.addComponent()
    var random = SeededRandom(seed: 3)
    for round in 0..<30 {
      surroundings.now += 1_000
      let known = try tracker.facts
      let theirs = known.filter { $0.fact.replica == "elsewhere" }
      if random.once(in: 2) {
        try tracker.take([
          Fact.foreign(
            random.pick(Outcome.allCases), Int64(theirs.count + 1), at: surroundings.now, after: theirs.last?.reference,
            saw: known.filter { _ in random.once(in: 5) }.map(\.reference))
        ])
      }
      if random.once(in: 2) { try tracker.log(random.pick(Outcome.allCases), tester: random.pick(["tia", "tom"])) }
      if random.once(in: 6) { try tracker.undo() }
      let (found, wanted) = (try ProjectionText.sight(tracker), RandomFacts.wanted(try tracker.facts))
      #expect(found == wanted, "round \(round)\n\(ProjectionText.difference(wanted, found))")
    }
    #expect(try tracker.rebuild().changed == [])
  }

  @Test(
    "machines that each saw the one before take rows by their number, not by its square, and the last has seen the first"
  )
  func chainOfMachines() throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings())
    try tracker.addComponent()
    var facts: [Fact] = []
    for index in 0..<200 {
      let outcome: Outcome = index == 0 ? .fail : .pass
      facts.append(
        Fact.foreign(
          outcome, replica: "machine-\(index)", at: Int64(index), saw: try facts.suffix(1).map { try $0.reference }))
    }
    try tracker.take(facts)
    try tracker.database.read {
      #expect(try tracker.database.scalar("SELECT count(*) FROM sight") == 199)
      let graph = FactGraph(tracker.database)
      let numbers = try tracker.database.all("SELECT id FROM result ORDER BY id", []) { $0.int64(0) }
      let table = try SightTable(numbers, graph)
      #expect(
        table.unseen(in: Array(numbers.indices)).count == 1 && table.unseeing(in: Array(numbers.indices)).count == 1)
      let levels = try numbers.map { try graph.level(of: $0) }
      #expect(levels.sorted() == Array(0..<200))
      let (first, last) = (numbers[levels.firstIndex(of: 0) ?? 0], numbers[levels.firstIndex(of: 199) ?? 0])
      #expect(try graph.saw(last, first) && !graph.saw(first, last))
    }
  }

  @Test("a log names of the results that it has not seen those that no other of them has seen")
  func names() throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings())
    try tracker.addComponent()
    let first = Fact.foreign(.fail)
    let second = Fact.foreign(.pass, 2, after: try first.reference)
    let third = Fact.foreign(.na, replica: "somewhere", saw: [try first.reference])
    try tracker.take([first, second, third])
    try tracker.log(.pass)
    let wanted = try [second.reference, third.reference].sorted()
    #expect(try tracker.facts.first { $0.fact.body["tester"] == "tia" }?.fact.saw == wanted)
    try tracker.log(.pass)
    #expect(try tracker.facts.filter { $0.fact.body["tester"] == "tia" }.last?.fact.saw == [])
  }

  @Test("a fork has a branch for each way it went on, and one that is kept speaks for what is older")
  func forks() throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings())
    try tracker.addComponent()
    let first = Fact.foreign(.fail, at: 10)
    let left = [Fact.foreign(.pass, 2, at: 20, after: try first.reference)]
    let right = [Fact.foreign(.na, 2, at: 20, after: try first.reference)]
    let end = Fact.foreign(.cantTell, 3, at: 30, after: try right[0].reference)
    try tracker.take([first] + left + right + [end])
    let fork = try #require(try tracker.read { try $0.forks() }.first)
    #expect(fork.replica == "elsewhere" && fork.sequence == 2 && !fork.isSettled)
    #expect(Set(fork.branches.map(\.head)) == [try left[0].sealed().identity.hex, try end.sealed().identity.hex])
    #expect(Set(fork.branches.map(\.last)) == [2, 3])
    #expect(try tracker.shown == CellState(outcome: .fail, severity: nil, isDisputed: true))
    let kept = try #require(fork.branches.first { $0.last == 3 })
    try tracker.write { try $0.keep(kept) }
    let settled = try #require(try tracker.read { try $0.forks() }.first)
    #expect(settled.isSettled && settled.branches.filter(\.isKept).map(\.last) == [3])
    #expect(try tracker.shown == CellState(outcome: .cantTell, severity: nil, isDisputed: true))
    let lines = try ProjectionText.lines(tracker, withSight: true)
    try tracker.write { try $0.rebuild() }
    #expect(try ProjectionText.lines(tracker, withSight: true) == lines)
  }
}
