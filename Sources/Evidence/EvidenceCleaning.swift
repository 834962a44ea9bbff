/// A file that cannot be evidence. `reason` goes on from "FILE …".
package struct EvidenceProblem: Error, Equatable, Sendable {
  package var reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

/// A file as it is kept: without what tells where and when it was taken, by whom and with what, where that can be
/// removed without touching the picture.
package struct CleanedEvidence: Equatable, Sendable {
  package var type: EvidenceType
  package var bytes: [UInt8]
  /// Whether anything was taken out.
  package var isChanged: Bool

  /// Tells the type of a file and cleans it. Cleaning what was cleaned changes nothing, and nothing grows by it.
  ///
  /// - Throws: a reason for the person who named the file.
  package init(_ bytes: [UInt8]) throws(EvidenceProblem) {
    guard !bytes.isEmpty else { throw EvidenceProblem("is empty") }
    guard bytes.count <= EvidenceType.largest else {
      throw EvidenceProblem("is larger than \(EvidenceType.largest >> 20) MiB, the maximum")
    }
    guard let type = EvidenceType(of: bytes) else {
      throw EvidenceProblem("is not a supported evidence type: \(EvidenceType.words)")
    }
    self.type = type
    self.bytes =
      switch type {
      case .png: try PNGCleaner.clean(bytes)
      case .jpeg: try JPEGCleaner.clean(bytes)
      case .webp: try WebPCleaner.clean(bytes)
      case .heic, .mp4, .pdf, .text: bytes
      }
    isChanged = self.bytes.count != bytes.count || self.bytes != bytes
  }
}
