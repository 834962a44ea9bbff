import Audit
package import Base
package import Store

/// What a bundle says of itself before its facts.
package struct BundleHeader: Equatable, Sendable {
  package enum Scope: String, Sendable {
    /// All facts beyond `since`.
    case full
    /// Some are left out.
    case partial
  }

  /// The version this program writes, and the newest it knows.
  package static let version: Int64 = 1

  package var version = Self.version
  /// The lowest version that can read it.
  package var minReader = Self.version
  package var tracker: String
  package var scope: Scope
  /// What was asked for, where not everything was.
  package var query: String?
  package var isRedacted = false
  /// The replica that wrote the file; only in those of a folder exchange, and in those with sessions for a recipient.
  package var from: String?
  /// The worksheet that was filled in, where a browser wrote the file.
  package var worksheet: String?
  /// Whose codes stand for subjects, where a page that led a session wrote the file: for the machine alone that reads
  /// it.
  package var codes: [String: String] = [:]
  /// Of each chain of the writer in the bundle, the fact up to which the signature beside the bundle signs for it.
  package var heads: [ChainHead] = []
  /// Signatures by which the writer verified chains of others.
  package var signed: [KeptSignature] = []
  package var since: VersionVector

  package init(
    tracker: String, scope: Scope = .full, query: String? = nil, isRedacted: Bool = false, from: String? = nil,
    worksheet: String? = nil, since: VersionVector = VersionVector()
  ) {
    (self.tracker, self.scope, self.query, self.isRedacted) = (tracker, scope, query, isRedacted)
    (self.from, self.worksheet, self.since) = (from, worksheet, since)
  }

  /// The members in the order in which they are written.
  var members: [(String, JSONValue)] {
    var members: [(String, JSONValue)] = [
      ("bundle", "a11y"), ("version", .integer(version)), ("min_reader", .integer(minReader)),
      ("tracker", .string(tracker)), ("scope", .string(scope.rawValue)),
    ]
    if let query { members.append(("query", .string(query))) }
    if isRedacted { members.append(("redacted", true)) }
    if let from { members.append(("from", .string(from))) }
    if let worksheet { members.append(("worksheet", .string(worksheet))) }
    if !codes.isEmpty { members.append(("codes", .object(JSONObject(codes.map { ($0.key, .string($0.value)) })))) }
    if !heads.isEmpty {
      members.append(
        ("heads", .array(heads.map { [.string($0.replica), .integer($0.sequence), .string($0.identity.hex)] })))
    }
    if !signed.isEmpty {
      members.append(("signed", .array(signed.map { [.string($0.message), .string($0.signature)] })))
    }
    members.append(("since", since.json))
    return members
  }
}

/// A file that facts refer to, by what it holds.
package struct EvidenceEntry: Equatable, Sendable {
  package var digest: Digest
  package var bytes: Int64
  /// The media type, as in `image/png`.
  package var type: String

  package init(digest: Digest, bytes: Int64, type: String) {
    (self.digest, self.bytes, self.type) = (digest, bytes, type)
  }

  var json: JSONValue { [.string(digest.hex), .integer(bytes), .string(type)] }

  init?(json: JSONValue) {
    guard let parts = json.arrayValue, parts.count == 3, let digest = parts[0].stringValue.flatMap(Digest.init(hex:)),
      let bytes = parts[1].integerValue, bytes >= 0, let type = parts[2].stringValue
    else { return nil }
    self.init(digest: digest, bytes: bytes, type: type)
  }
}

/// The content of a bundle, once all of it was read and verified.
package struct BundleSummary: Equatable, Sendable {
  package var header: BundleHeader
  /// Facts, headers without content included.
  package var count: Int
  package var upto: VersionVector
  /// The ends of chains that `upto` does not name, by replica.
  package var ends: [String: [VersionVector.Mark]]
  package var evidence: [EvidenceEntry]
  package var digest: Digest

  /// The digest as 64 hex digits.
  package var digestText: String { digest.hex }
}

