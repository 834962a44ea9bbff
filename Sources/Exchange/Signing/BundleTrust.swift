package import Base
package import Store

/// Who stands for a bundle.
package enum Provenance: Equatable, Sendable {
  case unsigned
  /// It has a signature that could not be checked here, and gives no right.
  case notChecked(SigningProblem)
  case signed(name: String, fingerprint: String)
  /// It is unsigned; the importer vouches for it.
  case vouched

  var key: String? { if case .signed(_, let fingerprint) = self { fingerprint } else { nil } }
}

/// How a machine signs what it hands out, and what it believes of what it is given.
package struct BundleTrust: Sendable {
  package var policy = UnsignedPolicy.accept
  /// Nil where no file `allowed_signers` is next to the tracker: then no keys are known.
  package var signers: AllowedSigners?
  package var revoked: RevokedKeys?
  package var tool = SSHKeygen { _ in nil }
  /// The key that signs what is handed out; nil for none.
  package var keyFile: String?
  /// Whether the importer vouches for unsigned bundles.
  package var vouches = false
  /// The clock of this machine.
  package var time = Timestamp(milliseconds: 0)

  package init() {}

  /// Whether signatures play a part on this machine.
  package var isInUse: Bool { signers != nil || keyFile != nil || policy != .accept }

  // MARK: Judging

  /// Refuses at once what will be refused at its end.
  func admit(_ header: BundleHeader, hasSignature: Bool) throws(BundleProblem) {
    if !hasSignature { _ = try unproven(header, .unsigned) }
  }

  /// - Parameter signature: the bytes beside the bundle; nil where there are none.
  /// - Throws: `BundleProblem` of code `unsigned` or `signature`.
  package func judge(_ summary: BundleSummary, signature: [UInt8]?) throws(BundleProblem) -> Provenance {
    guard let signature else { return try unproven(summary.header, .unsigned) }
    guard let heads = summary.signedHeads else {
      throw BundleProblem(.signature, "the heads of the bundle are not of their form")
    }
    guard let signers else {
      let problem = SigningProblem(
        .allowedSigners, "no file allowed_signers next to the tracker, so no keys are known")
      return try unproven(summary.header, .notChecked(problem))
    }
    do throws(SigningProblem) {
      let signer = try tool.verify(heads.bytes, signature: signature, signers: signers, revoked: revoked, at: time)
      return .signed(name: signer.name, fingerprint: signer.key.fingerprint)
    } catch {
      switch error.code {
      case .unknownSigner, .revoked, .expired, .notYetValid:
        if vouches, policy != .refuse { return .vouched }
        throw BundleProblem(.signature, error.description)
      case .wrongSignature, .malformed: throw BundleProblem(.signature, error.description)
      default: return try unproven(summary.header, .notChecked(error))
      }
    }
  }

  private func unproven(_ header: BundleHeader, _ provenance: Provenance) throws(BundleProblem) -> Provenance {
    var sentence = "the bundle is not signed"
    if case .notChecked(let problem) = provenance { sentence = "the signature was not checked: \(problem)" }
    switch policy {
    case .accept: return provenance
    case .ask:
      guard vouches else { throw BundleProblem(.unsigned, sentence + ", and you must vouch for such bundles") }
    case .refuse:
      guard header.worksheet != nil else {
        throw BundleProblem(.signature, sentence + ", and this tracker imports signed bundles only")
      }
      guard vouches else {
        throw BundleProblem(.unsigned, sentence + ", and you must vouch for answers of a worksheet page")
      }
    }
    return .vouched
  }

  /// Remembers the heads that a bundle and the signatures in it prove.
  ///
  /// - Returns: how many heads are of chains that name another key.
  func accept(
    _ summary: BundleSummary, _ provenance: Provenance, signature: [UInt8]?, into writer: Writer
  ) throws -> Int {
    var strange = 0
    if case .signed(let name, let key) = provenance, let heads = summary.signedHeads, let signature {
      let kept = KeptSignature(message: heads.text, signature: String(decoding: signature, as: UTF8.self))
      if try !writer.reader.isKept(kept) { strange += try writer.accept(heads.authors, key: key, name: name, kept) }
    }
    guard let signers else { return strange }
    for kept in summary.header.signed where try !writer.reader.isKept(kept) {
      guard let heads = try? SignedHeads(reading: Array(kept.message.utf8)), heads.tracker == summary.header.tracker
      else { continue }
      let signer = try? tool.verify(
        heads.bytes, signature: Array(kept.signature.utf8), signers: signers, revoked: revoked, at: time)
      guard let signer else { continue }
      strange += try writer.accept(heads.authors, key: signer.key.fingerprint, name: signer.name, kept)
    }
    return strange
  }

  // MARK: Signing

  /// Writes the signature beside a bundle that is about to get its name. Without a key an existing one is removed:
  /// it belongs to another bundle.
  func sign(_ summary: BundleSummary, beside path: String) throws {
    guard let keyFile else {
      let leftover = BundleSignature.path(of: path)
      if Directory.kind(of: leftover) == .file { try Directory.remove(leftover) }
      return
    }
    guard let heads = summary.signedHeads else { throw BundleProblem(.unwritable, "the heads are not of their form") }
    try BundleSignature.write(try tool.sign(heads.bytes, keyFile: keyFile), beside: path, replacing: true)
  }
}

extension BundleSummary {
  /// What the signature beside the bundle is of.
  package var signedHeads: SignedHeads? {
    SignedHeads(tracker: header.tracker, digest: digest, authors: header.heads)
  }
}

