package import Arguments
import AuditModel
import AuditReports
import AuditStore
import AuditSync
package import Terminal

/// The report of an import.
package enum ImportReportText {
  /// Prints what became of the files, and answers with the exit code.
  package static func write(_ outcomes: [ImportOutcome], _ context: Context) throws -> ExitCode {
    let isJSON = try context.format() == .json
    for outcome in outcomes {
      guard case .failure(let problem) = outcome.result else { continue }
      try context.world.errors.write(ProblemPrinter.text(of: problem, json: isJSON, context.problemStyle))
    }
    if isJSON {
      try context.print(document(outcomes, context).render(indent: 2))
    } else {
      if outcomes.contains(where: { $0.signals == nil }) {
        try context.print(sentence(outcomes, context))
      }
      for outcome in outcomes { try write(outcome, context) }
      for line in taken(outcomes).remarks(waiting: waiting(outcomes)) { context.remark(line) }
    }
    let codes = outcomes.map { outcome -> ExitCode in
      if case .failure(let problem) = outcome.result { return problem.exitCode }
      if outcome.signals?.isUseless ?? false { return .notFound }
      // A finding without a component needs a decision where it belongs.
      return (outcome.signals?.unmatched ?? 0) > 0 ? .decision : .done
    }
    let worst = codes.max { $0.rawValue < $1.rawValue } ?? .done
    return worst == .done
      ? exitCode(
        waiting: waiting(outcomes) + proposals(outcomes).count + taken(outcomes).sessions.count, context) : worst
  }

  /// With `--exit-code` a waiting decision also sets the exit code.
  static func exitCode(waiting: Int, _ context: Context) -> ExitCode {
    context.arguments.has(.exitCode) && waiting > 0 ? .decision : .done
  }

  private static func waiting(_ outcomes: [ImportOutcome]) -> Int {
    taken(outcomes).reports.last?.waiting ?? 0
  }

  private static func taken(_ outcomes: [ImportOutcome]) -> ImportTotals {
    ImportTotals(
      reports: outcomes.compactMap(\.bundle), evidence: outcomes.map(\.evidence), proposals: proposals(outcomes))
  }

  /// What waits after the last of them.
  private static func proposals(_ outcomes: [ImportOutcome]) -> Set<String> {
    outcomes.compactMap(\.bundle).last?.proposals ?? []
  }

  /// Says of a tool's report what came of it.
  private static func write(_ outcome: ImportOutcome, _ context: Context) throws {
    guard let signals = outcome.signals else { return }
    let isDryRun = context.arguments.has(.dryRun)
    try context.print(MessageText.escaped(signals.sentence(isDryRun: isDryRun)))
    if isDryRun {
      for line in signals.matches(named: namedReasons) {
        try context.print(MessageText.escaped(line))
      }
    }
    for line in signals.remarks(of: outcome.name, named: namedReasons) { context.remark(line) }
  }

  private static let namedReasons = 20

  /// `Imported 3 files: 214 added, 96 the same, 0 refused, 1 dispute, 2 ahead of the clock.`
  private static func sentence(_ outcomes: [ImportOutcome], _ context: Context) -> String {
    let verb = context.arguments.has(.dryRun) ? "Would import" : "Imported"
    let taken = taken(outcomes)
    let bundles = outcomes.filter { $0.signals == nil }
    let words = taken.words(refused: bundles.count - taken.reports.count)
    return "\(verb) \(counted(bundles.count, "file")): \(words)."
  }

  private static func document(_ outcomes: [ImportOutcome], _ context: Context) -> JSONText {
    let taken = taken(outcomes)
    return context.document(
      "a11y.import/1", ("dry_run", .bool(context.arguments.has(.dryRun))),
      ("files", .array(outcomes.map(file))),
      ("added", .int(taken.added + sum(outcomes) { $0.added })),
      ("same", .int(taken.same + sum(outcomes) { $0.same })),
      ("refused", .int(outcomes.count { if case .failure = $0.result { true } else { false } })),
      ("evidence", .int(taken.evidenceTaken)), ("evidence_missing", .int(taken.evidenceMissing)),
      ("effects", EffectWords(taken.reports).json), ("waiting", .int(taken.reports.last?.waiting ?? 0)),
      ("proposals", .int(proposals(outcomes).count)), ("sessions_waiting", .int(taken.sessions.count)))
  }

  private static func sum(_ outcomes: [ImportOutcome], _ number: (SignalReport) -> Int) -> Int {
    outcomes.compactMap(\.signals).reduce(0) { $0 + number($1) }
  }

  private static func file(_ outcome: ImportOutcome) -> JSONText {
    let report = outcome.bundle
    let signals = outcome.signals
    let received = report?.received ?? IntakeSummary()
    let signature = report.map { ProvenanceWords.json($0.provenance) } ?? .null
    var error = JSONText.null
    if case .failure(let problem) = outcome.result {
      error = .object([
        ("code", .string(problem.code)), ("message", .string(problem.message)),
        ("hint", .string(orNull: problem.hints.first)),
      ])
    }
    return .object([
      ("file", .string(outcome.name)),
      ("scope", .string(orNull: report?.summary.header.scope.rawValue)),
      ("added", .int(signals?.added ?? received.added)),
      ("same", .int(signals?.same ?? received.same)),
      ("refused", .int(report == nil && signals == nil ? 1 : 0)),
      ("disputes", .int(report?.effects.changes.disputed ?? 0)),
      ("contradictions", .int(report?.effects.changes.contradicted ?? 0)),
      ("conflicts", .int(report?.effects.conflicts ?? 0)),
      ("kept_for_newer", .int(received.keptForNewer)), ("too_large", .int(received.tooLarge)),
      ("ahead_of_clock", .int(received.aheadOfClock)),
      ("forks", .int(report?.effects.forks ?? 0)), ("gaps", .int(received.gaps)),
      ("under_own_name", .int(received.underOwnName)), ("erased", .int(received.erased)),
      ("filled", .int(received.filled)),
      ("evidence", .int(outcome.evidence.copied)),
      ("evidence_missing", .int(outcome.evidence.missing)),
      ("signature", signature),
      ("signals", signals?.json ?? .null),
      ("error", error),
    ])
  }
}
