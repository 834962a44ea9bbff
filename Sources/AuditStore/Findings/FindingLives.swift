import AuditModel
import SQLite

/// The lives of findings: by one pass over what their cells showed, and by the results themselves where a cell has more
/// of them than changes, as what was seen again on another build changes nothing that is shown.
struct FindingLives {
  /// By the ids of cells; those that never failed have none.
  private(set) var lives: [Int64: FindingLife] = [:]

  /// What a cell showed next.
  private struct Step {
    var time: Int64
    var context: Int64
    var outcome: Outcome
    var severity: Severity?
  }

  /// - Parameter areOpen: only those of cells that fail at the reader's moment.
  init(_ reader: Reader, areOpen: Bool) throws {
    let failing = areOpen ? try addUnchanged(reader) : nil
    try add(failing, reader, until: reader.past?.moment ?? .max)
  }

  /// Those of some cells (their numbers, ascending) by what had been observed by a moment, ms UTC.
  init(_ reader: Reader, of cells: [Int64], until moment: Int64) throws {
    try add(cells, reader, until: moment)
  }

  /// Adds those that have failed from the first, as the cells tell: most of them in most trackers.
  ///
  /// - Returns: the other cells that fail, by their numbers.
  private mutating func addUnchanged(_ reader: Reader) throws -> [Int64] {
    var others: [Int64] = []
    // How often a cell had changed by a past moment is not known.
    let isPast = reader.past != nil
    try reader.visitCells([.outcome, .id, .changes, .severity, .since, .branch], shortcut: "outcome = 2") { cell in
      guard Codes.outcome(cell[0]) == .fail else { return }
      guard !isPast, cell[2] == 1, cell[5] > 0 else { return others.append(cell[1]) }
      var life = FindingLife()
      life.show(.fail, Codes.severity(cell[3]), at: cell[4])
      lives[cell[1]] = life
    }
    return others
  }

  /// - Parameter chosen: those of these cells, ascending; nil for all.
  private mutating func add(_ chosen: [Int64]?, _ reader: Reader, until moment: Int64) throws {
    if let chosen { lives.reserveCapacity(lives.count + chosen.count) }
    let making = try Making(reader, until: moment)
    var cell: Int64 = 0
    var steps: [Step] = []
    func end() throws {
      if steps.contains(where: { $0.outcome == .fail }) { lives[cell] = try making.life(of: cell, steps) }
      steps.removeAll(keepingCapacity: true)
    }
    var next = 0
    try Self.transitions(reader, of: chosen, until: moment) { row in
      let id = row.int64(0)
      if let chosen {
        while next < chosen.count, chosen[next] < id { next += 1 }
        guard next < chosen.count, chosen[next] == id else { return }
      }
      guard let outcome = Codes.outcome(row.int64(2)) else { return }
      if id != cell {
        try end()
        cell = id
      }
      steps.append(
        Step(time: row.int64(1), context: row.int64(4), outcome: outcome, severity: Codes.severity(row.int64(3))))
    }
    try end()
  }

  /// Calls `visit` with what cells showed, cell by cell: of the chosen ones where these are few, else of all.
  private static func transitions(
    _ reader: Reader, of chosen: [Int64]?, until moment: Int64, _ visit: (Statement) throws -> Void
  ) throws {
    let sql = "SELECT cell, time, outcome, severity, context FROM transition WHERE time <= ?"
    let all = try reader.database.scalar("SELECT max(id) FROM cell") ?? 0
    guard let chosen, chosen.count < all / 16 else {
      return try reader.database.rows("\(sql) ORDER BY cell, ordinal", [.integer(moment)], visit)
    }
    for cell in chosen {
      try reader.database.rows("\(sql) AND cell = ? ORDER BY ordinal", [.integer(moment), .integer(cell)], visit)
    }
  }

  /// Makes the life of one cell after the other.
  private final class Making {
    private let reader: Reader
    private let moment: Int64
    private let contexts: ByTerm<ResultContext>
    private var bases = ByTerm<FindingLife.Basis>()
    private let observations: Observations
    private let count: Statement

    init(_ reader: Reader, until moment: Int64) throws {
      self.reader = reader
      self.moment = moment
      contexts = try reader.contexts()
      observations = Observations(reader)
      count = try reader.database.cached("SELECT results, branch FROM cell WHERE id = ?")
    }

    func life(of cell: Int64, _ steps: [Step]) throws -> FindingLife {
      let (results, isOfSeveral) = try results(of: cell)
      var life = try life(of: cell, steps, results)
      // Where each result supersedes those before it, no failure of another tester stands between.
      if life.state == .open, isOfSeveral, results > 1, try observations.hasRegressed(cell: cell, until: moment) {
        life.regress()
      }
      return life
    }

    private func life(of cell: Int64, _ steps: [Step], _ results: Int64) throws -> FindingLife {
      var life = FindingLife()
      // On what it was seen matters only where a cell has also shown something else than failing.
      guard steps.contains(where: { $0.outcome != .fail }) else {
        for step in steps { life.show(step.outcome, step.severity, at: step.time) }
        return life
      }
      var endedOnce = false
      for step in steps {
        life.show(step.outcome, step.severity, at: step.time, on: try basis(step.context))
        if life.isFinding, !life.isOpen { endedOnce = true }
      }
      // A severity that was set for the finding is a step of its own.
      guard endedOnce, try results > steps.count || observations.triage(ofCell: cell) != nil else { return life }
      return try observations.life(cell: cell, until: moment)
    }

    private func basis(_ context: Int64) throws -> FindingLife.Basis {
      try bases.value(context) {
        let context = contexts[context] ?? ResultContext()
        return .init(build: try reader.observedBuild(context.build), source: context.source)
      }
    }

    /// How many a cell has, and whether not each of them supersedes those before it.
    private func results(of cell: Int64) throws -> (count: Int64, isOfSeveral: Bool) {
      try count.bind(cell, at: 1)
      defer { count.reset() }
      return try count.step() ? (count.int64(0), count.int64(1) < 0) : (0, false)
    }
  }
}

extension Reader {
  /// The history of the failing of some cells, by any tester, by their ids.
  ///
  /// - Parameter areOfAudit: they show what one audit saw; then only what had been observed by then counts.
  func lives(of entries: [CellTable.Entry], areOfAudit: Bool) throws -> [Int64: FindingLife] {
    guard areOfAudit else {
      return try FindingLives(self, of: entries.map(\.cell).sorted(), until: past?.moment ?? .max).lives
    }
    return try lives(of: entries.map { ($0.said, $0.cell, $0.seen) })
  }

  /// The history of failing cells as one audit saw them, by their ids: only what had been observed by then counts.
  func lives(of seen: [(outcome: Outcome?, cell: Int64, time: Int64)]) throws -> [Int64: FindingLife] {
    var lives: [Int64: FindingLife] = [:]
    let observations = Observations(self)
    for cell in seen where cell.outcome == .fail || cell.outcome == .pass {
      let life = try observations.life(cell: cell.cell, until: cell.time)
      if life.isFinding { lives[cell.cell] = life }
    }
    return lives
  }
}

extension Reader {
  /// A build as results name it, by its term.
  fileprivate func observedBuild(_ term: Int64) throws -> ObservedBuild {
    ObservedBuild(term: term, number: term == 0 ? nil : BuildNumber(try text(term)))
  }
}
