/// Why a bundle could not be signed, or why a signature gives no right.
package struct SigningProblem: Error, Equatable, Sendable {
  /// What is wrong, for programs; stable from version to version.
  package enum Code: String, Sendable, CaseIterable {
    /// No `ssh-keygen` on PATH.
    case toolMissing = "signing.tool-missing"
    /// An `ssh-keygen` that cannot sign and verify (before OpenSSH 8.2).
    case toolTooOld = "signing.tool-too-old"
    /// The key has a passphrase and no agent holds it.
    case passphrase = "signing.passphrase"
    /// The key file does not exist, or the private key is neither beside it nor in the agent.
    case keyMissing = "signing.key-missing"
    /// The key file is there and cannot be used.
    case keyUnreadable = "signing.key-unreadable"
    /// The key is not in `allowed_signers`.
    case unknownSigner = "signing.unknown-signer"
    /// The signature belongs to another text, or to another purpose.
    case wrongSignature = "signing.wrong-signature"
    case revoked = "signing.revoked"
    case expired = "signing.expired"
    case notYetValid = "signing.not-yet-valid"
    /// Not a signature of OpenSSH, or a signed text that is not of its form.
    case malformed = "signing.malformed"
    /// A signature file that is a link, no regular file, too large or cannot be read.
    case signatureFile = "signing.signature-file"
    /// The file `allowed_signers` cannot be used; `line` says where it is wrong.
    case allowedSigners = "signing.allowed-signers"
    /// The list of revoked keys cannot be used.
    case revokedKeys = "signing.revoked-keys"
    /// The tool failed for another reason, which the sentence quotes.
    case failed = "signing.failed"
  }

  package var code: Code
  /// What is wrong and what to do, without the place; no capital, no full stop, no control characters.
  package var sentence: String
  /// Of the file that the sentence speaks of; from 1.
  package var line: Int?

  package init(_ code: Code, _ sentence: String, line: Int? = nil) {
    self.code = code
    self.sentence = sentence
    self.line = line
  }
}

extension SigningProblem: CustomStringConvertible {
  /// Place and sentence in one.
  package var description: String {
    line.map { "line \($0): \(sentence)" } ?? sentence
  }
}

extension SigningProblem {
  static let toolMissing = SigningProblem(
    .toolMissing, "cannot find ssh-keygen on PATH; install OpenSSH 8.2 or later")
  static let toolTooOld = SigningProblem(
    .toolTooOld, "this ssh-keygen cannot sign or verify; install OpenSSH 8.2 or later")

  /// What another program said, in a form that can stand in a sentence: its last line, cut, without control characters.
  static func quoting(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).last ?? "no reason given"
    let scalars = line.unicodeScalars.prefix(200).map { scalar in
      scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format ? " " : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
