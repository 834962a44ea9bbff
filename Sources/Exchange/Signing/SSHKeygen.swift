package import Base

/// `ssh-keygen`, which signs and verifies (OpenSSH 8.2 and later). It never asks: it has no terminal and no window.
///
/// It ends with 0 for success and 255 for every failure; the reason is a line of text. What can be checked without it
/// is checked here, and its output is used to name the reason of a failure, never for a success.
package struct SSHKeygen: Sendable {
  /// What signatures are made for: one that was made for git or mail proves nothing here.
  package static let purpose = "a11y-bundle"

  /// The tool; nil where there is none.
  package let path: String?
  /// Milliseconds to sign: an agent may ask, and a security key may want a touch.
  package var signingLimit: Int64 = 60_000
  /// Milliseconds for everything else.
  package var limit: Int64 = 10_000
  private let environment: [String]

  /// What the tool gets of the environment: what leads to agents and security keys, and nothing that opens windows.
  private static let variables = [
    "PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "TZ", "SSH_AUTH_SOCK", "SSH_SK_HELPER", "SSH_SK_PROVIDER",
    "SSH_PKCS11_HELPER", "XDG_RUNTIME_DIR", "LD_LIBRARY_PATH",
  ]

  /// Looks for the tool on PATH; folders that are not absolute are passed over.
  package init(environment: (String) -> String?) {
    path = ToolProcess.program("ssh-keygen", in: environment("PATH"))
    self.environment =
      ToolProcess.variables(Self.variables, environment) + ["SSH_ASKPASS_REQUIRE=never", "LC_ALL=C"]
  }

  /// - Throws: `SigningProblem` where there is no tool, or it does not start, does not end or says too much.
  func run(
    _ arguments: [String], input: [UInt8] = [], files: [[UInt8]] = [], limit: Int64? = nil
  ) throws(SigningProblem) -> ToolProcess.Outcome {
    guard let path else { throw .toolMissing }
    let limit = limit ?? self.limit
    let process = ToolProcess(program: path, environment: environment, limit: limit)
    do throws(ToolProcess.Failure) {
      return try process.run(arguments, input: input, files: files)
    } catch {
      switch error {
      case .system(let number): throw .init(.failed, "cannot run \(path): \(SystemText.of(number))")
      case .time: throw .init(.failed, "ssh-keygen did not finish within \(Double(limit) / 1000) s; try again")
      case .tooMuch: throw .init(.failed, "cannot use \(path): it writes more than expected")
      }
    }
  }

  /// The problem that any use of the tool may meet; nil where its failure has another reason.
  static func tooOld(_ outcome: ToolProcess.Outcome) -> SigningProblem? {
    let text = outcome.errors
    let isUnknown = ["unknown option", "illegal option", "unrecognized option", "invalid option"].contains {
      text.contains($0)
    }
    return isUnknown || text.contains("Unsupported operation for -Y") ? .toolTooOld : nil
  }
}

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

extension SSHKeygen {
  /// Judges a signature.
  ///
  /// Whose key it is, and whether the key is in force, is decided here; that the key has signed this text, by the tool.
  ///
  /// - Parameters:
  ///   - message: the signed text, as `SignedHeads` spells it.
  ///   - signature: bytes of a file or a bundle; anything is allowed, nothing traps.
  ///   - name: who is expected to have signed; nil for anyone of `signers`.
  ///   - time: the verifier's clock.
  /// - Returns: who signed.
  /// - Throws: why the signature gives no right, or why it was not checked.
  package func verify(
    _ message: [UInt8], signature: [UInt8], name: String? = nil, signers: AllowedSigners,
    revoked: RevokedKeys? = nil, at time: Timestamp
  ) throws(SigningProblem) -> AllowedSigners.Signer {
    let signature = try ArmoredSignature(signature)
    let fingerprint = signature.fingerprint
    guard signature.purpose == Self.purpose else { throw .wrongSignature(fingerprint) }
    guard let signer = signers.signer(fingerprint: fingerprint),
      name.map({ $0.hasSameBytes(as: signer.name) }) ?? true
    else {
      throw SigningProblem(
        .unknownSigner,
        "unknown signer \(fingerprint); add the key to allowed_signers if you know whose key this is")
    }
    try SignatureCheck(
      tool: self, message: message, signature: signature, signer: signer, revoked: revoked, time: time
    ).pass()
    return signer
  }
}

extension AllowedSigners.Signer {
  /// The line for the tool, with what it has to know to verify, in a spelling that every version reads.
  var plain: String { "\(name) \(SignerOptions.required) \(key.kind) \(Base64Text.text(key.blob))\n" }

  /// The line for the tool with its times, in UTC. OpenSSH reads them from 9.1 on.
  var timed: String {
    var options = SignerOptions.required
    if let after = validity.after { options += ",valid-after=\"\(SignerValidity.text(after))\"" }
    if let before = validity.before { options += ",valid-before=\"\(SignerValidity.text(before))\"" }
    return "\(name) \(options) \(key.kind) \(Base64Text.text(key.blob))\n"
  }
}
