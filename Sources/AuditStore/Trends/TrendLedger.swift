import AuditFigures
import AuditModel

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

  /// Places beyond those of a state.
  private static let (waived, untested) = (10, 11)

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

  /// A cell, or `count` alike, counts differently from a period on.
  mutating func move(_ cell: Int, _ count: Int, of component: Int, from old: Mark?, to mark: Mark?, at bucket: Int) {
    if let old { add(old, component, -Int64(count), at: bucket) }
    if let mark { add(mark, component, Int64(count), at: bucket) }
    if mark?.seen != nil || old?.seen != nil { marks[bucket].append((cell, mark)) }
  }

  /// A cell was answered for the first time in a period.
  mutating func count(new mark: Mark, at bucket: Int) {
    for group in sets[mark.groups] { new[group * buckets + bucket] += 1 }
  }

  private mutating func add(_ mark: Mark, _ component: Int, _ times: Int64, at bucket: Int) {
    var counts = SIMD16<Int64>.zero
    if let state = mark.state {
      counts[Self.place(state.outcome)] += times
      if state.isDisputed { counts[4] += times }
      if state.isContradicted { counts[5] += times }
      if state.outcome == .fail, let severity = state.severity { counts[5 + severity.rawValue] += times }
    } else {
      counts[Self.untested] += times
    }
    if mark.isWaived { counts[Self.waived] += times }
    for group in sets[mark.groups] {
      deltas[group * buckets + bucket] &+= counts
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
    func count(_ place: Int) -> Int { CellCounts.bounded(sum[place]) }
    var counts = CellCounts()
    (counts.pass, counts.fail, counts.na, counts.cantTell) = (count(0), count(1), count(2), count(3))
    (counts.disputed, counts.contradicted) = (count(4), count(5))
    (counts.critical, counts.serious, counts.moderate) = (count(6), count(7), count(8))
    (counts.minor, counts.untested) = (count(9), count(untested))
    return counts
  }

  private static func place(_ outcome: Outcome) -> Int {
    switch outcome {
    case .pass: 0
    case .fail: 1
    case .na: 2
    case .cantTell: 3
    }
  }
}
