package import AuditStore
import CanonicalJSON

/// Writes facts of a tracker as a bundle.
package struct BundleExport {
  package var header: BundleHeader
  package var selection: FactSelection
  /// What is left out although it is asked for.
  private var withheld = FactRuns()

  package init(_ header: BundleHeader, _ selection: FactSelection) {
    self.header = header
    self.selection = selection
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
    let ends = Dictionary(
      try reader.replicaEnds().map { ($0.replica, $0.sequence) }, uniquingKeysWith: { first, _ in first })
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
