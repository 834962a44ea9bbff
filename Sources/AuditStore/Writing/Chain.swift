import AuditModel
import CanonicalJSON
import SQLite

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

  /// - Parameters:
  ///   - end: the last fact of the identity's line.
  ///   - lines: all lines.
  init(
    _ database: Connection, identity: Identity, end: FactTable.End?, lines: [Int64], now: Int64, isSession: Bool = false
  ) throws {
    self.identity = identity
    self.isSession = isSession
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
    /// The local number.
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
    sequence += 1
    last = digest
    clock.counter += 1
  }
}
