import Audit
import Base
import SQLite

/// Makes facts of this replica within one write transaction.
///
/// What it derives from them is written by `finish`, which the tracker calls; `settle` does it early where a command
/// must read what it has just written.
package final class Writer {
  package let now: Int64
  private let clock: LocalClock
  /// How many results were logged for which their tester states an earlier time than for what is shown.
  package internal(set) var historyCount = 0
  let database: Connection
  let projector: Projector
  let path: String
  private let environment: StoreEnvironment
  var chain: Chain?
  let inserter: ResultInserter
  var buffer: [UInt8] = []
  var header: [UInt8] = []
  var checks: [ExactText: LoggedCheck] = [:]
  var components: [ExactText: Component] = [:]
  /// How many failures kept the severity or the note of the ones that they repeat.
  package internal(set) var keptFindings = 0
  /// How many results do not count because their cells show results of newer builds.
  package internal(set) var overtaken = 0
  /// The newer builds that are shown instead, each with how many do not count because of it.
  package internal(set) var overtakingBuilds: [String: Int] = [:]
  /// The builds that only people had named who are not followed here, until a result of this transaction did, in the order
  /// of their names, each with the number of their results.
  package internal(set) var acceptedBuilds: [(build: String, results: Int)] = []
  /// Chains of sessions with children, by their replicas.
  var sessionRecords: [String: Chain] = [:]
  /// Lines of ours whose last fact another machine continued: our next one there makes a fork of it.
  private var rivaled: Set<Int64> = []
  private var salts: SaltSource
  /// There once facts of other machines came.
  var intake: Intake?
  /// Called with what holds before the first fact of others is stored; never where all that comes is here already.
  package var willAdd: ((Reader) throws -> Void)?

  /// What the file says about itself, if it was read at the beginning of the transaction.
  private let local: [String: String]?

  init(
    database: Connection, path: String, environment: StoreEnvironment, local: [String: String]? = nil
  ) throws {
    (self.local, self.database, self.path, self.environment) = (local, database, path, environment)
    now = environment.now()
    clock = environment.clock
    projector = Projector(database: database)
    inserter = ResultInserter(database: database)
    salts = SaltSource(random: environment.random)
  }

  /// Where the replica stood when the transaction ended; nil when nothing was appended.
  var mark: Mark? {
    guard let chain, let last = chain.last else { return nil }
    return Mark(replica: chain.identity.replica, sequence: chain.sequence, digest: last.shortHex)
  }

  /// What reads the same moment as this transaction, its own writes included.
  package var reader: Reader { Reader(database: database, now: now, clock: clock) }

  /// The same for a call within which nothing is written: what was read once is kept until its end.
  package func look<T>(_ body: (Reader) throws -> T) rethrows -> T {
    let reader = Reader(database: database, now: now, isSteady: true, clock: clock)
    defer { reader.end() }
    return try body(reader)
  }

  /// Brings everything derived up to date with what was appended.
  package func settle() throws {
    try projector.flush()
    try noteRemovals()
  }

  func finish() throws {
    try projector.finish()
    try noteRemovals()
  }

  func nextSalt() -> FactSalt { salts.next() }

  /// Appends any fact but a result.
  ///
  /// - Parameters:
  ///   - saw: facts of others that were in view.
  ///   - targets: local numbers of what a request names.
  ///   - other: a chain that this machine writes, instead of its own.
  @discardableResult
  func append(
    _ kind: String, _ body: JSONObject, saw: [(reference: FactReference, number: Int64)] = [],
    targets: [FactReference: Int64] = [:], to other: Chain? = nil
  ) throws -> Int64 {
    let chain = try other ?? startChain()
    let place = try chain.next()
    var body = body
    if chain.isSession, TapKind(name: kind) != nil { body[TapMoment.member] = .integer(chain.moment) }
    let fact = Fact(
      replica: chain.identity.replica, sequence: place.sequence, clock: place.clock,
      previous: place.previous?.reference, kind: kind, body: body,
      salt: ControlKind.isControl(kind) ? nil : nextSalt(), saw: saw.map(\.reference))
    if let problem = ControlForm.problem(kind: kind, body: body) { throw Refusal.invalid(problem) }
    let sealed = try fact.sealed()
    if BodyLimits.isTooLarge(kind: kind, body, bytes: sealed.body.count) {
      throw Refusal.invalid("the entry is too large: other machines would not apply it")
    }
    let text = String(decoding: sealed.body, as: UTF8.self)
    try FollowedChanges.clear(database, after: kind)
    try enter(place, saw: saw.map(\.number))
    try FactTable.insert(fact, number: place.number, digest: sealed.identity, body: text, into: database)
    let isUnderstood = try projector.add(
      fact, number: place.number, reference: sealed.identity.reference, targets: targets)
    if isUnderstood { try database.run("UPDATE fact SET projected = 1 WHERE id = ?", [.integer(place.number)]) }
    chain.advance(to: sealed.identity)
    if chain.isSession, kind == ControlKind.retract.rawValue {
      try TapMoment.remember(chain.moment, of: place.number, in: database)
    }
    return place.number
  }

  /// Who follows whom, of a fact that is about to be stored.
  func enter(_ place: Chain.Place, saw numbers: [Int64]) throws {
    if place.sequence == 1 { try projector.lineage.begin(place.number) }
    if rivaled.remove(FactNumber.line(of: place.number)) != nil { projector.lineage.markStale() }
    if !numbers.isEmpty { projector.lineage.add(place.number, saw: numbers) }
  }

  /// Finds out who we are before the first fact of the transaction. A file that was copied or put back becomes a new
  /// replica here, and its first fact names its parent, and the key that signs for it if there is one.
  @discardableResult
  func startChain() throws -> Chain {
    if let chain { return chain }
    let (identity, parent, end, lines) = try Identity.current(
      database, path: path, environment: environment, local: local)
    let chain = try Chain(database, identity: identity, end: end, lines: lines, now: now)
    self.chain = chain
    try expectRivals(line: identity.line, end)
    var body = JSONObject()
    if let parent = try parent ?? (end == nil ? parentOfNewName() : nil) { body["parent"] = .string(parent) }
    if end == nil, let signer = try LocalTable.get(database, "signer"), !signer.isEmpty {
      body["signer"] = .string(signer)
    }
    if !body.isEmpty { try append(ControlKind.replica.rawValue, body, to: chain) }
    return chain
  }

  /// A file that was copied or put back takes a new name before entries of others come: what it had made itself under the
  /// old one may be among them, and is no forgery.
  func leaveCopiedName() throws {
    guard chain == nil, try !reader.isEmpty() else { return }
    _ = try Identity.current(database, path: path, environment: environment, local: nil)
  }

  /// The name under which this file wrote last, where it has not written under the present one.
  private func parentOfNewName() throws -> String? {
    try reader.formerNames().first { name in
      try Lines.all(database, of: name).contains { try FactTable.last(database, line: $0) != nil }
    }
  }

  /// Whether all is here again that this file had made under a former name before an older copy was put in its place; nil
  /// where nothing tells how much that was.
  package func isWhole(former: String) throws -> Bool? {
    guard let mark = Mark.load(beside: path), mark.replica.hasSameBytes(as: former) else { return nil }
    return try Lines.all(database, of: former).contains { line in
      let number = FactNumber.make(line: line, sequence: mark.sequence)
      return try FactTable.digest(database, number: number)?.shortHex == mark.digest
    }
  }

  /// Where another machine continued the last fact of this machine, its own next fact makes that a fork.
  private func expectRivals(line: Int64, _ end: FactTable.End?) throws {
    guard let end else { return }
    let last = FactNumber.make(line: line, sequence: end.sequence)
    if try database.scalar("SELECT 1 FROM run WHERE parent = ? LIMIT 1", [.integer(last)]) != nil {
      rivaled.insert(line)
    }
  }

  /// A chain of its own, for a session with a child; the one that was begun, or a new one. Where a session was put into
  /// a machine's chain, further facts about it go into this machine's own.
  func sittingChain(_ replica: String?) throws -> Chain {
    let name = replica ?? environment.newIdentifier()
    if let known = sessionRecords[name] { return known }
    if let replica, try !reader.isSitting(replica) { return try startChain() }
    let (line, lines) = try Identity.line(database, of: name, own: 2)
    let end = try FactTable.last(database, line: line)
    let chain = try Chain(
      database, identity: Identity(replica: name, line: line), end: end, lines: lines, now: now, isSession: true)
    sessionRecords[name] = chain
    try expectRivals(line: line, end)
    if end == nil, let signer = try LocalTable.get(database, "signer"), !signer.isEmpty {
      try append(ControlKind.replica.rawValue, ["signer": .string(signer)], to: chain)
    }
    return chain
  }
}

