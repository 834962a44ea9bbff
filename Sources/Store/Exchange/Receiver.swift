import Audit
package import Base
import SQLite

/// What became of facts that came from elsewhere.
package struct IntakeSummary: Equatable, Sendable {
  package var added = 0
  package var same = 0
  /// Facts whose replica and sequence stood here already with another identity: both are kept.
  package var forks = 0
  /// Facts that name one before them which is not here.
  package var gaps = 0
  /// Facts under this machine's own name that it did not make.
  package var underOwnName = 0
  /// Facts under a name that this file had before it was put back from a copy, and that name.
  package var cameBack = 0
  package var former = ""
  /// Facts of which only the header was here, and now the content is.
  package var filled = 0
  /// Facts from a clock far ahead of ours: kept; they do not move our clock.
  package var aheadOfClock = 0
  /// Facts this version does not understand: stored and forwarded as they are.
  package var keptForNewer = 0
  /// Facts beyond `BodyLimits`: stored and forwarded, and not applied.
  package var tooLarge = 0
  /// Chains signed with another key than the chain names: the signature does not apply to these.
  package var strangeHeads = 0
  /// Local numbers of the sessions with children among all that came.
  package var sessions: [Int64] = []
  /// Those of them that were not here before.
  package var newSessions: Set<Int64> = []
  /// Those of what was noted about sessions or takes something back: one of them may take a session out of the figures.
  package var remarks: [Int64] = []
  /// Of the added: headers alone, since the content was destroyed here or did not come.
  package var erased = 0
  /// Entries of sessions that were erased here came and were not kept.
  package var hasErasedCourse = false
  /// Of the added: results that say to be from before the last audit here was closed, and that audit.
  package var dated = 0
  package var closed: ClosedAudit?
  /// Of the added: results that were entered a day or more after they say they were seen, of items that showed a later one
  /// here. What was compared with the time between counts them now.
  package var late = 0

  package init() {}
}

extension Writer {
  /// Stores facts of other replicas, in any order and however often: the union of what was there and what comes.
  package func receive(_ batch: FactBatch, into received: inout IntakeSummary) throws {
    try startIntake().take(batch, &received)
    forgetNames()
  }

  private func startIntake() throws -> Intake {
    if let intake { return intake }
    try leaveCopiedName()
    let intake = try Intake(self)
    self.intake = intake
    return intake
  }

  /// After what may have changed which facts count, and with them what records say.
  func settleAnew() throws {
    forgetNames()
    try settle()
  }

  func forgetNames() { (checks, components) = ([:], [:]) }
}

extension Tracker {
  /// Does several writes one after the other, each on what the ones before left, as `write` would, and keeps nothing:
  /// what a dry run tells is what the real run will tell.
  ///
  /// - Returns: for each what its body returned or threw.
  package func rehearse<T>(_ count: Int, _ body: (Int, Writer) throws -> T) throws -> [Result<T, any Error>] {
    var results: [Result<T, any Error>] = []
    do {
      try Self.mapping(path) {
        try database.write {
          for index in 0..<count {
            results.append(Result { try Self.mapping(path) { try one(index, database, body) } })
          }
          throw DryRunDone()
        }
      }
    } catch is DryRunDone {
      return results
    }
    return results
  }

  private struct DryRunDone: Error {}

  /// Does several writes in one transaction, each of them kept whole or not at all: making each durable by itself takes
  /// longer than the writes.
  ///
  /// - Parameters:
  ///   - isBulk: as in `write`.
  ///   - isRefusal: whether an error concerns one write alone. Any other ends the call, and nothing is kept.
  /// - Returns: for each what its body returned or threw. As many as half a second allows, but one at least: others wait
  ///   to write.
  package func writeSome<T>(
    _ count: Int, isBulk: Bool = false, isRefusal: (any Error) -> Bool, _ body: (Int, Writer) throws -> T
  ) throws -> [Result<T, any Error>] {
    try write(isBulk: isBulk) { whole in
      var results: [Result<T, any Error>] = []
      repeat {
        do {
          results.append(.success(try one(results.count, whole.database, body)))
        } catch let error where isRefusal(error) {
          results.append(.failure(error))
        }
      } while results.count < count && (0..<500).contains(environment.now() - whole.now)
      return results
    }
  }

  private func one<T>(_ index: Int, _ database: Connection, _ body: (Int, Writer) throws -> T) throws -> T {
    try database.write {
      let writer = try Writer(database: database, path: path, environment: environment)
      let value = try body(index, writer)
      try writer.finish()
      return value
    }
  }
}

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
  /// Nothing was here that could have been counted otherwise: what comes is where this machine begins.
  package var isEmpty: Bool
}

/// What storing facts of others changed here.
package struct ExchangeEffects: Equatable, Sendable {
  package var changes: CellChanges
  /// Fields that got a second value in view, less those that were settled.
  package var conflicts: Int
  /// The same, less than 0 where more were settled.
  package var balance: Int
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
    balance = after.conflicts - before.conflicts
    conflicts = max(0, balance)
    let read = Set(before.records)
    records = before.isEmpty ? [] : after.records.filter { !read.contains($0) }
    let waited = Set(before.proposals.map(\.identity))
    proposals = after.proposals.filter { !waited.contains($0.identity) }
    machines = after.machines.subtracting(before.machines)
    forks = max(0, after.forks - before.forks)
    newBuilds = after.builds.subtracting(before.builds).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let known = Dictionary(firstOf: before.requests.map { ($0.identity, $0) })
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
      isEmpty: try reader.isEmpty() || reader.isJoining())
  }
}

