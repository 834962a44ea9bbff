package import Audit
import Base
import SQLite

/// An item that people who are not followed made milder than those say who are, or closed: a retest, or a pass on a newer
/// build. Its figures are by all results, and the release check counts what those say who are followed.
package struct HeldFinding: Sendable {
  package var place: ScopeCell
  /// What those say who are followed here; nil where none of them has said anything, and only others differed.
  package var kept: CellState?
  /// The result that made it milder, mostly the one that is shown: what it says, its name, whose it is, and on which build.
  package var shown: CellState
  package var id: String
  package var replica: String
  package var tester: String
  package var build: String
  /// It has the ID of this machine, which did not make it: that is an alarm of its own.
  package var isUnderOwnName: Bool
  /// It was decided here that it is not accepted.
  package var isRefused: Bool
  var number: Int64
  /// It is one by the results of an audit alone: only items of the tracker wait.
  var isOfAudit = false

  /// Whether it waits for a decision here.
  package var waits: Bool { kept != nil && !isRefused && !isOfAudit }

  /// The tester, or the machine where it names none.
  package var author: String { tester.isEmpty ? replica : tester }
}

/// Reads what those say alone who are followed, of the cells in which it differs from what is shown. What was read of a cell
/// is remembered: a release check, its remarks, and its findings ask for the same ones.
final class HeldCells {
  /// What they say of a cell.
  struct Said {
    /// Nil where they have said nothing.
    var state: CellState?
    var seen: Int64
    var since: Int64
    var shown: Int64?
    var isRetest: Bool
  }

  enum Showing {
    /// They have said nothing, and others do not see it fail.
    case untested
    /// But for the mark of what is held.
    case asItIs
    case asTheySay
  }

  private let reader: Reader
  private let observations: Observations
  private let audit: Int64?
  private let late: LateEntries?
  private let moment: Int64
  private let waivers: WaiverTerms
  /// All that is here is of people who are followed.
  private let areAllFollowed: Bool
  private var known: [Int64: Said] = [:]

  /// - Parameter audit: by its own results alone.
  fileprivate init(_ reader: Reader, of audit: AuditRound?) throws {
    self.reader = reader
    observations = Observations(reader)
    self.audit = try audit.map { try reader.term($0.name) ?? -1 }
    late = try audit.flatMap { try LateEntries($0, reader) }
    moment = LateEntries.limit(late, reader)
    waivers = WaiverTerms(reader, reader.registry)
    areAllFollowed = try reader.countsAll()
  }

  /// What the release check counts instead of what is shown.
  struct Kept {
    var state: CellState
    /// The severity is that of the check.
    var isUsual: Bool
    /// What others see is worse, and hides that those differ who are followed: it counts, and so does that.
    var isWorse = false
  }

  /// What they say, with the severity of the check where no one said any; nil where that is no worse than what is shown.
  func kept(cell: Int64, check: Int64, shown: CellState) throws -> Kept? {
    guard var state = try said(cell).state else { return nil }
    let isUsual = state.outcome == .fail && state.severity == nil
    if isUsual { state.severity = try reader.registry.usualSeverity(ofTerm: check) }
    var other = shown
    if other.outcome == .fail, other.severity == nil {
      other.severity = try reader.registry.usualSeverity(ofTerm: check)
    }
    guard other.mayBeMilder(than: state) else { return nil }
    guard state.isUnsettled, other.badness > state.badness else {
      return Kept(state: state, isUsual: isUsual)
    }
    (state.outcome, state.severity) = (other.outcome, other.severity)
    return Kept(state: state, isUsual: shown.outcome == .fail && shown.severity == nil, isWorse: true)
  }

  func said(_ cell: Int64) throws -> Said {
    try known.value(cell) {
      let results = try observations.alone(try observations.load(cell: cell, audit: audit, without: late))
      let fold = try observations.fold(results, until: moment, triage: try observations.triage(ofCell: cell))
      return Said(state: fold.state, seen: fold.seen, since: fold.since, shown: fold.shown, isRetest: fold.isRetest)
    }
  }

