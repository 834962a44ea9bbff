package import AuditModel
package import CanonicalJSON

/// Some thousand facts on their way into the store, their texts as slices of one buffer: the hot path of import makes
/// no String and no dictionary for a fact.
///
/// ```
///   bytes  ┌── canonical bytes of fact 1 ──┬── of fact 2 ──┬ …
///   rows   └ replica, n, clock, prev, kind, identity, salt, saw, body, columns of a result
/// ```
///
/// One thread fills a batch, another stores it; it is never used by both at once.
package final class FactBatch: @unchecked Sendable {
  /// A text inside `bytes`: well-formed UTF-8 without escapes.
  package struct Slice: Equatable, Sendable {
    package var start: Int32
    package var count: Int32

    package static let none = Slice(start: 0, count: 0)

    package init(start: Int32, count: Int32) {
      self.start = start
      self.count = count
    }
  }

  /// One fact.
  package struct Row {
    /// The identity.
    package var digest: Digest
    package var replica: Slice
    package var sequence: Int64
    package var clock: HybridTime
    /// Identity of the fact before, shortened; nil for the first of a replica.
    package var previous: FactReference?
    package var kind: Slice
    /// The whole fact, or the header alone, in canonical bytes.
    package var fact: Slice
    /// The value of `body` in canonical bytes; none for a header alone.
    package var body: Slice
    /// Nil for a control kind, and for a header alone.
    package var salt: FactSalt?
    /// Of a header alone: what it says of the content that is not here.
    package var commitment: Digest?
    package var saw: [FactReference]
    /// Whether `columns` holds all of the body: of a result of which this version understands every member, and of
    /// which no text has escapes. Otherwise the store reads `body` itself.
    package var isResult: Bool
    package var columns: ResultColumns

    /// Whether only the header is here.
    package var isStub: Bool { commitment != nil }

    package init(
      digest: Digest, replica: Slice, sequence: Int64, clock: HybridTime, previous: FactReference?, kind: Slice,
      fact: Slice, body: Slice, salt: FactSalt?, commitment: Digest? = nil, saw: [FactReference],
      result: ResultColumns?
    ) {
      self.digest = digest
      self.replica = replica
      self.sequence = sequence
      self.clock = clock
      self.previous = previous
      self.kind = kind
      self.fact = fact
      self.body = body
      self.salt = salt
      self.commitment = commitment
      self.saw = saw
      isResult = result != nil
      columns = result ?? ResultColumns()
    }
  }

  /// The members of a result's body. A slice of no bytes is a member that is not there.
  package struct ResultColumns {
    package var audit = Slice.none
    package var build = Slice.none
    /// The bundle's number of its component, check and condition, and of its circumstances (`NameGroups`); 0 for none.
    package var cell: Int32 = 0
    package var circumstances: Int32 = 0
    package var check = Slice.none
    package var component = Slice.none
    package var condition = Slice.none
    package var device = Slice.none
    /// A note may be there and empty.
    package var hasNote = false
    package var note = Slice.none
    package var os = Slice.none
    package var outcome = Outcome.pass
    package var isRetest = false
    package var severity: Severity?
    package var source = Slice.none
    package var tester = Slice.none
    package var text: UInt32?
    package var time: Int64?
    /// Canonical JSON.
    package var value = Slice.none

    package init() {}
  }

  /// What the slices point into.
  package var bytes: [UInt8] = []
  package var rows: [Row] = []
  /// Whose numbers of names the rows carry; nil where they carry none.
  package var book: NameGroups.Book?
  /// Set by the thread that stores it: some of its facts were new.
  package var hadNews = false

  package init() {}
}
