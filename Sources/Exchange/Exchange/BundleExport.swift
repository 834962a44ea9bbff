import Base
package import Store

/// Writes facts of a tracker as a bundle.
package struct BundleExport {
  package var header: BundleHeader
  package var selection: FactSelection
  /// What is left out although it is asked for.
  private var withheld = FactRuns()

  package init(_ header: BundleHeader, _ selection: FactSelection) {
    (self.header, self.selection) = (header, selection)
  }

  /// All facts, or those that someone who stands at `since` does not know; without those of sessions with children, but
  /// for those that a recipient may be given.
  package static func full(
    _ reader: Reader, since: VersionVector = VersionVector(), recipient: String? = nil
  ) throws -> BundleExport {
    let withheld = try withheld(reader, recipient: recipient)
    var export = BundleExport(
      BundleHeader(tracker: try reader.identity().tracker, since: since),
      FactSelection(
        after: try start(reader, since: since),
        includes: withheld.isEmpty ? nil : { !withheld.contains($0.number) }))
    export.withheld = withheld
    // A session tells nothing of the machine that made it, so the file says which one hands it over.
    if recipient != nil { export.header.from = try reader.identity().replica }
    let sessions = try recipient.map { try reader.sessionRecords(among: reader.childFactsToHandOn(to: $0)) } ?? []
    export.header.heads = try reader.ownHeads(sessions: sessions).sortedByReplica
    export.header.signed = Array(try reader.keptSignatures(without: withheld).prefix(BundleLimits.signatures))
    return export
  }

  /// What is left of the sessions that a recipient was given, and their erasures.
  package static func handOver(_ reader: Reader, to recipient: String) throws -> BundleExport {
    let facts = try reader.handedOver(to: recipient)
    var header = BundleHeader(tracker: try reader.identity().tracker, scope: .partial)
    header.heads = try reader.ownHeads(sessions: reader.sessionRecords(among: facts)).sortedByReplica
    return BundleExport(header, try reader.selection(of: facts))
  }

  /// The facts of sessions with children that stay here.
  package static func withheld(_ reader: Reader, recipient: String? = nil) throws -> FactRuns {
    let all = try reader.childFacts()
    guard let recipient else { return all }
    return all.subtracting(try reader.childFactsToHandOn(to: recipient))
  }

  /// By replica, the sequence up to which its facts need not be sent to someone who stands at `since`.
  private static func start(_ reader: Reader, since: VersionVector) throws -> [String: Int64] {
    guard !since.isEmpty else { return [:] }
    let ends = Dictionary(firstOf: try reader.replicaEnds().map { ($0.replica, $0.sequence) })
    let own = try reader.identity().replica
    var after: [String: Int64] = [:]
    for (replica, mark) in since.marks {
      // A replica that forked or has holes here is sent as a whole: the receiver may stand on another branch.
      guard let end = ends[replica] else { continue }
      // So is our own where the receiver knows more of it than we do: an older copy of this file was put back, and
      // what it says since then has the numbers of what is lost here.
      let isAhead = mark.sequence > end && replica != own
      if try isAhead || reader.holds(replica: replica, sequence: mark.sequence, mark.reference) {
        after[replica] = mark.sequence
      }
    }
    return after
  }

  /// Writes the facts and the end of the bundle.
  ///
  /// - Parameters:
  ///   - writer: was begun with `header`.
  ///   - progress: told from time to time how many facts were written; throwing gives up.
  /// - Throws: `StoreError.damaged` for a fact that is not what it was, and what the writer and `progress` throw.
  package func write(
    _ reader: Reader, with writer: inout BundleWriter, progress: (Int) throws -> Void = { _ in }
  ) throws -> BundleSummary {
    var count = 0
    var evidence: Set<Int64> = []
    try reader.lines(selection) { line in
      if line.place.kind == "evidence" { evidence.insert(line.place.number) }
      try writer.append(
        line: line.bytes, identity: line.place.digest, isHeader: line.place.isStub, replica: line.place.replica,
        sequence: line.place.sequence, previous: line.place.previous)
      count += 1
      if count & 8191 == 0 { try progress(count) }
    }
    return try writer.finish(upto: try upto(reader), evidence: try Self.files(of: evidence, reader))
  }

  /// The files that evidence facts name, at most as many as a bundle lists.
  private static func files(of facts: Set<Int64>, _ reader: Reader) throws -> [EvidenceEntry] {
    guard !facts.isEmpty else { return [] }
    return try reader.namedFiles(of: facts).prefix(BundleLimits.evidence).map {
      EvidenceEntry(digest: $0.digest, bytes: $0.bytes, type: $0.type)
    }
  }

  /// How far this machine knows each replica. Withheld facts are left out.
  private func upto(_ reader: Reader) throws -> VersionVector? {
    guard header.scope == .full else { return nil }
    var upto = VersionVector()
    for end in try reader.replicaEnds(without: withheld) {
      upto[end.replica] = VersionVector.Mark(sequence: end.sequence, end.digest.reference)
    }
    return upto
  }
}

