import Audit
import Base
import Children
import Store

/// The members of a bundle beside its facts, from JSON to what they mean.
enum HeaderForm {
  static let known: Set<String> = [
    "bundle", "version", "min_reader", "tracker", "scope", "query", "redacted", "from", "worksheet", "codes", "heads",
    "signed", "since", "facts", "count", "upto", "ends", "evidence", "digest",
  ]
  private static let first = ["bundle", "version", "min_reader", "tracker", "scope", "since"]

  /// Judges a member as soon as it was read: whether this is a bundle at all, and one for this version.
  static func judge(_ name: String, _ value: JSONValue) throws(BundleProblem) {
    switch name {
    case "bundle":
      guard value == "a11y" else {
        throw BundleProblem(.foreign, "this is a bundle of something else: \"bundle\" is not \"a11y\"")
      }
    case "version", "min_reader":
      guard let number = value.integerValue, number >= 1 else { throw form(name, "a number of 1 or more") }
      if name == "min_reader", number > BundleHeader.version {
        throw BundleProblem(
          .newer,
          "the bundle was made by a newer version of a11y: it is of format \(number), and this version reads up to "
            + "\(BundleHeader.version)")
      }
    default: break
    }
  }

  /// Whether everything is there that a reader has to know before the facts.
  static func isComplete(_ members: JSONObject) -> Bool { first.allSatisfy { members[$0] != nil } }

  static func header(_ members: JSONObject) throws(BundleProblem) -> BundleHeader {
    for name in first where members[name] == nil { throw missing(name) }
    guard let version = members["version"]?.integerValue, let minReader = members["min_reader"]?.integerValue,
      minReader <= version
    else { throw form("min_reader", "a number up to \"version\"") }
    guard let tracker = members["tracker"]?.stringValue, FactForm.isReplica(tracker.utf8) else {
      throw form("tracker", "8 to 40 letters a-z and digits")
    }
    guard let scope = members["scope"]?.stringValue.flatMap(BundleHeader.Scope.init(rawValue:)) else {
      throw form("scope", "\"full\" or \"partial\"")
    }
    guard let since = VersionVector(json: members["since"]) else { throw form("since", vectorForm) }
    var header = BundleHeader(tracker: tracker, scope: scope, since: since)
    header.version = version
    header.minReader = minReader
    if let query = members["query"] {
      guard let text = query.stringValue, scope == .partial else {
        throw form("query", "a text, and only in a partial bundle")
      }
      header.query = text
    }
    if let redacted = members["redacted"] {
      guard redacted == true, scope == .partial else { throw form("redacted", "true, and only in a partial bundle") }
      header.isRedacted = true
    }
    if let from = members["from"] {
      guard let replica = from.stringValue, FactForm.isReplica(replica.utf8) else {
        throw form("from", "a replica: 8 to 40 letters a-z and digits")
      }
      header.from = replica
    }
    if let worksheet = members["worksheet"] {
      guard let id = worksheet.stringValue, isIdentifier(id) else {
        throw form("worksheet", "1 to 64 letters a-z, digits and hyphens")
      }
      header.worksheet = id
    }
    if let codes = members["codes"] { header.codes = try self.codes(codes) }
    if let heads = members["heads"] { header.heads = try self.heads(heads) }
    if let signed = members["signed"] { header.signed = try self.signed(signed) }
    return header
  }

  static func summary(_ members: JSONObject) throws(BundleProblem) -> BundleSummary {
    let header = try header(members)
    for name in ["count", "upto", "evidence", "digest"] where members[name] == nil { throw missing(name) }
    guard let count = members["count"]?.integerValue, count >= 0 else { throw form("count", "a number") }
    guard let upto = VersionVector(json: members["upto"]) else { throw form("upto", vectorForm) }
    guard header.scope == .full || upto.isEmpty else { throw form("upto", "{} in a partial bundle") }
    var ends: ChainEnds.Marks = [:]
    if let member = members["ends"] {
      guard let marks = ChainEnds.read(member) else {
        throw form("ends", "{\"replica\":[[number,\"32 hex digits\"],...]}, each replica's in rising order")
      }
      ends = marks
    }
    guard let list = members["evidence"]?.arrayValue else { throw form("evidence", evidenceForm) }
    let evidence = list.compactMap { EvidenceEntry(json: $0) }
    guard evidence.count == list.count else { throw form("evidence", evidenceForm) }
    guard let digest = members["digest"]?.stringValue.flatMap(Digest.init(hex:)) else {
      throw form("digest", "64 lowercase hex digits")
    }
    return BundleSummary(
      header: header, count: Int(clamping: count), upto: upto, ends: ends, evidence: evidence, digest: digest)
  }