/// What a bundle may hold at most, so that no file can use up the machine. Each is adjustable.
package struct BundleLimits: Sendable, Equatable {
  /// Bytes of the whole file.
  package var fileBytes = 512 << 20
  /// Canonical bytes of one fact.
  package var factBytes = 1 << 20
  /// UTF-8 bytes of one string, its escapes resolved.
  package var stringBytes = 256 << 10
  /// Members of one object.
  package var members = 256
  package var facts = 2_000_000
  /// Objects and arrays inside each other, the document itself included.
  package var depth = 16
  /// Bytes of everything but the facts, and of white space in one piece. Of a replica there are some 60.
  package var headerBytes = 128 << 20
  /// Replicas in `since`, `upto` and `ends`, and among the facts. Each worksheet window and each session is one.
  package var replicas = 1 << 20

  /// Files that a writer lists at most; the facts name the others as well.
  static let evidence = 30_000
  /// Signatures of others in a bundle.
  static let signatures = 256

  package static let standard = BundleLimits()

  package init() {}

  /// No fact is shorter: `{"at":[0,0],"body":{},"kind":"a","n":1,"prev":"","r":"aaaaaaaa"}` has 64.
  static let leastFactBytes = 60
  /// A fact is an object and holds one, so it takes two of these, and no escape can stand for them.
  static let bracesOfAFact = 2

  /// Bytes of one fact as it is spelled in the file: white space and escapes may make it this much longer.
  var spelledFactBytes: Int { factBytes.multipliedReportingOverflow(by: 16).partialValue }

  /// The limits that the JSON reader holds by itself.
  var json: JSONOptions {
    var options = JSONOptions()
    options.documentBytes = fileBytes
    options.stringBytes = stringBytes
    options.members = members
    options.openKeyBytes = headerBytes
    options.depth = depth
    return options
  }
}

/// Why a bundle was refused or could not be written, and where.
package struct BundleProblem: Error, Equatable, Sendable {
  /// What is wrong, for programs; stable from version to version.
  package enum Code: String, Sendable, CaseIterable {
    /// The file ends too early: it is probably still being copied.
    case incomplete = "bundle.incomplete"
    /// Not the JSON that the format requires.
    case syntax = "bundle.syntax"
    /// Something else than a bundle.
    case foreign = "bundle.foreign"
    /// A member beside the facts is missing, unknown or not of its form.
    case header = "bundle.header"
    /// A fact is not of its form, or is there twice.
    case fact = "bundle.fact"
    /// A value was changed since the bundle was written.
    case digest = "bundle.digest"
    /// A bundle of another tracker. The reader does not know ours; who imports throws this.
    case tracker = "bundle.tracker"
    /// A bundle of another tracker, and ours is empty: it could become part of that one. Thrown by who imports.
    case join = "bundle.join"
    /// Of a worksheet whose checks read differently here. Thrown by who imports.
    case changed = "bundle.changed"
    /// It is unsigned, and the importer must vouch for it. Thrown by the importer.
    case unsigned = "bundle.unsigned"
    /// The signature beside it is wrong, or gives no right here. Thrown by who imports.
    case signature = "bundle.signature"
    /// Made by a newer version, which says that this one cannot read it.
    case newer = "bundle.newer"
    /// Larger, longer or deeper than `BundleLimits`.
    case limit = "bundle.limit"
    /// Not a regular file.
    case kind = "bundle.kind"
    case missing = "bundle.missing"
    case unreadable = "bundle.unreadable"
    /// Could not be written; `sentence` names the path and what is needed.
    case unwritable = "bundle.unwritable"
    /// There is a file of this name already.
    case exists = "bundle.exists"
  }

  package var code: Code
  /// What is wrong, without the place; no capital, no full stop, no control characters.
  package var sentence: String
  /// From 1.
  package var line: Int?
  /// From 1, in bytes.
  package var column: Int?
  /// As in `$.facts[3].body.note`.
  package var path: String?

  package init(_ code: Code, _ sentence: String, line: Int? = nil, column: Int? = nil, path: String? = nil) {
    (self.code, self.sentence, self.line, self.column, self.path) = (code, sentence, line, column, path)
  }
}

