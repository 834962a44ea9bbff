package import CanonicalJSON
import SQLite

/// Which facts a tracker holds, in one number.
package struct FactsDigest: Equatable, Sendable {
  package var facts: Int
  package var digest: Digest
  /// 64 hex digits.
  package var text: String { digest.hex }
}

extension Reader {
  /// A digest of the set of facts that is had without reading them.
  ///
  /// Each fact names the one before it in its replica's chain, so the last fact of a run without a hole stands for all of
  /// the run. The digest is the SHA-256 of a line for each run, in the order of replica and number:
  ///
  /// ```
  ///   <replica> <first number>-<last number> <digest of the last fact>
  /// ```
  /// Where the branches of a fork were stored differs from machine to machine; of a replica that forked, each fact is a
  /// run. The same facts give the same digest on every machine, however they came.
  /// - Parameter withheld: facts that are passed over, as though they were not here.
  package func factsDigest(without withheld: FactRuns = FactRuns()) throws -> FactsDigest {
    let stored = try storedRuns()
    let forked = Set(try replicas(of: stored).filter { Self.isForked($0.runs) }.map(\.replica))
    let facts = stored.subtracting(withheld)
    var text: [UInt8] = []
    for (replica, runs) in try replicas(of: facts) {
      var lines: [(first: Int64, last: Int64, digest: Digest)] = []
      let stretches =
        forked.contains(replica)
        ? runs.pieces(of: 1).flatMap { Self.stretches(of: $0) } : Self.stretches(of: runs)
      for stretch in stretches {
        guard let digest = try FactTable.digest(database, number: stretch.end) else { continue }
        lines.append((stretch.first, stretch.last, digest))
      }
      lines.sort { ($0.first, $0.digest) < ($1.first, $1.digest) }
      for line in lines {
        text += Array("\(replica) \(line.first)-\(line.last) \(line.digest.hex)\n".utf8)
      }
    }
    return FactsDigest(facts: facts.count, digest: SHA256.digest(of: text))
  }
}
