package import AuditStore
package import CanonicalJSON

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
    self.tracker = tracker
    self.scope = scope
    self.query = query
    self.isRedacted = isRedacted
    self.from = from
    self.worksheet = worksheet
    self.since = since
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
    self.digest = digest
    self.bytes = bytes
    self.type = type
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
