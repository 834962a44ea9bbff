import AuditModel
import CanonicalJSON
import SQLite

/// Makes facts of this replica within one write transaction.
///
/// What it derives from them is written by `finish`, which the tracker calls; `settle` does it early where a command
/// must read what it has just written.
package final class Writer {
  package let now: Int64
  let database: Connection
  let projector: Projector
  let path: String
  private let environment: StoreEnvironment
  var chain: Chain?
  let inserter: ResultInserter
  var buffer: [UInt8] = []
  var checks: [ExactText: LoggedCheck] = [:]
  var components: [ExactText: Component] = [:]
  /// How `erase` facts name the children that are gone; read when the first session is begun.
  var erasedChildren: Set<String>?
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
    projector = Projector(database: database)
    inserter = ResultInserter(database: database)
  }

  /// Where the replica stood when the transaction ended; nil when nothing was appended.
  var mark: Mark? {
    guard let chain, let last = chain.last else { return nil }
    return Mark(replica: chain.identity.replica, sequence: chain.sequence, digest: last.shortHex)
  }

  /// What reads the same moment as this transaction, its own writes included.
  package var reader: Reader { Reader(database: database, now: now) }

  /// Brings everything derived up to date with what was appended.
  package func settle() throws {
    try projector.flush()
  }

  func finish() throws {
    try projector.finish()
  }

  /// Appends any fact but a result.
  @discardableResult
  func append(_ kind: String, _ body: JSONObject) throws -> Int64 {
    try startChain()
    return try appendToChain(kind, body)
  }

  private func appendToChain(_ kind: String, _ body: JSONObject) throws -> Int64 {
    guard let chain else { throw Refusal.invalid("no chain to append to") }
    let place = try chain.next()
    let fact = Fact(
      replica: chain.identity.replica, sequence: place.sequence, clock: place.clock,
      previous: place.previous?.shortHex ?? "", kind: kind, body: body)
    let digest = SHA256.digest(of: try CanonicalWriter.bytes(of: fact.json))
    let text = String(decoding: try CanonicalWriter.bytes(of: .object(body)), as: UTF8.self)
    try FactTable.insert(fact, number: place.number, digest: digest, body: text, into: database)
    let isUnderstood = try projector.add(fact, number: place.number, digest: digest.prefix8)
    if isUnderstood { try database.run("UPDATE fact SET projected = 1 WHERE id = ?", [.integer(place.number)]) }
    chain.advance(to: digest)
    return place.number
  }

  /// Finds out who we are before the first fact of the transaction. A file that was copied or put back becomes a new
  /// replica here, and its first fact names its parent.
  func startChain() throws {
    guard chain == nil else { return }
    let (identity, parent, end, lines) = try Identity.current(
      database, path: path, environment: environment, local: local)
    chain = try Chain(database, identity: identity, end: end, lines: lines, now: now)
    if let parent { _ = try appendToChain("replica", ["parent": .string(parent)]) }
  }
}
