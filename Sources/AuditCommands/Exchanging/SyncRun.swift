import AuditModel
import AuditReports
import AuditStore
import AuditSync

/// What `a11y sync` does.
enum SyncRun {
  static func run(_ context: inout Context) throws -> ExitCode {
    let path = try folder(context)
    if context.arguments.has(.status) {
      let tracker = try context.openTracker(.read)
      return try SyncStatusText.write(try FolderState(tracker, path: path), path: path, context)
    }
    let tracker = try context.openTracker(.write)
    let patience = try PatienceLine(context, "Exchanging")
    defer { patience.end() }
    let sync = FolderSync(tracker, path: path, limits: try LimitFlag.limits(context.arguments)) { _, done, total in
      if total > 0 { patience.update(done, of: total) } else { patience.update("\(done) files written") }
    }
    try join(sync, tracker, path, context)
    let report = try sync.run()
    patience.end()
    return try SyncReportText.write(report, path: path, context)
  }

  /// The folder must be there: one that is missing may be a drive that is not mounted.
  private static func folder(_ context: Context) throws(Problem) -> String {
    let named = context.arguments.positional(0) ?? ""
    var path = try context.world.absolute(named)
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    switch context.world.files.kind(of: path) {
    case .directory where !named.isEmpty: return path
    case nil:
      throw Problem(
        .notFound, code: "sync.missing", "there is no folder \(MessageText.quoted(path))",
        hints: ["Is the drive mounted? For a new exchange make the folder first."])
    default:
      throw Problem(.badInput, code: "sync.folder", "\(MessageText.quoted(named)) is not a folder")
    }
  }

  /// A tracker without facts beside a folder with those of another: most likely a new machine of the team.
  private static func join(_ sync: FolderSync, _ tracker: Tracker, _ path: String, _ context: Context) throws {
    let (own, isEmpty) = try tracker.read { (try $0.identity().tracker, try $0.isEmpty()) }
    guard isEmpty || context.arguments.has(.adopt) else { return }
    let all = try sync.trackers()
    let others = all.contains(own) ? [] : all
    guard isEmpty, !others.isEmpty else {
      guard context.arguments.has(.adopt), !isEmpty, !others.isEmpty else { return }
      throw Problem(
        .badInput, code: "sync.adopt",
        "this tracker has facts of its own; only an empty one can become part of another")
    }
    guard others.count == 1, let team = others.first else {
      throw Problem(
        .decision, code: "sync.several",
        "this tracker is empty, and \(MessageText.quoted(path)) holds several: \(others.joined(separator: ", "))",
        hints: ["a11y import --adopt FILE with a bundle of the right one makes this one part of it."])
    }
    guard context.arguments.has(.adopt) else {
      throw Problem(
        .decision, code: "sync.join",
        "this tracker is empty, and \(MessageText.quoted(path)) holds another one, \(team)",
        hints: ["--adopt makes this one part of it, as on a new machine of the team."])
    }
    try tracker.write { try $0.adopt(tracker: team) }
  }
}

/// Says what an exchange came to.
enum SyncReportText {
  static func write(_ report: FolderReport, path: String, _ context: Context) throws -> ExitCode {
    let isJSON = try context.format() == .json
    for refused in report.refused {
      try context.world.errors.write(ProblemPrinter.text(of: problem(of: refused), json: isJSON))
    }
    if isJSON {
      try context.print(document(report, path: path, context).render(indent: 2))
    } else {
      try context.print("\(readSentence(report)) \(writtenSentence(report))")
      for skipped in report.skipped { context.remark("Passed over \(skipped.path): \(skipped.reason).") }
      for remark in remarks(report) { context.remark(remark) }
    }
    return report.refused.map { problem(of: $0).exitCode }.max { $0.rawValue < $1.rawValue } ?? .done
  }

  /// The file is named below the folder and never cut: somebody has to find it.
  static func problem(of refused: FolderReport.Refused) -> Problem {
    let problem = refused.problem.problem
    let message = "\(MessageText.quoted(refused.path, limit: 1000)): \(problem.message)"
    return Problem(problem.kind, code: problem.code, message, hints: problem.hints)
  }

