package import Base
package import CommandLine
package import Exchange
import Sessions
package import Store

/// The signing key from the configuration, and the trusted signers from the files next to the tracker.
package struct SigningSetup {
  static let revokedName = "revoked_signers"

  private let context: Context
  private let tracker: Tracker

  package init(_ context: Context, _ tracker: Tracker) {
    (self.context, self.tracker) = (context, tracker)
  }

  /// - Throws: `SigningProblem` for a bad line in `allowed_signers` or in the list of revoked keys.
  package func trust() throws -> BundleTrust {
    var trust = BundleTrust()
    trust.policy = try tracker.read { try $0.unsignedPolicy() }
    trust.tool = Self.tool(context)
    trust.time = Timestamp(milliseconds: context.world.now())
    trust.vouches = context.arguments.has(.unsigned)
    if let path = beside(AllowedSigners.fileName) {
      trust.signers = try Self.named(path) { () throws(SigningProblem) in
        try AllowedSigners(path: path, localOffset: context.world.localOffset)
      }
    }
    if let path = beside(Self.revokedName) {
      trust.revoked = try Self.named(path) { () throws(SigningProblem) in try RevokedKeys(path: path) }
    }
    return trust
  }

  /// The same for writing bundles: with the key, if there is one and `--unsigned` is not set. If
  /// the chain of this machine does not name the key yet, it goes on under another name that does.
  package func trustToSign() throws -> BundleTrust {
    var trust = try trust()
    guard !context.arguments.has(.unsigned) else { return trust }
    guard let file = context.settings.value(.signingKey) else {
      guard let key = try tracker.read({ try $0.ownSigner() }) else { return trust }
      throw Problem.usage(
        "signing.no-key", "this tracker is signed with \(key), but no key is configured",
        hints: [
          "Run \"a11y config signing.key FILE\" to set the key, pass --unsigned to write without a signature, or run "
            + "\"a11y config --unset signing.key\" to end signing."
        ])
    }
    try begin(with: file, trust)
    trust.keyFile = file
    return trust
  }

  /// Has the chain of this machine name a key.
  private func begin(with file: String, _ trust: BundleTrust) throws {
    let key = try trust.tool.fingerprint(ofKeyFile: file)
    guard try tracker.read({ try $0.ownSigner() }) != key else { return }
    let name = trust.signers?.signer(fingerprint: key)?.name ?? ""
    try tracker.write { try $0.sign(with: key, name: name) }
  }

  private func beside(_ name: String) -> String? {
    let path = Paths.join(Paths.parent(tracker.path), name)
    return context.world.files.exists(path) ? path : nil
  }

  /// The file that a bad line is in.
  private static func named<T>(_ path: String, _ body: () throws(SigningProblem) -> T) throws(Problem) -> T {
    do throws(SigningProblem) {
      return try body()
    } catch {
      throw Problem(
        .badInput, code: error.code.rawValue, "\(MessageText.quoted(path)): \(error)",
        hints: [
          "Correct the file: each line needs a name, namespaces=\"a11y-bundle\", and a key. Until then, the file is "
            + "not used."
        ])
    }
  }

  static func tool(_ context: Context) -> SSHKeygen { SSHKeygen(environment: context.world.environment) }

  // MARK: Configuration

  /// The absolute path of a key that can be used, as `a11y config` keeps it. If a tracker is in reach, its chain names
  /// the key from now on.
  package static func choose(_ file: String, _ context: Context) throws -> String {
    let path = try context.world.absolute(file)
    let key = try tool(context).fingerprint(ofKeyFile: path)
    if let tracker = reachable(context) {
      try SigningSetup(context, tracker).begin(with: path, SigningSetup(context, tracker).trust())
    }
    context.remark("Bundles are signed with \(key) from now on.")
    return path
  }

  /// Ends signing: the chain of this machine goes on under a name without a key.
  package static func end(_ context: Context) throws {
    try reachable(context)?.write { try $0.sign(with: nil) }
  }

  private static func reachable(_ context: Context) -> Tracker? { try? context.openTracker(.write) }
}

/// Who stands for a bundle, in words.
package enum ProvenanceWords {
  /// `Signed by anna (SHA256:...).`
  package static func sentence(_ provenance: Provenance) -> String {
    switch provenance {
    case .signed(let name, let fingerprint): "Signed by \(name) (\(fingerprint))."
    case .unsigned: "Unsigned."
    case .vouched: "Unsigned; you vouch for it."
    case .notChecked(let problem): "Signature not checked: \(problem)."
    }
  }

  package static func json(_ provenance: Provenance) -> JSONText {
    switch provenance {
    case .signed(let name, let fingerprint): .object(["state": "signed", "name": name, "key": fingerprint])
    case .unsigned: .object(["state": "unsigned"])
    case .vouched: .object(["state": "vouched"])
    case .notChecked(let problem): .object(["state": "not checked", "reason": problem.code.rawValue])
    }
  }
}

extension SigningProblem: ProblemConvertible {
  package var problem: Problem {
    let kind: ExitCode =
      switch code {
      case .keyMissing: .notFound
      case .toolMissing, .toolTooOld, .keyUnreadable, .passphrase, .failed: .storage
      default: .badInput
      }
    return Problem(kind, code: code.rawValue, description, hints: hints)
  }

  private var hints: [String] {
    switch code {
    case .passphrase, .keyMissing, .keyUnreadable, .toolMissing, .toolTooOld:
      ["Pass --unsigned to write a bundle without a signature. Nothing was written."]
    default: []
    }
  }
}
