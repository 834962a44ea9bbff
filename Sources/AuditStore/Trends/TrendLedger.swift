import AuditModel
import SQLite

/// What cells counted as at the end of each period, summed up by group.
///
/// Every change goes in as a difference between a period and the one before; sums over them are the points.
struct TrendLedger {
  /// How a cell counts at the end of a period.
  struct Mark: Equatable {
    /// Nil: untested.
    var state: CellState?
    var isWaived = false
    /// Place in `TrendGroups.sets`.
    var groups: Int
    /// When the latest result was observed, ms UTC; nil where results are not read.
    var seen: Int64?
  }

  /// Lanes beyond those of `Counts`.
  private static let (waived, untested) = (11, 12)

  private let buckets: Int
  private let sets: [[Int]]
  private var deltas: [SIMD16<Int64>]
  private var new: [Int]
  /// By period: a cell that counts was one more, or one less, of its component in a group.
  private var presences: [[(group: Int32, component: Int32, change: Int32)]]
  /// By period, where results are read: what cells show.
  private var marks: [[(cell: Int, mark: Mark?)]]

  init(buckets: Int, groups: TrendGroups) {
    self.buckets = buckets
    sets = groups.sets
    deltas = Array(repeating: .zero, count: groups.names.count * buckets)
    new = Array(repeating: 0, count: groups.names.count * buckets)
    presences = Array(repeating: [], count: buckets)
    marks = Array(repeating: [], count: buckets)
  }

  /// A cell counts differently from a period on.
  mutating func move(_ cell: Int, of component: Int, from old: Mark?, to mark: Mark?, at bucket: Int) {
    if let old { add(old, component, -1, at: bucket) }
    if let mark { add(mark, component, 1, at: bucket) }
    if mark?.seen != nil || old?.seen != nil { marks[bucket].append((cell, mark)) }
  }

  /// A cell was answered for the first time in a period.
  mutating func count(new mark: Mark, at bucket: Int) {
    for group in sets[mark.groups] { new[group * buckets + bucket] += 1 }
  }

  /// Adds counts that were summed up elsewhere.
  mutating func add(_ counts: Counts, _ group: Int, at bucket: Int) {
    deltas[group * buckets + bucket] &+= counts.values
  }

  /// A cell whose states are summed up elsewhere is untested from one period on and answered from another.
  mutating func present(_ component: Int, _ groups: Int, untested: Int, answered: Int) {
    for group in sets[groups] {
      new[group * buckets + answered] += 1
      presences[answered].append((Int32(group), Int32(component), 1))
      guard untested < answered else { continue }
      deltas[group * buckets + untested][Self.untested] += 1
      deltas[group * buckets + answered][Self.untested] -= 1
    }
  }

  private mutating func add(_ mark: Mark, _ component: Int, _ times: Int64, at bucket: Int) {
    var counts = Counts()
    counts.add(mark.state, times: times)
    if mark.state == nil { counts.values[Self.untested] += times }
    if mark.isWaived { counts.values[Self.waived] += times }
    for group in sets[mark.groups] {
      deltas[group * buckets + bucket] &+= counts.values
      if mark.state != nil { presences[bucket].append((Int32(group), Int32(component), Int32(times))) }
    }
  }

  /// The points of every group.
  func points() -> [[TrendPoint]] {
    let groups = buckets == 0 ? 0 : deltas.count / buckets
    var points = Array(repeating: Array(repeating: TrendPoint(), count: buckets), count: groups)
    for group in 0..<groups {
      var sum = SIMD16<Int64>.zero
      for bucket in 0..<buckets {
        sum &+= deltas[group * buckets + bucket]
        points[group][bucket].counts = Self.counts(sum)
        points[group][bucket].waived = Int(sum[Self.waived])
        points[group][bucket].new = new[group * buckets + bucket]
      }
    }
    countComponents(&points)
    findOldest(&points)
    return points
  }

  private func countComponents(_ points: inout [[TrendPoint]]) {
    var cells: [Int64: Int32] = [:]
    var components = Array(repeating: 0, count: points.count)
    for bucket in 0..<buckets {
      for (group, component, change) in presences[bucket] {
        let place = Int64(group) << 32 | Int64(component)
        let before = cells[place] ?? 0
        cells[place] = before + change
        if before == 0 { components[Int(group)] += 1 }
        if before + change == 0 { components[Int(group)] -= 1 }
      }
      for group in points.indices { points[group][bucket].components = components[group] }
    }
  }

  private func findOldest(_ points: inout [[TrendPoint]]) {
    let count = marks.joined().map { $0.cell + 1 }.max() ?? 0
    var current: [Mark?] = Array(repeating: nil, count: count)
    for bucket in 0..<buckets where count > 0 {
      for (cell, mark) in marks[bucket] { current[cell] = mark }
      for mark in current {
        guard let mark, let seen = mark.seen else { continue }
        for group in sets[mark.groups] {
          points[group][bucket].oldest = min(points[group][bucket].oldest ?? seen, seen)
        }
      }
    }
  }

  private static func counts(_ sum: SIMD16<Int64>) -> CellCounts {
    func count(_ place: Int) -> Int { CellCounts.counted(sum[place]) }
    var counts = CellCounts()
    (counts.pass, counts.fail, counts.na, counts.cantTell) = (count(0), count(1), count(2), count(3))
    (counts.disputed, counts.contradicted) = (count(4), count(5))
    (counts.critical, counts.serious, counts.moderate) = (count(6), count(7), count(8))
    (counts.minor, counts.unrated, counts.untested) = (count(9), count(10), count(untested))
    return counts
  }
}