  /// When they saw what they say; nil where they have said nothing.
  func seen(_ cell: Int64) throws -> Int64? {
    let said = try said(cell)
    return said.state == nil ? nil : said.seen
  }

  /// Has the gate count what those say who are followed.
  ///
  /// - Parameter withAge: whether also when they saw it.
  func hold(_ cell: inout GateCell, _ entry: CellTable.Entry, withAge: Bool) throws {
    let marks = Int64(entry.marks)
    if withAge, marks & Codes.renewed != 0 { cell.seen = min(cell.seen, try said(entry.cell).seen) }
    guard marks & Codes.held != 0, let shown = entry.stateOfEveryone,
      let kept = try kept(cell: entry.cell, check: Int64(entry.check), shown: shown)
    else { return }
    cell.isHeld = !kept.isWorse
    (cell.outcome, cell.severity, cell.isUsualSeverity) = (kept.state.outcome, kept.state.severity, kept.isUsual)
    cell.isDisputed = cell.isDisputed || kept.state.isDisputed
    cell.isContradicted = cell.isContradicted || kept.state.isContradicted
    guard kept.state.outcome == .fail else { return }
    let (component, check, condition) = (Int64(entry.component), Int64(entry.check), Int64(entry.condition))
    cell.isCovered = try waivers.isWaived(component: component, check: check, condition: condition)
    cell.hasExpired =
      try !cell.isCovered && waivers.hasExpired(component: component, check: check, condition: condition)
  }

  /// The result that made a cell milder: the one that is shown, or the last of others where someone who is followed went
  /// on from it.
  fileprivate func milder(cell: Int64, shown: Int64) throws -> Int64 {
    guard try reader.lineage.follows(shown) else { return shown }
    let others = try observations.load(cell: cell, audit: audit, without: late).filter {
      try !$0.isRetracted && !reader.lineage.follows($0.id)
    }
    return others.max { $0.clock < $1.clock }?.id ?? shown
  }

  func mayDiffer(_ entry: CellTable.Entry) throws -> Bool {
    try mayDiffer(marks: Int64(entry.marks), shown: entry.shown)
  }

  /// What those say who are followed, of a cell that shows what others say: nil in it where they have said nothing.
  func ofOthers(_ entry: CellTable.Entry) throws -> CellState?? {
    guard try !areAllFollowed && !reader.lineage.follows(entry.shown) else { return nil }
    if try isOfOthersAlone(isMixed: entry.isMixed, shown: entry.shown) { return .some(nil) }
    return .some(try said(entry.cell).state)
  }

  /// What those say who are followed, where it is not what is shown: the word of an outcome, or `untested`.
  func otherwise(_ entry: CellTable.Entry) throws -> String? {
    let said: Outcome?
    if Int64(entry.marks) & Codes.held != 0, let shown = entry.stateOfEveryone,
      let kept = try kept(cell: entry.cell, check: Int64(entry.check), shown: shown), !kept.isWorse
    {
      said = kept.state.outcome
    } else if let known = try ofOthers(entry) {
      said = known?.outcome
    } else {
      return nil
    }
    return said == entry.said ? nil : said?.rawValue ?? "untested"
  }

  /// Whether the release check has a cell untested that shows a result: those alone gave one who are not followed, and it is
  /// no failure.
  ///
  /// - Parameter known: what those say who are followed, of a cell that shows what others say.
  static func isUntested(_ known: Outcome?, shown: Outcome?) -> Bool { known == nil && shown != .fail }

  /// The same of a cell that the plan, or the audit, asks for: it is to be tested here.
  func isToTest(_ entry: CellTable.Entry) throws -> Bool {
    // What fails is not: nothing has to be read for that.
    guard entry.isAsked, !entry.isFailing, let known = try ofOthers(entry) else { return false }
    return Self.isUntested(known?.outcome, shown: entry.said)
  }

