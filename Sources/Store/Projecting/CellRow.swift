import Audit
import SQLite

/// A cell in memory during a transaction.
final class CellRow {
  // What each further result reads and writes stands together: an import is held up by the memory of its cells.
  let id: Int64
  /// Where the list of its results begins (`CellResults`); 0 before the first.
  var last: Int64 = 0
  /// The greatest number of its results, where they are of one branch.
  var newest: Int64 = 0
  /// The branch of its results where each of them supersedes those before it; 0 before the first, else `mixed`.
  var branch: Int64 = 0
  /// The context of the result that is shown.
  var context: Int64 = 0
  var latestTime: Int64 = 0
  /// When what is shown was last observed, and by which version of the check's text the result shown was evaluated.
  var seen: Int64 = 0
  var text: Int64?
  var results: Int64 = 0
  var shown: Int64 = 0
  var latest: Int64 = 0
  var isMeasured = false
  /// Whether this machine has said something in this transaction that had seen all of its results.
  var isInView = false
  var isBetterByRetest = false
  var state: CellState?
  /// What it showed when it was read, and whether by a retest.
  var initial: CellState?
  var wasBetterByRetest = false
  /// What the fold says of authors who are not followed, as bits of `marks`.
  var othersMarks: Int64 = 0
  var othersMarksBefore: Int64 = 0
  var isTouched = false
  /// Whether a severity was set for its finding: then the fold alone tells what it shows.
  var hasTriage = false
  var needsRefold = false
  let component: Int64
  let check: Int64
  let condition: Int64
  var category: Int64
  var since: Int64 = 0
  /// Whether a failure of the finding since then has a note, of the results from this one on.
  var noted: (last: Int64, since: Int64, has: Bool)?
  /// What those say alone who are followed, as it was read where it may be something else than what the cell shows.
  var said: Said?
  /// Rows of `transition` that stand in the database.
  var changes: Int64 = 0
  /// Only the whole fold tells which of its results are open.
  static let mixed: Int64 = -1
  /// Transitions not yet written; their changes are counted already.
  var pending: [Transition] = []

  /// What results say, and which of them is shown.
  struct Said {
    var state: CellState?
    var shown: Int64
  }

  init(id: Int64, component: Int64, check: Int64, condition: Int64, category: Int64) {
    (self.id, self.component, self.check, self.condition, self.category) = (id, component, check, condition, category)
  }

  static let columns = """
    id, category, outcome, severity, marks, shown, latest, latest_time, since, results, changes, branch,
    last, context, measured, seen, text
    """

  /// Reads a row that begins with `columns`. Whose cell it is the caller mostly knows: each column that is asked for
  /// takes SQLite longer to compile than to read.
  convenience init(_ row: Statement, component: Int64, check: Int64, condition: Int64) {
    self.init(id: row.int64(0), component: component, check: check, condition: condition, category: row.int64(1))
    state = Codes.state(outcome: row.int64(2), severity: row.int64(3), marks: row.int64(4))
    isBetterByRetest = row.int64(4) & Codes.retest != 0
    othersMarks = row.int64(4) & Codes.others
    (initial, wasBetterByRetest, othersMarksBefore) = (state, isBetterByRetest, othersMarks)
    shown = row.int64(5)
    latest = row.int64(6)
    latestTime = row.int64(7)
    since = row.int64(8)
    results = Int64(CellCounts.bounded(row.int64(9)))
    changes = Int64(CellCounts.bounded(row.int64(10)))
    branch = row.int64(11)
    last = row.int64(12)
    newest = last
    context = row.int64(13)
    isMeasured = row.int64(14) != 0
    seen = row.int64(15)
    text = row.optionalInt64(16)
  }

  /// Becomes the fold of its results. Its transitions are yet to be written.
  ///
  /// - Parameter observations: in the order of their numbers.
  func take(_ fold: CellFold, of observations: [Observation]) {
    pending = fold.transitions
    state = fold.state
    isBetterByRetest = fold.isRetest
    othersMarks = Codes.others(fold)
    shown = fold.shown ?? 0
    let result = observations.first { $0.id == shown }
    (context, text) = (result?.context ?? 0, result?.text)
    latest = fold.latest ?? 0
    (latestTime, seen) = (fold.latestTime, fold.seen)
    since = fold.since
    results = Int64(fold.count)
    isMeasured = observations.contains(where: \.isMeasured)
    newest = observations.last?.id ?? 0
    let first = FactNumber.line(of: observations.first?.id ?? 0)
    let isOfOne = observations.allSatisfy { FactNumber.line(of: $0.id) == first }
    branch = fold.isPlain && isOfOne ? first : CellRow.mixed
    if observations.isEmpty { branch = 0 }
    needsRefold = false
  }

