package import Audit
package import Base
import SQLite

/// What a fact's identity is made of.
///
/// ```
///   salt, body ──SHA-256──> commitment c ─┐
///   at, kind, n, prev, r, saw ────────────┴─> header {"at","c","kind","n","prev","r","saw"} ──SHA-256──> identity
/// ```
/// The header alone is what is left of a fact whose content is not here. Its identity follows from it, so that it cannot
/// lie about whose fact it is, and without the salt it tells of no guess at the content whether it is right.
package enum FactSeal {
  /// SHA-256 of the salt's bytes and the canonical body; of the body alone for a control kind.
  package static func commitment(salt: FactSalt?, body: UnsafeRawBufferPointer) -> Digest {
    var hash = SHA256()
    salt?.withBytes { hash.update($0) }
    hash.update(body)
    return hash.finalize()
  }

  /// Appends the canonical header.
  package static func append(
    header commitment: Digest, clock: HybridTime, kind: String, sequence: Int64, previous: FactReference?,
    replica: String, saw: [FactReference], to buffer: inout [UInt8]
  ) {
    append(clock: clock, to: &buffer)
    CanonicalWriter.append(literal: ",\"c\":\"", to: &buffer)
    CanonicalWriter.append(hexOf: commitment, to: &buffer)
    CanonicalWriter.append(literal: "\",\"kind\":", to: &buffer)
    CanonicalWriter.append(string: kind, to: &buffer)
    append(sequence: sequence, previous: previous, to: &buffer)
    CanonicalWriter.append(literal: ",\"r\":", to: &buffer)
    CanonicalWriter.append(string: replica, to: &buffer)
    append(saw: saw, to: &buffer)
  }

  /// Appends `{"at":[ms,counter]`: the beginning of a fact and of a header.
  static func append(clock: HybridTime, to buffer: inout [UInt8]) {
    CanonicalWriter.append(literal: "{\"at\":[", to: &buffer)
    CanonicalWriter.append(integer: clock.milliseconds, to: &buffer)
    CanonicalWriter.append(literal: ",", to: &buffer)
    CanonicalWriter.append(integer: clock.counter, to: &buffer)
    CanonicalWriter.append(literal: "]", to: &buffer)
  }

  /// Appends `,"n":5,"prev":"..."`.
  static func append(sequence: Int64, previous: FactReference?, to buffer: inout [UInt8]) {
    CanonicalWriter.append(literal: ",\"n\":", to: &buffer)
    CanonicalWriter.append(integer: sequence, to: &buffer)
    CanonicalWriter.append(literal: ",\"prev\":\"", to: &buffer)
    if let previous { append(hexOf: previous, to: &buffer) }
    CanonicalWriter.append(literal: "\"", to: &buffer)
  }

  /// Appends `,"saw":[...]}`: the end of a fact and of a header.
  static func append(saw: [FactReference], to buffer: inout [UInt8]) {
    CanonicalWriter.append(literal: ",\"saw\":[", to: &buffer)
    for (place, reference) in saw.enumerated() {
      CanonicalWriter.append(literal: place == 0 ? "\"" : ",\"", to: &buffer)
      append(hexOf: reference, to: &buffer)
      CanonicalWriter.append(literal: "\"", to: &buffer)
    }
    CanonicalWriter.append(literal: "]}", to: &buffer)
  }

  static func append(hexOf reference: FactReference, to buffer: inout [UInt8]) {
    withUnsafeBytes(of: (reference.high.bigEndian, reference.low.bigEndian)) {
      CanonicalWriter.append(hexOf: $0, to: &buffer)
    }
  }

  /// The 32 bytes that a fact gives to the digest of a bundle: what is there of it counts as well as which one it is.
  package static func bundlePart(_ identity: Digest, isHeader: Bool) -> Digest {
    guard isHeader else { return identity }
    var hash = SHA256()
    hash.update(identity)
    hash.update(Array("stub".utf8))
    return hash.finalize()
  }
}

extension Digest {
  /// How other facts name the one with this identity.
  package var reference: FactReference { FactReference(high: words.0, low: words.1) }

  var bytes: [UInt8] { withBytes { [UInt8]($0) } }
}

/// What is hashed with a body so that the body cannot be guessed from its commitment: 16 random bytes, 32 lowercase
/// hexadecimal digits where it travels. It is destroyed with the body.
package struct FactSalt: Equatable, Sendable {
  private let words: FactReference

  package init(high: UInt64, low: UInt64) { words = FactReference(high: high, low: low) }

  /// Reads 16 bytes; nil for any other number of them.
  package init?(bytes: some Collection<UInt8>) {
    guard let words = FactReference(bytes: bytes) else { return nil }
    self.words = words
  }

  package var hex: String { words.hex }
  var bytes: [UInt8] { words.bytes }

  /// Calls `body` with the 16 bytes, valid only during the call.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try withUnsafeBytes(of: (words.high.bigEndian, words.low.bigEndian)) { try body($0) }
  }
}

