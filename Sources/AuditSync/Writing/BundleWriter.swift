package import AuditModel
import AuditStore
package import CanonicalJSON

/// Writes a bundle, fact by fact: the same facts and the same header give the same bytes.
///
/// Facts come in the order of replica (by bytes), sequence and identity.
package struct BundleWriter {
  /// Bytes that are collected before they are passed on.
  private static let bufferBytes = 256 << 10

  private let header: BundleHeader
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private var buffer: [UInt8] = []
  private var lines = SHA256()
  private var chain = FactChain(keepsPrefixes: false)
  private var runs: RunTracker
  private let limits: BundleLimits
  private var count = 0
  /// Bytes that were passed on.
  private var written = 0

  /// Begins a bundle.
  ///
  /// - Parameter sink: takes bytes that are finished. The pointer is valid during the call only.
  package init(
    _ header: BundleHeader, limits: BundleLimits = .standard, sink: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    self.header = header
    self.limits = limits
    self.sink = sink
    runs = RunTracker(since: header.since)
    buffer.reserveCapacity(Self.bufferBytes + 4096)
    CanonicalWriter.append(literal: "{", to: &buffer)
    try append(members: header.members)
    CanonicalWriter.append(literal: ",\"facts\":[", to: &buffer)
  }

  /// Adds a fact, or the header of one.
  ///
  /// - Parameters:
  ///   - line: its canonical bytes.
  ///   - previous: what its `prev` names; nil where that is empty.
  package mutating func append(
    line: UnsafeRawBufferPointer, identity: Digest, isHeader: Bool, replica: UnsafeRawBufferPointer, sequence: Int64,
    previous: FactReference?
  ) throws {
    lines.update(FactSeal.bundlePart(identity, isHeader: isHeader))
    let isNew = chain.add(replica: replica, sequence: sequence, previous: previous, identity: identity, line: 0)
    guard isNew, chain.isOrdered else {
      throw BundleProblem(.unwritable, "facts were written out of order; this is a bug in a11y")
    }
    runs.add(replica: replica, sequence: sequence, identity: identity)
    guard count < limits.facts, line.count <= limits.factBytes else { throw tooLarge }
    if count == 0 {
      CanonicalWriter.append(literal: "\n", to: &buffer)
    } else {
      CanonicalWriter.append(literal: ",\n", to: &buffer)
    }
    buffer.append(contentsOf: line)
    count += 1
    if buffer.count >= Self.bufferBytes { try flush() }
  }

  /// Adds a fact whose replica is a String.
  package mutating func append(
    line: UnsafeRawBufferPointer, identity: Digest, isHeader: Bool, replica: String, sequence: Int64,
    previous: FactReference?
  ) throws {
    var replica = replica
    try replica.withUTF8 {
      try append(
        line: line, identity: identity, isHeader: isHeader, replica: UnsafeRawBufferPointer($0), sequence: sequence,
        previous: previous)
    }
  }

  /// Ends the bundle and hands the last bytes on.
  ///
  /// - Parameter upto: how far the writer knows each replica without a gap or fork. Without it this is worked out from
  ///   `since` and the facts of the bundle. A partial bundle has none.
  package mutating func finish(
    upto known: VersionVector? = nil, evidence: [EvidenceEntry] = []
  ) throws -> BundleSummary {
    let upto = header.scope == .full ? known ?? runs.vector : VersionVector()
    // A reader gives up at the same fact and looks for no ends either: the digest covers them all the same.
    var ends: ChainEnds.Marks = [:]
    for end in chain.ends where upto[end.replica] != end.mark { ends[end.replica, default: []].append(end.mark) }
    var members: [(String, JSONValue)] = [("count", .integer(Int64(count))), ("upto", upto.json)]
    if !ends.isEmpty { members.append(("ends", ChainEnds.json(ends))) }
    members.append(("evidence", .array(evidence.map(\.json))))
    var whole = lines
    whole.update(try HeaderForm.digest(JSONObject(header.members + members), limits: limits))
    let digest = whole.finalize()
    members.append(("digest", .string(digest.hex)))
    CanonicalWriter.append(literal: "\n],", to: &buffer)
    try append(members: members)
    CanonicalWriter.append(literal: "}\n", to: &buffer)
    try flush()
    return BundleSummary(header: header, count: count, upto: upto, ends: ends, evidence: evidence, digest: digest)
  }

  private mutating func append(members: [(String, JSONValue)]) throws {
    var options = limits.json
    options.members = limits.replicas
    for (index, member) in members.enumerated() {
      if index > 0 { CanonicalWriter.append(literal: ",", to: &buffer) }
      CanonicalWriter.append(string: member.0, to: &buffer)
      CanonicalWriter.append(literal: ":", to: &buffer)
      do throws(CanonicalError) {
        try CanonicalWriter.append(value: member.1, to: &buffer, options: options)
      } catch {
        throw BundleProblem(.limit, "\"\(member.0)\" of the bundle: \(error)")
      }
    }
  }

  private var tooLarge: BundleProblem {
    BundleProblem(
      .limit,
      "one bundle holds at most \(limits.facts) facts of \(limits.factBytes) bytes and is at most \(limits.fileBytes) "
        + "bytes long; export it in parts")
  }

  private mutating func flush() throws {
    written += buffer.count
    guard written <= limits.fileBytes else { throw tooLarge }
    try buffer.withUnsafeBytes { try sink($0) }
    buffer.removeAll(keepingCapacity: true)
  }
}
