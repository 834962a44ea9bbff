package import AuditModel

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
  package func verify(
    _ message: [UInt8], signature: [UInt8], name: String? = nil, signers: AllowedSigners,
    revoked: RevokedKeys? = nil, at time: Timestamp
  ) -> SignatureVerdict {
    do throws(SigningProblem) {
      let signature = try ArmoredSignature(signature)
      let fingerprint = signature.fingerprint
      guard signature.purpose == Self.purpose else { return .wrongSignature(fingerprint: fingerprint) }
      guard let signer = signers.signer(fingerprint: fingerprint),
        name.map({ $0.utf8.elementsEqual(signer.name.utf8) }) ?? true
      else { return .unknownSigner(fingerprint: fingerprint) }
      let check = SignatureCheck(
        tool: self, message: message, signature: signature, signer: signer, revoked: revoked, time: time)
      return try check.verdict()
    } catch {
      return switch error.code {
      case .malformed: .malformedSignature(error)
      case .toolMissing: .toolMissing
      case .toolTooOld: .toolTooOld
      default: .other(error)
      }
    }
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