extension BundleProblem: CustomStringConvertible {
  /// Place and sentence in one.
  package var description: String {
    var place: [String] = []
    if let line { place.append("line \(line)") }
    if let column { place.append("column \(column)") }
    if let path, path != "$" { place.append("at \(path)") }
    return place.isEmpty ? sentence : place.joined(separator: ", ") + ": " + sentence
  }
}

extension BundleProblem {
  init(_ error: JSONError) {
    let code: Code
    switch error.kind {
    case .truncated: code = .incomplete
    case .tooDeep, .stringTooLong, .tooManyMembers, .keysTooLong, .documentTooLong: code = .limit
    default: code = .syntax
    }
    let ending = code == .incomplete ? "; the file may be incomplete" : ""
    self.init(
      code, "expected \(error.wanted), found \(error.found)\(ending)", line: error.line, column: error.column,
      path: error.path)
  }
}

/// The forms of a fact's members: on bytes.
enum FactForm {
  /// The numbers a replica gives its facts.
  static let sequences: ClosedRange<Int64> = 1...(1 << 40) - 1
  /// UTF-8 bytes of a kind, which needs no escapes.
  static let kindBytes = 1...64

  /// 8 to 40 letters a-z and digits.
  @inline(__always)
  static func isReplica(_ bytes: some Collection<UInt8>) -> Bool {
    guard bytes.count >= 8, bytes.count <= 40 else { return false }
    for byte in bytes where !(byte &- 0x61 < 26 || byte &- 0x30 < 10) { return false }
    return true
  }

  /// 32 lowercase hexadecimal digits: a reference, or a salt, as two words; nil for anything else.
  @inline(__always)
  static func words(_ digits: UnsafeRawBufferPointer) -> (high: UInt64, low: UInt64)? {
    guard digits.count == 32, let high = hex(digits[..<16]), let low = hex(digits[16...]) else { return nil }
    return (high, low)
  }

  @inline(__always)
  static func reference(_ digits: UnsafeRawBufferPointer) -> FactReference? {
    words(digits).map { FactReference(high: $0.high, low: $0.low) }
  }

  /// The number that up to 16 lowercase hexadecimal digits spell; nil for other bytes.
  @inline(__always)
  static func hex(_ digits: some Collection<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    // No branch for a digit: nothing foretells which of them comes next.
    var all: UInt8 = 0
    for byte in digits {
      let (digit, letter) = (byte &- 0x30, byte &- 0x61)
      let nibble: UInt8 = digit < 10 ? digit : letter < 6 ? letter &+ 10 : 0x80
      all |= nibble
      value = value << 4 | UInt64(nibble & 0xf)
    }
    return all < 0x80 ? value : nil
  }
}

/// The members of a fact and of a header.
enum FactKey {
  case at, body, c, kind, n, prev, r, salt, saw

  @inline(__always)
  init?(_ text: TokenText, in window: UnsafeRawBufferPointer) {
    guard text.count > 0 else { return nil }
    // At most one of them begins so and is so long.
    let (key, name): (FactKey, StaticString) =
      switch (window[text.start], text.count) {
      case (UInt8(ascii: "a"), _): (.at, "at")
      case (UInt8(ascii: "b"), _): (.body, "body")
      case (UInt8(ascii: "c"), _): (.c, "c")
      case (UInt8(ascii: "k"), _): (.kind, "kind")
      case (UInt8(ascii: "n"), _): (.n, "n")
      case (UInt8(ascii: "p"), _): (.prev, "prev")
      case (UInt8(ascii: "s"), 3): (.saw, "saw")
      case (UInt8(ascii: "s"), _): (.salt, "salt")
      default: (.r, "r")
      }
    guard text.matches(name, in: window) else { return nil }
    self = key
  }
}