  /// Whether all results of a cell are of one run that is not followed, as of most cells that others tested: then nothing
  /// has to be read to know that those who are followed have said nothing.
  private func isOfOthersAlone(isMixed: Bool, shown: Int64) throws -> Bool {
    guard !isMixed, !areAllFollowed, try !reader.lineage.follows(shown) else { return false }
    return try reader.lineage.followsRunsWhole(like: shown)
  }

  /// Whether anyone may have answered a cell who is not followed.
  func mayHaveOthers(_ entry: CellTable.Entry) throws -> Bool {
    guard !areAllFollowed else { return false }
    return try entry.isMixed || !reader.lineage.follows(entry.shown)
      || !reader.lineage.followsRunsWhole(like: entry.shown)
  }

  /// Whether a cell may show something else by those who are followed.
  func mayDiffer(marks: Int64, shown: Int64) throws -> Bool {
    let isMarked = marks & (Codes.held | Codes.renewed) != 0
    return try (isMarked || !areAllFollowed) && observations.mayDiffer(marks: marks, shown: shown)
  }

  /// Has it show what they say, where others say something milder or only say the same, later or on another build or
  /// device, and the mark of what is held only where it is.
  func show(_ shown: inout CellTable.Shown) throws -> Showing {
    guard try mayDiffer(marks: shown.marks, shown: shown.result),
      let state = Codes.state(outcome: shown.outcome, severity: shown.severity, marks: shown.marks)
    else { return .asItIs }
    let said = try isOfOthersAlone(isMixed: shown.isMixed, shown: shown.result) ? nil : said(shown.cell)
    let counted = try said == nil ? nil : kept(cell: shown.cell, check: shown.check, shown: state)
    if counted == nil { shown.marks &= ~Codes.held }
    if let counted, counted.isWorse {
      shown.marks |= Codes.marks(counted.state) & (Codes.disputed | Codes.contradicted)
      return .asItIs
    }
    guard let said, let kept = said.state else {
      return state.outcome == .fail || state.isUnsettled ? .asItIs : .untested
    }
    guard counted != nil || kept == state, let result = said.shown else { return .asItIs }
    (shown.outcome, shown.severity) = (Codes.code(kept.outcome), Int64(kept.severity?.rawValue ?? 0))
    shown.marks =
      Codes.marks(kept) | shown.marks & (Codes.others | Codes.disputed | Codes.contradicted)
      | (said.isRetest ? Codes.retest : 0)
    (shown.result, shown.seen, shown.since) = (result, said.seen, said.since)
    try reader.database.rows("SELECT context, text FROM result WHERE id = ?", [.integer(result)]) { row in
      (shown.context, shown.text) = (row.int64(0), row.optionalInt64(1))
    }
    return .asTheySay
  }

  /// In which context they saw a cell last; nil where none of them had looked.
  func context(ofCell cell: Int64, shown: Int64, isMixed: Bool) throws -> Int64? {
    if try isOfOthersAlone(isMixed: isMixed, shown: shown) { return nil }
    return try said(cell).shown.flatMap {
      try reader.database.scalar("SELECT context FROM result WHERE id = ?", [.integer($0)])
    }
  }

  /// The open results of a cell, those of everyone or of those alone who are followed.
  func open(_ cell: Int64, areAlone: Bool) throws -> [Int64] {
    let results = try observations.load(cell: cell, audit: audit, without: late)
    return try observations.fold(areAlone ? observations.alone(results) : results, until: moment, triage: nil).open
  }

  /// How the failing of a held cell went by what they say.
  func life(ofCell cell: Int64) throws -> FindingLife {
    try observations.life(cell: cell, audit: audit, without: late, until: moment, areAlone: true)
  }
}

extension Reader {
  /// - Parameter audit: by its own results alone; nil for those of the tracker, which a steady reader keeps.
  func heldCells(of audit: AuditRound? = nil) throws -> HeldCells {
    try audit.map { try HeldCells(self, of: $0) } ?? kept(\.keptHeld) { try HeldCells(self, of: nil) }
  }

