/// One write to one field of an editable record.
package struct FieldWrite: Sendable {
  package var id: Int64
  package var replica: String
  package var sequence: Int64
  package var digest: UInt64
  package var clock: HybridTime
  package var saw: [UInt64]
  /// Canonical JSON of the value.
  package var value: String
  package var isRetracted: Bool

  package init(
    id: Int64, replica: String, sequence: Int64, digest: UInt64, clock: HybridTime, saw: [UInt64] = [],
    value: String, isRetracted: Bool = false
  ) {
    self.id = id
    self.replica = replica
    self.sequence = sequence
    self.digest = digest
    self.clock = clock
    self.saw = saw
    self.value = value
    self.isRetracted = isRetracted
  }
}

/// The value of a field as a pure function of the set of writes to it.
///
/// A write that saw another replaces it whatever the clocks say. Of writes that did not know of each other the
/// greatest (clock, replica) is shown; the others stay visible as a conflict until an ordinary edit has seen them all.
package struct FieldFold: Equatable, Sendable {
  /// Writes that no other standing write has seen, the shown one first; more than one is a conflict if they differ.
  package let live: [Int64]
  /// The canonical JSON shown; nil when no write stands.
  package let value: String?
  package let isConflict: Bool
  /// What the next edit must name to replace everything in view: digests of the live writes.
  package let heads: [UInt64]

  package init(_ writes: [FieldWrite]) {
    let causality = Causality(
      writes.map { .init(replica: $0.replica, sequence: $0.sequence, digest: $0.digest, saw: $0.saw) })
    let standing = writes.indices.filter { !writes[$0].isRetracted }
    let tips = causality.unseen(in: standing)
      .sorted { left, right in
        let (first, second) = (writes[left], writes[right])
        if first.clock != second.clock { return first.clock > second.clock }
        return (first.replica, first.sequence, first.digest) > (second.replica, second.sequence, second.digest)
      }
    live = tips.map { writes[$0].id }
    value = tips.first.map { writes[$0].value }
    isConflict = Set(tips.map { Array(writes[$0].value.utf8) }).count > 1
    heads = tips.map { writes[$0].digest }
  }
}
