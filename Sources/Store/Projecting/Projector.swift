import Audit
import Base
import SQLite

/// Everything derived from the facts, kept up to date within one transaction.
///
/// ```
///   facts ──┬─ result ──────────> cells ──> transitions
///           ├─ set, delete, … ──> registers ──> records ──> check texts ──> categories of cells
///           ├─ note ────────────> notes
///           ├─ evidence ────────> evidence
///           ├─ signal ──────────> signals
///           ├─ session, trial, … > tapping
///           └─ retract ─────────> has what it names folded again
/// ```
final class Projector {
  let database: Connection
  let interner: Interner
  let lineage: LineageProjector
  let cells: CellProjector
  let records: RecordProjector
  private var checks: CheckTexts
  private(set) lazy var requests = RequestProjector(database: database, projector: self)
  private(set) lazy var erasures = Erasures(database: database, projector: self)
  /// Whether builds were named, or others are followed, since it was settled which builds are only claimed.
  var hasNewBuilds = false
  /// Whether the tracker may have another edition of the checks than it holds.
  var hasNewEdition = false
  /// Branches in which a fact does not follow the one before it, or whose signer has to vouch for each fact.
  private lazy var uneven: Set<Int64>? = nil

  init(database: Connection) {
    self.database = database
    interner = Interner(database: database)
    lineage = LineageProjector(database: database)
    cells = CellProjector(database: database, lineage: lineage)
    records = RecordProjector(database: database, lineage: lineage)
    checks = CheckTexts(database: database)
    cells.beforeFolding = { [unowned self] in try settleRequests() }
  }

  /// Adds a stored fact that is no result; false when this version does not understand it.
  ///
  /// - Parameter targets: local numbers of what a request names, where they are known.
  func add(
    _ fact: Fact, number: Int64, reference: FactReference, targets: [FactReference: Int64] = [:]
  ) throws -> Bool {
    switch fact.kind {
    case "set", "delete", "restore": try records.add(number: number, kind: fact.kind, body: fact.body)
    case "note": try addNote(fact, number: number)
    case "evidence": try addEvidence(fact, number: number)
    case "signal": try addSignal(fact, number: number)
    case "session", "trial", "contact", "remark":
      try TapKind(name: fact.kind).map { try addTapping(fact, $0, number: number, reference) } ?? false
    case "retract": try requests.add(.undo, number: number, body: fact.body, numbers: targets)
    case "replica": addReplica(fact)
    case "erase": try requests.add(.erase, number: number, body: fact.body, numbers: targets)
    default: false
    }
  }

  /// The category a cell of a check is counted under.
  func category(ofCheck check: String) throws -> Int64 {
    try interner.number(try checks.category(of: check))
  }

  func category(ofTerm check: Int64) throws -> Int64 {
    try category(ofCheck: database.text(ofTerm: check))
  }

  /// A fact came that others had named before.
  func arrived(_ reference: FactReference, number: Int64) throws {
    try requests.arrived(reference, number: number)
    try database.run("DELETE FROM missing WHERE reference = ?", [.blob(reference.bytes)])
  }

  /// Whether each result of a branch that follows the one before it has authority over all before it.
  func isEven(_ branch: Int64) throws -> Bool {
    if let uneven { return !uneven.contains(branch) }
    let own = try LocalTable.get(database, "replica") ?? ""
    let found = try database.all(
      """
      SELECT first >> \(FactNumber.bits) FROM run GROUP BY 1 HAVING count(*) > 1
      UNION SELECT line.id FROM fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
        JOIN branch AS line ON line.replica = branch.replica
        WHERE kind = 'replica' AND json_type(body, '$.signer') = 'text' AND NOT (line.replica = ? AND line.fork = 0)
      """, [.text(own)]
    ) { $0.int64(0) }
    uneven = Set(found)
    return !found.contains(branch)
  }

  /// A branch is no longer one in which each fact follows the one before it.
  func markUneven(_ branch: Int64) throws {
    _ = try isEven(branch)
    uneven?.insert(branch)
  }

  /// Decisions or signatures are others now.
  func markDecided() throws { lineage.markChanged() }

  /// Writes all that was gathered; to be called before the transaction ends and before anything derived is read.
  func flush() throws {
    try settleRequests()
    records.foldEarlyAgain()
    try flushTexts()
    try moveRenamed()
    try settleBuilds()
    try cells.flush()
  }

  /// Moves results, notes, evidence, and tool findings to the names that components have now.
  private func moveRenamed() throws {
    guard !records.movedNames.isEmpty else { return }
    let moved = records.movedNames
    records.movedNames = []
    try cells.flush()
    try RenamedCells(self).move(from: moved)
  }

