import AuditModel
import SQLite

/// Cells by state: the columns that `tally` and `day_delta` share.
struct Counts: Equatable {
  /// pass, fail, na, cant_tell, disputed, contradicted, critical, serious, moderate, minor, unrated.
  var values = SIMD16<Int64>.zero

  static let columns = [
    "pass", "fail", "na", "cant_tell", "disputed", "contradicted", "critical", "serious", "moderate", "minor",
    "unrated",
  ]

  var isZero: Bool { values == .zero }
  var hasNegative: Bool { values.min() < 0 }

  /// Adds a state `times` times; nil, an untested cell, counts nowhere.
  mutating func add(_ state: CellState?, times: Int64) {
    guard let state else { return }
    switch state.outcome {
    case .pass: values[0] += times
    case .fail: values[1] += times
    case .na: values[2] += times
    case .cantTell: values[3] += times
    }
    if state.isDisputed { values[4] += times }
    if state.isContradicted { values[5] += times }
    if state.outcome == .fail { values[state.severity.map { 5 + $0.rawValue } ?? 10] += times }
  }
}

/// Changes to `tally` and `day_delta`, gathered during a transaction and written once.
final class TallyChanges {
  private struct Place: Hashable {
    var first: Int64
    var category: Int64
  }

  private var byComponent: [Place: Counts] = [:]
  private var byDay: [Place: Counts] = [:]

  static let millisecondsPerDay: Int64 = 86_400_000

  static func day(_ time: Int64) -> Int64 {
    let quotient = time / millisecondsPerDay
    return time % millisecondsPerDay < 0 ? quotient - 1 : quotient
  }

  /// A cell of `component` went from one state to another at `time`.
  func move(component: Int64, category: Int64, from old: CellState?, to new: CellState?) {
    var counts = Counts()
    counts.add(old, times: -1)
    counts.add(new, times: 1)
    byComponent[Place(first: component, category: category), default: Counts()].values &+= counts.values
  }

  /// Adds (`sign` 1) or takes back (`sign` -1) the changes of a cell's transitions.
  func addHistory(_ transitions: [Transition], category: Int64, sign: Int64 = 1) {
    var state: CellState?
    for transition in transitions {
      addChange(at: transition.time, category: category, from: state, to: transition.state, sign: sign)
      state = transition.state
    }
  }

  /// A cell went from one state to another at `time`.
  func addChange(at time: Int64, category: Int64, from old: CellState?, to new: CellState?, sign: Int64 = 1) {
    var counts = Counts()
    counts.add(old, times: -sign)
    counts.add(new, times: sign)
    byDay[Place(first: Self.day(time), category: category), default: Counts()].values &+= counts.values
  }

  /// Writes everything gathered.
  func flush(to database: Connection) throws {
    for (place, counts) in byComponent where !counts.isZero {
      try CountsTable.tally.add(counts, place.first, category: place.category, in: database)
    }
    for (place, counts) in byDay where !counts.isZero {
      try CountsTable.dayDelta.add(counts, place.first, category: place.category, in: database)
    }
    byComponent = [:]
    byDay = [:]
  }
}