extension Reader {
  /// Fields of records with more than one value in view.
  package func openConflicts() throws -> Int {
    Int(
      try database.scalar(
        "SELECT total(CASE deleted WHEN 0 THEN \(Self.conflicts) ELSE 1 END) FROM record WHERE \(Self.openConflict)")
        ?? 0)
  }

  fileprivate func otherMachines() throws -> Set<String> {
    Set(try database.all("SELECT replica FROM branch WHERE own = 0", []) { $0.text(0) })
  }

  /// The builds of results, and those that the team has named before anything was tested on them.
  fileprivate func seenBuilds() throws -> Set<String> {
    let sql = "SELECT DISTINCT term.text FROM context JOIN term ON term.id = context.build WHERE context.build <> 0"
    let named = try [staleRule().build] + audits().map(\.build)
    return Set(try database.all(sql, []) { $0.text(0) }).union(named.filter { !$0.isEmpty })
  }

  /// Whether this tracker has no facts yet.
  package func isEmpty() throws -> Bool {
    try database.scalar("SELECT 1 FROM fact UNION ALL SELECT 1 FROM result LIMIT 1") == nil
  }

  /// Whether something was entered on this machine.
  package func hasOwnEntries() throws -> Bool {
    try database.all("SELECT id FROM branch WHERE own <> 0", []) { $0.int64(0) }.contains {
      try FactTable.last(database, line: $0) != nil
    }
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
    try startIntake().runs = FactRuns()
  }

  /// Has what each cell showed before and after gathered.
  package func gatherSteps() { projector.cells.steps = [:] }

  /// What was gathered since `gatherSteps`.
  package var gatheredSteps: [Int64: CellStep]? { projector.cells.steps }

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

/// A bundle that was imported or written, as the journal remembers it.
package struct BundleRecord: Sendable {
  package enum Direction: String, Sendable {
    case imported = "import"
    case exported = "export"
  }

  /// ms UTC.
  package var time: Int64
  package var direction: Direction
  /// The file as it was named.
  package var name: String
  /// full or partial.
  package var scope: String
  package var digest: Digest
  package var facts: Int
  package var added: Int
  /// The other numbers.
  package var report: JSONObject

  /// The digest as 64 hex digits.
  package var digestText: String { digest.hex }

  /// The recipient of sessions with children; empty where there were none.
  package var recipient: String { report.text("recipient") }

  /// A bundle that was written here.
  package init(
    time: Int64, direction: Direction, name: String, scope: String, digest: Digest, facts: Int, recipient: String
  ) {
    var report = JSONObject()
    if !recipient.isEmpty { report["recipient"] = .string(recipient) }
    self.init(
      time: time, direction: direction, name: name, scope: scope, digest: digest, facts: facts, report: report)
  }

  /// One of the other numbers; 0 where it was not told.
  package func number(_ name: String) -> Int { report[name]?.integerValue.map { Int(clamping: $0) } ?? 0 }

  package init(
    time: Int64, direction: Direction, name: String, scope: String, digest: Digest, facts: Int, added: Int = 0,
    report: JSONObject = JSONObject()
  ) {
    (self.time, self.direction, self.name, self.scope) = (time, direction, name, scope)
    (self.digest, self.facts, self.added, self.report) = (digest, facts, added, report)
  }
}

extension BundleRecord {
  fileprivate var doc: JSONObject {
    [
      "added": .integer(Int64(added)), "digest": .string(digest.hex), "direction": .string(direction.rawValue),
      "facts": .integer(Int64(facts)), "file": .string(name), "report": .object(report), "scope": .string(scope),
      "time": .integer(time),
    ]
  }

  fileprivate init?(_ doc: JSONObject) {
    guard let digest = doc["digest"]?.stringValue.flatMap(Digest.init(hex:)),
      let direction = doc["direction"]?.stringValue.flatMap(Direction.init(rawValue:))
    else { return nil }
    self.init(
      time: doc["time"]?.integerValue ?? 0, direction: direction, name: doc.text("file"),
      scope: doc.text("scope"), digest: digest, facts: Int(clamping: doc["facts"]?.integerValue ?? 0),
      added: Int(clamping: doc["added"]?.integerValue ?? 0), report: doc["report"]?.objectValue ?? JSONObject())
  }
}

extension Writer {
  /// Remembers a bundle in the journal of this machine.
  package func remember(_ bundle: BundleRecord) throws {
    // Of twelve digits, as they are made below: a name that another program wrote into the file is not continued.
    let sql = "SELECT max(name) FROM exchange WHERE kind = 'bundle' AND place = '' AND length(name) = 12"
    let last = try database.scalar(sql) ?? 0
    try database.run(
      "INSERT INTO exchange (kind, place, name, doc) VALUES ('bundle', '', printf('%012d', ?), ?)",
      [.integer(last + 1), .text(try RecordJSON.text(.object(bundle.doc)))])
  }
}

extension Reader {
  /// The bundles that were imported and written here, the latest first.
  package func bundles() throws -> [BundleRecord] {
    try database.all("SELECT doc FROM exchange WHERE kind = 'bundle' ORDER BY name DESC", []) { row in
      RecordJSON.object(row.text(0)).flatMap { BundleRecord($0) }
    }.compactMap { $0 }
  }
}
