import Audit
import Base
import Exchange
import Store
import StoredFacts
import Testing

/// What a bundle must hold in the end, worked out from the bundles alone and without the program: the union of all
/// facts, each once, with its content where anybody sent it and no `erase` fact that everybody follows names it.
struct Ledger {
  private struct Entry {
    var replica: String
    var sequence: Int64
    var kind: String
    /// Nil as long as only the header was seen.
    var whole: [UInt8]?
    var header: [UInt8]
  }

  private var entries: [Digest: Entry] = [:]
  private var seen: [[UInt8]: Digest] = [:]
  /// First 32 hex digits of what is to be erased.
  private var erased: Set<String> = []

  /// Adds the facts of a bundle as the program lays it out.
  ///
  /// - Returns: their identities.
  @discardableResult
  mutating func add(_ bundle: [UInt8]) throws -> Set<Digest> {
    Set(try Self.lines(of: bundle).map { try add(line: $0) })
  }

  static func lines(of bundle: [UInt8]) -> [[UInt8]] {
    bundle.split(separator: UInt8(ascii: "\n")).dropFirst().filter { $0.first == UInt8(ascii: "{") }.map {
      Array($0.last == UInt8(ascii: ",") ? $0.dropLast() : $0)
    }
  }

  private mutating func add(line: [UInt8]) throws -> Digest {
    if let known = seen[line] { return known }
    let fact = try #require(try JSONReader.parse(line).objectValue)
    let kind = try #require(fact["kind"]?.stringValue)
    let header = try Self.header(of: fact)
    let isHeader = header == line
    let digest = SHA256.digest(of: header)
    seen[line] = digest
    if kind == "erase" {
      for target in fact["body"]?.objectValue?["targets"]?.arrayValue ?? [] {
        erased.insert(try #require(target.stringValue))
      }
    }
    var entry = Entry(
      replica: try #require(fact["r"]?.stringValue), sequence: try #require(fact["n"]?.integerValue), kind: kind,
      whole: nil, header: header)
    if let known = entries[digest] { entry = known }
    if !isHeader {
      #expect(entry.whole == nil, "one fact has two contents")
      entry.whole = line
    }
    entries[digest] = entry
    return digest
  }

  /// What a fact is known by.
  private static func header(of fact: JSONObject) throws -> [UInt8] {
    var header = fact
    header["salt"] = nil
    header["body"] = nil
    if let body = fact["body"] {
      let salt = try fact["salt"].map { try #require(FactSalt(hex: $0.stringValue ?? "")) }
      let commitment = try CanonicalWriter.bytes(of: body).withUnsafeBytes { FactSeal.commitment(salt: salt, body: $0) }
      header["c"] = .string(commitment.hex)
    }
    return try CanonicalWriter.bytes(of: .object(header))
  }

  /// Replicas that said two things under one number.
  var forked: Set<String> {
    var numbers: Set<String> = []
    return Set(entries.values.filter { !numbers.insert("\($0.replica) \($0.sequence)").inserted }.map(\.replica))
  }

  func replica(of digest: Digest) -> String { entries[digest]?.replica ?? "" }

  var identities: Set<Digest> { Set(entries.keys) }

  /// A bundle of some of the facts, as it could come from someone who had only these.
  func bundle(of chosen: Set<Digest>, tracker: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var writer = try BundleWriter(BundleHeader(tracker: tracker, scope: .partial)) { bytes += $0 }
    for (digest, entry) in sorted where chosen.contains(digest) {
      let line = entry.whole ?? entry.header
      let previous = try JSONReader.parse(line)["prev"]?.stringValue.flatMap { FactReference(hex: $0) }
      try line.withUnsafeBytes {
        try writer.append(
          line: $0, identity: digest, isHeader: entry.whole == nil, replica: entry.replica, sequence: entry.sequence,
          previous: previous)
      }
    }
    _ = try writer.finish()
    return bytes
  }

  private var sorted: [(Digest, Entry)] {
    entries.map { ($0.key, $0.value) }.sorted {
      ($0.1.replica, $0.1.sequence, $0.0) < ($1.1.replica, $1.1.sequence, $1.0)
    }
  }

  /// The lines of the bundle of everything, where everybody follows what anybody asks for.
  var lines: [[UInt8]] {
    sorted.map { digest, entry in
      let isErased = erased.contains(digest.reference.hex) && !ControlKind.isControl(entry.kind)
      return isErased ? entry.header : entry.whole ?? entry.header
    }
  }
}
