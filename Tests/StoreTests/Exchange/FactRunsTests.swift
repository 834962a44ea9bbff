import StoredFacts
import Testing

@testable import Store

/// Runs of numbers beside a plain set of them.
@Suite("runs of facts")
struct FactRunsTests {
  private static func runs(_ numbers: some Sequence<Int64>) -> FactRuns { FactRuns(numbers.map { $0...$0 }) }

  private static func numbers(_ runs: FactRuns) -> [Int64] { runs.runs.flatMap { Array($0) } }

  /// Few numbers of a small range, so that runs touch, overlap and have holes of one.
  private static func random(_ random: inout SeededRandom) -> Set<Int64> {
    let count = Int.random(in: 0...40, using: &random)
    let range = Int64.random(in: 1...60, using: &random)
    return Set((0..<count).map { _ in Int64.random(in: 0...range, using: &random) })
  }

  @Test("runs that touch or overlap become one, in any order")
  func joined() {
    #expect(FactRuns([7...9, 1...3, 4...4, 2...3, 20...20]).runs == [1...4, 7...9, 20...20])
    #expect(FactRuns([1...10, 2...3, 5...6]).runs == [1...10])
    #expect(FactRuns([]).isEmpty)
  }

  @Test("all that sets of numbers do, runs do: 5 000 pairs", arguments: [UInt64(1), 2, 3, 4, 5])
  func model(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for round in 0..<1_000 {
      let (one, other) = (Self.random(&random), Self.random(&random))
      let (first, second) = (Self.runs(one), Self.runs(other))
      let place = "seed \(seed), round \(round): \(one.sorted()) and \(other.sorted())"
      #expect(Self.numbers(first) == one.sorted(), "\(place)")
      #expect(first.count == one.count && first.isEmpty == one.isEmpty, "\(place)")
      #expect(Self.numbers(first.union(second)) == one.union(other).sorted(), "\(place)")
      #expect(Self.numbers(first.subtracting(second)) == one.subtracting(other).sorted(), "\(place)")
      #expect(Self.numbers(first.intersection(second)) == one.intersection(other).sorted(), "\(place)")
      #expect(FactRuns(unionOf: [first, FactRuns(), second, first]) == first.union(second), "\(place)")
      #expect((-1...61).allSatisfy { first.contains($0) == one.contains($0) }, "\(place)")
      // Neighbours are always joined, so equal sets are equal runs.
      #expect(zip(first.runs, first.runs.dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound }, "\(place)")
    }
  }

  @Test("numbers put in one by one, in any order and twice, are the same set", arguments: [UInt64(6), 7])
  func inserted(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let numbers = Self.random(&random)
      for order in [numbers.sorted(), numbers.shuffled(using: &random), numbers.sorted() + numbers.sorted()] {
        var runs = FactRuns()
        for number in order { runs.insert(number) }
        #expect(runs == Self.runs(numbers), "\(order)")
      }
    }
  }

  @Test("pieces are as long as asked for, but for the last one, and together the same set", arguments: [1, 2, 3, 7])
  func pieces(size: Int) {
    var random = SeededRandom(seed: UInt64(size))
    for _ in 0..<500 {
      let runs = Self.runs(Self.random(&random))
      let pieces = runs.pieces(of: size)
      #expect(FactRuns(unionOf: pieces) == runs)
      #expect(pieces.dropLast().allSatisfy { $0.count == size })
      #expect(pieces.last.map { (1...size).contains($0.count) } ?? runs.isEmpty)
      #expect(zip(pieces, pieces.dropFirst()).allSatisfy { Self.numbers($0).last ?? 0 < Self.numbers($1).first ?? 0 })
    }
  }

  @Test("numbers that no fact has, as a damaged table may name them, are left out and nothing overflows")
  func extremes() {
    let all = FactRuns([Int64.min...Int64.max])
    #expect(all.runs == [FactRuns.bounds])
    #expect(all.count > 0)
    #expect(FactRuns([Int64.max...Int64.max, Int64.min ... -1]).isEmpty)
    #expect(!all.contains(.max) && !all.contains(-1) && all.contains(0))
    #expect(all.subtracting(FactRuns([5...5])).runs.count == 2)
    #expect(all.intersection(all) == all && all.union(all) == all && all.subtracting(all).isEmpty)
    #expect(FactRuns([1...3]).pieces(of: .max) == [FactRuns([1...3])])
    #expect(FactRuns([1...3]).pieces(of: 0).count == 3)
    var runs = all
    for number in [Int64.max, .min, 0] { runs.insert(number) }
    #expect(runs == all)
  }
}
