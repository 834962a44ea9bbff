/// The list of keys that are valid no more, because they were lost or stolen: a list of public keys, one a line, or a
/// KRL that `ssh-keygen -k` has made.
package struct RevokedKeys: Equatable, Sendable {
  package let path: String
  /// The fingerprints that a plain list names; nil for a KRL, which only the tool can read.
  let fingerprints: Set<String>?

  static let limit = 8 << 20
  private static let magic = Array("SSHKRL\n\0".utf8)

  /// Reads and judges the file: with a line that it cannot read the tool would call every key revoked.
  ///
  /// - Parameter path: of a regular file of at most 8 MiB, not a link.
  /// - Throws: `SigningProblem` of code `revokedKeys`: why the file cannot be read, or its first bad line.
  package init(path: String) throws(SigningProblem) {
    self.path = path
    let bytes: [UInt8]
    do throws(PlainFile.Failure) {
      bytes = try PlainFile.content(of: path, limit: Self.limit)
    } catch {
      throw SigningProblem(.revokedKeys, "cannot read \(path): \(error.words)")
    }
    fingerprints = bytes.starts(with: Self.magic) ? nil : try Self.list(bytes)
  }

  private static func list(_ bytes: [UInt8]) throws(SigningProblem) -> Set<String> {
    var keys: Set<String> = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let words = line.split { $0 == 0x20 || $0 == 0x09 }
      guard let kind = words.first, kind.first != UInt8(ascii: "#") else { continue }
      guard words.count > 1, let blob = Base64Text.bytes(words[1]), let key = PublicKey(blob: blob),
        kind.elementsEqual(key.kind.utf8)
      else {
        throw SigningProblem(
          .revokedKeys, "expected a public key; write the line of its .pub file, without a name or options",
          line: index + 1)
      }
      keys.insert(key.fingerprint)
    }
    return keys
  }
}
