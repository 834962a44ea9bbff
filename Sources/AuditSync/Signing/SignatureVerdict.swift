/// What came of checking one signature. Only `valid` gives a right.
package enum SignatureVerdict: Equatable, Sendable {
  case valid(name: String, fingerprint: String)
  /// No line of `allowed_signers` has the key, or not under the name that was asked for.
  case unknownSigner(fingerprint: String)
  /// Signed was another text, or for another purpose.
  case wrongSignature(fingerprint: String)
  case revoked(name: String, fingerprint: String)
  case expired(name: String, fingerprint: String, SignerValidity)
  case notYetValid(name: String, fingerprint: String, SignerValidity)
  /// The bytes are not one signature of OpenSSH.
  case malformedSignature(SigningProblem)
  case toolMissing
  case toolTooOld
  /// Not checked, for another reason.
  case other(SigningProblem)

  /// The verdict in a sentence; nil for a valid signature.
  package var problem: SigningProblem? {
    switch self {
    case .valid: nil
    case .unknownSigner(let key):
      SigningProblem(
        .unknownSigner, "unknown signer \(key); add the key to allowed_signers if you know whose key this is")
    case .wrongSignature(let key):
      SigningProblem(
        .wrongSignature,
        "the signature by key \(key) does not match the bundle; ask the sender for the bundle and its .sig file again")
    case .revoked(let name, let key):
      SigningProblem(.revoked, "the key \(key) of \(name) is revoked; ask \(name) to sign with a new key")
    case .expired(let name, let key, let validity):
      SigningProblem(
        .expired, "the key \(key) of \(name) expired\(validity.end); ask \(name) to sign with a new key")
    case .notYetValid(let name, let key, let validity):
      SigningProblem(
        .notYetValid, "the key \(key) of \(name) is not valid\(validity.start); check the clock of this machine")
    case .malformedSignature(let problem), .other(let problem): problem
    case .toolMissing: .toolMissing
    case .toolTooOld: .toolTooOld
    }
  }
}
