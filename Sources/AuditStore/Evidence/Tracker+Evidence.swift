package import CanonicalJSON
import SQLite

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
