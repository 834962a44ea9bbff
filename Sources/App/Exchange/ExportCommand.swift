import Audit
import Base
package import CommandLine
package import Exchange
import Sessions
package import Store

/// `a11y export`: the entries of a tracker in a file, for other machines.
enum ExportCommand {
  /// What a partial export leaves out would never be sent later.
  private static let part = "Use --since only with a complete export: remove AUDIT, --query, and --redact."

  private static let tablesAreWhole = "Use --tables by itself, or with --tracker and --format."

  static let spec = CommandSpec(
    "export", group: .move, "export data to a bundle file",
    positionals: [
      PositionalSpec("AUDIT", arity: .optional, completes: .records(.audit), "export only the results of this audit")
    ],
    flags: [
      .file(.since, "skip entries that FILE already contains (or REPLICA:NUMBER,...)")
        .excludes(.query, .redact, hint: part).takesNoWords(hint: part),
      FlagSpec(.query, value: "QUERY", "only matching results; see \"a11y help query\""),
      FlagSpec(switch: .redact, "remove free text and evidence"),
      FlagSpec(switch: .full, "include sessions whose guardian consented to sharing")
        .excludes(.since, .query, .redact, hint: "Use --full only with a complete export.")
        .takesNoWords(hint: "Use --full only with a complete export.").needs(.recipient),
      FlagSpec(.recipient, value: "NAME", "recipient (with --full), to notify of erasures").needs(.full),
      .forceIntoGit.needs(.full),
      FlagSpec(switch: .withEvidence, "also write evidence files, to a folder next to the bundle")
        .excludes(.redact, hint: "Remove one of them: --redact leaves out evidence."),
      FlagSpec(switch: .unsigned, "do not sign the bundle, even if a key is configured"),
      .file(
        .tables, value: "DIR", "write the current state as tables (--format csv or ndjson) to a folder"
      ).excludes(.since, .query, .redact, .full, .withEvidence, .output, hint: tablesAreWhole)
        .takesNoWords(hint: tablesAreWhole),
      FlagSpec(
        .tracker, value: "PATH", repeatable: true, completes: .files,
        "trackers to write tables of: folders, folders of trackers, or patterns such as 'apps/*'"
      ).excludes(.db).needs(.tables),
      .bundleLimits,
    ],
    formats: OutputFormat.ofSentences + [.csv, .ndjson], writesFile: true, run: run)

