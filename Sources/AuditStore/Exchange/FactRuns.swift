/// A set of facts of one file, as runs of their local numbers.
package struct FactRuns: Equatable, Sendable {
  /// Apart from one another, in rising order.
  package private(set) var runs: [ClosedRange<Int64>] = []

  package init() {}

  init(_ runs: [ClosedRange<Int64>]) {
    for run in runs.sorted(by: { $0.lowerBound < $1.lowerBound }) { append(run) }
  }

  package var isEmpty: Bool { runs.isEmpty }
  package var count: Int { runs.reduce(0) { $0 + $1.count } }

  /// Adds a number; quick where numbers come in rising order.
  mutating func insert(_ number: Int64) {
    guard let last = runs.last else { return runs.append(number...number) }
    if number == last.upperBound + 1 {
      runs[runs.count - 1] = last.lowerBound...number
    } else if number > last.upperBound {
      runs.append(number...number)
    } else if !contains(number) {
      self = FactRuns(runs + [number...number])
    }
  }

  private mutating func append(_ run: ClosedRange<Int64>) {
    guard let last = runs.last, run.lowerBound <= last.upperBound + 1 else { return runs.append(run) }
    runs[runs.count - 1] = last.lowerBound...max(last.upperBound, run.upperBound)
  }

  package func contains(_ number: Int64) -> Bool {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low < runs.count && runs[low].contains(number)
  }

  package func intersection(_ other: FactRuns) -> FactRuns { subtracting(subtracting(other)) }

  package func union(_ other: FactRuns) -> FactRuns { FactRuns(runs + other.runs) }

  /// The same set in parts of at most `size` facts.
  package func pieces(of size: Int) -> [FactRuns] {
    var pieces: [FactRuns] = []
    var piece = FactRuns()
    for run in runs {
      var start = run.lowerBound
      while start <= run.upperBound {
        let end = min(run.upperBound, start + Int64(size - piece.count) - 1)
        piece.append(start...end)
        start = end + 1
        if piece.count == size {
          pieces.append(piece)
          piece = FactRuns()
        }
      }
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }

  package func subtracting(_ other: FactRuns) -> FactRuns {
    var rest: [ClosedRange<Int64>] = []
    var index = 0
    for run in runs {
      var start = run.lowerBound
      while index > 0, other.runs[index - 1].upperBound >= start { index -= 1 }
      while index < other.runs.count, other.runs[index].upperBound < start { index += 1 }
      while index < other.runs.count, other.runs[index].lowerBound <= run.upperBound {
        let taken = other.runs[index]
        if taken.lowerBound > start { rest.append(start...(taken.lowerBound - 1)) }
        start = taken.upperBound + 1
        index += 1
      }
      if start <= run.upperBound { rest.append(start...run.upperBound) }
    }
    return FactRuns(rest)
  }
}