/// Gives salts from a cryptographic source, asked for many at a time: one call of the system for each fact would be felt.
struct SaltSource {
  private static let batch = 256

  private let random: (Int) -> [UInt8]
  private var bytes: [UInt8] = []
  private var used = 0
  private var wanted = 1

  init(random: @escaping (Int) -> [UInt8]) { self.random = random }

  mutating func next() -> FactSalt {
    if used + FactReference.byteCount > bytes.count {
      bytes = random(wanted * FactReference.byteCount)
      used = 0
      // A command that logs one result needs one.
      wanted = min(wanted * 8, Self.batch)
    }
    defer { used += FactReference.byteCount }
    let end = min(used + FactReference.byteCount, bytes.count)
    return FactSalt(bytes: bytes[used..<end]) ?? FactSalt(high: 0, low: 0)
  }
}

/// A text as a key: equal only to the same bytes. Swift's own equality folds composed and decomposed letters, and to
/// the facts and to SQLite those are two names.
@propertyWrapper
package struct ExactText: Hashable, Sendable {
  package var wrappedValue: String
  package var text: String { wrappedValue }

  package init(_ text: String) { wrappedValue = text }

  package static func == (left: ExactText, right: ExactText) -> Bool {
    left.wrappedValue.hasSameBytes(as: right.wrappedValue)
  }

  package func hash(into hasher: inout Hasher) { ByteOrder.hash(wrappedValue, into: &hasher) }
}

extension [ExactText: Int] {
  /// Where each of some names is; of equal ones the first.
  package init(placesOf names: some Sequence<String>) {
    self.init(firstOf: names.enumerated().map { (ExactText($0.element), $0.offset) })
  }
}

/// Reads what a name stands for when it is first asked for, and not again: for a pass over rows that share few names.
package func readOnce<Value>(_ read: @escaping (String) throws -> Value) -> (String) throws -> Value {
  var known: [ExactText: Value] = [:]
  return { name in try known.value(ExactText(name)) { try read(name) } }
}

/// What a fact may hold to be applied here. What is larger is kept and passed on, and changes nothing: no typed command
/// makes it, and reading it may cost more than the file that brought it.
enum BodyLimits {
  /// Canonical bytes of a body; a note, which has a limit of its own, may come on top.
  static let bytes = 64 << 10
  private static let noted = ["result", "note"]
  /// Members of one list or object.
  static let members = 10_000
  /// Bytes of a name, as for those that are typed.
  static let name = Names.longestLine
  /// Bytes of a key or a pattern, and how often `**` may stand in one.
  static let pattern = 512
  static let stars = 8

  /// The fields of records that hold names, patterns or lists of either.
  private static let naming: Set<String> = [
    "applies_to", "build", "builds", "check", "checklist", "checklists", "checks", "component",
    "components", "condition",
    "conditions", "kind", "omits", "platforms", "policy", "profile", "profiles", ComponentNames.field, "screens",
    "style",
    "tags", "testers",
  ]
  /// The members of a result that are names.
  private static let ofResult = [
    "audit", "build", "check", "component", "condition", "device", "os", "source", "tester",
  ]

  /// Whether a body is not applied because of its size.
  static func isTooLarge(kind: String, _ body: JSONObject, bytes: Int) -> Bool {
    if ControlKind.isControl(kind) { return false }
    let note = noted.contains(kind) ? body[kind == "note" ? "text" : "note"]?.stringValue ?? "" : ""
    if note.utf8.count > Names.longestNote { return true }
    // An escape takes six bytes for one.
    if kind != "evidence", bytes - 6 * note.utf8.count > Self.bytes { return true }
    if holdsTooMany(.object(body)) { return true }
    switch kind {
    case "result": return ofResult.contains { isTooLong(body[$0]) } || body["on"].map(isTooLongName) == true
    case "set", "delete", "restore":
      if isTooLong(body["kind"]) || (body["key"]?.stringValue?.utf8.count ?? 0) > pattern {
        return true
      }
      return body["fields"]?.objectValue?.members.contains { field in
        field.key.utf8.count > name || naming.contains(field.key) && isTooLongName(field.value)
      } ?? false
    default: return ["check", "component", "condition", "tester"].contains { isTooLong(body[$0]) }
    }
  }

  private static func isTooLongName(_ value: JSONValue) -> Bool {
    if let list = value.arrayValue { return list.contains { isTooLongName($0) } }
    guard let text = value.stringValue else { return false }
    return text.utf8.count > name
      || text.utf8.contains(UInt8(ascii: "*"))
        && (text.utf8.count > pattern || hasTooManyStars(text))
  }

