import Audit
import Base
import SQLite

/// What is there beside the facts' own soundness: newer facts, clocks, who we are, conflicts, references.
extension Examination {
  func newerFindings() throws -> [HealthFinding] {
    var newer: [String: Int] = [:]
    var tooLarge: [String: Int] = [:]
    try database.rows("SELECT kind, body FROM fact WHERE projected = 0 AND body <> ''") { row in
      let (kind, text) = (row.text(0), row.text(1))
      let isTooLarge = RecordJSON.object(text).map { BodyLimits.isTooLarge(kind: kind, $0, bytes: text.utf8.count) }
      if isTooLarge ?? false { tooLarge[kind, default: 0] += 1 } else { newer[kind, default: 0] += 1 }
    }
    var findings: [HealthFinding] = []
    if !newer.isEmpty {
      let (facts, kinds) = Self.named(newer)
      findings.add(
        .newer, .note,
        "\(counted(facts, "entry needs", "entries need")) a newer version (\(kinds)): stored and shared, but "
          + "not counted.", advice: "Install a newer a11y to count them.")
    }
    if !tooLarge.isEmpty {
      let (facts, kinds) = Self.named(tooLarge)
      findings.add(
        .newer, .note,
        "\(counted(facts, "entry is", "entries are")) not applied: too large (\(kinds)). They are stored and "
          + "shared.", advice: "Ask their author for smaller ones: see the limits of bundles.")
    }
    return findings.isEmpty ? [HealthFinding(.newer, .ok, "This version supports all entries.")] : findings
  }

  private static func named(_ kinds: [String: Int]) -> (facts: Int, kinds: String) {
    (kinds.values.reduce(0, +), NamedCount(kinds.keys.sorted()).list)
  }

  func clockFindings() throws -> [HealthFinding] {
    let now = environment.now()
    let (limit, overflow) = now.addingReportingOverflow(HybridTime.tolerance)
    guard !overflow else { return [] }
    let sql = """
      SELECT replica, count(*), max(ms) FROM (
        SELECT id, ms FROM result WHERE ms > ?1 UNION ALL SELECT id, ms FROM fact WHERE ms > ?1)
      AS ahead JOIN branch ON branch.id = ahead.id >> \(FactNumber.bits) GROUP BY replica ORDER BY replica
      """
    let findings = try database.all(sql, [.integer(limit)]) { row in
      HealthFinding(
        .clock, .note,
        "\(counted(row.int(1), "entry", "entries")) of replica \(row.text(0)) "
          + "\(row.int(1) == 1 ? "is" : "are") ahead of this machine's clock, up to "
          + "\(Timestamp(milliseconds: row.int64(2)).iso8601).",
        advice: "Set the clocks to the correct time. The entries are kept and do not change the clock of this tracker.")
    }
    return findings.isEmpty ? [HealthFinding(.clock, .ok, "No entries have a future timestamp.")] : findings
  }

  func replicaFindings() throws -> [HealthFinding] {
    guard let replica = try LocalTable.get(database, "replica") else {
      return [.init(.replica, .wrong, "The file has no replica ID.", advice: "Restore a backup.")]
    }
    let line = try database.scalar("SELECT id FROM branch WHERE replica = ? AND fork = 0", [.text(replica)])
    let last = try line.flatMap { try FactTable.last(database, line: $0) }
    var words = "This file is replica \(replica)"
    if let line, let parent = try parent(of: line) { words += ", a copy of \(parent)" }
    words +=
      last.map { ", with \(counted(Int(clamping: $0.sequence), "entry", "entries")) of its own." }
      ?? ", without entries of its own."
    var findings = [HealthFinding(.replica, .ok, words)]
    if try LocalTable.get(database, "place") != FileState.place(of: path, host: environment.host) {
      findings.add(
        .replica, .note,
        "The file was copied or moved since it was last written. Its next write makes it a separate replica, so "
          + "that nothing is lost.")
    }
    if let mark = Mark.load(beside: path), mark.replica == replica {
      let known = try line.flatMap {
        try FactTable.digest(database, number: FactNumber.make(line: $0, sequence: mark.sequence))
      }
      if known?.shortHex != mark.digest {
        findings.add(
          .replica, .note,
          "This replica had reached entry \(mark.sequence) in this folder, but the file does not contain that "
            + "entry: an older copy replaced the file, or entries were removed.",
          advice: "Find the newer file unless this was intended. The next write makes this file a separate replica.")
      }
    }
    return findings
  }

  /// The replica that a line's first fact names as its parent.
  private func parent(of line: Int64) throws -> String? {
    let body = try database.first(
      "SELECT body FROM fact WHERE id = ? AND kind = 'replica'", [.integer(FactNumber.make(line: line, sequence: 1))]
    ) { $0.text(0) }
    return body.flatMap(RecordJSON.object)?["parent"]?.stringValue
  }

