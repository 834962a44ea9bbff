package import CanonicalJSON
import SQLite

extension Reader {
  /// Files whose content is to be gone, wherever they lie.
  package func erasedFiles() throws -> [Digest] { try ErasedFiles.digests(database) }
}

extension Tracker {
  /// The files of this tracker.
  package var evidence: EvidenceFolder { EvidenceFolder(beside: path) }

  /// Removes files whose content is to be gone and that are still here, or here again.
  package func removeErasedFiles() throws {
    try Self.mapping(path) {
      guard try !database.read({ try ErasedFiles.digests(database) }).isEmpty else { return }
      try database.write { try ErasedFiles.remove(database, path: path) }
    }
  }

  /// How many files of evidence that stands are missing here.
  package func missingEvidence() throws -> Int {
    let named = try read { try $0.evidence() }.map(\.evidence)
    return Set(named.filter { !evidence.holds($0.digest, bytes: $0.bytes) }.map(\.digest)).count
  }

  /// Copies the evidence files into the folder that belongs to a copy of the database.
  ///
  /// - Returns: how many were there or were copied; what is missing or damaged here is left out.
  /// - Throws: `StoreError` about the copy.
  package func copyEvidence(beside copy: String) throws -> Int {
    let target = EvidenceFolder(beside: copy)
    var count = 0
    for file in try read({ try $0.namedFiles() }) {
      guard let bytes = evidence.content(file.digest) else { continue }
      try target.store(bytes, file.digest)
      count += 1
    }
    return count
  }

  /// Takes files back that were put into the folder for facts that then were not written.
  package func withdraw(_ digests: [Digest]) throws {
    try Self.mapping(path) {
      try database.write {
        for digest in digests {
          let sql = "SELECT 1 FROM evidence WHERE sha256 = ? LIMIT 1"
          let isNamed = try database.scalar(sql, [.blob(digest.withBytes { [UInt8]($0) })]) != nil
          if !isNamed { evidence.remove(digest) }
        }
      }
    }
  }
}