/// The end of this replica's chain of facts during one transaction.
final class Chain {
  let identity: Identity
  private(set) var sequence: Int64
  private(set) var last: Digest?
  /// The reading of the transaction's first fact; the others count up from it.
  private var clock: HybridTime
  /// When the transaction is made; in the headers of a session with a child is the day alone.
  let moment: Int64
  let isSession: Bool
  private(set) var isGrown = false

  /// - Parameter end: the last fact of the identity's line, which is one of the lines.
  init(
    _ database: Connection, identity: Identity, end: FactTable.End?, lines: [Int64], now: Int64, isSession: Bool = false
  ) throws {
    (self.identity, self.isSession) = (identity, isSession)
    sequence = end?.sequence ?? 0
    last = end?.digest
    var next = HybridTime.next(
      now: now,
      known: try FactTable.knownClock(
        database, now: now, own: identity.line, end, lines: lines))
    // A last fact from a clock far ahead is passed over above, but no two transactions share a millisecond: that is
    // how undo tells them apart.
    if next.milliseconds == end?.moment { next.milliseconds += 1 }
    moment = next.milliseconds
    clock = isSession ? TapMoment.clock(at: moment, after: end?.clock) : next
  }

  /// Where the next fact stands in the chain.
  struct Place {
    var clock: HybridTime
    var sequence: Int64
    var previous: Digest?
    var number: Int64
  }

