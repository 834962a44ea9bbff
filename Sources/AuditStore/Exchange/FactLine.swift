package import AuditModel
package import CanonicalJSON

/// Where a fact stands, before it is written out.
package struct FactPlace {
  package var replica: String
  package var sequence: Int64
  /// The local number; it never leaves the machine.
  package var number: Int64
  package var kind: String
  /// Of an edit: the kind of its record, such as component or waiver.
  package var recordKind: String?
  package var clock: HybridTime
  /// Whether the fact carries a tester's words: a note, a result with one, or the remarks on an audit.
  package var hasNote: Bool
  /// Whether only its header is here.
  package var isStub: Bool
  /// Of the replica's fact before; nil for its first.
  package var previous: FactReference?
  /// The fact's identity.
  package var digest: Digest
}

/// A fact as it travels, or the header of one whose content is not here:
///
///     {"at":[ms,counter],"c":"<64 hex>","kind":"result","n":5,"prev":"<32 hex>","r":"<replica>","saw":[]}
package struct FactLine {
  package var place: FactPlace
  /// Canonical, proved to have the identity that it should; valid while it is visited.
  package var bytes: UnsafeRawBufferPointer
}

/// Which facts are read.
package struct FactSelection {
  /// By replica: the sequence up to which they are left out.
  package var after: [String: Int64]
  /// Asked about each fact before it is read as a whole.
  package var includes: ((FactPlace) throws -> Bool)?

  package init(after: [String: Int64] = [:], includes: ((FactPlace) throws -> Bool)? = nil) {
    self.after = after
    self.includes = includes
  }
}
