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
      for line in remarks(outcomes) { context.remark(line) }
    }
    let codes = outcomes.map { outcome -> ExitCode in
      if case .failure(let problem) = outcome.result { problem.exitCode } else { .done }
    }
    return codes.max { $0.rawValue < $1.rawValue } ?? .done
  }

  private static func reports(_ outcomes: [ImportRun.Outcome]) -> [ImportReport] {
    outcomes.compactMap { try? $0.result.get() }
  }

  /// `Imported 3 files: 214 added, 96 the same, 0 refused, 1 dispute, 2 ahead of the clock.`
  private static func sentence(_ outcomes: [ImportRun.Outcome], _ context: Context) -> String {
    let reports = reports(outcomes)
    func sum(_ number: (ImportReport) -> Int) -> Int { reports.reduce(0) { $0 + number($1) } }
    var parts = [
      "\(sum { $0.reception.added }) added", "\(sum { $0.reception.same }) the same",
      "\(outcomes.count - reports.count) refused",
    ]
    let others: [(Int, String, String)] = [
      (sum { $0.disputes }, "dispute", "disputes"), (sum { $0.conflicts }, "conflict", "conflicts"),
      (sum { $0.reception.aheadOfClock }, "ahead of the clock", "ahead of the clock"),
      (sum { $0.reception.keptForNewer }, "kept for a newer version", "kept for a newer version"),
      (sum { $0.reception.forks }, "fork", "forks"), (sum { $0.reception.erased }, "erased", "erased"),
    ]
    parts += others.filter { $0.0 > 0 }.map { counted($0.0, $0.1, $0.2) }
    let verb = context.arguments.has(.dryRun) ? "Would import" : "Imported"
    return "\(verb) \(counted(outcomes.count, "file")): \(parts.joined(separator: ", "))."
  }

  private static func remarks(_ outcomes: [ImportRun.Outcome]) -> [String] {
    let reports = reports(outcomes)
    var lines: [String] = []
    if reports.contains(where: { $0.disputes > 0 || $0.conflicts > 0 }) {
      lines.append("a11y list conflicts shows what people disagree about; a11y resolve settles it.")
    }
    if let waiting = reports.last?.erasures, waiting > 0 {
      lines.append(
        "Another machine asks to have \(counted(waiting, "fact")) erased: a11y erase list shows why, a11y erase follow "
          + "does it.")
    }
    if reports.contains(where: { $0.reception.forks > 0 }) {
      lines.append("A replica went on in two places; a11y doctor names it. Nothing is lost.")
    }
    return lines
  }

  private static func document(_ outcomes: [ImportRun.Outcome], _ context: Context) -> JSONText {
    let reports = reports(outcomes)
    return .object([
      ("schema", .string("a11y.import/1")),
      ("generated", .string(Timestamp(milliseconds: context.world.now()).iso8601)),
      ("dry_run", .bool(context.arguments.has(.dryRun))),
      ("files", .array(outcomes.map(file))),
      ("added", .int(reports.reduce(0) { $0 + $1.reception.added })),
      ("same", .int(reports.reduce(0) { $0 + $1.reception.same })),
      ("refused", .int(outcomes.count - reports.count)),
      ("waiting_erasures", .int(reports.last?.erasures ?? 0)),
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
      ("evidence_missing", .int(report?.summary.evidence.count ?? 0)), ("error", error),
    ])
  }
}
