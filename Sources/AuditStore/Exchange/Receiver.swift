import AuditModel
import CanonicalJSON
import SQLite

/// What became of facts that came from elsewhere.
package struct Reception: Equatable, Sendable {
  package var added = 0
  package var same = 0
  /// Facts whose replica and sequence stood here already with another digest: both are kept.
  package var forks = 0
  /// Facts from a clock far ahead of ours: kept; they do not move our clock.
  package var aheadOfClock = 0
  /// Facts this version does not understand: stored and forwarded as they are.
  package var keptForNewer = 0
  /// Of the added: facts whose content was destroyed, here or where they came from.
  package var erased = 0

  package init() {}
}

extension Writer {
  /// Takes in facts of other replicas, in any order and however often: the union of what was there and what comes.
  package func receive(_ batch: FactBatch, into reception: inout Reception) throws {
    let intake = try self.intake ?? Intake(self)
    self.intake = intake
    try intake.take(batch, &reception)
    checks = [:]
    components = [:]
  }

  /// Takes in a few facts that are values already.
  package func receive(_ facts: [Fact]) throws -> Reception {
    let batch = FactBatch()
    for fact in facts { try batch.append(fact) }
    var reception = Reception()
    try receive(batch, into: &reception)
    return reception
  }
}

extension FactBatch {
  /// Adds a fact that is a value already.
  package func append(_ fact: Fact) throws {
    let whole = try append(try CanonicalWriter.bytes(of: fact.json))
    let digest = bytes.withUnsafeBytes { SHA256.digest(of: $0.slice(whole)) }
    rows.append(
      Row(
        digest: digest, replica: try append(Array(fact.replica.utf8)), sequence: fact.sequence, clock: fact.clock,
        previous: ShortDigest.parse(fact.previous), kind: try append(Array(fact.kind.utf8)), fact: whole,
        body: try append(try CanonicalWriter.bytes(of: .object(fact.body))), isStub: false, result: nil))
  }

  private func append(_ text: [UInt8]) throws -> Slice {
    guard let start = Int32(exactly: bytes.count), let count = Int32(exactly: text.count) else {
      throw Refusal.invalid("too many facts at once")
    }
    bytes += text
    return Slice(start: start, count: count)
  }
}