  /// Which builds are only claimed, and what is shown where some became so, or are no longer.
  private func settleBuilds() throws {
    guard hasNewBuilds || records.hasChangedBuilds || erasures.hasDestroyed else { return }
    (hasNewBuilds, records.hasChangedBuilds) = (false, false)
    let (changed, numbers) = try ClaimedBuilds.settle(database, lineage.graph)
    guard !changed.isEmpty else { return }
    cells.forgetBuilds()
    guard !cells.isHeld else { return }
    for id in try ClaimedBuilds.cells(on: changed, among: numbers, in: database) {
      if let row = try cells.cell(id: id) { cells.markForRefold(row) }
    }
  }

  /// Who saw whom, what was retracted and what is to be destroyed; a part of `flush`.
  func settleRequests() throws {
    try lineage.settle()
    if lineage.hasChanged {
      lineage.acknowledge()
      // A fact that closes a gap extends what a signature vouches for, and so whose builds are more than claimed.
      hasNewBuilds = true
      uneven = nil
      try requests.touchAll()
      try refoldMixed()
    }
    try requests.settle()
  }

  /// What is shown where results of several chains meet depends on who saw whom.
  private func refoldMixed() throws {
    let sql = """
      SELECT id FROM cell WHERE branch = \(CellRow.mixed)
      UNION SELECT cell FROM result WHERE id >> \(FactNumber.bits) IN (
        SELECT branch.id FROM branch WHERE replica IN (
          SELECT replica FROM branch WHERE fork > 0
          UNION SELECT branch.replica FROM run JOIN branch ON branch.id = run.first >> \(FactNumber.bits)
            GROUP BY branch.replica HAVING count(*) > 1
          UNION SELECT branch.replica FROM fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
            WHERE kind = 'replica' AND json_type(body, '$.signer') = 'text'))
      """
    for id in cells.isHeld ? [] : try database.all(sql, [], { $0.int64(0) }) {
      if let row = try cells.cell(id: id) { cells.markForRefold(row) }
    }
    records.touchAll(
      try database.all("SELECT DISTINCT kind, key, field FROM register WHERE live <> 0", []) {
        ($0.text(0), $0.text(1), $0.text(2))
      })
  }

  /// Records, and the texts of checks that stand in them.
  private func flushTexts() throws {
    try records.flush(isEarly: lineage.isPending)
    try settleEdition()
    let changed = records.changedChecks
    records.changedChecks = []
    for check in changed { try checks.refresh(check) }
    let terms = Set(try changed.map { try interner.number($0) })
    try recategorize(terms)
    try refoldFindings(records.changedFindings)
    records.changedFindings = []
    let components = records.changedComponents
    records.changedComponents = []
    guard !changed.isEmpty || !components.isEmpty || records.hasChangedStyles else { return }
    cells.judge.forget()
    try refoldMeasured(
      checks: terms, components: Set(components.map { try interner.number($0) }), all: records.hasChangedStyles)
    records.hasChangedStyles = false
  }

  /// The checks are those of the edition that the settings name, or the ID of the tracker.
  private func settleEdition() throws {
    guard hasNewEdition || records.hasChangedSettings else { return }
    (hasNewEdition, records.hasChangedSettings) = (false, false)
    guard try CatalogSeed.builtIn.change(in: database) else { return }
    checks = CheckTexts(database: database)
    cells.judge.forget()
    try recategorizeAll()
    records.hasChangedPlan = true
  }

  /// Cells whose findings have another severity now.
  private func refoldFindings(_ places: [ScopeCell]) throws {
    guard !places.isEmpty else { return }
    cells.triages.forget()
    let reader = Reader(database: database, now: 0)
    for place in places {
      guard let id = try reader.number(of: place), let row = try cells.cell(id: id) else { continue }
      row.hasTriage = try cells.triages.triage(of: row) != nil
      cells.markForRefold(row)
    }
  }

  /// Cells with a measured value whose check or component asks for something else now.
  private func refoldMeasured(checks: Set<Int64>, components: Set<Int64>, all: Bool) throws {
    cells.markMeasured { all || checks.contains($0.check) || components.contains($0.component) }
    var found: [Int64] = []
    if all || !checks.isEmpty {
      try database.rows("SELECT id, check_id FROM cell WHERE measured = 1") { row in
        if all || checks.contains(row.int64(1)) { found.append(row.int64(0)) }
      }
    }
    for component in components where !all {
      found += try database.all("SELECT id FROM cell WHERE component = ? AND measured = 1", [.integer(component)]) {
        $0.int64(0)
      }
    }
    for id in found { if let row = try cells.cell(id: id) { cells.markForRefold(row) } }
  }

  /// Whether a value of a result that was just stored overrules the outcome; nil where that is not known yet.
  func isOverruled(_ outcome: Outcome, value: String?, in row: CellRow) throws -> Bool? {
    guard let value, outcome != .fail else { return false }
    if records.isTouched { try flushTexts() }
    return try cells.judge.misses(value, component: row.component, check: row.check, condition: row.condition)
  }

  /// Applies retractions and their reversals.
  func settleRetractions() throws {
    guard requests.isTouched else { return }
    try settleRequests()
  }

