import Arguments
import AuditExchange
import AuditModel
import AuditReports
import AuditStore
import AuditSync
import Terminal
import TrackerAccess

/// What `a11y export` does.
enum ExportRun {
  static func run(_ context: Context) throws -> ExitCode {
    let request = try ExportRequest(context)
    let tracker = try context.openTracker(.readAtLength)
    let target = context.arguments.string(.output) ?? "-"
    if target == "-", context.arguments.string(.output) == nil, context.world.isTerminal(.output) {
      throw Problem.usage(
        "export.target", "a bundle is for a file, not for a terminal",
        hints: ["a11y export -o audit.a11y.json writes a file; -o - writes to the terminal all the same."])
    }
    try request.handingOn?.check(target, context)
    let withEvidence = context.arguments.has(.withEvidence)
    guard !withEvidence || target != "-" else {
      throw Problem.usage("flag.unfit", "--with-evidence writes a folder beside the bundle, so it goes with -o FILE")
    }
    let progress = context.progress
    progress.begin("Writing")
    defer { progress.end() }
    if target == "-" {
      let written = try tracker.read { try write($0, request, to: context.output, progress) }
      progress.end()
      context.remark(sentence(written, to: "standard output"))
      if try tracker.read({ try $0.ownSigner() }) != nil {
        context.remark("Not signed: a signature is a file beside the bundle, so it goes with -o FILE.")
      }
      try remarkWithheld(tracker, request, context)
      return .done
    }
    let path = try context.world.absolute(target)
    let trust = try SigningSetup(context, tracker).trustToSign()
    let replaces = try Replacement.agree(target, code: "bundle.exists", context)
    let (summary, sessionRecords) = try tracker.read { reader in
      let export = try request.export(reader)
      let given = try request.handingOn.map {
        try reader.sessionRecords(among: reader.childFactsToHandOn(to: $0.recipient))
      }
      let summary = try BundleOutput.write(
        export.header, to: path, replacing: replaces, limits: request.limits, trust: trust
      ) { writer in
        try export.write(reader, with: &writer) { progress.update("\($0) facts") }
      }
      return (summary, given ?? [])
    }
    // Outside the transaction: others may write meanwhile, and whoever has the facts alone can take the files later.
    let evidence = try withEvidence ? EvidenceTree(beside: path).write(summary, from: tracker.evidence) : nil
    progress.end()
    try remember(summary, name: target, request.handingOn, sessionRecords, context)
    try report(summary, evidence, path: target, context)
    if trust.keyFile != nil { context.remark("Signed: \(BundleSignature.path(of: target)) goes with it.") }
    try remarkWithheld(tracker, request, context)
    return .done
  }

  private static func remarkWithheld(_ tracker: Tracker, _ request: ExportRequest, _ context: Context) throws {
    let count = try tracker.read { reader in
      try BundleExport.withheld(reader, recipient: request.handingOn?.recipient).count
    }
    guard count > 0 else { return }
    context.remark(
      request.handingOn == nil
        ? "\(counted(count, "fact")) of tests with children stay here; a11y tap report --redact says what may be told."
        : "\(counted(count, "fact")) of tests with children stay here: their guardians did not allow more.")
  }

  private static func write(
    _ reader: Reader, _ request: ExportRequest, to output: ByteWriter, _ progress: ProgressLine
  ) throws -> BundleSummary {
    let export = try request.export(reader)
    var writer = try BundleWriter(export.header, limits: request.limits) { try output.write($0) }
    return try export.write(reader, with: &writer) { progress.update("\($0) facts") }
  }

  /// The journal is for people who ask later who got what; an export is no less whole where it cannot be kept.
  private static func remember(
    _ summary: BundleSummary, name: String, _ handingOn: SessionRecipients?, _ sessionRecords: [String],
    _ context: Context
  ) throws {
    do {
      try context.openTracker(.write).write { writer in
        if let recipient = handingOn?.recipient { try writer.remember(sessionRecords, givenTo: recipient) }
        try writer.remember(
          BundleRecord(
            time: writer.now, direction: .exported, name: name, scope: summary.header.scope.rawValue,
            digest: summary.digest, facts: summary.count, recipient: handingOn?.recipient ?? ""))
      }
    } catch let error as StoreError {
      // Who was given a session has to be known when it is erased.
      guard error.problem.kind == .storage, sessionRecords.isEmpty else { throw error }
      context.remark("The export is not in the journal of bundles: \(error.problem.message).")
    }
  }

  private static func sentence(_ summary: BundleSummary, to place: String) -> String {
    let part = summary.header.scope == .full ? "" : ", a part of the tracker"
    return "Wrote \(counted(summary.count, "fact")) to \(place)\(part)."
  }

  private static func report(
    _ summary: BundleSummary, _ evidence: EvidenceCount?, path: String, _ context: Context
  ) throws {
    guard try context.format() == .json else {
      try context.print(MessageText.escaped(sentence(summary, to: path)))
      return try reportEvidence(summary, evidence, path: path, context)
    }
    try context.print(
      context.document(
        "a11y.export/1", ("path", .string(path)), ("scope", .string(summary.header.scope.rawValue)),
        ("facts", .int(summary.count)),
        ("digest", .string(summary.digestText)), ("verified", .bool(true)),
        (
          "evidence",
          .object([
            ("named", .int(summary.evidence.count)), ("written", .int(evidence?.copied ?? 0)),
            ("missing", .int(evidence?.missing ?? 0)),
          ])
        )))
  }

  private static func reportEvidence(
    _ summary: BundleSummary, _ evidence: EvidenceCount?, path: String, _ context: Context
  ) throws {
    guard let evidence else {
      guard !summary.evidence.isEmpty else { return }
      let files = counted(summary.evidence.count, "evidence file stays", "evidence files stay")
      return context.remark("\(files) here: --with-evidence writes them beside the bundle.")
    }
    let files = counted(evidence.copied, "evidence file", "evidence files")
    try context.print(MessageText.escaped("Wrote \(files) to \(EvidenceTree(beside: path).path)."))
    if evidence.missing > 0 {
      context.remark("\(counted(evidence.missing, "more is", "more are")) named and missing here: a11y doctor.")
    }
  }
}
