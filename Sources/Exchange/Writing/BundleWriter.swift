package import Audit
package import Base
import Store

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
    (self.header, self.limits, self.sink) = (header, limits, sink)
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

/// Where bundles are written to: a file that is there whole and proved, or not at all, or a stream that is open.
package enum BundleOutput {
  /// Writes a file beside its place under another name, makes it durable, reads it back, and only then gives it its
  /// name.
  ///
  /// - Parameters:
  ///   - replacing: whether a file of that name gives way; otherwise it stays, and the problem is `exists`.
  ///   - isPrivate: whether its owner alone may read it: it says something about children.
  ///   - trust: signs the file before it has its name, where there is a key.
  ///   - body: adds the facts and calls `finish`.
  /// - Throws: `SigningProblem`, `BundleProblem` of code `unwritable` with the path and what is needed, or what `body` has thrown; then
  ///   nothing is left behind.
  package static func write(
    _ header: BundleHeader, to path: String, replacing: Bool = false, isPrivate: Bool = false,
    limits: BundleLimits = .standard, trust: BundleTrust = BundleTrust(),
    body: (inout BundleWriter) throws -> BundleSummary
  ) throws -> BundleSummary {
    let name = OutputName(path: path)
    try name.check(replacing: replacing)
    let summary = try make(name, header, isPrivate: isPrivate, limits: limits, body: body)
    do {
      try trust.sign(summary, beside: path)
      try name.publish(replacing: replacing)
    } catch {
      name.abandon()
      throw error
    }
    return summary
  }

  /// Writes a file whose name follows from what it holds. One that has this name already and holds the same stays; one
  /// that was changed, or that is incomplete, is written again.
  ///
  /// - Returns: the name of the file, and what it holds.
  static func write(
    _ header: BundleHeader, into folder: String, limits: BundleLimits, trust: BundleTrust,
    naming: (BundleSummary) -> String,
    body: (inout BundleWriter) throws -> BundleSummary
  ) throws -> (name: String, summary: BundleSummary) {
    let unnamed = OutputName(path: "\(folder)/\(SharedFolder.unnamed)")
    let summary = try make(unnamed, header, limits: limits, body: body)
    let named = OutputName(unnamed, name: naming(summary))
    do {
      try trust.sign(summary, beside: named.path)
      try publish(named, summary, limits)
    } catch {
      unnamed.abandon()
      throw error
    }
    return (naming(summary), summary)
  }

  private static func publish(
    _ name: OutputName, _ summary: BundleSummary, _ limits: BundleLimits
  ) throws(BundleProblem) {
    do throws(BundleProblem) {
      try name.publish(replacing: false)
    } catch {
      guard error.code == .exists else { throw error }
      if holds(name.path, summary, limits) { name.abandon() } else { try name.publish(replacing: true) }
    }
  }

  /// Whether a file is that bundle.
  private static func holds(_ path: String, _ summary: BundleSummary, _ limits: BundleLimits) -> Bool {
    let read = try? BundleFile(path: path, limits: limits).read(BundleReader(limits: limits), facts: { _ in })
    return read == summary
  }

  /// Makes the temporary file: whole, durable and read back. On any error nothing is left of it.
  private static func make(
    _ name: OutputName, _ header: BundleHeader, isPrivate: Bool = false, limits: BundleLimits,
    body: (inout BundleWriter) throws -> BundleSummary
  ) throws -> BundleSummary {
    let output = try Output(name, isPrivate: isPrivate, limits: limits)
    do {
      var writer = try BundleWriter(header, limits: limits) { try output.write($0) }
      let summary = try body(&writer)
      try output.finish(summary)
      return summary
    } catch {
      output.abandon()
      throw error
    }
  }

  /// A temporary file on its way.
  private final class Output {
    private let name: OutputName
    private let isPrivate: Bool
    private let limits: BundleLimits
    private let file: Int32
    private var isOpen = true

    init(_ name: OutputName, isPrivate: Bool, limits: BundleLimits) throws {
      (self.name, self.isPrivate, self.limits) = (name, isPrivate, limits)
      file = try name.create()
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
      let error = WholeWrite.all(bytes, to: file)
      if error != 0 { throw OutputName.problem(error, name.path) }
    }

    /// What was written must read back as what it was meant to be: disks fail silently, and so do programs.
    func finish(_ summary: BundleSummary) throws {
      let read: BundleSummary
      do {
        read = try readBack()
      } catch {
        throw BundleProblem(.unwritable, "what was written does not read back: \(error)")
      }
      guard read == summary else {
        throw BundleProblem(.unwritable, "the written file does not match its content when read back")
      }
      isOpen = false
      try name.finish(file, isPrivate: isPrivate)
    }

    private func readBack() throws -> BundleSummary {
      let copy = name.reopen(file)
      guard copy >= 0 else { throw OutputName.problem(errno, name.path) }
      return try BundleFile(owning: copy, path: name.temporary, limits: limits)
        .read(BundleReader(limits: limits), facts: { _ in })
    }

    func abandon() {
      if isOpen { close(file) }
      name.abandon()
    }
  }
}

/// How far each replica is known without a gap and without a fork, from where the receiver stands and the facts that
/// come by in the order of replica and sequence.
struct RunTracker {
  /// Of the replicas that have gone by.
  private var done: VersionVector
  private let since: VersionVector
  private var replica: [UInt8] = []
  private var name = ""
  /// The end of the run so far; nil before its first fact.
  private var end: VersionVector.Mark?
  /// The one before `end`, to go back to when `end` turns out to be forked.
  private var before: VersionVector.Mark?
  private var isBroken = false

  init(since: VersionVector) {
    self.since = since
    done = since
  }

  @inline(__always)
  mutating func add(replica: UnsafeRawBufferPointer, sequence: Int64, identity: Digest) {
    if !replica.elementsEqual(self.replica) { begin(replica) }
    guard !isBroken else { return }
    let mark = VersionVector.Mark(sequence: sequence, identity.reference)
    if sequence == (end?.sequence ?? 0) + 1 {
      before = end
      end = mark
      return
    }
    breakOff(at: sequence)
  }

  /// How far each replica is known.
  var vector: VersionVector {
    var vector = done
    if !replica.isEmpty { vector[name] = end }
    return vector
  }

  /// A gap leaves the end where it is; a fork resets it to before the fork, if that is known.
  private mutating func breakOff(at sequence: Int64) {
    isBroken = true
    guard let known = end, sequence <= known.sequence else { return }
    end = sequence == known.sequence ? before : nil
  }

  private mutating func begin(_ replica: UnsafeRawBufferPointer) {
    // In place: a copy for each replica would take the square of their number.
    if !self.replica.isEmpty { done[name] = end }
    self.replica = Array(replica)
    name = String(decoding: replica, as: UTF8.self)
    end = since[name]
    before = nil
    isBroken = false
  }
}