  func next() throws -> Place {
    guard sequence < FactNumber.largestSequence else { throw Refusal.invalid("the history of this machine is full") }
    return Place(
      clock: clock, sequence: sequence + 1, previous: last,
      number: FactNumber.make(line: identity.line, sequence: sequence + 1))
  }

  /// Goes on from a fact that was stored.
  func advance(to digest: Digest) {
    (sequence, isGrown) = (sequence + 1, true)
    last = digest
    clock.counter += 1
  }
}

extension Writer {
  /// Attaches a file to a result that was just logged, in the same transaction.
  ///
  /// - Throws: `Refusal.invalid` where the file is not in the evidence folder (any more).
  package func attach(_ evidence: NewEvidence, to result: LoggedResult, by tester: String) throws {
    _ = try attach(evidence, toResult: result.number, by: tester)
  }

  /// Attaches a file to a result that is there: a row of `Reader.cells`, `results` or `history`.
  ///
  /// - Returns: its name, `<replica>-<sequence>`.
  /// - Throws: `Refusal.invalid` where the file is not in the evidence folder (any more), or the result is not here.
  package func attach(_ evidence: NewEvidence, to result: Cell, by tester: String) throws -> String {
    try attach(evidence, toResult: result.number, by: tester)
  }

  private func attach(_ evidence: NewEvidence, toResult number: Int64, by tester: String) throws -> String {
    // Another process that erases the same file removes it under the lock that is held here.
    guard EvidenceFolder(beside: path).holds(evidence.digest, bytes: evidence.bytes) else {
      throw Refusal.invalid("the copy of \(evidence.name) is missing from the evidence folder; nothing was recorded")
    }
    let sql = """
      SELECT substr(result.digest, 1, 16), check_term.text, component.text, condition.text
      FROM result JOIN cell ON cell.id = result.cell \(ResultTable.cellNames) WHERE result.id = ?
      """
    let body = try database.first(sql, [.integer(number)]) { row in
      EvidenceBody(
        evidence, result: FactReference(bytes: row.blob(0)) ?? FactReference(high: 0, low: 0), check: row.text(1),
        component: row.text(2),
        condition: row.text(3), tester: tester)
    }
    guard let body else { throw Refusal.invalid("no result to attach \(evidence.name) to") }
    return try reader.name(of: try append("evidence", body.json))
  }
}

extension Writer {
  /// Throws every projection away and derives it again from the facts.
  package func rebuild() throws {
    try rebuildRecords()
    try rebuildCells()
  }

