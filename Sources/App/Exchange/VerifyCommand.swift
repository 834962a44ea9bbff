import Base
import CommandLine
import Exchange
import Sessions
import Store

/// `a11y verify`: verifies the integrity of a bundle or of the tracker.
enum VerifyCommand {
  static let spec = CommandSpec(
    "verify", group: .move, "verify the integrity of a bundle or tracker", usage: ["FILE...", "--db"],
    positionals: [PositionalSpec("FILE", arity: .many, completes: .files, "bundles; - is standard input")],
    flags: [.bundleLimits], isAboutTracker: true, canBeRunAgain: true, run: run)

  static func run(_ context: Context) throws -> ExitCode {
    let names = context.arguments.positionals
    // The tracker as a whole is verified by `a11y doctor`.
    guard !names.isEmpty else { return try DoctorCommand.run(context) }
    let limits = try LimitFlag.limits(context.arguments)
    let progress = context.progress
    progress.begin("Verifying")
    defer { progress.end() }
    let verdicts = try ImportInput.all(names, context, limits).map { input in
      let result = try verify(input, limits, progress)
      return Verdict(
        name: input.name, result: result, evidence: try evidence(input, result, context),
        signature: try signature(input, result, context))
    }
    progress.end()
    try report(verdicts, context)
    let unread = verdicts.compactMap(\.unread)
    if let worst = unread.max(by: { $0.exitCode.rawValue < $1.exitCode.rawValue }) {
      throw Problem(worst.exitCode, code: worst.code, unread.map(\.message).joined(separator: "; "), hints: worst.hints)
    }
    return verdicts.map(\.code).max { $0.rawValue < $1.rawValue } ?? .done
  }

  private struct Verdict {
    var name: String
    var result: Result<BundleSummary, Problem>
    /// The evidence files beside it, where it names any.
    var evidence = Evidence()
    /// Who signed or vouches for it, or why the signature is not valid; nil where no signature is possible.
    var signature: Result<Provenance, Problem>?

    /// A changed file gives `no`; a file that cannot be read gives its own error.
    var code: ExitCode {
      guard case .failure(let problem) = result else {
        if case .failure? = signature { return .no }
        return evidence.damaged.isEmpty ? .done : .no
      }
      return problem.exitCode == .badInput ? .no : problem.exitCode
    }

    /// Why it could not be read.
    var unread: Problem? {
      guard case .failure(let problem) = result, problem.exitCode != .badInput else { return nil }
      return problem
    }
  }

  private struct Evidence {
    var beside = 0
    var damaged: [String] = []

    init() {}

    init(_ summary: BundleSummary, _ tree: EvidenceTree) {
      beside = summary.evidence.count { tree.holds($0.file) }
      damaged = tree.damaged(summary)
    }
  }

  /// The signature next to a bundle, checked with the files next to the tracker in reach.
  private static func signature(
    _ input: ImportInput, _ result: Result<BundleSummary, Problem>, _ context: Context
  ) throws -> Result<Provenance, Problem>? {
    guard input.hasNeighbors, case .success(let summary) = result else { return nil }
    let tracker = try? context.openTracker(.read)
    do {
      guard let bytes = try BundleSignature.read(beside: try context.world.absolute(input.name)) else {
        return .success(.unsigned)
      }
      var trust = try tracker.map { try SigningSetup(context, $0).trust() } ?? BundleTrust()
      trust.policy = .accept
      return .success(try trust.judge(summary, signature: bytes))
    } catch let problem as any ProblemConvertible {
      return .failure(problem.problem)
    } catch let problem as Problem {
      return .failure(problem)
    }
  }

  /// What belongs to a bundle is verified with it.
  private static func evidence(
    _ input: ImportInput, _ result: Result<BundleSummary, Problem>, _ context: Context
  ) throws -> Evidence {
    guard input.hasNeighbors, case .success(let summary) = result, !summary.evidence.isEmpty else { return Evidence() }
    return Evidence(summary, EvidenceTree(beside: try context.world.absolute(input.name)))
  }

  private static func verify(
    _ input: ImportInput, _ limits: BundleLimits, _ progress: ProgressLine
  ) throws -> Result<BundleSummary, Problem> {
    do {
      let file = try input.bundle()
      var done = 0
      return .success(
        try file.read(BundleReader(limits: limits)) { batch in
          done += batch.bytes.count
          progress.update(done, of: file.bytes)
        })
    } catch let problem as BundleProblem {
      let problem = problem.problem(of: input.name)
      return .failure(Problem(problem.exitCode, code: problem.code, problem.message))
    }
  }

  private static func report(_ verdicts: [Verdict], _ context: Context) throws {
    if try context.printed("a11y.verify/1", ["files": verdicts.map(entry)]) { return }
    for verdict in verdicts where verdict.unread == nil {
      switch verdict.result {
      case .success(let summary):
        let part = summary.header.scope == .full ? "" : " (partial export)"
        try context.say(
          "\(verdict.name): complete and unchanged, \(counted(summary.count, "entry", "entries"))\(part), tracker "
            + "\(summary.header.tracker).\(sentence(verdict.signature))\(sentence(summary, verdict.evidence))")
      case .failure(let problem): try context.say(problem.message + ".")
      }
    }
  }

  private static func sentence(_ signature: Result<Provenance, Problem>?) -> String {
    switch signature {
    case nil: ""
    case .success(let provenance)?: " " + ProvenanceWords.sentence(provenance)
    case .failure(let problem)?: " Signature not valid: \(problem.message)."
    }
  }

  /// The evidence files that are present or damaged; empty if the bundle names none.
  private static func sentence(_ summary: BundleSummary, _ evidence: Evidence) -> String {
    guard !summary.evidence.isEmpty else { return "" }
    let words = " Evidence: \(counted(evidence.beside)) of \(counted(summary.evidence.count, "file")) present."
    guard !evidence.damaged.isEmpty else { return words }
    return "\(words) Damaged: \(firstNamed(evidence.damaged))."
  }

  private static func json(_ signature: Result<Provenance, Problem>?) -> JSONText {
    switch signature {
    case nil: .null
    case .success(let provenance)?: ProvenanceWords.json(provenance)
    case .failure(let problem)?: .object(["state": "wrong", "reason": problem.message])
    }
  }

  private static func entry(_ verdict: Verdict) -> JSONText {
    switch verdict.result {
    case .success(let summary):
      return .object([
        "file": verdict.name, "verdict": "whole", "tracker": summary.header.tracker,
        "scope": summary.header.scope.rawValue, "facts": summary.count, "digest": summary.digestText,
        "signature": json(verdict.signature),
        "evidence": JSONText.object([
          "named": summary.evidence.count, "beside": verdict.evidence.beside, "damaged": verdict.evidence.damaged,
        ]), "error": JSONText.null,
      ])
    case .failure(let problem):
      return .object([
        "file": verdict.name, "verdict": problem.exitCode == .badInput ? "not whole" : "unread",
        "tracker": JSONText.null, "scope": JSONText.null, "facts": JSONText.null, "digest": JSONText.null,
        "signature": JSONText.null, "evidence": JSONText.null,
        "error": JSONText.object(["code": problem.code, "message": problem.message]),
      ])
    }
  }
}
