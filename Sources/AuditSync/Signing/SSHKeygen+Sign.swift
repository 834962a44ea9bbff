import AuditStore
import Platform

extension SSHKeygen {
  /// Signs a text with a key that needs no passphrase, or that an agent holds.
  ///
  /// - Parameter keyFile: of a private key, or of a public one whose private key an agent holds.
  /// - Throws: `SigningProblem` of code `toolMissing`, `toolTooOld`, `passphrase`, `keyMissing`, `keyUnreadable`, or
  ///   `failed` with the tool's reason.
  package func sign(_ message: [UInt8], keyFile: String) throws(SigningProblem) -> ArmoredSignature {
    try Self.check(keyFile)
    let outcome = try run(
      ["-Y", "sign", "-n", Self.purpose, "-f", keyFile], input: message, limit: signingLimit)
    guard outcome.status == 0 else { throw Self.reason(outcome, keyFile) }
    let signature: ArmoredSignature
    do throws(SigningProblem) {
      signature = try ArmoredSignature(outcome.output)
    } catch {
      throw .init(.failed, "ssh-keygen wrote no signature: \(error.sentence)")
    }
    // Without a terminal the tool reads a passphrase from its input: the first line of the text. Should that open the
    // key, then only the other lines are signed.
    let proof = try run(
      ["-Y", "check-novalidate", "-n", Self.purpose, "-s", ToolProcess.path(ofFile: 0)], input: message,
      files: [Array(signature.text.utf8)])
    guard proof.status == 0, signature.purpose == Self.purpose else { throw Self.passphrase(keyFile) }
    return signature
  }

  /// The fingerprint of a key, which need not be open for that.
  ///
  /// - Throws: as `sign`.
  package func fingerprint(ofKeyFile keyFile: String) throws(SigningProblem) -> String {
    try Self.check(keyFile)
    let outcome = try run(["-l", "-E", "sha256", "-f", keyFile])
    let lines = outcome.output.split(separator: UInt8(ascii: "\n"))
    let words = lines.first?.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) } ?? []
    guard outcome.status == 0, lines.count == 1, words.count > 1, PublicKey.isFingerprint(words[1]) else {
      throw Self.unreadable(keyFile, "it is not one key, or its .pub file is missing")
    }
    return words[1]
  }

  /// Looks at the file before the tool does, whose words for it depend on its version.
  private static func check(_ keyFile: String) throws(SigningProblem) {
    var info = stat()
    guard stat(keyFile, &info) == 0 else {
      let error = errno
      guard error == ENOENT || error == ENOTDIR else { throw unreadable(keyFile, SystemText.of(error)) }
      // Of a key in an agent only the public half may be here.
      guard stat(keyFile + ".pub", &info) != 0 else { return }
      throw SigningProblem(
        .keyMissing, "cannot find the signing key \(keyFile); run \"ssh-keygen -t ed25519 -f \(keyFile)\" to make one")
    }
    guard info.st_mode & S_IFMT == S_IFREG else { throw unreadable(keyFile, "it is not a regular file") }
    guard access(keyFile, R_OK) == 0 else { throw unreadable(keyFile, SystemText.of(errno)) }
  }

  private static func reason(_ outcome: ToolProcess.Outcome, _ keyFile: String) -> SigningProblem {
    let text = outcome.errors
    if let old = tooOld(outcome) { return old }
    if text.contains("passphrase") || text.contains("Enter PIN") { return passphrase(keyFile) }
    if text.contains("UNPROTECTED PRIVATE KEY") {
      return unreadable(keyFile, "others may read the file; run \"chmod 600 \(keyFile)\"")
    }
    if text.contains("No private key found for public key")
      || text.contains("Load key") && text.contains("No such file")
    {
      return SigningProblem(
        .keyMissing, "cannot find the private key of \(keyFile), neither beside it nor in an agent; run ssh-add")
    }
    if text.contains("doesn't match private") {
      return unreadable(keyFile, "the .pub file beside it belongs to another key")
    }
    if text.contains("load public key") || text.contains("No private key found") {
      return unreadable(keyFile, "it is not a key of OpenSSH, or its .pub file is missing")
    }
    return SigningProblem(.failed, "ssh-keygen did not sign: \(SigningProblem.quoting(text))")
  }

  private static func passphrase(_ keyFile: String) -> SigningProblem {
    SigningProblem(
      .passphrase, "the key \(keyFile) has a passphrase and no agent holds the key; run \"ssh-add \(keyFile)\"")
  }

  private static func unreadable(_ keyFile: String, _ reason: String) -> SigningProblem {
    SigningProblem(.keyUnreadable, "cannot use the signing key \(keyFile): \(reason)")
  }
}