  var outcomeCode: Int64 { state.map { Codes.code($0.outcome) } ?? 0 }
  var severityCode: Int64 { Int64(state?.severity?.rawValue ?? 0) }
  var marks: Int64 { (state.map(Codes.marks) ?? 0) | (isBetterByRetest ? Codes.retest : 0) | othersMarks }
}

/// How outcomes and severities are numbered in the database.
enum Codes {
  static func code(_ outcome: Outcome) -> Int64 {
    switch outcome {
    case .pass: 1
    case .fail: 2
    case .na: 3
    case .cantTell: 4
    }
  }

  /// Nil for 0, untested, and for anything this version does not know.
  static func outcome(_ code: Int64) -> Outcome? {
    switch code {
    case 1: .pass
    case 2: .fail
    case 3: .na
    case 4: .cantTell
    default: nil
    }
  }

  static func severity(_ code: Int64) -> Severity? { Severity(rawValue: Int(clamping: code)) }

  // Bits of `cell.marks` and `transition.marks`.
  static let disputed: Int64 = 1
  static let contradicted: Int64 = 2
  static let unsettled = disputed | contradicted
  static let overruled: Int64 = 4
  static let retest: Int64 = 8
  static let held: Int64 = 16
  static let renewed: Int64 = 32
  static let closedByOthers: Int64 = 64
  static let others = held | renewed | closedByOthers

  /// What depends on whom this machine follows.
  static func others(_ fold: CellFold) -> Int64 {
    (fold.isHeld ? held : 0) | (fold.isRenewed ? renewed : 0) | (fold.isClosedByOthers ? closedByOthers : 0)
  }

  static func marks(_ state: CellState) -> Int64 {
    (state.isDisputed ? disputed : 0) | (state.isContradicted ? contradicted : 0)
      | (state.isOverruled ? overruled : 0)
  }

  static func state(outcome: Int64, severity: Int64, marks: Int64) -> CellState? {
    Codes.outcome(outcome).map {
      CellState(
        outcome: $0, severity: Codes.severity(severity), isDisputed: marks & disputed != 0,
        isContradicted: marks & contradicted != 0, isOverruled: marks & overruled != 0)
    }
  }
}

/// Writes cells and their new transitions, with two statements compiled once for a flush.
struct CellWriter {
  private let transition: Statement
  private let update: Statement

  init(database: Connection) throws {
    transition = try database.cached(
      """
      INSERT INTO transition (cell, ordinal, time, result, outcome, severity, marks, context)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """)
    update = try database.cached(
      """
      UPDATE cell SET category = ?, outcome = ?, severity = ?, marks = ?, shown = ?, latest = ?, latest_time = ?,
        since = ?, results = ?, changes = ?, branch = ?, last = ?, context = ?, measured = ?,
        seen = ?, text = ?
      WHERE id = ?
      """)
  }

  func store(_ row: CellRow) throws {
    for change in row.pending {
      try transition.bind(row.id, at: 1)
      try transition.bind(row.changes, at: 2)
      try transition.bind(change.time, at: 3)
      try transition.bind(change.result, at: 4)
      try transition.bind(Codes.code(change.state.outcome), at: 5)
      try transition.bind(Int64(change.state.severity?.rawValue ?? 0), at: 6)
      try transition.bind(Codes.marks(change.state), at: 7)
      try transition.bind(change.context, at: 8)
      try transition.run()
      row.changes += 1
    }
    row.pending = []
    try update.bind(row.category, at: 1)
    try update.bind(row.outcomeCode, at: 2)
    try update.bind(row.severityCode, at: 3)
    try update.bind(row.marks, at: 4)
    try update.bind(row.shown, at: 5)
    try update.bind(row.latest, at: 6)
    try update.bind(row.latestTime, at: 7)
    try update.bind(row.since, at: 8)
    try update.bind(row.results, at: 9)
    try update.bind(row.changes, at: 10)
    try update.bind(row.branch, at: 11)
    try update.bind(row.last, at: 12)
    try update.bind(row.context, at: 13)
    try update.bind(Int64(row.isMeasured ? 1 : 0), at: 14)
    try update.bind(row.seen, at: 15)
    try update.bind(row.text, at: 16)
    try update.bind(row.id, at: 17)
    try update.run()
    row.isTouched = false
  }
}
