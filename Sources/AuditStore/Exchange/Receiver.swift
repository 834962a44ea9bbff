import AuditModel
import CanonicalJSON
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
  /// Of the added: headers alone, since the content was destroyed here or did not come.
  package var erased = 0

  package init() {}
}

extension Writer {
  /// Stores facts of other replicas, in any order and however often: the union of what was there and what comes.
  package func receive(_ batch: FactBatch, into received: inout IntakeSummary) throws {
    let intake = try self.intake ?? Intake(self)
    self.intake = intake
    try intake.take(batch, &received)
    checks = [:]
    components = [:]
  }

  /// Stores a few facts that are values already.
  package func receive(_ facts: [Fact]) throws -> IntakeSummary {
    let batch = FactBatch()
    for fact in facts { try batch.append(fact) }
    var received = IntakeSummary()
    try receive(batch, into: &received)
    return received
  }
}

extension FactBatch {
  /// Adds a fact that is a value already.
  package func append(_ fact: Fact) throws {
    let sealed = try fact.sealed()
    rows.append(
      Row(
        digest: sealed.identity, replica: try append(Array(fact.replica.utf8)), sequence: fact.sequence,
        clock: fact.clock, previous: fact.previous, kind: try append(Array(fact.kind.utf8)),
        fact: try append(try CanonicalWriter.bytes(of: fact.json)), body: try append(sealed.body), salt: fact.salt,
        saw: fact.saw, result: nil))
  }

  private func append(_ text: [UInt8]) throws -> Slice {
    guard let start = Int32(exactly: bytes.count), let count = Int32(exactly: text.count) else {
      throw Refusal.invalid("too many entries at once")
    }
    bytes += text
    return Slice(start: start, count: count)
  }
}
