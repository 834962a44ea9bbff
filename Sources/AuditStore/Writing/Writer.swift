import AuditModel
import CanonicalJSON
import SQLite

/// Makes facts of this replica within one write transaction.
///
/// What it derives from them is written by `finish`, which the tracker calls; `settle` does it early where a command
/// must read what it has just written.
package final class Writer {
  package let now: Int64
  private let localOffset: (Int64) -> Int
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
  /// Chains of sessions with children, by their replicas.
  private var sessionRecords: [String: Chain] = [:]
  /// Lines of ours whose last fact another machine continued: our next one there makes a fork of it.
  private var rivaled: Set<Int64> = []
  private var salts: SaltSource
  /// There once facts of other machines came.
  var intake: Intake?

  /// What the file says about itself, if it was read at the beginning of the transaction.
  private let local: [String: String]?

  init(
    database: Connection, path: String, environment: StoreEnvironment, local: [String: String]? = nil
  ) throws {
    self.local = local
    self.database = database
    self.path = path
    self.environment = environment
    now = environment.now()
    localOffset = environment.localOffset
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
  package var reader: Reader { Reader(database: database, now: now, localOffset: localOffset) }

  /// Brings everything derived up to date with what was appended.
  package func settle() throws {
    try projector.flush()
    try noteRemovals()
  }

  func finish() throws {
    try projector.finish()
    try noteRemovals()
  }

  /// A salt for the next fact.
  func nextSalt() -> FactSalt { salts.next() }

  /// Appends any fact but a result to this machine's own chain.
  ///
  /// - Parameters:
  ///   - saw: facts of others that were in view.
  ///   - targets: local numbers of what a request names.
  @discardableResult
  func append(
    _ kind: String, _ body: JSONObject, saw: [(reference: FactReference, number: Int64)] = [],
    targets: [FactReference: Int64] = [:]
  ) throws -> Int64 {
    try startChain()
    guard let chain else { throw Refusal.invalid("no chain to append to") }
    return try append(kind, body, saw: saw, targets: targets, to: chain)
  }

  /// The same to any chain that this machine writes.
  @discardableResult
  func append(
    _ kind: String, _ body: JSONObject, saw: [(reference: FactReference, number: Int64)] = [],
    targets: [FactReference: Int64] = [:], to chain: Chain
  ) throws -> Int64 {
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
  func startChain() throws {
    guard chain == nil else { return }
    let (identity, parent, end, lines) = try Identity.current(
      database, path: path, environment: environment, local: local)
    let chain = try Chain(database, identity: identity, end: end, lines: lines, now: now)
    self.chain = chain
    try expectRivals(line: identity.line, end)
    var body = JSONObject()
    if let parent { body["parent"] = .string(parent) }
    if end == nil, let signer = try LocalTable.get(database, "signer"), !signer.isEmpty {
      body["signer"] = .string(signer)
    }
    if !body.isEmpty { try append(ControlKind.replica.rawValue, body, to: chain) }
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
    if let replica, try !reader.isSitting(replica) {
      try startChain()
      if let chain { return chain }
    }
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
