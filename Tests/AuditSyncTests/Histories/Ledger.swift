import AuditSync
import CanonicalJSON
import Testing

/// What a bundle must hold in the end, worked out from the bundles alone and without the program: the union of all
/// facts, each once, and of those that an `erase` fact names only the stub.
struct Ledger {
  private struct Entry {
    var replica: String
    var sequence: Int64
    var kind: String
    /// Nil as long as only the stub was seen.
    var whole: [UInt8]?
    var stub: [UInt8]
  }

  private var entries: [Digest: Entry] = [:]
  private var seen: [[UInt8]: Digest] = [:]
  /// First 16 hex digits of what is to be erased.
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
    var fact = try #require(try JSONReader.parse(line).objectValue)
    let isStub = fact["erased"] != nil
    let digest =
      isStub ? try #require(Digest(hex: fact["erased"]?.stringValue ?? "")) : SHA256.digest(of: line)
    seen[line] = digest
    let kind = try #require(fact["kind"]?.stringValue)
    if kind == "erase" {
      for target in fact["body"]?.objectValue?["targets"]?.arrayValue ?? [] {
        erased.insert(try #require(target.arrayValue?.last?.stringValue))
      }
    }
    fact["body"] = nil
    fact["erased"] = .string(digest.hex)
    let stub = try CanonicalWriter.bytes(of: .object(fact))
    let replica = try #require(fact["r"]?.stringValue)
    let sequence = try #require(fact["n"]?.integerValue)
    var entry =
      entries[digest] ?? Entry(replica: replica, sequence: sequence, kind: kind, whole: nil, stub: stub)
    #expect(entry.stub == stub, "two stubs of one fact differ")
    if !isStub { entry.whole = line }
    entries[digest] = entry
    return digest
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
      let line = entry.whole ?? entry.stub
      let previous = try JSONReader.parse(line)["prev"]?.stringValue.flatMap { UInt64($0, radix: 16) }
      try line.withUnsafeBytes {
        try writer.append(
          line: $0, digest: SHA256.digest(of: line), identity: digest, replica: entry.replica,
          sequence: entry.sequence, previous: previous)
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

  /// The lines of the bundle of everything.
  var lines: [[UInt8]] {
    sorted.map { digest, entry in
      let isErased = erased.contains(digest.shortHex) && !["erase", "retract", "replica"].contains(entry.kind)
      return isErased ? entry.stub : entry.whole ?? entry.stub
    }
  }
}
