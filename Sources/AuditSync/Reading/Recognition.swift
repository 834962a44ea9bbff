/// Telling what else a file may be, by its first bytes, where the JSON reader would only see a wrong byte.
enum Recognition {
  /// As many as the longest beginning.
  static let bytes = 16

  private static let beginnings: [(bytes: [UInt8], name: String)] = [
    ([0x1f, 0x8b], "it is compressed with gzip; unpack it first"),
    ([0x28, 0xb5, 0x2f, 0xfd], "it is compressed with zstd; unpack it first"),
    ([0xfd, 0x37, 0x7a, 0x58, 0x5a], "it is compressed with xz; unpack it first"),
    ([0x42, 0x5a, 0x68], "it is compressed with bzip2; unpack it first"),
    ([0x50, 0x4b, 0x03, 0x04], "it is a zip archive, as a workbook of Excel is; unpack it, or save the sheet as CSV"),
    (Array("SQLite format 3\0".utf8), "it is a database; export a bundle from it"),
  ]

  static func check(_ start: ArraySlice<UInt8>) throws(BundleProblem) {
    if start.isEmpty { throw BundleProblem(.incomplete, "the file is empty; the file may be incomplete") }
    for (bytes, name) in beginnings where start.starts(with: bytes) {
      throw BundleProblem(.foreign, "not a bundle: \(name)")
    }
  }
}