  private static func readSentence(_ report: FolderReport) -> String {
    let reports = report.read.map(\.report)
    guard !reports.isEmpty || !report.refused.isEmpty else { return "Nothing new to read." }
    func sum(_ number: (ImportReport) -> Int) -> Int { reports.reduce(0) { $0 + number($1) } }
    var parts = ["\(sum { $0.reception.added }) added", "\(sum { $0.reception.same }) the same"]
    let others: [(Int, String, String)] = [
      (report.refused.count, "refused", "refused"), (sum { $0.disputes }, "dispute", "disputes"),
      (sum { $0.conflicts }, "conflict", "conflicts"),
      (sum { $0.reception.aheadOfClock }, "ahead of the clock", "ahead of the clock"),
      (sum { $0.reception.keptForNewer }, "kept for a newer version", "kept for a newer version"),
      (sum { $0.reception.forks }, "fork", "forks"), (sum { $0.reception.erased }, "erased", "erased"),
    ]
    parts += others.filter { $0.0 > 0 }.map { counted($0.0, $0.1, $0.2) }
    return "Read \(counted(reports.count + report.refused.count, "file")): \(parts.joined(separator: ", "))."
  }

  private static func writtenSentence(_ report: FolderReport) -> String {
    guard !report.written.isEmpty else { return "Nothing to write." }
    let facts = report.written.reduce(0) { $0 + $1.facts }
    return "Wrote \(counted(report.written.count, "file")) with \(counted(facts, "fact"))."
  }

  private static func remarks(_ report: FolderReport) -> [String] {
    var remarks: [String] = []
    if report.read.contains(where: { $0.report.disputes > 0 || $0.report.conflicts > 0 }) {
      remarks.append("a11y list conflicts shows what people disagree about; a11y resolve settles it.")
    }
    if report.read.contains(where: { $0.report.reception.forks > 0 }) {
      remarks.append("A replica went on in two places; a11y doctor names it. Nothing is lost.")
    }
    for written in report.written where report.refused.contains(where: { $0.path == written.path }) {
      remarks.append("\(written.path) is this machine's own: it was put right.")
    }
    if report.erasures > 0 {
      remarks.append(
        "Another machine asks to have \(counted(report.erasures, "fact")) erased: a11y erase list shows why, a11y erase follow "
          + "does it.")
    }
    if !report.cleaned.isEmpty {
      let git = report.isInGit ? " The history of git still has the old ones." : ""
      remarks.append("Wrote \(counted(report.cleaned.count, "own file")) anew without what was erased.\(git)")
    }
    if !report.stale.isEmpty {
      remarks.append(
        "\(counted(report.stale.count, "file")) of other machines still hold what was erased, until those machines "
          + "exchange: \(report.stale.prefix(5).joined(separator: ", "))\(report.stale.count > 5 ? " and more" : ""). "
          + "Those of a machine that is gone for good may be deleted: what they held is written anew without it.")
    }
    return remarks
  }

  private static func document(_ report: FolderReport, path: String, _ context: Context) -> JSONText {
    let reports = report.read.map(\.report)
    func sum(_ number: (ImportReport) -> Int) -> JSONText { .int(reports.reduce(0) { $0 + number($1) }) }
    return .object([
      ("schema", .string("a11y.sync/1")),
      ("generated", .string(Timestamp(milliseconds: context.world.now()).iso8601)), ("folder", .string(path)),
      ("read", .array(report.read.map { .string($0.path) })),
      (
        "written",
        .array(report.written.map { .object([("file", .string($0.path)), ("facts", .int($0.facts))]) })
      ),
      (
        "skipped",
        .array(report.skipped.map { .object([("file", .string($0.path)), ("reason", .string($0.reason))]) })
      ),
      (
        "refused",
        .array(
          report.refused.map {
            .object([
              ("file", .string($0.path)), ("code", .string($0.problem.code.rawValue)),
              ("message", .string($0.problem.description)),
            ])
          })
      ),
      ("added", sum { $0.reception.added }), ("same", sum { $0.reception.same }), ("disputes", sum { $0.disputes }),
      ("conflicts", sum { $0.conflicts }), ("kept_for_newer", sum { $0.reception.keptForNewer }),
      ("ahead_of_clock", sum { $0.reception.aheadOfClock }), ("forks", sum { $0.reception.forks }),
      ("erased", sum { $0.reception.erased }), ("cleaned", .array(report.cleaned.map { .string($0) })),
      ("still_holding_erased", .array(report.stale.map { .string($0) })), ("waiting_erasures", .int(report.erasures)),
    ])
  }
}
