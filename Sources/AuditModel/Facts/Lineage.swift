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
  /// Whether `later` has authority over `earlier`: the same chain without an undecided fork between, or the same
  /// signer.
  func owns(_ later: Int64, _ earlier: Int64) throws -> Bool
}

/// Which of some facts a new one has to name to have seen them all.
package enum UnseenFacts {
  /// The places of those that no other of them has seen.
  package static func tips(_ numbers: [Int64], _ lineage: some Lineage) throws -> [Int] {
    try SightTable(numbers, lineage).unseen(in: Array(numbers.indices))
  }
}

/// What some facts have seen of one another, asked once and then at hand.
struct SightTable {
  /// Per fact, the index of its run.
  let runs: [Int]
  /// Per run, the indices of its facts in rising order of their numbers.
  let members: [[Int]]
  private let numbers: [Int64]
  private let reach: [Int64]

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
    for index in numbers.indices.sorted(by: { numbers[$0] < numbers[$1] }) { members[runs[index]].append(index) }
    var reach: [Int64] = []
    if names.count > 1 {
      reach.reserveCapacity(numbers.count * names.count)
      for (index, number) in numbers.enumerated() {
        for (run, name) in names.enumerated() {
          reach.append(run == runs[index] ? number - 1 : try lineage.reach(of: number, into: name))
        }
      }
    } else {
      reach = numbers.map { $0 - 1 }
    }
    (self.runs, self.members, self.numbers, self.reach) = (runs, members, numbers, reach)
  }

  /// Whether `later` had `earlier` in view when it was made.
  func saw(_ later: Int, _ earlier: Int) -> Bool {
    reach[later * members.count + runs[earlier]] >= numbers[earlier]
  }

  /// How many facts of a run a fact has seen.
  func seen(_ index: Int, of run: Int) -> Int {
    let limit = reach[index * members.count + run]
    var (low, high) = (0, members[run].count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[members[run][middle]] <= limit { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The members of `group` that no other member has seen.
  func unseen(in group: [Int]) -> [Int] {
    // Of a run only the last one can be.
    var last: [Int: Int] = [:]
    for index in group where last[runs[index]].map({ numbers[$0] < numbers[index] }) ?? true {
      last[runs[index]] = index
    }
    let tips = last.values.sorted()
    return tips.filter { tip in !tips.contains { $0 != tip && saw($0, tip) } }
  }

  /// Calls `visit` with each fact after all that it has seen. Those of a circle, which no honest facts make, come last.
  func inOrder(_ visit: (Int) -> Void) {
    var done = Array(repeating: 0, count: members.count)
    var isStuck = false
    while true {
      var hasMoved = false
      for run in members.indices {
        while done[run] < members[run].count {
          let index = members[run][done[run]]
          guard isStuck || members.indices.allSatisfy({ $0 == run || seen(index, of: $0) <= done[$0] }) else { break }
          visit(index)
          done[run] += 1
          hasMoved = true
        }
      }
      if done.indices.allSatisfy({ done[$0] == members[$0].count }) { return }
      if !hasMoved { isStuck = true }
    }
  }
}
