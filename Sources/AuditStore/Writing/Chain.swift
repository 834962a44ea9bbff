import AuditModel
import CanonicalJSON
import SQLite

/// The end of this replica's chain of facts during one transaction.
struct Chain {
  let identity: Identity
  private(set) var sequence: Int64
  private(set) var last: Digest?
  /// The reading of the transaction's first fact; the others count up from it.
  private var clock: HybridTime

  init(_ database: Connection, identity: Identity, now: Int64) throws {
    self.identity = identity
    let end = try FactTable.last(database, line: identity.line)
    sequence = end?.sequence ?? 0
    last = end?.digest
    clock = HybridTime.next(now: now, known: try FactTable.knownClock(database, now: now))
  }

  /// The clock, sequence, previous digest and number of the next fact.
  func next() throws -> (clock: HybridTime, sequence: Int64, previous: Digest?, number: Int64) {
    guard sequence < FactNumber.largestSequence else { throw Refusal.invalid("this replica is full") }
    return (clock, sequence + 1, last, FactNumber.make(line: identity.line, sequence: sequence + 1))
  }

  /// Goes on from a fact that was stored.
  mutating func advance(to digest: Digest) {
    sequence += 1
    last = digest
    clock.counter += 1
  }
}
