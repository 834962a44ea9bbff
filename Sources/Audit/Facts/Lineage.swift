import Base

/// Who had seen whom among facts, and who has authority over whom. Facts go by their local numbers.
///
/// A *run* is a stretch of one replica's facts, each of which names the one before it, so that within a run a greater
/// number has seen every lesser one. What lies in other runs is seen through `saw` and through the link to the fact
/// that a run begins behind. Sequence numbers and clocks play no part: anyone can write a great one.
package protocol Lineage {
  /// The run that a fact stands in, by the number of its first fact.
  func run(of number: Int64) throws -> Int64
  /// The greatest number of a run that a fact has seen; 0 where it has seen none of it. In its own run that is the
  /// number before it, or less.
  func reach(of number: Int64, into run: Int64) throws -> Int64
  /// The other runs of which a fact has seen anything, with its reach into each; nil where they are more than `most`, or
  /// not kept in this form: then each run is asked for.
  func reaches(of number: Int64, atMost most: Int) throws -> [(run: Int64, upto: Int64)]?
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
  package func reaches(of number: Int64, atMost most: Int) throws -> [(run: Int64, upto: Int64)]? { nil }
  package func follows(_ number: Int64) throws -> Bool { true }
  package func followsRunsWhole(like number: Int64) throws -> Bool { true }

  /// Whether all of these facts of one run are followed, or none is.
  package func followsAlike(_ numbers: [Int64]) throws -> Bool {
    guard let first = numbers.first, try !followsRunsWhole(like: first) else { return true }
    let isFollowed = try follows(first)
    return try numbers.allSatisfy { try follows($0) == isFollowed }
  }
}

/// Which of some facts a new one has to name to have seen them all.
package enum UnseenFacts {
  /// The places of those that no other of them has seen.
  package static func tips(_ numbers: [Int64], _ lineage: some Lineage) throws -> [Int] {
    try SightTable(numbers, lineage).unseen(in: Array(numbers.indices))
  }
}

/// What some facts have seen of one another, asked once and then at hand.
///
/// Most facts have seen few runs, and a stranger can make as many runs as facts: so only what was seen is kept.
struct SightTable {
  /// How far a fact has seen another run.
  private struct Reach {
    var run: Int
    var upto: Int64
  }

  /// Per fact, the index of its run.
  let runs: [Int]
  /// Per run, the indices of its facts in rising order of their numbers.
  let members: [[Int]]
  /// Per fact, its place among those of its run.
  let ranks: [Int]
  private let numbers: [Int64]
  /// Of all facts one behind the other, each in the order of the runs; those of a fact begin at its `starts`.
  private let reaches: [Reach]
  private let starts: [Int]

  init(_ numbers: [Int64], _ lineage: some Lineage) throws {
    var indices: [Int64: Int] = [:]
    var names: [Int64] = []
    var runs: [Int] = []
    for number in numbers {
      let run = try lineage.run(of: number)
      if indices[run] == nil {
        indices[run] = names.count
        names.append(run)
      }
      runs.append(indices[run] ?? 0)
    }
    var members = Array(repeating: [Int](), count: names.count)
    var ranks = runs
    for index in numbers.indices.sorted(by: { numbers[$0] < numbers[$1] }) {
      ranks[index] = members[runs[index]].count
      members[runs[index]].append(index)
    }
    var reaches: [Reach] = []
    var starts: [Int] = []
    for (index, number) in numbers.enumerated() {
      starts.append(reaches.count)
      guard names.count > 1 else { continue }
      if let known = try lineage.reaches(of: number, atMost: names.count) {
        let found = known.compactMap { reach in indices[reach.run].map { Reach(run: $0, upto: reach.upto) } }
        reaches += found.filter { $0.run != runs[index] && $0.upto > 0 }.sorted { $0.run < $1.run }
      } else {
        for (run, name) in names.enumerated() where run != runs[index] {
          let upto = try lineage.reach(of: number, into: name)
          if upto > 0 { reaches.append(Reach(run: run, upto: upto)) }
        }
      }
    }
    starts.append(reaches.count)
    (self.runs, self.members, self.ranks, self.numbers) = (runs, members, ranks, numbers)
    (self.reaches, self.starts) = (reaches, starts)
  }

  /// Whether `later` had `earlier` in view when it was made.
  func saw(_ later: Int, _ earlier: Int) -> Bool { reach(of: later, into: runs[earlier]) >= numbers[earlier] }

  private func reach(of index: Int, into run: Int) -> Int64 {
    if run == runs[index] { return numbers[index] - 1 }
    let low = (starts[index]..<starts[index + 1]).partition { reaches[$0].run < run }
    return low < starts[index + 1] && reaches[low].run == run ? reaches[low].upto : 0
  }

  /// Calls `visit` with each run of which a fact has seen anything, its own included, and how many of its facts that is.
  func eachSeen(by index: Int, _ visit: (_ run: Int, _ count: Int) throws -> Void) rethrows {
    for reach in reaches[starts[index]..<starts[index + 1]] {
      let count = count(in: reach.run, upTo: reach.upto)
      if count > 0 { try visit(reach.run, count) }
    }
    if ranks[index] > 0 { try visit(runs[index], ranks[index]) }
  }

  private func count(in run: Int, upTo limit: Int64) -> Int {
    (0..<members[run].count).partition { numbers[members[run][$0]] <= limit }
  }

  /// The members of `group` that no other member has seen.
  func unseen(in group: [Int]) -> [Int] {
    // Of a run only the last one can be, and it has seen more than those before it.
    var last: [Int: Int] = [:]
    for index in group where last[runs[index]].map({ numbers[$0] < numbers[index] }) ?? true {
      last[runs[index]] = index
    }
    var farthest: [Int: Int64] = [:]
    for tip in last.values {
      for reach in reaches[starts[tip]..<starts[tip + 1]] {
        farthest[reach.run] = max(farthest[reach.run] ?? 0, reach.upto)
      }
    }
    return last.values.filter { (farthest[runs[$0]] ?? 0) < numbers[$0] }.sorted()
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
        let open = reaches[(starts[index] + cleared[run])..<starts[index + 1]]
        if let place = open.firstIndex(where: { count(in: $0.run, upTo: $0.upto) > done[$0.run] }) {
          cleared[run] = place - starts[index]
          let needed = count(in: reaches[place].run, upTo: reaches[place].upto)
          waiting[reaches[place].run][needed, default: []].append(run)
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
