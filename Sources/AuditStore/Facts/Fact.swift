package import AuditModel
package import CanonicalJSON

/// An immutable record of something said: who made it (replica and sequence), when (hybrid clock), after what (`prev`),
/// with what in view (`saw`), and what (kind and body). Its identity is the SHA-256 of its canonical header
/// (`FactSeal`):
///
///     {"at":[ms,counter],"body":{...},"kind":"result","n":119,"prev":"77d0...","r":"<replica>","salt":"...","saw":[]}
package struct Fact: Sendable {
  package var replica: String
  package var sequence: Int64
  package var clock: HybridTime
  /// The identity of the same replica's previous fact, shortened; nil for its first.
  package var previous: FactReference?
  package var kind: String
  package var body: JSONObject
  /// 16 random bytes, so that an erased body cannot be guessed; nil for a control kind.
  package var salt: FactSalt?
  /// Facts of other chains that were in view.
  package var saw: [FactReference]

  package init(
    replica: String, sequence: Int64, clock: HybridTime, previous: FactReference?, kind: String, body: JSONObject,
    salt: FactSalt?, saw: [FactReference] = []
  ) {
    self.replica = replica
    self.sequence = sequence
    self.clock = clock
    self.previous = previous
    self.kind = kind
    self.body = body
    self.salt = salt
    self.saw = saw
  }

  /// The fact as JSON, as it travels.
  package var json: JSONValue {
    var object: JSONObject = [
      "at": [.integer(clock.milliseconds), .integer(clock.counter)], "body": .object(body), "kind": .string(kind),
      "n": .integer(sequence), "prev": .string(previous?.hex ?? ""), "r": .string(replica),
      "saw": .array(saw.map { .string($0.hex) }),
    ]
    if let salt { object["salt"] = .string(salt.hex) }
    return .object(object)
  }

  /// The identity that the fact has, and the canonical bytes of its body.
  package func sealed() throws(CanonicalError) -> (identity: Digest, body: [UInt8]) {
    let bytes = try CanonicalWriter.bytes(of: .object(body))
    let commitment = bytes.withUnsafeBytes { FactSeal.commitment(salt: salt, body: $0) }
    var header: [UInt8] = []
    FactSeal.append(
      header: commitment, clock: clock, kind: kind, sequence: sequence, previous: previous, replica: replica, saw: saw,
      to: &header)
    return (SHA256.digest(of: header), bytes)
  }
}

/// The kinds of facts that act on other facts. They have no salt and are never passed on without their content.
package enum ControlKind: String, CaseIterable, Sendable {
  case erase, retract, replica

  package static func isControl(_ kind: String) -> Bool { ControlKind(rawValue: kind) != nil }
}
