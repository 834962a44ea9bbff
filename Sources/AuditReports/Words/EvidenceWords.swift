package import AuditStore

/// A file in words. Not escaped; the output escapes it.
package enum EvidenceWords {
  /// `shot.png (48 kB)`
  package static func words(_ evidence: NewEvidence) -> String { "\(evidence.name) (\(size(evidence.bytes)))" }

  /// `812 bytes`, `48 kB`, `3.4 MB`
  package static func size(_ bytes: Int64) -> String {
    switch bytes {
    case ..<1000: bytes == 1 ? "1 byte" : "\(bytes) bytes"
    case ..<1_000_000: "\(bytes / 1000) kB"
    default: "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
    }
  }

  package static func json(_ evidence: NewEvidence) -> [(String, JSONText)] {
    [
      ("name", .string(evidence.name)), ("type", .string(evidence.type)), ("size", .int(Int(clamping: evidence.bytes))),
      ("sha256", .string(evidence.digestText)),
    ]
  }
}
