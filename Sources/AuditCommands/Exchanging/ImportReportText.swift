import AuditModel
import AuditReports
import AuditStore
import AuditSync

/// Says what an import came to.
enum ImportReportText {
  static func write(_ outcomes: [ImportRun.Outcome], _ context: Context) throws -> ExitCode {
    let isJSON = try context.format() == .json
    for outcome in outcomes {
      guard case .failure(let problem) = outcome.result else { continue }
      try context.world.errors.write(ProblemPrinter.text(of: problem, json: isJSON))
    }
    if isJSON {
      try context.print(document(outcomes, context).render(indent: 2))
    } else {
      try context.print(sentence(outcomes, context))
      let taken = taken(outcomes)
      for line in taken.remarks(erasures: taken.reports.last?.erasures ?? 0) { context.remark(line) }
    }
    let codes = outcomes.map { outcome -> ExitCode in
      if case .failure(let problem) = outcome.result { problem.exitCode } else { .done }
    }
    return codes.max { $0.rawValue < $1.rawValue } ?? .done
  }

  private static func taken(_ outcomes: [ImportRun.Outcome]) -> TakenIn {
    TakenIn(reports: outcomes.compactMap { try? $0.result.get() }, evidence: outcomes.map(\.evidence))
  }

  /// `Imported 3 files: 214 added, 96 the same, 0 refused, 1 dispute, 2 ahead of the clock.`
  private static func sentence(_ outcomes: [ImportRun.Outcome], _ context: Context) -> String {
    let verb = context.arguments.has(.dryRun) ? "Would import" : "Imported"
    let taken = taken(outcomes)
    let words = taken.words(refused: outcomes.count - taken.reports.count)
    return "\(verb) \(counted(outcomes.count, "file")): \(words)."
  }

  private static func document(_ outcomes: [ImportRun.Outcome], _ context: Context) -> JSONText {
    let taken = taken(outcomes)
    return .object([
      ("schema", .string("a11y.import/1")),
      ("generated", .string(Timestamp(milliseconds: context.world.now()).iso8601)),
      ("dry_run", .bool(context.arguments.has(.dryRun))),
      ("files", .array(outcomes.map(file))),
      ("added", .int(taken.added)), ("same", .int(taken.same)),
      ("refused", .int(outcomes.count - taken.reports.count)),
      ("evidence", .int(taken.evidenceTaken)), ("evidence_missing", .int(taken.evidenceMissing)),
      ("waiting_erasures", .int(taken.reports.last?.erasures ?? 0)),
    ])
  }

  private static func file(_ outcome: ImportRun.Outcome) -> JSONText {
    let report = try? outcome.result.get()
    let reception = report?.reception ?? Reception()
    var error = JSONText.null
    if case .failure(let problem) = outcome.result {
      error = .object([
        ("code", .string(problem.code)), ("message", .string(problem.message)),
        ("hint", .string(orNull: problem.hints.first)),
      ])
    }
    return .object([
      ("file", .string(outcome.name)), ("scope", .string(orNull: report?.summary.header.scope.rawValue)),
      ("added", .int(reception.added)), ("same", .int(reception.same)), ("refused", .int(report == nil ? 1 : 0)),
      ("disputes", .int(report?.disputes ?? 0)), ("conflicts", .int(report?.conflicts ?? 0)),
      ("kept_for_newer", .int(reception.keptForNewer)), ("ahead_of_clock", .int(reception.aheadOfClock)),
      ("forks", .int(reception.forks)), ("erased", .int(reception.erased)),
      ("evidence", .int(outcome.evidence.copied)), ("evidence_missing", .int(outcome.evidence.missing)),
      ("error", error),
    ])
  }
}
