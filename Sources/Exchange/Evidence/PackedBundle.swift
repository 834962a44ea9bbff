import Audit
import Base
package import Store

/// A bundle and its evidence in one file, as a worksheet with images saves it: a ZIP archive of files that are stored as
/// they are. Unpacked it is the same, with the files next to the bundle.
///
///     worksheet-1a2b3c4d.a11y.json
///     worksheet-1a2b3c4d.a11y.evidence/ab/<sha256>
///
/// No name in it is ever a path: of the names of evidence the digest counts, and the bundle has no name.
package struct PackedBundle: Sendable {
  package let bundle: [UInt8]
  private let files: [Digest: ArraySlice<UInt8>]

  /// How such an archive begins, as others do.
  package static let beginning: [UInt8] = [0x50, 0x4b, 3, 4]
  private static let directory: [UInt8] = [0x50, 0x4b, 1, 2]

  /// Nil for any other archive: one with compressed files, or without exactly one bundle.
  package init?(_ archive: [UInt8]) {
    var bundle: ArraySlice<UInt8>?
    var files: [Digest: ArraySlice<UInt8>] = [:]
    var rest = archive[...]
    while rest.starts(with: Self.beginning) {
      guard let entry = Entry(rest) else { return nil }
      if let digest = Self.digest(of: entry.name) {
        files[digest] = entry.content
      } else if entry.name.hasSuffix(".a11y.json"), !entry.name.contains("/") {
        guard bundle == nil else { return nil }
        bundle = entry.content
      }
      rest = archive[entry.content.endIndex...]
    }
    guard let bundle, rest.starts(with: Self.directory) else { return nil }
    self.bundle = Array(bundle)
    self.files = files
  }

  /// Of `<name>.evidence/ab/<sha256>`.
  private static func digest(of name: String) -> Digest? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].hasSuffix(".evidence"), parts[2].hasPrefix(parts[1]) else { return nil }
    return Digest(hex: String(parts[2]))
  }

  /// One file of the archive: APPNOTE 6.3, 4.3.7.
  private struct Entry {
    let name: String
    let content: ArraySlice<UInt8>

    /// - Parameter rest: the archive from the beginning of the entry on.
    init?(_ rest: ArraySlice<UInt8>) {
      let head = rest.prefix(30)
      func number(_ offset: Int, _ bytes: Int) -> Int {
        head.dropFirst(offset).prefix(bytes).reversed().reduce(0) { $0 << 8 | Int($1) }
      }
      // Stored, with its length in front.
      guard head.count == 30, number(6, 2) & 0x8 == 0, number(8, 2) == 0, number(18, 4) == number(22, 4) else {
        return nil
      }
      let after = rest.dropFirst(30)
      let (names, size) = (number(26, 2), number(22, 4))
      let body = after.dropFirst(names + number(28, 2))
      guard after.count >= names, body.count >= size else { return nil }
      name = String(decoding: after.prefix(names), as: UTF8.self)
      content = body.prefix(size)
    }
  }
}

extension PackedBundle: EvidenceSource {
  package func holds(_ file: NewEvidence) -> Bool { files[file.digest]?.count == Int(clamping: file.bytes) }

  package func take(_ file: NewEvidence, into folder: EvidenceFolder) throws -> Bool {
    guard holds(file), let content = files[file.digest].map(Array.init), SHA256.digest(of: content) == file.digest,
      EvidenceType(of: content)?.rawValue == file.type
    else { return false }
    try folder.store(content, file.digest)
    return true
  }
}
