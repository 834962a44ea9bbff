import Base

/// Who had seen whom among facts, and who has authority over whom. Facts go by their local numbers.
///
/// A *run* is a stretch of one replica's facts, each of which names the one before it, so that within a run a greater
/// number has seen every lesser one. What lies in other runs is named in `saw` and by the link to the fact that a run
/// begins behind, and what those facts had seen is seen with them. Sequence numbers and clocks play no part: anyone can
/// write a great one.
package protocol Lineage {
  /// The run that a fact stands in, by the number of its first fact.
  func run(of number: Int64) throws -> Int64
  /// The greatest number of another run that a fact, or one before it in its own, names; 0 for none.
  func named(by number: Int64, of run: Int64) throws -> Int64
  /// The same for each run that they name, in any order; nil where those are more than `most`.
  func named(by number: Int64, atMost most: Int) throws -> [(run: Int64, upto: Int64)]?
  /// Calls `visit` with what the facts of a run behind `after` and up to `number` name of other runs, as far as these are
  /// above a level.
  func eachNamed(
    after: Int64, upTo number: Int64, above level: Int64, _ visit: (_ run: Int64, _ upto: Int64) -> Void) throws
  /// A number above those of all facts of other runs that a fact has seen, and not below that of the fact before it; 0
  /// where it has seen none.
  func level(of number: Int64) throws -> Int64
  /// Whether `later` has authority over `earlier`: the same chain without an undecided fork between, or the same
  /// signer. Of a run, what has it over a fact has it over those before that one.
  func owns(_ later: Int64, _ earlier: Int64) throws -> Bool
  /// Whether the author of a fact is followed on this machine, or the fact was accepted on it by itself.
  func follows(_ number: Int64) throws -> Bool
  /// Whether of the run of a fact all are followed or none is: no fact was accepted by itself, and no key signs the
  /// run, of which it may have signed the beginning.
  func followsRunsWhole(like number: Int64) throws -> Bool
}

extension Lineage {
  package func follows(_ number: Int64) throws -> Bool { true }
  package func followsRunsWhole(like number: Int64) throws -> Bool { true }

  /// Whether all of these facts of one run are followed, or none is.
  package func followsAlike(_ numbers: [Int64]) throws -> Bool {
    guard let first = numbers.first, try !followsRunsWhole(like: first) else { return true }
    let isFollowed = try follows(first)
    return try numbers.allSatisfy { try follows($0) == isFollowed }
  }
}

/// How many facts of another run one has seen.
private struct Reach {
  var run: Int
  var count: Int
}