extension [ChainHead] {
  var sortedByReplica: [ChainHead] {
    sorted { $0.replica.utf8.lexicographicallyPrecedes($1.replica.utf8) }
  }
}

extension VersionVector {
  /// Reads `<replica>:<number>,...` as a person types it: how far someone knows each replica that `reader` knows.
  ///
  /// A replica or number that is not known here is passed over: nothing is left out for it.
  ///
  /// - Returns: nil for anything else.
  package init?(words: String, _ reader: Reader) throws {
    self.init()
    for part in words.split(separator: ",", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard pieces.count == 2, FactForm.isReplica(pieces[0].utf8), let sequence = Int64(pieces[1]), sequence >= 0 else {
        return nil
      }
      if let digest = try reader.digest(replica: pieces[0], sequence: sequence) {
        marks[pieces[0]] = Mark(sequence: sequence, digest.reference)
      }
    }
  }
}

/// A private file that holds what comes through a pipe until all of it is there, or a text in its usual spelling. It has
/// no name: even if this process ends early, none of a team's notes are left in a folder for temporary files.
package struct BundleSpool {
  private let path: String
  private let file: Int32

  /// - Throws: `BundleProblem` of code `unwritable`.
  package init(folder: String) throws(BundleProblem) {
    var template = Array("\(folder)/a11y-import.XXXXXX".utf8CString)
    file = mkstemp(&template)
    guard file >= 0 else {
      throw BundleProblem(
        .unwritable, "cannot store the input in \(folder): \(SystemText.of(errno)); set TMPDIR to another folder"
      )
    }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    unlink(path)
  }

  package func append(_ bytes: [UInt8]) throws(BundleProblem) {
    let error = bytes.withUnsafeBytes { WholeWrite.all($0, to: file) }
    guard error == 0 else { throw OutputName.problem(error, path) }
  }

  /// What was put aside, to be read as a bundle.
  ///
  /// - Parameter name: of the file that it was, which others may be next to; nil for a stream.
  package func read(of name: String?, limits: BundleLimits) throws(BundleProblem) -> BundleFile {
    let copy = dup(file)
    guard copy >= 0 else { throw BundleProblem(.unreadable, "it cannot be read: \(SystemText.of(errno))") }
    return try BundleFile(owning: copy, path: name ?? path, hasNeighbors: name != nil, limits: limits)
  }

  /// Puts at most as many bytes as fit into the buffer, from an offset on, and returns how many; 0 is the end.
  package func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(BundleProblem) -> Int {
    while true {
      let count = pread(file, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      guard errno == EINTR else { throw BundleProblem(.unreadable, "it cannot be read: \(SystemText.of(errno))") }
    }
  }

  package func close() { closeFile(file) }
}