  /// What should be gone by now.
  func retentionFindings() throws -> [HealthFinding] {
    try Reader(database: database, now: environment.now()).oldContacts().map { old in
      let plan = "\(counted(old.count, "contact record")) of plan \(old.plan)"
      guard old.isDue else {
        let key = ShellWord.quoted(old.plan)
        return .init(
          .retention, .note,
          "\(plan) \(old.count == 1 ? "stays" : "stay"): \(old.closedBy.isEmpty ? "an unknown tester" : old.closedBy) closed it on another machine, which erases "
            + "nothing here.",
          advice: "If they are to go, reopen the plan with \"a11y edit plan \(key) --reopen\" and close it here with "
            + "\"a11y tap close \(key)\"."
        )
      }
      return .init(
        .retention, .wrong,
        "\(plan) \(old.count == 1 ? "is" : "are") overdue for deletion: the plan was closed at least \(Writer.contactDays) days ago.",
        advice: "Run \"a11y backup FILE\" to erase contact records.")
    }
  }

  /// What others decided, requested, or sent under another name, and this machine has not decided about.
  func undecidedFindings() throws -> [HealthFinding] {
    let undecided = try Reader(database: database, now: environment.now()).undecided()
    guard undecided > 0 else { return [] }
    return [
      .init(
        .conflicts, .note,
        "\(counted(undecided, "decision is open", "decisions are open")): changes and requests of others, forks, or "
          + "entries under another name.", advice: "Run \"a11y status\" to see which, and \"a11y waiting\" to decide.")
    ]
  }

  func conflictFindings() throws -> [HealthFinding] {
    var records = NamedCount()
    try database.rows("SELECT kind, key FROM record WHERE \(Reader.openConflict) ORDER BY kind, key") { row in
      records.add("\(ComponentNames.shown(row.text(0))) \(row.text(1))")
    }
    guard !records.isEmpty else { return [.init(.conflicts, .ok, "No conflicting edits.")] }
    return [
      .init(
        .conflicts, .note,
        "\(counted(records.count, "record has", "records have")) fields with more than one value: "
          + "\(records.list).", advice: "Run \"a11y resolve\" to list the values and to choose one.")
    ]
  }

  func referenceFindings() throws -> [HealthFinding] {
    var findings: [HealthFinding] = []
    let unregistered = try names(
      """
      SELECT DISTINCT term.text FROM cell JOIN term ON term.id = cell.component
      WHERE cell.results > 0 AND NOT EXISTS (SELECT 1 FROM record WHERE kind = 'component' AND key = term.text)
      ORDER BY 1
      """)
    if !unregistered.isEmpty {
      findings.add(
        .references, .note,
        "\(counted(unregistered.count, "unregistered component has", "unregistered components have")) "
          + "results: \(unregistered.list).",
        advice: "Run \"a11y new component KEY --kind KIND\" to register them. Their results already count.")
    }
    let unknown = try names(
      """
      SELECT DISTINCT term.text FROM cell JOIN term ON term.id = cell.check_id
      WHERE cell.results > 0 AND NOT EXISTS (SELECT 1 FROM check_text WHERE check_id = term.text) ORDER BY 1
      """)
    if !unknown.isEmpty {
      findings.add(
        .references, .note,
        "\(counted(unknown.count, "unknown check has", "unknown checks have")) results: \(unknown.list).",
        advice: "Install a newer a11y, or import the bundle of the team that wrote the checks.")
    }
    if findings.isEmpty {
      findings = [.init(.references, .ok, "All results refer to known components and checks.")]
    }
    return findings
  }

  private func names(_ sql: String) throws -> NamedCount {
    var names = NamedCount()
    try database.rows(sql) { names.add($0.text(0)) }
    return names
  }
}

/// Whether what is derived is what the facts say.
extension Examination {
  /// Rebuilds derived data in the copy, and compares.
  func projectionFindings() throws -> [HealthFinding] {
    if let obstacle {
      return [
        .init(
          .projections, .note,
          "Derived data was not compared with the history, because the temporary folder cannot hold a copy: "
            + "\(obstacle.message).",
          advice: "Set TMPDIR to another folder. The copy needs as much space as the tracker.")
      ]
    }
    let rebuild = try Rebuilding.dryRun(database, path: path, environment: environment)
    guard !rebuild.changed.isEmpty else {
      return [.init(.projections, .ok, "Derived data matches the history (rebuilt in a copy and compared).")]
    }
    return [
      .init(
        .projections, .wrong, "Derived data differs from the history: \(rebuild.changed.joined(separator: ", ")).",
        advice: "Run \"a11y doctor --rebuild\" to rebuild the derived data. The history does not change.")
    ]
  }
}

