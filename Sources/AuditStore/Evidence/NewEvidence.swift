package import CanonicalJSON

/// A file that lies in the evidence folder and is to be attached to a result.
package struct NewEvidence: Equatable, Sendable {
  /// How it is shown: data, never a path.
  package var name: String
  /// The media type, as in `image/png`.
  package var type: String
  package var digest: Digest
  package var bytes: Int64
  /// What it shows, for people who cannot see it; empty without a description.
  package var words = ""

  /// The digest as 64 hex digits.
  package var digestText: String { digest.hex }

  package init(name: String, type: String, digest: Digest, bytes: Int64) {
    self.name = name
    self.type = type
    self.digest = digest
    self.bytes = bytes
  }
}
