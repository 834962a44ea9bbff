package import AuditModel
package import CanonicalJSON

/// An immutable record of something said: who made it (replica and sequence), when (hybrid clock), after what (`prev`),
/// and what (kind and body). Its identity is the SHA-256 of its canonical bytes:
///
///     {"at":[ms,counter],"body":{...},"kind":"result","n":119,"prev":"77d0...","r":"<replica>"}
package struct Fact: Sendable {
  package var replica: String
  package var sequence: Int64
  package var clock: HybridTime
  /// The first 16 hex digits of the digest of the same replica's previous fact; empty for its first.
  package var previous: String
  package var kind: String
  package var body: JSONObject

  /// The fact as JSON, as it travels.
  package var json: JSONValue {
    [
      "at": [.integer(clock.milliseconds), .integer(clock.counter)], "body": .object(body), "kind": .string(kind),
      "n": .integer(sequence), "prev": .string(previous), "r": .string(replica),
    ]
  }

  package init(
    replica: String, sequence: Int64, clock: HybridTime, previous: String, kind: String, body: JSONObject
  ) {
    self.replica = replica
    self.sequence = sequence
    self.clock = clock
    self.previous = previous
    self.kind = kind
    self.body = body
  }

  /// Reads a fact as it travels.
  ///
  /// - Throws: `Refusal.invalid` that names the member which is missing or out of range. An unknown kind or body is
  ///   no error.
  package init(json: JSONValue) throws(Refusal) {
    guard let object = json.objectValue else { throw .invalid("a fact is a JSON object") }
    let known: Set<String> = ["at", "body", "kind", "n", "prev", "r"]
    for member in object.members where !known.contains(member.key) {
      throw .invalid("a fact has no member \"\(member.key)\"")
    }
    guard let replica = object["r"]?.stringValue, Self.isReplica(replica) else {
      throw .invalid("\"r\" of a fact is a replica: 8 to 40 letters a-z and digits")
    }
    guard let sequence = object["n"]?.integerValue, sequence >= 1, sequence <= FactNumber.largestSequence else {
      throw .invalid("\"n\" of a fact is a number from 1 to \(FactNumber.largestSequence)")
    }
    guard let at = object["at"]?.arrayValue, at.count == 2, let milliseconds = at[0].integerValue,
      let counter = at[1].integerValue, milliseconds >= 0, counter >= 0
    else { throw .invalid("\"at\" of a fact is [milliseconds, counter]") }
    guard let previous = object["prev"]?.stringValue, previous.isEmpty || Self.isShortHex(previous) else {
      throw .invalid("\"prev\" of a fact is empty or 16 hex digits")
    }
    guard let kind = object["kind"]?.stringValue, !kind.isEmpty, kind.utf8.count <= 64 else {
      throw .invalid("\"kind\" of a fact is a word of at most 64 bytes")
    }
    guard let body = object["body"]?.objectValue else { throw .invalid("\"body\" of a fact is an object") }
    self.init(
      replica: replica, sequence: sequence, clock: HybridTime(milliseconds: milliseconds, counter: counter),
      previous: previous, kind: kind, body: body)
  }

  private static func isReplica(_ text: String) -> Bool {
    (8...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z"))
          || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
      }
  }

  private static func isShortHex(_ text: String) -> Bool {
    ShortDigest.parse(text) != nil
  }
}

/// The first eight bytes of a digest: how facts name one another.
enum ShortDigest {
  /// The text form: 16 lowercase hex digits.
  static func hex(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Reads the text form; nil for anything but 16 lowercase hex digits.
  static func parse(_ hex: String) -> UInt64? {
    guard hex.utf8.count == 16 else { return nil }
    let isLowercase = hex.utf8.allSatisfy { byte in
      (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f"))
        || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
    }
    return isLowercase ? UInt64(hex, radix: 16) : nil
  }

  /// The eight bytes, first byte first, as they stand in the database.
  static func bytes(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
  }

  /// The value of eight bytes; 0 for any other number of them.
  static func value(_ bytes: some Collection<UInt8>) -> UInt64 {
    bytes.count == 8 ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : 0
  }
}
