import AuditModel

/// The check of one signature whose key has a line in `allowed_signers`. The tool sees that line and no other.
struct SignatureCheck {
  let tool: SSHKeygen
  let message: [UInt8]
  let signature: ArmoredSignature
  let signer: AllowedSigners.Signer
  let revoked: RevokedKeys?
  let time: Timestamp

  private var key: String { signature.fingerprint }

  /// - Throws: `SigningProblem` where the signature was not checked.
  func verdict() throws(SigningProblem) -> SignatureVerdict {
    if let refused {
      // A forged signature by a key out of force is forged above all.
      return try isRight() ? refused : .wrongSignature(fingerprint: key)
    }
    let hasTimes = signer.validity != SignerValidity()
    var outcome = try run(signer.timed, time: hasTimes ? time : nil, revoked: revoked)
    if outcome.status != 0, hasTimes, Self.isStrange(outcome) {
      // Times in UTC came with 9.1; they were checked here already.
      outcome = try run(signer.plain, time: nil, revoked: revoked)
    }
    if outcome.status == 0 { return try accepted(outcome) }
    return try failed(outcome)
  }

  /// What is known of the key without the tool; nil where the key is in force.
  private var refused: SignatureVerdict? {
    if revoked?.fingerprints?.contains(key) == true { return .revoked(name: signer.name, fingerprint: key) }
    return switch signer.validity.standing(at: time) {
    case .valid: nil
    case .early: .notYetValid(name: signer.name, fingerprint: key, signer.validity)
    case .late: .expired(name: signer.name, fingerprint: key, signer.validity)
    }
  }

  /// Whether the key has signed the text, in force or not.
  private func isRight() throws(SigningProblem) -> Bool {
    let outcome = try run(signer.plain, time: nil, revoked: nil)
    if outcome.status == 0 { return true }
    if case .wrongSignature = try failed(outcome, withRevoked: false) { return false }
    throw unjudged(outcome)
  }

  private func run(
    _ line: String, time: Timestamp?, revoked: RevokedKeys?
  ) throws(SigningProblem) -> ToolProcess.Outcome {
    var arguments = ["-Y", "verify", "-n", SSHKeygen.purpose, "-I", signer.name]
    arguments += ["-s", ToolProcess.path(ofFile: 0), "-f", ToolProcess.path(ofFile: 1)]
    if let revoked { arguments += ["-r", revoked.path] }
    if let time { arguments += ["-O", "verify-time=\(SignerValidity.text(time))"] }
    return try tool.run(arguments, input: message, files: [Array(signature.text.utf8), Array(line.utf8)])
  }

  /// The tool must name the signer and the key that were found here.
  private func accepted(_ outcome: ToolProcess.Outcome) throws(SigningProblem) -> SignatureVerdict {
    let said = String(decoding: outcome.output, as: UTF8.self)
    let begin = "Good \"\(SSHKeygen.purpose)\" signature for \(signer.name) with "
    guard said.utf8.starts(with: begin.utf8), said.hasSuffix(" key \(key)\n") else {
      throw SigningProblem(.failed, "ssh-keygen names another key: \(SigningProblem.quoting(said))")
    }
    return .valid(name: signer.name, fingerprint: key)
  }

  private func failed(
    _ outcome: ToolProcess.Outcome, withRevoked: Bool = true
  ) throws(SigningProblem) -> SignatureVerdict {
    let text = outcome.errors
    if let old = SSHKeygen.tooOld(outcome) { throw old }
    if text.contains("Signature verification failed") || text.contains("namespace does not match") {
      return .wrongSignature(fingerprint: key)
    }
    if text.contains("key has expired") {
      return .expired(name: signer.name, fingerprint: key, signer.validity)
    }
    if text.contains("key is not yet valid") {
      return .notYetValid(name: signer.name, fingerprint: key, signer.validity)
    }
    if ["parse signature", "sshsig_armor", "trailing data"].contains(where: text.contains) {
      throw SigningProblem(.malformed, "cannot read the signature: \(SigningProblem.quoting(text))")
    }
    // Of a revoked key the tool says nothing, and nothing but a file that it cannot read makes it fail the same way.
    if withRevoked, let revoked, try isRight() {
      guard try tool.run(["-Q", "-f", revoked.path]).status == 0 else {
        throw SigningProblem(.revokedKeys, "cannot read \(revoked.path): it is not a list of revoked keys")
      }
      return .revoked(name: signer.name, fingerprint: key)
    }
    throw unjudged(outcome)
  }

  private func unjudged(_ outcome: ToolProcess.Outcome) -> SigningProblem {
    SigningProblem(.failed, "ssh-keygen did not verify: \(SigningProblem.quoting(outcome.errors))")
  }

  /// Whether the tool did not understand times.
  private static func isStrange(_ outcome: ToolProcess.Outcome) -> Bool {
    outcome.errors.contains("bad options") || outcome.errors.contains("verify-time")
  }
}