  /// The items of the tracker's scope, or of an audit by its own results, that are milder, or closed, by people alone who are
  /// not followed: in the order of their names, first those that the release check counts as they were.
  package func heldFindings(of audit: AuditRound? = nil) throws -> [HeldFinding] {
    // Where everyone is followed of whom anything is here, nothing has to be looked at.
    guard try database.scalar("SELECT 1 FROM branch WHERE own = 0 LIMIT 1") != nil,
      try !countsAll()
    else { return [] }
    let own = try identity().replica
    let refused = Set(
      try database.all("SELECT identity FROM decision WHERE kind = 'refuse'", []) { Digest(bytes: $0.blob(0)) })
    let (cells, contexts) = (try heldCells(of: audit), try contexts())
    var found: [HeldFinding] = []
    func add(
      _ cell: Int64, _ place: TermCell, _ shown: CellState, marks: Int64, result: Int64, context: Int64,
      isMeant: () throws -> Bool = { true }
    ) throws {
      let kept = try marks & Codes.held != 0 ? cells.kept(cell: cell, check: place.check, shown: shown)?.state : nil
      guard kept != nil || marks & Codes.closedByOthers != 0, try isMeant() else { return }
      let number = try cells.milder(cell: cell, shown: result)
      var (state, term) = (shown, context)
      if number != result {
        try database.rows("SELECT outcome, severity, context FROM result WHERE id = ?", [.integer(number)]) { result in
          state = Codes.state(outcome: result.int64(0), severity: result.int64(1), marks: 0) ?? shown
          term = result.int64(2)
        }
      }
      let seen = contexts[term] ?? ResultContext()
      let replica = try Lines.replica(database, of: FactNumber.line(of: number)) ?? ""
      var one = HeldFinding(
        place: try names(of: place), kept: kept, shown: state, id: try name(of: number), replica: replica,
        tester: try text(seen.tester), build: try text(seen.build),
        isUnderOwnName: try replica.hasSameBytes(as: own) && !lineage.follows(number),
        isRefused: try !refused.isEmpty && refused.contains(FactTable.digest(database, number: number)),
        number: number)
      one.isOfAudit = audit != nil
      found.append(one)
    }
    if let audit {
      for entry in try cellTable(Filter(), of: audit).entries {
        guard let shown = entry.stateOfEveryone else { continue }
        let place = TermCell(
          component: Int64(entry.component), check: Int64(entry.check), condition: Int64(entry.condition))
        try add(
          entry.cell, place, shown, marks: Int64(entry.marks), result: entry.shown, context: Int64(entry.context))
      }
    } else {
      // No component decides it: those that are retired count, too.
      let plan = try TrackerScope(self, registered: [:], deleted: [], work: planOfComponents())
      let columns: [CellColumn] = [
        .id, .component, .check, .condition, .outcome, .severity, .marks, .shown, .context,
      ]
      let marks = Codes.held | Codes.closedByOthers
      try visitCells(columns, shortcut: "marks & \(marks) <> 0") { row in
        guard row[6] & marks != 0, let shown = Codes.state(outcome: row[4], severity: row[5], marks: row[6])
        else { return }
        let place = TermCell(component: row[1], check: row[2], condition: row[3])
        try add(row[0], place, shown, marks: row[6], result: row[7], context: row[8]) {
          try plan.place(component: place.component, check: place.check, condition: place.condition) != .outside
        }
      }
    }
    return found.sorted { one, other in
      (one.kept == nil) == (other.kept == nil) ? one.place.precedes(other.place) : one.kept != nil
    }
  }
}

extension Reader {
  /// The result that an item shows by its local number, and who gave it; nil where it has none.
  package func shownResult(of place: ScopeCell) throws -> (number: Int64, tester: String)? {
    guard let terms = try terms(of: place) else { return nil }
    let sql = """
      SELECT cell.shown, term.text FROM cell
      JOIN context ON context.id = cell.context JOIN term ON term.id = context.tester
      WHERE cell.component = ? AND cell.check_id = ? AND cell.condition = ? AND cell.outcome <> 0
      """
    return try database.first(sql, terms) { ($0.int64(0), $0.text(1)) }
  }
}
