import CanonicalJSON

/// A public key of OpenSSH: its kind, and the bytes that its fingerprint is made of.
package struct PublicKey: Hashable, Sendable {
  /// As in `ssh-ed25519`.
  package let kind: String
  package let blob: [UInt8]

  /// The kinds that may sign, and of how many strings each is made. Certificates are none of them: who they let in is
  /// decided by another key.
  private static let kinds = [
    "ssh-ed25519": 2, "sk-ssh-ed25519@openssh.com": 3, "ssh-rsa": 3, "ecdsa-sha2-nistp256": 3,
    "ecdsa-sha2-nistp384": 3, "ecdsa-sha2-nistp521": 3, "sk-ecdsa-sha2-nistp256@openssh.com": 4,
  ]

  /// Whether a word could be the kind of a key, known or not.
  static func isKind(_ word: String) -> Bool {
    ["ssh-ed25519", "ssh-rsa", "ssh-dss", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-"].contains { word.hasPrefix($0) }
  }

  static func isKnown(_ kind: String) -> Bool { kinds[kind] != nil }

  /// Nil for bytes that are not one whole key of a known kind.
  package init?(blob: [UInt8]) {
    var wire = WireReader(blob)
    guard let kind = wire.name(), let parts = Self.kinds[kind] else { return nil }
    for _ in 1..<parts {
      guard let part = wire.string(), !part.isEmpty else { return nil }
    }
    guard wire.isAtEnd else { return nil }
    self.kind = kind
    self.blob = blob
  }

  /// As OpenSSH shows it: `SHA256:` and 43 letters.
  package var fingerprint: String { Self.fingerprint(of: blob) }

  /// The fingerprint of any key's bytes.
  static func fingerprint(of blob: [UInt8]) -> String {
    "SHA256:" + SHA256.digest(of: blob).withBytes { Base64Text.text($0, padded: false) }
  }

  /// Whether a text has the form of a fingerprint.
  package static func isFingerprint(_ text: String) -> Bool {
    let prefix = "SHA256:"
    guard text.utf8.starts(with: prefix.utf8), text.utf8.count == prefix.utf8.count + 43 else { return false }
    return Base64Text.bytes(Array(text.utf8.dropFirst(prefix.utf8.count)) + [UInt8(ascii: "=")]) != nil
  }
}
