import AuditModel
import CanonicalJSON
import SQLite

/// What a report compares before and after a transaction that stores facts of others.
package struct ExchangeState: Equatable, Sendable {
  /// Fields of records with more than one value in view.
  package var conflicts: Int
  package var requests: [FactRequest]
  /// Replicas that went on in more than one place, as often as they did.
  package var forks: Int
  /// Names of the builds that results were seen on.
  package var builds: Set<String>
  package var changes: CellChanges
  package var records: [RecordChange]
  /// What waits because its authors are not followed.
  package var proposals: [Proposal]
  /// Other machines of which entries are here.
  package var machines: Set<String>
  /// Nothing was here that could have been counted otherwise.
  package var isEmpty: Bool
}

/// What storing facts of others changed here.
package struct ExchangeEffects: Equatable, Sendable {
  package var changes: CellChanges
  /// Fields that got a second value in view, less those that were settled.
  package var conflicts: Int
  /// Replicas that went on in more than one place and had not before.
  package var forks: Int
  /// Builds that no result here was seen on before, in the order of their bytes.
  package var newBuilds: [String]
  /// Records that decide what is counted and that read differently now.
  package var records: [RecordChange]
  /// What came and waits because its authors are not followed.
  package var proposals: [Proposal]
  /// Machines of which nothing was here before.
  package var machines: Set<String>
  /// Requests that are new or reach further now, with what is new about them.
  package var requests: [FactRequest]

  package init(from before: ExchangeState, to after: ExchangeState) {
    changes = after.changes.since(before.changes)
    conflicts = max(0, after.conflicts - before.conflicts)
    records = before.isEmpty ? [] : after.records.filter { !before.records.contains($0) }
    let waited = Set(before.proposals.map(\.identity))
    proposals = after.proposals.filter { !waited.contains($0.identity) }
    machines = after.machines.subtracting(before.machines)
    forks = max(0, after.forks - before.forks)
    newBuilds = after.builds.subtracting(before.builds).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let known = Dictionary(before.requests.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    requests = after.requests.compactMap { request in
      guard let old = known[request.identity] else { return request.waiting + request.inForce > 0 ? request : nil }
      var news = request
      news.waiting = max(0, request.waiting - old.waiting)
      news.withheld = max(0, request.withheld - old.withheld)
      news.inForce = max(0, request.inForce - old.inForce)
      return news.waiting + news.inForce > 0 ? news : nil
    }
  }
}

extension Writer {
  /// The values to compare before and after facts of others are stored. To be called after `settle`.
  package func exchangeState() throws -> ExchangeState {
    ExchangeState(
      conflicts: try reader.openConflicts(), requests: try reader.requests(),
      forks: try projector.lineage.graph.forks().count, builds: try reader.seenBuilds(),
      changes: projector.cells.changes, records: try projector.records.changes(),
      proposals: try reader.proposals(), machines: try reader.otherMachines(),
      isEmpty: try reader.isEmpty())
  }
}

extension Reader {
  /// Fields of records with more than one value in view.
  package func openConflicts() throws -> Int {
    Int(
      try database.scalar(
        "SELECT total(CASE deleted WHEN 0 THEN conflicts ELSE 1 END) FROM record WHERE \(Self.openConflict)") ?? 0)
  }

  fileprivate func otherMachines() throws -> Set<String> {
    Set(try database.all("SELECT replica FROM branch WHERE own = 0", []) { $0.text(0) })
  }

  fileprivate func seenBuilds() throws -> Set<String> {
    let sql = "SELECT DISTINCT term.text FROM context JOIN term ON term.id = context.build WHERE context.build <> 0"
    return Set(try database.all(sql, []) { $0.text(0) })
  }

  /// Whether this tracker has no facts yet.
  package func isEmpty() throws -> Bool {
    try database.scalar("SELECT 1 FROM fact UNION ALL SELECT 1 FROM result LIMIT 1") == nil
  }
}

extension Writer {
  /// Makes an empty tracker one of a team's: from now on its facts belong to the tracker named.
  ///
  /// - Throws: `Refusal.invalid` where facts of another tracker stand here.
  package func adopt(tracker: String) throws {
    guard try reader.isEmpty() else {
      throw Refusal.invalid("this tracker has entries; only an empty tracker can join another one")
    }
    try LocalTable.set(database, "tracker", tracker)
    projector.hasNewEdition = true
  }

  /// Has the numbers of all facts that come in gathered, those that were known included.
  package func gatherRuns() throws {
    let intake = try self.intake ?? Intake(self)
    intake.runs = FactRuns()
    self.intake = intake
  }

  /// How many of the facts that came in are headers without content.
  package var gatheredStubs: Int { intake?.stubs ?? 0 }

  /// What was gathered since `gatherRuns`.
  package var gatheredRuns: FactRuns { intake?.runs ?? FactRuns() }

  /// Folds cells that this transaction changed once more and compares: all of them after a few facts, two hundred
  /// or more spread evenly after many. To be called after `settle`.
  ///
  /// - Throws: `StoreError.damaged` where a cell is not what its results say; the transaction must not be kept.
  package func checkTouchedCells() throws {
    let touched = projector.cells.written
    let step = touched.count <= 500 ? 1 : touched.count / 200
    for index in stride(from: 0, to: touched.count, by: step) {
      guard let row = try projector.cells.cell(id: touched[index]) else { continue }
      let fold = try projector.cells.fold(of: row)
      let isSame =
        fold.state == row.state && (fold.shown ?? 0) == row.shown && (fold.latest ?? 0) == row.latest
        && fold.latestTime == row.latestTime && Int64(fold.count) == row.results
        && Int64(fold.transitions.count) == row.changes
      guard isSame else {
        throw StoreError.damaged(path: path, detail: "an item does not match its results; nothing was imported")
      }
    }
  }
}
