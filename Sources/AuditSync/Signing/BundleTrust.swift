package import AuditModel
package import AuditStore

/// Who stands for a bundle.
package enum Provenance: Equatable, Sendable {
  case unsigned
  /// It has a signature that could not be checked here, and gives no right.
  case notChecked(SigningProblem)
  case signed(name: String, fingerprint: String)
  /// It is unsigned; the importer vouches for it.
  case vouched

  /// The fingerprint of the key that signed it.
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
    let verdict = tool.verify(heads.bytes, signature: signature, signers: signers, revoked: revoked, at: time)
    switch verdict {
    case .valid(let name, let fingerprint): return .signed(name: name, fingerprint: fingerprint)
    case .toolMissing: return try unproven(summary.header, .notChecked(.toolMissing))
    case .toolTooOld: return try unproven(summary.header, .notChecked(.toolTooOld))
    case .other(let problem): return try unproven(summary.header, .notChecked(problem))
    case .unknownSigner, .revoked, .expired, .notYetValid:
      if vouches, policy != .refuse { return .vouched }
      throw BundleProblem(.signature, verdict.problem?.description ?? "")
    case .wrongSignature, .malformedSignature:
      throw BundleProblem(.signature, verdict.problem?.description ?? "")
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
      if try !writer.reader.isKept(kept) { strange += try writer.accept(heads.heads, key: key, name: name, kept) }
    }
    guard let signers else { return strange }
    for kept in summary.header.signed where try !writer.reader.isKept(kept) {
      guard let heads = try? SignedHeads(reading: Array(kept.message.utf8)), heads.tracker == summary.header.tracker
      else { continue }
      let verdict = tool.verify(
        heads.bytes, signature: Array(kept.signature.utf8), signers: signers, revoked: revoked, at: time)
      guard case .valid(let name, let key) = verdict else { continue }
      strange += try writer.accept(heads.heads, key: key, name: name, kept)
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
    SignedHeads(
      tracker: header.tracker, digest: digest,
      authors: header.heads.map {
        SignedHeads.Author(replica: $0.replica, number: $0.sequence, identity: $0.identity)
      })
  }
}

extension SignedHeads {
  var heads: [ChainHead] {
    authors.map { ChainHead(replica: $0.replica, sequence: $0.number, identity: $0.identity) }
  }
}