package struct Rebuilding: Equatable, Sendable {
  /// The projections that were not what the facts say, in words for people; empty when nothing changed.
  package var changed: [String]

  /// Rebuilds within a transaction, and says what that changed. Cells are compared before they are written.
  fileprivate static func run(_ writer: Writer, isDryRun: Bool = false) throws -> Rebuilding {
    let before = try writer.reader.projectionParts()
    try writer.rebuildRecords()
    let after = try writer.reader.projectionParts()
    let changed = try CellComparison.changed(writer.projector)
    if !isDryRun { try writer.rebuildCells() }
    return Rebuilding(changed: changed + zip(before, after).filter { $0 != $1 }.map(\.0.name))
  }

  /// Carries the answer out of a transaction that is not to be kept.
  private struct RolledBack: Error {
    var rebuilding: Rebuilding
  }

  /// Rebuilds records in a transaction that is rolled back, and compares the cells with the facts.
  fileprivate static func dryRun(
    _ database: Connection, path: String, environment: StoreEnvironment
  ) throws -> Rebuilding {
    do {
      return try database.write {
        let writer = try Writer(database: database, path: path, environment: environment)
        throw RolledBack(rebuilding: try run(writer, isDryRun: true))
      }
    } catch let rolledBack as RolledBack {
      return rolledBack.rebuilding
    }
  }
}

extension Tracker {
  /// Rebuilds every projection from the facts, in one transaction; with `isDryRun` in a copy that is thrown away.
  package func rebuild(isDryRun: Bool = false) throws -> Rebuilding {
    if isDryRun {
      return try Self.mapping(path) {
        environment.watch.stage("Copying")
        let copy = try database.privateCopy()
        environment.watch.stage("Comparing derived data")
        return try Rebuilding.dryRun(copy, path: path, environment: environment)
      }
    }
    environment.watch.stage("Rebuilding derived data")
    let rebuilding = try write { try Rebuilding.run($0) }
    try removeErasedFiles()
    return rebuilding
  }
}

/// Whether cells, their lists of results and their transitions are what the results say. Nothing is changed.
struct CellComparison {
  private var hasOtherCells = false
  private var hasOtherLists = false
  private var hasOtherTransitions = false
  private let transitions: Statement
  private var hasTransition: Bool

  private init(_ database: Connection) throws {
    transitions = try database.prepare(
      "SELECT cell, ordinal, time, result, outcome, severity, marks, context FROM transition ORDER BY cell, ordinal")
    hasTransition = try transitions.step()
  }

  /// - Returns: those that are not, in words for people.
  static func changed(_ projector: Projector) throws -> [String] {
    var comparison = try CellComparison(projector.database)
    try FoldedCells(projector).visit { stored, cell, links in
      try comparison.compareTransitions(of: cell)
      if !isSame(stored, cell) { comparison.hasOtherCells = true }
      if !isWhole(links, from: stored.int64(12)) { comparison.hasOtherLists = true }
    }
    if comparison.hasTransition { comparison.hasOtherTransitions = true }
    let parts = [
      ("items", comparison.hasOtherCells), ("item results", comparison.hasOtherLists),
      ("transitions", comparison.hasOtherTransitions),
    ]
    return parts.filter(\.1).map(\.0)
  }

  private mutating func compareTransitions(of cell: CellRow) throws {
    var expected = cell.pending[...]
    while hasTransition, transitions.int64(0) <= cell.id {
      // One of a cell that is not there comes before this one's.
      let change = transitions.int64(0) == cell.id ? expected.popFirst() : nil
      if change.map({ isStored($0, at: expected.startIndex - 1) }) != true { hasOtherTransitions = true }
      hasTransition = try transitions.step()
    }
    if !expected.isEmpty { hasOtherTransitions = true }
  }

  private func isStored(_ change: Transition, at ordinal: Int) -> Bool {
    transitions.int64(1) == Int64(ordinal) && transitions.int64(2) == change.time
      && transitions.int64(3) == change.result && transitions.int64(4) == Codes.code(change.state.outcome)
      && transitions.int64(5) == Int64(change.state.severity?.rawValue ?? 0)
      && transitions.int64(6) == Codes.marks(change.state) && transitions.int64(7) == change.context
  }

  /// A cell of which nothing counts and nothing is shown is as good as none.
  private static func isSame(_ stored: Statement, _ cell: CellRow) -> Bool {
    if stored.int64(2) == 0, stored.int64(9) == 0, stored.int64(10) == 0 {
      return cell.state == nil && cell.results == 0 && cell.pending.isEmpty
    }
    return stored.int64(1) == cell.category && stored.int64(2) == cell.outcomeCode
      && stored.int64(3) == cell.severityCode && stored.int64(4) == cell.marks && stored.int64(5) == cell.shown
      && stored.int64(6) == cell.latest && stored.int64(7) == cell.latestTime && stored.int64(8) == cell.since
      && stored.int64(9) == cell.results && stored.int64(10) == Int64(cell.pending.count)
      && stored.int64(13) == cell.context && stored.int64(15) == cell.seen && stored.optionalInt64(16) == cell.text
  }

  /// Whether a list that begins with `last` goes once through all results of its cell.
  private static func isWhole(_ links: [FoldedCells.Link], from last: Int64) -> Bool {
    var next = last
    for _ in links {
      let low = (0..<links.count).partition { links[$0].number < next }
      guard low < links.count, links[low].number == next else { return false }
      next = links[low].earlier
    }
    return next == 0
  }
}
