import AuditModel
import SQLite

/// The lives of findings: by one pass over what their cells showed, and by the results themselves where a cell has more
/// of them than changes, as what was seen again on another build changes nothing that is shown.
struct FindingLives {
  /// By the ids of cells; those that never failed have none.
  private(set) var lives: [Int64: FindingLife] = [:]

  /// What a cell showed next. On what it was seen matters only where a cell has also shown something else than failing.
  private struct Step {
    var time: Int64
    var result: Int64
    var context: Int64 = 0
    var outcome: Outcome
    var severity: Severity?
  }

  private struct Cell {
    var id: Int64
    /// Its first place in the steps.
    var start: Int
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

  /// - Parameter chosen: those of these cells, ascending; nil for all.
  private mutating func add(_ chosen: [Int64]?, _ reader: Reader, until moment: Int64) throws {
    var cells: [Cell] = []
    var steps: [Step] = []
    var cell: Int64?
    var (hasFailed, hasDoneElse) = (false, false)
    func end() {
      guard let cell, let last = cells.last, last.id == cell else { return }
      if hasFailed, hasDoneElse { return }
      if hasFailed {
        var life = FindingLife()
        for step in steps[last.start...] { life.show(step.outcome, step.severity, at: step.time) }
        lives[cell] = life
      }
      steps.removeSubrange(last.start...)
      cells.removeLast()
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
        end()
        cell = id
        (hasFailed, hasDoneElse) = (false, false)
        cells.append(Cell(id: id, start: steps.count))
      }
      if outcome == .fail { hasFailed = true } else { hasDoneElse = true }
      steps.append(
        Step(
          time: row.int64(1), result: row.int64(4), outcome: outcome, severity: Codes.severity(row.int64(3))))
    }
    end()
    try Self.readContexts(of: &steps, reader)
    try add(cells, steps, reader, until: moment)
  }

  /// Adds those that have failed from the first, as the cells tell: most of them in most trackers.
  ///
  /// - Returns: the other cells that fail, by their numbers.
  private mutating func addUnchanged(_ reader: Reader) throws -> [Int64] {
    var others: [Int64] = []
    // How often a cell had changed by a past moment is not known.
    let changes = reader.past == nil ? "changes" : "0"
    let sql = "SELECT id, since, severity, \(changes) FROM \(reader.cells) WHERE outcome = 2"
    try reader.database.rows(sql) { row in
      guard row.int64(3) == 1 else { return others.append(row.int64(0)) }
      var life = FindingLife()
      life.show(.fail, Codes.severity(row.int64(2)), at: row.int64(1))
      lives[row.int64(0)] = life
    }
    return others.sorted()
  }

  /// Calls `visit` with what cells showed, cell by cell: of the chosen ones where these are few, else of all.
  private static func transitions(
    _ reader: Reader, of chosen: [Int64]?, until moment: Int64, _ visit: (Statement) throws -> Void
  ) throws {
    let sql = "SELECT cell, time, outcome, severity, result FROM transition WHERE time <= ?"
    let all = try reader.database.scalar("SELECT max(id) FROM cell") ?? 0
    guard let chosen, chosen.count < all / 16 else {
      return try reader.database.rows("\(sql) ORDER BY cell, ordinal", [.integer(moment)], visit)
    }
    for cell in chosen {
      try reader.database.rows("\(sql) AND cell = ? ORDER BY ordinal", [.integer(moment), .integer(cell)], visit)
    }
  }

  /// By one pass over the results where many are asked for, which costs less than looking each of them up.
  private static func readContexts(of steps: inout [Step], _ reader: Reader) throws {
    let order = steps.indices.sorted { steps[$0].result < steps[$1].result }
    guard let first = order.first, let last = order.last else { return }
    let all = try reader.database.scalar("SELECT max(id) FROM cell") ?? 0
    guard steps.count > all / 4 else {
      let context = try reader.database.cached("SELECT context FROM result WHERE id = ?")
      for place in order {
        try context.bind(steps[place].result, at: 1)
        defer { context.reset() }
        if try context.step() { steps[place].context = context.int64(0) }
      }
      return
    }
    var next = 0
    let bounds: [Value] = [.integer(steps[first].result), .integer(steps[last].result)]
    try reader.database.rows("SELECT id, context FROM result WHERE id BETWEEN ? AND ? ORDER BY id", bounds) { row in
      let id = row.int64(0)
      while next < order.count, steps[order[next]].result <= id {
        if steps[order[next]].result == id { steps[order[next]].context = row.int64(1) }
        next += 1
      }
    }
  }

  private mutating func add(_ cells: [Cell], _ steps: [Step], _ reader: Reader, until moment: Int64) throws {
    let contexts = try reader.contexts()
    var bases = ByTerm<FindingLife.Basis>()
    let observations = Observations(reader)
    let count = try reader.database.cached("SELECT results FROM cell WHERE id = ?")
    lives.reserveCapacity(lives.count + cells.count)
    for (place, cell) in cells.enumerated() {
      var life = FindingLife()
      var endedOnce = false
      let shown = steps[cell.start..<(place + 1 < cells.count ? cells[place + 1].start : steps.count)]
      for step in shown {
        let basis = try bases.value(step.context) {
          let context = contexts[step.context] ?? ResultContext()
          return .init(build: try reader.observedBuild(context.build), source: context.source)
        }
        life.show(step.outcome, step.severity, at: step.time, on: basis)
        if life.isFinding, !life.isOpen { endedOnce = true }
      }
      if endedOnce {
        try count.bind(cell.id, at: 1)
        let results = try count.step() ? count.int64(0) : 0
        count.reset()
        if results > shown.count { life = try observations.life(cell: cell.id, until: moment) }
      }
      lives[cell.id] = life
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
