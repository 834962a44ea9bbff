/// A set of facts of one file, as runs of their local numbers.
package struct FactRuns: Equatable, Sendable {
  /// Numbers that can be in a set. No fact has another one, and within them nothing here can overflow.
  static let bounds: ClosedRange<Int64> = 0...(1 << 62)

  /// Apart from one another, in rising order.
  package private(set) var runs: [ClosedRange<Int64>] = []

  package init() {}

  /// Numbers outside `bounds` are left out.
  package init(_ runs: [ClosedRange<Int64>]) {
    for run in runs.sorted(by: { $0.lowerBound < $1.lowerBound }) where run.overlaps(Self.bounds) {
      append(run.clamped(to: Self.bounds))
    }
  }

  /// All that is in any of some sets.
  package init(unionOf sets: [FactRuns]) { self.init(sets.flatMap(\.runs)) }

  package var isEmpty: Bool { runs.isEmpty }
  package var count: Int { runs.reduce(0) { $0 + $1.count } }

  /// Adds a number; quick where numbers come in rising order.
  mutating func insert(_ number: Int64) {
    guard Self.bounds.contains(number) else { return }
    if let last = runs.last, number < last.lowerBound {
      if !contains(number) { self = FactRuns(runs + [number...number]) }
    } else {
      append(number...number)
    }
  }

  /// Adds a run that begins no earlier than the last one.
  private mutating func append(_ run: ClosedRange<Int64>) {
    guard let last = runs.last, run.lowerBound <= last.upperBound + 1 else { return runs.append(run) }
    runs[runs.count - 1] = last.lowerBound...max(last.upperBound, run.upperBound)
  }

  package func contains(_ number: Int64) -> Bool {
    let place = place(of: number)
    return place < runs.count && runs[place].contains(number)
  }

  /// The first run that does not end before a number.
  private func place(of number: Int64) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  package func intersection(_ other: FactRuns) -> FactRuns { subtracting(subtracting(other)) }

  package func union(_ other: FactRuns) -> FactRuns { FactRuns(runs + other.runs) }

  /// The same set in parts of `size` facts, the last of what is left; of one fact where `size` is less.
  package func pieces(of size: Int) -> [FactRuns] {
    let size = max(size, 1)
    var pieces: [FactRuns] = []
    var piece = FactRuns()
    var room = size
    for run in runs {
      var start = run.lowerBound
      while start <= run.upperBound {
        let end = run.upperBound - start < Int64(room) ? run.upperBound : start + Int64(room) - 1
        piece.append(start...end)
        room -= Int(end - start) + 1
        start = end + 1
        if room == 0 {
          pieces.append(piece)
          (piece, room) = (FactRuns(), size)
        }
      }
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }

  package func subtracting(_ other: FactRuns) -> FactRuns {
    var rest: [ClosedRange<Int64>] = []
    for run in runs {
      var start = run.lowerBound
      var index = other.place(of: start)
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
