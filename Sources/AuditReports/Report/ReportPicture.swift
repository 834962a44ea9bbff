/// A small picture of a finding, made from its evidence.
package struct ReportPicture: Sendable {
  /// The largest side, in pixels; the largest file, in bytes; and how many a page has.
  package static let side = 480
  package static let most = 60 << 10
  package static let count = 12

  /// A media type, as in `image/jpeg`.
  package var type: String
  package var bytes: [UInt8]
  /// What it shows, in the words of the tester who attached it; empty without a description.
  package var words: String

  package init(type: String, bytes: [UInt8], words: String) {
    self.type = type
    self.bytes = bytes
    self.words = words
  }
}
