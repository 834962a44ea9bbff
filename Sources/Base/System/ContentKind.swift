/// What a file is that is no text, by its first bytes, where a reader of text would only find a wrong byte.
package struct ContentKind {
  /// `compressed with gzip`
  package let name: String
  /// What to do about it: `unpack it first`.
  package let advice: String

  /// As many bytes as the longest beginning has.
  package static let bytes = 16

  /// Nil for what may be text.
  package init?(start: some Collection<UInt8>) {
    func begins(_ bytes: [UInt8?]) -> Bool {
      start.count >= bytes.count && zip(start, bytes).allSatisfy { $1 == nil || $0 == $1 }
    }
    guard let found = Self.beginnings.first(where: { begins($0.bytes) }) else { return nil }
    (name, advice) = (found.name, found.advice)
  }

  private static let beginnings: [(bytes: [UInt8?], name: String, advice: String)] = [
    ([0x1F, 0x8B], "compressed with gzip", unpack),
    ([0x28, 0xB5, 0x2F, 0xFD], "compressed with zstd", unpack),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "compressed with xz", unpack),
    ([0x42, 0x5A, 0x68, nil, 0x31, 0x41, 0x59], "compressed with bzip2", unpack),
    (
      [0x50, 0x4B, 0x03, 0x04], "a zip archive, as a workbook of Excel, Numbers, or LibreOffice is",
      "unpack it, or save the sheet as CSV"
    ),
    (
      [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "an old workbook or document of Office",
      "save the sheet as CSV"
    ),
    (Array("SQLite format 3\0".utf8), "a database", "export a bundle from it"),
    (Array("%PDF-".utf8), "a PDF document", "use the file from which it was made"),
    (Array("{\\rtf".utf8), "an RTF document", "save it as plain text"),
    (Array("bplist0".utf8), "a binary property list", "convert it to JSON, or save it as text"),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "an image", image), ([0xFF, 0xD8, 0xFF], "an image", image),
    (Array("GIF8".utf8), "an image", image),
    ([0xFF, 0xFE, 0, 0], "text in UTF-32", "save the file as UTF-8"),
    ([0, 0, 0xFE, 0xFF], "text in UTF-32", "save the file as UTF-8"),
  ]
  private static let unpack = "unpack it first"
  private static let image = "pass it with --evidence to log what it shows"
}
