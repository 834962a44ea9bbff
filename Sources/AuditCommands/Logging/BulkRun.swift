import Arguments
import AuditModel
import AuditReports
import AuditSessions
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y log -` does: many results in one transaction, all of them or, with `--partial`, the valid ones.
enum BulkRun {
  /// Input beyond this is read while the transaction is open; below it a slow pipe does not block other processes.
  private static let readAhead = 8 << 20
  /// The maximum number of rejected lines that are listed.
  private static let namedLines = 100

  /// Thrown to roll back; the lines were reported already.
  private struct Refused: Error {}

  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    guard arguments.positionals.count == 1 else {
      throw Problem.usage(
        "arguments.extra", "unexpected argument: a11y log - reads checks and components from the input",
        hints: ["Run \"a11y log - < results.tsv\"."])
    }
    let tester = try context.requiredTester()
    let tracker = try context.openTracker(.write)
    let map = try ColumnMap(
      context, columns: RowLayout.Column.allCases.map(\.rawValue),
      words: Outcome.allCases.map(\.rawValue) + ["untested"])
    let input = try LineSource(context.standardInput(), readAhead: readAhead)
    let build = try BuildChoice.settle(context, tracker, tester: tester)
    var tally = BulkTally()
    let progress = context.progress
    progress.begin("Logging")
    defer { progress.end() }
    do {
      try tracker.write(isBulk: true) { writer in
        let defaults = try LogDefaults.read(context, writer.reader, tester: tester, build: build)
        tally.openAudits = defaults.openAudits?.names ?? []
        let log = BulkLog(defaults, isRetest: arguments.has(.retest), override: arguments.string(.override), map)
        let told = try log.run(
          input, writer, progress: { progress.update("\($0) results") },
          understood: { context.remark("Columns: \($0)") },
          refuse: { tally.refuse(line: $0, $1, context, named: Self.namedLines) })
        (tally.logged, tally.outside, tally.unchanged, tally.added) = told
        tally.audit = defaults.audit
        try writer.settle()
        tally.contradicted = writer.changes.contradicted
        tally.older = writer.historyCount
        tally.kept = writer.keptFindings
        tally.overtaken = writer.overtaken
        if !tally.refused.isEmpty, !arguments.has(.partial) { throw Refused() }
        if arguments.has(.dryRun) { throw Refused() }
      }
    } catch is Refused {
      tally.isKept = false
    }
    return try tally.report(context)
  }
}

/// The result of a bulk log.
struct BulkTally {
  var logged = 0
  /// Unchanged rows of a list.
  var unchanged = 0
  /// Columns that were added to a list.
  var added: [String] = []
  var refused: [(line: Int, reason: String)] = []
  var refusedCount = 0
  var isKept = true
  /// Cells whose lines contradict other testers' results on the same build.
  var contradicted = 0
  /// Results that are older than what their items show.
  var older = 0
  /// The audit that the line or the configuration names, and the results outside of its scope.
  var audit = ""
  var outside = 0
  /// Results that do not count, as newer builds are shown.
  var overtaken = 0
  /// Failures that kept the severity or note of their findings.
  var kept = 0
  /// Open audits, if the lines name none.
  var openAudits: [String] = []

  mutating func refuse(line: Int, _ reason: String, _ context: Context, named: Int) {
    refusedCount += 1
    // A problem of the reader names the line already.
    let prefix = "line \(line): "
    let reason = reason.hasPrefix(prefix) ? String(reason.dropFirst(prefix.count)) : reason
    guard refused.count < named else { return }
    refused.append((line, reason))
    if !context.arguments.has(.json) { context.remark("a11y: line \(line): \(reason)") }
  }

  func report(_ context: Context) throws -> ExitCode {
    let isDryRun = context.arguments.has(.dryRun)
    if contradicted > 0, isKept || isDryRun {
      context.remark(
        "a11y: note: \(counted(contradicted, "item contradicts", "items contradict")) other testers' results on the "
          + "same build; both outcomes are kept. Pass --retest if you tested them again.")
    }
    if older > 0, isKept || isDryRun {
      context.remark(
        "a11y: note: \(counted(older, "result is", "results are")) older than what the same tester logged; the later "
          + "results stay.")
    }
    if outside > 0, isKept || isDryRun {
      context.remark(
        "a11y: note: \(counted(outside, "result is", "results are")) outside the scope of audit \(audit): kept, but "
          + "not counted for it.")
    }
    if overtaken > 0, isKept || isDryRun {
      context.remark(
        "a11y: note: \(counted(overtaken, "result does", "results do")) not count, because results of newer builds are "
          + "shown. Pass --build if you tested a newer build.")
    }
    if let words = LogReport.kept(kept), isKept || isDryRun { context.remark("a11y: note: \(words).") }
    if !added.isEmpty {
      context.remark("a11y: note: unknown columns are ignored: \(added.joined(separator: ", ")).")
    }
    if let audit = openAudits.first, logged > 0 {
      context.remark(
        openAudits.count == 1
          ? "a11y: note: results in scope of audit \(audit) count for it. Pass --audit '' to log for no audit."
          : "a11y: note: results in scope of several open audits (\(openAudits.joined(separator: ", "))) count for none. "
            + "Pass --audit \(ShellWord.quoted(audit)) to log for an audit.")
    }
    if try context.format() == .json {
      try context.print(json(context, isDryRun: isDryRun).render(indent: 2))
    } else {
      if refusedCount > refused.count { context.remark("a11y: and \(refusedCount - refused.count) more lines") }
      let same = unchanged == 0 ? "" : " \(counted(unchanged, "row")) unchanged."
      if isDryRun {
        try context.print("Would log \(counted(logged, "result")); \(counted(refusedCount, "line")) rejected.\(same)")
      } else if isKept {
        let rest = refusedCount == 0 ? "" : " \(counted(refusedCount, "line")) rejected."
        try context.print("Logged \(counted(logged, "result")).\(rest)\(same)")
      }
    }
    guard refusedCount > 0 else {
      return overtaken > 0 && isKept && !context.arguments.has(.disagree) && !context.arguments.has(.at)
        ? .decision : .done
    }
    guard isKept || isDryRun else {
      let rest = logged > 0 ? ", or pass --partial to log the \(counted(logged, "valid line"))" : ""
      throw Problem(
        .badInput, code: "log.refused", "\(counted(refusedCount, "line")) rejected; nothing was logged",
        hints: ["Correct them and submit all lines again\(rest)."])
    }
    return .badInput
  }

  private func json(_ context: Context, isDryRun: Bool) -> JSONText {
    context.document(
      "a11y.log/1", ("dry_run", .bool(isDryRun)), ("logged", .int(isKept ? logged : 0)),
      ("refused", .int(refusedCount)), ("unchanged", .int(unchanged)),
      (
        "lines",
        .array(refused.map { .object([("line", .int($0.line)), ("reason", .string($0.reason))]) })
      ))
  }
}