  static func run(_ context: Context) throws -> ExitCode {
    if context.arguments.has(.tables) { return try TablesRun.run(context) }
    if let format = context.arguments.string(.format), format == "csv" || format == "ndjson" {
      throw Problem.usage(
        "flag.unfit", "--format \(format) requires --tables DIR", hints: ["Remove --format: a bundle has one format."])
    }
    let request = try ExportRequest(context)
    let tracker = try context.openTracker(.readAtLength)
    let target = PageFile.target(context.arguments.string(.output))
    if target == "-", context.arguments.string(.output) == nil, context.world.isTerminal(.output) {
      throw Problem.usage(
        "export.target", "refusing to write a bundle to the terminal",
        hints: ["Pass -o audit.a11y.json to write a file, or -o - to write to the terminal anyway."])
    }
    try request.handingOn?.check(target, context)
    let withEvidence = context.arguments.has(.withEvidence)
    guard !withEvidence || target != "-" else {
      throw Problem.usage("flag.unfit", "--with-evidence requires -o FILE: the folder is written next to the bundle")
    }
    let progress = context.progress
    progress.begin("Writing")
    defer { progress.end() }
    if target == "-" {
      let written = try tracker.read { try write($0, request, to: context.output, progress) }
      progress.end()
      context.remark(sentence(written, to: "standard output"))
      if try tracker.read({ try $0.ownSigner() }) != nil {
        context.remark("Not signed: a signature is a file next to the bundle and requires -o FILE.")
      }
      try remarkWithheld(tracker, request, context)
      return .done
    }
    let path = try context.world.absolute(target)
    let trust = try SigningSetup(context, tracker).trustToSign()
    let replaces = try Replacement.agree(target, code: "bundle.exists", context)
    let (summary, holdsSessions) = try handOn(request.handingOn, tracker, context) { reader in
      let export = try request.export(reader)
      return try BundleOutput.write(
        export.header, to: path, replacing: replaces, isPrivate: request.handingOn != nil, limits: request.limits,
        trust: trust
      ) { writer in
        try export.write(reader, with: &writer) { progress.update(counted($0, "entry", "entries")) }
      }
    }
    // Outside the transaction, so that others may write. A receiver of the facts alone can get the files later.
    let evidence = try withEvidence ? EvidenceTree(beside: path).write(summary, from: tracker.evidence) : nil
    progress.end()
    try remember(summary, name: target, request.handingOn, holdsSessions: holdsSessions, context)
    try report(summary, evidence, path: target, context)
    if trust.keyFile != nil { context.remark("Signed: send \(BundleSignature.path(of: target)) with the bundle.") }
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
        ? "Not exported: \(counted(count, "entry", "entries")) of first-tap tests. Run \"a11y tap report --redact\" "
          + "for a report that you can share."
        : "Not exported: \(counted(count, "entry", "entries")) of first-tap tests without consent to sharing.")
  }

  private static func write(
    _ reader: Reader, _ request: ExportRequest, to output: ByteWriter, _ progress: ProgressLine
  ) throws -> BundleSummary {
    let export = try request.export(reader)
    var writer = try BundleWriter(export.header, limits: request.limits) { try output.write($0) }
    return try export.write(reader, with: &writer) { progress.update(counted($0, "entry", "entries")) }
  }

  /// Writes a bundle whose sessions all have their recipient in the tracker before: an export that ends early leaves a
  /// whole file, and the recipient of a session must be known when the session is erased. One too many does no harm.
  private static func handOn(
    _ handingOn: SessionRecipients?, _ tracker: Tracker, _ context: Context,
    write: (Reader) throws -> BundleSummary
  ) throws -> (summary: BundleSummary, holdsSessions: Bool) {
    var known: Set<String> = []
    while true {
      var given: [String] = []
      let summary = try tracker.read { reader -> BundleSummary? in
        if let recipient = handingOn?.recipient {
          given = try reader.sessionRecords(among: reader.childFactsToHandOn(to: recipient))
        }
        // Those that came since the last look are remembered first as well.
        return known.isSuperset(of: given) ? try write(reader) : nil
      }
      if let summary { return (summary, !given.isEmpty) }
      if let recipient = handingOn?.recipient {
        try context.openTracker(.write).write { try $0.remember(given, givenTo: recipient) }
      }
      known.formUnion(given)
    }
  }

  /// The history answers later who received what. An export is still complete if the history cannot be written.
  private static func remember(
    _ summary: BundleSummary, name: String, _ handingOn: SessionRecipients?, holdsSessions: Bool, _ context: Context
  ) throws {
    do {
      try context.openTracker(.write).write { writer in
        try writer.remember(
          BundleRecord(
            time: writer.now, direction: .exported, name: name, scope: summary.header.scope.rawValue,
            digest: summary.digest, facts: summary.count, recipient: handingOn?.recipient ?? ""))
      }
    } catch let error as StoreError {
      // The files that hold a session must be known when the session is erased.
      guard error.problem.exitCode == .storage, !holdsSessions else { throw error }
      context.remark("Could not add the export to the export history: \(error.problem.message).")
    }
  }

  private static func sentence(_ summary: BundleSummary, to place: String) -> String {
    let part = summary.header.scope == .full ? "" : " (partial export)"
    return "Wrote \(counted(summary.count, "entry", "entries")) to \(place)\(part)."
  }

  private static func report(
    _ summary: BundleSummary, _ evidence: EvidenceCount?, path: String, _ context: Context
  ) throws {
    guard try context.format() == .json else {
      try context.print(sentence(summary, to: path), linking: path)
      return try reportEvidence(summary, evidence, path: path, context)
    }
    try context.print(
      context.document(
        "a11y.export/1",
        [
          "path": path, "scope": summary.header.scope.rawValue, "facts": summary.count, "digest": summary.digestText,
          "verified": true,
          "evidence": JSONText.object([
            "named": summary.evidence.count, "written": evidence?.copied ?? 0, "missing": evidence?.missing ?? 0,
          ]),
        ]))
  }

  private static func reportEvidence(
    _ summary: BundleSummary, _ evidence: EvidenceCount?, path: String, _ context: Context
  ) throws {
    guard let evidence else {
      guard !summary.evidence.isEmpty else { return }
      let files = counted(summary.evidence.count, "evidence file")
      return context.remark("Not exported: \(files). Pass --with-evidence to write evidence next to the bundle.")
    }
    let files = counted(evidence.copied, "evidence file")
    let folder = EvidenceTree(beside: path).path
    try context.print("Wrote \(files) to \(folder).", linking: folder)
    if evidence.missing > 0 {
      context.remark(
        "Missing on this machine: \(counted(evidence.missing, "evidence file")). Run \"a11y doctor\" for details.")
    }
  }
}