  /// The records alone, before one is asked for.
  func flushRecords() throws {
    try settleRetractions()
    guard records.isTouched else { return }
    try lineage.settle()
    try flushTexts()
  }

  /// The last flush of a transaction.
  func finish() throws {
    try flush()
    try requests.copyForEarlierPrograms()
    // Once, at the end: nothing in between asks for the planned items.
    if records.hasChangedPlan { try ScopeTables.write(to: database) }
    records.hasChangedPlan = false
    if erasures.hasDestroyed { try erasures.sweep() }
  }

  var hasErasedEvidence: Bool { erasures.hasDestroyedEvidence }

  /// Whether a session with a child was destroyed since this was last asked.
  func takePlansOfErased() -> Set<ExactText> { erasures.takePlansOfDestroyed() }

  /// A replica that went on from another, or that says which key signs its facts.
  private func addReplica(_ fact: Fact) -> Bool {
    if fact.body["signer"] != nil { uneven = nil }
    return ControlForm.problem(kind: fact.kind, body: fact.body) == nil
  }

  /// Puts every cell under the category its check has now and evaluates every value again, after the catalog changed.
  func recategorizeAll() throws {
    try refoldMeasured(checks: [], components: [], all: true)
    try recategorize(nil)
  }

  /// - Parameter changed: the terms of some checks; nil for all. However many they are, the cells are read once: those of
  ///   a check have no index.
  private func recategorize(_ changed: Set<Int64>?) throws {
    if changed?.isEmpty ?? false { return }
    var categories: [Int64: Int64] = [:]
    var moved: [(id: Int64, category: Int64)] = []
    try database.rows("SELECT id, check_id, category FROM cell") { row in
      let check = row.int64(1)
      guard changed?.contains(check) ?? true else { return }
      let category = try categories[check] ?? category(ofTerm: check)
      categories[check] = category
      if row.int64(2) != category { moved.append((row.int64(0), category)) }
    }
    for (id, category) in moved {
      if let row = try cells.cell(id: id) { cells.recategorize(row, to: category) }
    }
  }

  func refold(number: Int64, kind: String) throws {
    switch kind {
    case "result":
      let cell = try database.scalar("SELECT cell FROM result WHERE id = ?", [.integer(number)])
      if let cell, let row = try cells.cell(id: cell) { cells.markForRefold(row) }
    case "note", "evidence", "signal":
      try database.run(
        "UPDATE \(kind) SET retracted = (SELECT undone & 1 FROM fact WHERE id = ?1) WHERE fact = ?1",
        [.integer(number)])
    case "session", "trial", "contact", "remark": try database.run(Self.sessionSQL, [.integer(number)])
    default:
      let body = try database.first("SELECT body FROM fact WHERE id = ?", [.integer(number)]) { $0.text(0) }
      if let body = body.flatMap(RecordJSON.object) { try records.touch(kind: kind, body: body) }
    }
  }

  /// What is withheld until an erasure is decided on is not shown either.
  private static let sessionSQL = """
    UPDATE session_fact SET retracted = (
      SELECT iif(EXISTS (
        SELECT 1 FROM request WHERE target = substr(fact.digest, 1, 16) AND standing = \(RequestState.withheld)
      ), 2, undone & 1) FROM fact WHERE id = ?1)
    WHERE fact = ?1
    """

  private func addEvidence(_ fact: Fact, number: Int64) throws -> Bool {
    guard let body = EvidenceBody(fact.body) else { return false }
    let names = try records.names()
    try database.run(
      """
      INSERT OR REPLACE INTO evidence
        (fact, result, component, check_id, condition, tester, time, sha256, name, type, size, retracted)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
      """,
      [
        .integer(number), .blob(body.result.bytes), .integer(try interner.number(names.present(body.component))),
        .integer(try interner.number(body.check)), .integer(try interner.number(body.condition)),
        .integer(try interner.number(body.tester)), .integer(fact.clock.milliseconds),
        .blob(body.evidence.digest.withBytes { [UInt8]($0) }), .text(body.evidence.name),
        .text(body.evidence.type), .integer(body.evidence.bytes),
      ])
    return true
  }

  /// `{"check":…,"component":…,"tester":…,"text":…}`; without a check it is about the component as a whole.
  private func addNote(_ fact: Fact, number: Int64) throws -> Bool {
    guard let component = fact.body["component"]?.stringValue, let text = fact.body["text"]?.stringValue else {
      return false
    }
    try database.run(
      """
      INSERT OR REPLACE INTO note (fact, component, check_id, tester, time, text, retracted)
      VALUES (?, ?, ?, ?, ?, ?, 0)
      """,
      [
        .integer(number), .integer(try interner.number(records.names().present(component))),
        .integer(try interner.number(fact.body.text("check"))),
        .integer(try interner.number(fact.body.text("tester"))), .integer(fact.clock.milliseconds),
        .text(text),
      ])
    return true
  }
}