  private static func isTooLong(_ value: JSONValue?) -> Bool {
    value?.stringValue.map { $0.utf8.count > name } ?? false
  }

  private static func hasTooManyStars(_ text: String) -> Bool {
    var (pairs, isStar) = (0, false)
    for byte in text.utf8 {
      guard byte == UInt8(ascii: "*") else {
        isStar = false
        continue
      }
      if isStar { pairs += 1 }
      isStar.toggle()
    }
    return pairs > stars
  }

  /// A bundle lets nothing nest deeper than 16.
  private static func holdsTooMany(_ value: JSONValue) -> Bool {
    if let list = value.arrayValue {
      return list.count > members || list.contains { holdsTooMany($0) }
    }
    guard let object = value.objectValue else { return false }
    return object.count > members || object.members.contains { holdsTooMany($0.value) }
  }
}

extension FactBatch.Row {
  /// Whether a result whose columns were read may be too large: its body is to be looked at then.
  var isTooLarge: Bool {
    if body.count <= BodyLimits.name { return false }
    return body.count > BodyLimits.bytes || columns.names.contains { $0.count > BodyLimits.name }
  }
}

extension FactBatch.ResultColumns {
  fileprivate var names: [FactBatch.Slice] {
    [audit, build, check, component, condition, device, os, source, tester]
  }
}

/// Why content is to be destroyed: one of a closed list, since what an `erase` fact says is never erased itself.
package enum ErasingReason: String, CaseIterable, Sendable {
  /// Consent was withdrawn.
  case withdrawn
  /// It says something of a person.
  case personal
  case mistake
  /// It was kept as long as it should be.
  case retention
  case legal
  case other
}

/// The forms of what acts on other facts. Nothing else may stand in such a body: it is never erased, and it has no
/// salt.
package enum ControlForm {
  /// What the body of a control kind has to be; nil where it is that, or the kind is another.
  package static func problem(kind: String, body: JSONObject) -> String? {
    switch ControlKind(rawValue: kind) {
    case .replica:
      isReplica(body)
        ? nil : "the body of a replica fact must have \"parent\", a replica, or \"signer\", a key fingerprint"
    case .retract:
      isRetract(body)
        ? nil : "the body of a retract fact must have \"targets\", 32 hex digits each, and may have \"by\""
    case .erase:
      isErase(body)
        ? nil
        : "the body of an erase fact must have a known \"reason\" and \"targets\", 32 hex digits each, or a \"sitting\""
    case nil: nil
    }
  }

  private static func isReplica(_ body: JSONObject) -> Bool {
    !body.isEmpty
      && body.members.allSatisfy { member in
        guard let text = member.value.stringValue else { return false }
        switch member.key {
        case "parent": return isReplicaName(text)
        case "signer": return isFingerprint(text)
        default: return false
        }
      }
  }

  private static func isRetract(_ body: JSONObject) -> Bool {
    targets(body) != nil
      && body.members.allSatisfy { member in
        switch member.key {
        case "targets": true
        case "by": isAuthor(member.value)
        case "deletes": member.value == true
        default: false
        }
      }
  }

  private static func isErase(_ body: JSONObject) -> Bool {
    guard let reason = body["reason"]?.stringValue, ErasingReason(rawValue: reason) != nil,
      body["targets"] != nil || body["sitting"] != nil
    else { return false }
    return body.members.allSatisfy { member in
      switch member.key {
      case "reason": true
      case "targets": targets(body) != nil
      case "sitting": member.value.stringValue.map(isReplicaName) ?? false
      case "by": isAuthor(member.value)
      default: false
      }
    }
  }

  /// The facts that a body names in `targets`; nil where there is no such list of one or more references.
  package static func targets(_ body: JSONObject) -> [FactReference]? {
    guard let list = body["targets"]?.arrayValue, !list.isEmpty else { return nil }
    let targets = list.compactMap { $0.stringValue.flatMap { FactReference(hex: $0) } }
    return targets.count == list.count ? targets : nil
  }

  private static func isAuthor(_ value: JSONValue) -> Bool { value.stringValue.map { $0.utf8.count <= 64 } ?? false }

  private static func isReplicaName(_ text: String) -> Bool {
    (8...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x61...0x7a).contains($0) || $0.isDigit }
  }

  /// `SHA256:` and 43 characters of Base64.
  private static func isFingerprint(_ text: String) -> Bool {
    let prefix = "SHA256:"
    guard text.utf8.starts(with: prefix.utf8), text.utf8.count == prefix.utf8.count + 43 else { return false }
    return text.utf8.dropFirst(prefix.utf8.count).allSatisfy { $0.isLetterOrDigit || "+/".utf8.contains($0) }
  }
}