/// What some facts have seen of one another, asked once and then at hand.
///
/// Most facts have seen few runs, and a stranger can make as many runs as facts: so only what was seen is kept.
package struct SightTable {
  /// Per fact, the index of its run.
  fileprivate(set) var runs: [Int] = []
  /// Per run, the indices of its facts in rising order of their numbers.
  fileprivate(set) var members: [[Int]] = []
  /// Per fact, its place among those of its run.
  fileprivate(set) var ranks: [Int]
  /// Per fact, what it has seen, in the order of the runs.
  fileprivate var reaches: [[Reach]]

  package init(_ numbers: [Int64], _ lineage: some Lineage) throws {
    var indices: [Int64: Int] = [:]
    for number in numbers {
      let name = try lineage.run(of: number)
      let run = indices[name] ?? indices.count
      indices[name] = run
      runs.append(run)
    }
    members = Array(repeating: [], count: indices.count)
    ranks = runs
    reaches = Array(repeating: [], count: numbers.count)
    for index in numbers.indices.sorted(by: { numbers[$0] < numbers[$1] }) {
      ranks[index] = members[runs[index]].count
      members[runs[index]].append(index)
    }
    guard indices.count > 1 else { return }
    var search = SightSearch(self, numbers, indices, lineage)
    try search.find()
    reaches = search.table.reaches
  }

  /// Whether `later` had `earlier` in view when it was made.
  package func saw(_ later: Int, _ earlier: Int) -> Bool { seen(by: later, of: runs[earlier]) > ranks[earlier] }

  /// How many facts of a run one has seen.
  fileprivate func seen(by index: Int, of run: Int) -> Int {
    if run == runs[index] { return ranks[index] }
    let reaches = reaches[index]
    let low = reaches.indices.partition { reaches[$0].run < run }
    return low < reaches.count && reaches[low].run == run ? reaches[low].count : 0
  }

  /// Calls `visit` with each run of which a fact has seen anything, its own included, and how many of its facts that is.
  func eachSeen(by index: Int, _ visit: (_ run: Int, _ count: Int) throws -> Void) rethrows {
    for reach in reaches[index] { try visit(reach.run, reach.count) }
    if ranks[index] > 0 { try visit(runs[index], ranks[index]) }
  }

  /// The members of `group` that no other member has seen.
  package func unseen(in group: [Int]) -> [Int] {
    // Of a run only the last one can be, and it has seen more than those before it.
    var last: [Int: Int] = [:]
    for index in group where last[runs[index]].map({ ranks[$0] < ranks[index] }) ?? true { last[runs[index]] = index }
    var farthest: [Int: Int] = [:]
    for tip in last.values {
      for reach in reaches[tip] { farthest[reach.run] = max(farthest[reach.run] ?? 0, reach.count) }
    }
    return last.values.filter { farthest[runs[$0]] ?? 0 <= ranks[$0] }.sorted()
  }

  /// The members of `group` that have seen no other member, in its order.
  package func unseeing(in group: [Int]) -> [Int] {
    var first: [Int: Int] = [:]
    for index in group where first[runs[index]].map({ ranks[$0] > ranks[index] }) ?? true { first[runs[index]] = index }
    return group.filter { one in
      first[runs[one]] == one
        && !reaches[one].contains { reach in first[reach.run].map { ranks[$0] < reach.count } ?? false }
    }
  }

  /// Calls `visit` with each fact after all that it has seen. Those of a circle, which no honest facts make, come last.
  func inOrder(_ visit: (Int) -> Void) {
    var done = Array(repeating: 0, count: members.count)
    // By run, up to which of the reaches of its next fact all is done.
    var cleared = done
    // By run and a number of its facts, the runs that wait until those are done.
    var waiting = Array(repeating: [Int: [Int]](), count: members.count)
    var ready = Array(members.indices.reversed())
    while let run = ready.popLast() {
      while done[run] < members[run].count {
        let index = members[run][done[run]]
        if let place = reaches[index][cleared[run]...].firstIndex(where: { $0.count > done[$0.run] }) {
          cleared[run] = place
          let open = reaches[index][place]
          waiting[open.run][open.count, default: []].append(run)
          break
        }
        visit(index)
        cleared[run] = 0
        done[run] += 1
        if let freed = waiting[run].removeValue(forKey: done[run]) { ready += freed.reversed() }
      }
    }
    for run in members.indices {
      for index in members[run][done[run]...] { visit(index) }
    }
  }
}

/// Finds what the facts of a table have seen: what they name, what the facts of the table that they name have seen, and
/// only where that leaves a doubt, what lies between them in the facts of no table.
private struct SightSearch<Source: Lineage> {
  var table: SightTable
  private let numbers: [Int64]
  private let lineage: Source
  /// The first facts of the runs, and the places of the runs by these.
  private let names: [Int64]
  private let indices: [Int64: Int]
  /// Per fact, its level, as far as it was asked for.
  private var levels: [Int64?]
  /// What is gathered about one fact: per run how many facts, and the runs where that is any.
  private var counts: [Int]
  private var touched: [Int] = []

  init(_ table: SightTable, _ numbers: [Int64], _ indices: [Int64: Int], _ lineage: Source) {
    (self.table, self.numbers, self.indices, self.lineage) = (table, numbers, indices, lineage)
    names = indices.sorted { $0.value < $1.value }.map(\.key)
    levels = Array(repeating: nil, count: numbers.count)
    counts = Array(repeating: 0, count: names.count)
  }

  mutating func find() throws {
    for index in numbers.indices { try name(index) }
    follow()
    for index in numbers.indices {
      if let level = try doubt(about: index) { try look(from: index, above: level) }
    }
  }

