package import AuditStore
import CanonicalJSON

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