  /// The digest of everything but the facts and the digest itself, in canonical form.
  static func digest(_ members: JSONObject, limits: BundleLimits) throws(BundleProblem) -> Digest {
    var rest = members
    rest.removeValue(forKey: "digest")
    var options = limits.json
    options.members = max(limits.members, limits.replicas)
    do throws(CanonicalError) {
      return SHA256.digest(of: try CanonicalWriter.bytes(of: .object(rest), options: options))
    } catch {
      throw BundleProblem(.limit, "the members beside the facts: \(error)")
    }
  }

  private static func codes(_ value: JSONValue) throws(BundleProblem) -> [String: String] {
    guard let object = value.objectValue, !object.isEmpty else { throw form("codes", codesForm) }
    var codes: [String: String] = [:]
    for member in object.members {
      guard FactReference(hex: member.key) != nil, let code = member.value.stringValue,
        ParticipantCode(code)?.text == code
      else { throw form("codes", codesForm) }
      codes[member.key] = code
    }
    return codes
  }

  private static func heads(_ value: JSONValue) throws(BundleProblem) -> [ChainHead] {
    let list = value.arrayValue ?? []
    let heads = list.compactMap { entry -> ChainHead? in
      guard let parts = entry.arrayValue, parts.count == 3, let replica = parts[0].stringValue,
        FactForm.isReplica(replica.utf8), let sequence = parts[1].integerValue, FactForm.sequences.contains(sequence),
        let identity = parts[2].stringValue.flatMap(Digest.init(hex:))
      else { return nil }
      return ChainHead(replica: replica, sequence: sequence, identity: identity)
    }
    let rises = zip(heads, heads.dropFirst()).allSatisfy { $0.replica.utf8.lexicographicallyPrecedes($1.replica.utf8) }
    guard !heads.isEmpty, heads.count == list.count, rises, heads.count <= SignedHeads.authors.upperBound else {
      throw form("heads", "a list of [\"replica\",number,\"64 hex digits\"] in the order of the replicas")
    }
    return heads
  }

  private static func signed(_ value: JSONValue) throws(BundleProblem) -> [KeptSignature] {
    let list = value.arrayValue ?? []
    let signed = list.compactMap { entry -> KeptSignature? in
      guard let parts = entry.arrayValue, parts.count == 2, let message = parts[0].stringValue,
        let signature = parts[1].stringValue, signature.utf8.count <= ArmoredSignature.limit
      else { return nil }
      return KeptSignature(message: message, signature: signature)
    }
    guard !signed.isEmpty, signed.count == list.count, signed.count <= BundleLimits.signatures else {
      throw form("signed", "a list of 1 to \(BundleLimits.signatures) [\"signed text\",\"signature\"]")
    }
    return signed
  }

  private static func isIdentifier(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
      }
  }

  private static let vectorForm = "{\"replica\":[number,\"32 hex digits\"],...}"
  private static let codesForm = "{\"32 hex digits\":\"code of a participant\",...}"
  private static let evidenceForm = "a list of [\"64 hex digits\",bytes,\"type\"]"

  private static func missing(_ name: String) -> BundleProblem {
    BundleProblem(.header, "the bundle has no \"\(name)\"")
  }

  private static func form(_ name: String, _ wanted: String) -> BundleProblem {
    BundleProblem(.header, "\"\(name)\" of a bundle is \(wanted)", path: "$.\(name)")
  }
}