/// What is to be exported, as the flags say.
package struct ExportRequest {
  let audit: String?
  private let since: Since
  let query: Filter?
  let isRedacted: Bool
  /// The recipient of facts of tests with children; nil if these facts are not exported.
  package let handingOn: SessionRecipients?
  package let limits: BundleLimits
  private let isPartial: Bool

  package init(_ context: Context) throws {
    let arguments = context.arguments
    audit = arguments.positional(0)
    limits = try LimitFlag.limits(arguments)
    isRedacted = arguments.has(.redact)
    isPartial = audit != nil || arguments.has(.query) || isRedacted
    handingOn = try SessionRecipients(context)
    since = try Since(context, limits)
    query = try arguments.string(.query).map { text throws(Problem) in try Filter(typed: [text]) }
  }

  /// The export of what the reader sees.
  package func export(_ reader: Reader) throws -> BundleExport {
    guard isPartial else {
      return try .full(reader, since: try since.vector(reader), recipient: handingOn?.recipient)
    }
    var filter = query ?? Filter()
    if let audit {
      filter.terms.append(Filter.Term(.audit, [try NameFinder.record("audit", audit, reader)]))
    }
    let words = [query.map(\.source), audit.map { "audit:\($0)" }].compactMap { $0 }.joined(separator: " ")
    let header = BundleHeader(
      tracker: try reader.identity().tracker, scope: .partial, query: words.isEmpty ? nil : words,
      isRedacted: isRedacted)
    return BundleExport(header, try selection(filter, reader))
  }

  /// The results that match, and the facts that give them meaning: registers, undone results, erasures.
  private func selection(_ filter: Filter, _ reader: Reader) throws -> FactSelection {
    let matching = filter.terms.isEmpty ? nil : try reader.matchingFacts(filter)
    let withheld = try BundleExport.withheld(reader)
    return FactSelection { place in
      if withheld.contains(place.number) { return false }
      if isRedacted, place.hasNote || place.isRemark { return false }
      guard let matching, place.isQueried else { return true }
      return matching.contains(place.number)
    }
  }
}

/// `--since FILE` or `--since REPLICA:NUMBER,...`: what the receiver has.
private struct Since {
  private var text = ""
  private var stored: VersionVector?

  init(_ context: Context, _ limits: BundleLimits) throws {
    guard let text = context.arguments.string(.since) else { return }
    self.text = text
    // A name with colons and no file behind it is a vector.
    guard try context.world.files.exists(context.world.absolute(text)) || !text.contains(":") else { return }
    stored = try Self.end(of: ImportInput(text, context, limits: limits), limits)
  }

  func vector(_ reader: Reader) throws -> VersionVector {
    if let stored { return stored }
    guard !text.isEmpty else { return VersionVector() }
    guard let vector = try VersionVector(words: text, reader) else {
      throw Problem.usage(
        "flag.value", "invalid value \(MessageText.quoted(text)) for --since; expected a bundle or REPLICA:NUMBER,...")
    }
    return vector
  }

  private static func end(of input: ImportInput, _ limits: BundleLimits) throws -> VersionVector {
    let summary: BundleSummary
    do {
      summary = try input.bundle().read(BundleReader(limits: limits), facts: { _ in })
    } catch let problem as BundleProblem {
      throw problem.problem(of: input.name)
    }
    guard summary.header.scope == .full else {
      throw Problem(
        .badInput, code: "since.partial", "\(MessageText.quoted(input.name)) is a partial export",
        hints: ["Pass a complete export to --since: a partial export does not show which entries it leaves out."])
    }
    return summary.upto
  }
}