  private mutating func raise(_ run: Int, _ count: Int, for index: Int) {
    guard run != table.runs[index], count > counts[run] else { return }
    if counts[run] == 0 { touched.append(run) }
    counts[run] = count
  }

  /// What was gathered is what a fact has seen.
  private mutating func settle(_ index: Int) {
    table.reaches[index] = touched.sorted().map { Reach(run: $0, count: counts[$0]) }
    for run in touched { counts[run] = 0 }
    touched.removeAll(keepingCapacity: true)
  }

  private func count(in run: Int, upTo limit: Int64) -> Int {
    let members = table.members[run]
    return members.indices.partition { numbers[members[$0]] <= limit }
  }

  /// What a fact, or one before it in its run, names.
  private mutating func name(_ index: Int) throws {
    if let named = try lineage.named(by: numbers[index], atMost: names.count) {
      for (name, upto) in named {
        if let run = indices[name] { raise(run, count(in: run, upTo: upto), for: index) }
      }
    } else {
      for (run, name) in names.enumerated() where run != table.runs[index] {
        let upto = try lineage.named(by: numbers[index], of: name)
        if upto > 0 { raise(run, count(in: run, upTo: upto), for: index) }
      }
    }
    settle(index)
  }

  /// Adds to each fact what those have seen that it names; to these first.
  private mutating func follow() {
    var (isOpen, isDone) = (levels.map { _ in false }, levels.map { _ in false })
    for start in numbers.indices where !table.reaches[start].isEmpty {
      var waiting = [start]
      while let index = waiting.last {
        if isOpen[index] {
          waiting.removeLast()
          if !isDone[index] { addSeen(by: table.reaches[index].map(last), to: index) }
          isDone[index] = true
        } else {
          isOpen[index] = true
          waiting += table.reaches[index].map(last).filter { !isOpen[$0] }
        }
      }
    }
  }

  private func last(of reach: Reach) -> Int { table.members[reach.run][reach.count - 1] }

  private mutating func addSeen(by others: [Int], to index: Int) {
    // Who has seen most comes first: who was seen by them has seen nothing more.
    for other in others.sorted(by: { table.reaches[$0].count > table.reaches[$1].count }) {
      guard counts[table.runs[other]] <= table.ranks[other] else { continue }
      raise(table.runs[other], table.ranks[other] + 1, for: index)
      for reach in table.reaches[other] { raise(reach.run, reach.count, for: index) }
    }
    settle(index)
  }

  private mutating func level(of index: Int) throws -> Int64 {
    if let known = levels[index] { return known }
    let level = try lineage.level(of: numbers[index])
    levels[index] = level
    return level
  }

  /// The lowest level of the facts that one may have seen by way of facts that are not in the table; nil for none.
  private mutating func doubt(about index: Int) throws -> Int64? {
    var lowest: Int64?
    var place = 0
    for run in table.members.indices where run != table.runs[index] {
      var seen = 0
      if place < table.reaches[index].count, table.reaches[index][place].run == run {
        seen = table.reaches[index][place].count
        place += 1
      }
      guard seen < table.members[run].count else { continue }
      let next = table.members[run][seen]
      if let own = levels[index], let level = levels[next], level >= own { continue }
      if table.seen(by: next, of: table.runs[index]) > table.ranks[index] { continue }
      let own = try level(of: index)
      if own == 0 { return nil }
      let level = try level(of: next)
      if level < own { lowest = min(lowest ?? level, level) }
    }
    return lowest
  }

  private mutating func look(from index: Int, above level: Int64) throws {
    for reach in table.reaches[index] { raise(reach.run, reach.count, for: index) }
    var visited: [Int64: Int64] = [:]
    var waiting = [(run: names[table.runs[index]], upto: numbers[index])]
    while let (run, upto) = waiting.popLast() {
      let before = visited[run] ?? 0
      guard upto > before else { continue }
      visited[run] = upto
      if let place = indices[run] { raise(place, count(in: place, upTo: upto), for: index) }
      try lineage.eachNamed(after: before, upTo: upto, above: level) { waiting.append(($0, $1)) }
    }
    settle(index)
  }
}