/// The check of one signature whose key has a line in `allowed_signers`. The tool sees that line and no other.
struct SignatureCheck {
  let tool: SSHKeygen
  let message: [UInt8]
  let signature: ArmoredSignature
  let signer: AllowedSigners.Signer
  let revoked: RevokedKeys?
  let time: Timestamp

  private var key: String { signature.fingerprint }

  /// - Throws: why the signature gives no right, or why it was not checked.
  func pass() throws(SigningProblem) {
    if let refused {
      // A forged signature by a key out of force is forged above all.
      throw try isRight() ? refused : .wrongSignature(key)
    }
    let hasTimes = signer.validity != SignerValidity()
    var outcome = try run(signer.timed, time: hasTimes ? time : nil, revoked: revoked)
    if outcome.status != 0, hasTimes, Self.isStrange(outcome) {
      // Times in UTC came with 9.1; they were checked here already.
      outcome = try run(signer.plain, time: nil, revoked: revoked)
    }
    guard outcome.status == 0 else { throw try failure(of: outcome) }
    // The tool must name the signer and the key that were found here.
    let said = String(decoding: outcome.output, as: UTF8.self)
    let begin = "Good \"\(SSHKeygen.purpose)\" signature for \(signer.name) with "
    guard said.utf8.starts(with: begin.utf8), said.hasSuffix(" key \(key)\n") else {
      throw SigningProblem(.failed, "ssh-keygen names another key: \(SigningProblem.quoting(said))")
    }
  }

  /// What is known of the key without the tool; nil where the key is in force.
  private var refused: SigningProblem? {
    if revoked?.fingerprints?.contains(key) == true { return isRevoked }
    return switch signer.validity.standing(at: time) {
    case .valid: nil
    case .early: isEarly
    case .late: isLate
    }
  }

  private var isRevoked: SigningProblem {
    SigningProblem(.revoked, "the key \(key) of \(signer.name) is revoked; ask \(signer.name) to sign with a new key")
  }
  private var isLate: SigningProblem {
    SigningProblem(
      .expired,
      "the key \(key) of \(signer.name) expired\(signer.validity.end); ask \(signer.name) to sign with a new key")
  }
  private var isEarly: SigningProblem {
    SigningProblem(
      .notYetValid,
      "the key \(key) of \(signer.name) is not valid\(signer.validity.start); check the clock of this machine")
  }

  /// Whether the key has signed the text, in force or not.
  private func isRight() throws(SigningProblem) -> Bool {
    let outcome = try run(signer.plain, time: nil, revoked: nil)
    if outcome.status == 0 { return true }
    let problem = try failure(of: outcome, withRevoked: false)
    if problem.code == .wrongSignature { return false }
    throw [.expired, .notYetValid].contains(problem.code) ? unjudged(outcome) : problem
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

  private func failure(
    of outcome: ToolProcess.Outcome, withRevoked: Bool = true
  ) throws(SigningProblem) -> SigningProblem {
    let text = outcome.errors
    if let old = SSHKeygen.tooOld(outcome) { return old }
    if text.contains("Signature verification failed") || text.contains("namespace does not match") {
      return .wrongSignature(key)
    }
    if text.contains("key has expired") { return isLate }
    if text.contains("key is not yet valid") { return isEarly }
    if ["parse signature", "sshsig_armor", "trailing data"].contains(where: text.contains) {
      return SigningProblem(.malformed, "cannot read the signature: \(SigningProblem.quoting(text))")
    }
    // Of a revoked key the tool says nothing, and nothing but a file that it cannot read makes it fail the same way.
    if withRevoked, let revoked, try isRight() {
      guard try tool.run(["-Q", "-f", revoked.path]).status == 0 else {
        return SigningProblem(.revokedKeys, "cannot read \(revoked.path): it is not a list of revoked keys")
      }
      return isRevoked
    }
    return unjudged(outcome)
  }

  private func unjudged(_ outcome: ToolProcess.Outcome) -> SigningProblem {
    SigningProblem(.failed, "ssh-keygen did not verify: \(SigningProblem.quoting(outcome.errors))")
  }

  /// Whether the tool did not understand times.
  private static func isStrange(_ outcome: ToolProcess.Outcome) -> Bool {
    outcome.errors.contains("bad options") || outcome.errors.contains("verify-time")
  }
}

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
    (self.code, self.sentence, self.line) = (code, sentence, line)
  }
}

extension SigningProblem: CustomStringConvertible {
  /// Place and sentence in one.
  package var description: String { line.map { "line \($0): \(sentence)" } ?? sentence }
}

extension SigningProblem {
  static let toolMissing = SigningProblem(
    .toolMissing, "cannot find ssh-keygen on PATH; install OpenSSH 8.2 or later")
  static let toolTooOld = SigningProblem(
    .toolTooOld, "this ssh-keygen cannot sign or verify; install OpenSSH 8.2 or later")

  /// Signed was another text, or for another purpose.
  static func wrongSignature(_ key: String) -> SigningProblem {
    SigningProblem(
      .wrongSignature,
      "the signature by key \(key) does not match the bundle; ask the sender for the bundle and its .sig file again")
  }

  /// What another program said, in a form that can stand in a sentence: its last line, cut, without control characters.
  static func quoting(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).last ?? "no reason given"
    let scalars = line.unicodeScalars.prefix(200).map { scalar in
      scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format ? " " : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