  /// All but the cells, their lists of results and their transitions, which stay as they are.
  func rebuildRecords() throws {
    projector.cells.isHeld = true
    defer { projector.cells.isHeld = false }
    for table in [
      "record", "register", "request", "retraction", "erasure", "note", "evidence", "signal", "session_fact", "missing",
    ] {
      try database.run("DELETE FROM \(table)")
    }
    projector.records.keptNames = nil
    try database.execute(
      """
      UPDATE check_text SET current = (origin = 'built-in'); UPDATE fact SET projected = 0 WHERE body <> '';
      UPDATE fact SET undone = 0 WHERE undone <> 0; UPDATE result SET undone = 0 WHERE undone <> 0;
      """)
    try findHeads()
    projector.lineage.markStale()
    (projector.hasNewBuilds, projector.hasNewEdition) = (true, true)
    try projector.settleRequests()
    try rebuildFacts()
    try projector.flush()
    try ScopeTables.write(to: database)
  }

  /// Folds every cell again.
  func rebuildCells() throws {
    try RenamedCells(projector).placeAll()
    try CellResults.linkAll(in: database)
    try database.run("DELETE FROM transition")
    try database.run("DELETE FROM cell WHERE last = 0")
    let writer = try CellWriter(database: database)
    try FoldedCells(projector).visit { _, cell, _ in try writer.store(cell) }
  }

  /// The heads that decisions and signatures name, as far as they are here.
  func findHeads() throws {
    for table in ["decision", "signed"] {
      let open = try database.all("SELECT identity FROM \(table) WHERE number = 0", []) { Digest(bytes: $0.blob(0)) }
      let wanted = Set(open.compactMap { $0?.reference })
      for (reference, number) in try ReferenceFinder.find(wanted, in: database) {
        try database.run(
          "UPDATE \(table) SET number = ? WHERE substr(identity, 1, 16) = ?",
          [.integer(number), .blob(reference.bytes)])
      }
    }
  }

  /// Looks again at the facts that an earlier version did not understand.
  func takeUpKept() throws {
    try rebuildFacts(where: "projected = 0")
    try projector.flush()
  }

  /// Takes all stored facts up again, in the order of their numbers.
  private func rebuildFacts(where condition: String = "TRUE") throws {
    let sql = """
      SELECT fact.id, branch.replica, ms, counter, prev, kind, body, digest, salt, saw, undone
      FROM fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
      WHERE fact.id > ? AND \(condition) ORDER BY fact.id LIMIT 1000
      """
    let intake = try Intake(self)
    var last = Int64.min
    while true {
      // Gathered first: what follows writes to the table that is read here.
      var stored: [(number: Int64, fact: Fact, digest: Digest, bytes: Int)] = []
      let before = last
      try database.rows(sql, [.integer(last)]) { row in
        last = row.int64(0)
        guard let body = RecordJSON.object(row.text(6)), let digest = Digest(bytes: row.blob(7)) else { return }
        let fact = Fact(
          replica: row.text(1), sequence: FactNumber.sequence(of: row.int64(0)),
          clock: HybridTime(milliseconds: row.int64(2), counter: row.int64(3)),
          previous: FactReference(bytes: row.blob(4)), kind: row.text(5), body: body,
          salt: FactSalt(bytes: row.blob(8)), saw: FactReference.list(row.blob(9)))
        stored.append((row.int64(0), fact, digest, row.text(6).utf8.count))
        if row.int64(10) != 0 { projector.requests.touch(row.int64(0)) }
      }
      guard last > before else { return }
      for (number, fact, digest, bytes) in stored
      where !BodyLimits.isTooLarge(kind: fact.kind, fact.body, bytes: bytes) {
        try takeUp(fact, number: number, digest: digest, intake)
      }
    }
  }

  private func takeUp(_ fact: Fact, number: Int64, digest: Digest, _ intake: Intake) throws {
    if fact.kind == "result", let body = ResultBody(fact.body) {
      try database.run("DELETE FROM fact WHERE id = ?", [.integer(number)])
      try intake.store(fact, body, digest: digest, number: number, isInOrder: false)
    } else if try projector.add(fact, number: number, reference: digest.reference) {
      try database.run("UPDATE fact SET projected = 1 WHERE id = ?", [.integer(number)])
    }
  }
}
