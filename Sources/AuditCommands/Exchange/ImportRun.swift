import Arguments
import AuditExchange
import AuditModel
import AuditStore
import AuditSync
import Terminal
import TrackerAccess

/// What `a11y import` does.
enum ImportRun {
  static func run(_ context: Context) throws -> ExitCode {
    let names = context.arguments.positionals
    guard !names.isEmpty else {
      throw Problem.usage("import.files", "missing argument FILE", hints: ["Run \"a11y import FILE...\"."])
    }
    if let tables = try TicketImport.tables(names, context) { return try TicketImport.run(tables, context) }
    var settings = BundleImport()
    settings.limits = try LimitFlag.limits(context.arguments)
    settings.adopts = context.arguments.has(.adopt)
    settings.acceptsChanged = context.arguments.has(.acceptChanged)
    let reports = try ToolReports(context, names)
    let tracker = try context.openTracker(.write)
    settings.trust = try SigningSetup(context, tracker).trust()
    if settings.trust.vouches { settings.importer = try context.requiredTester() }
    let progress = context.progress
    progress.begin("Importing")
    defer { progress.end() }
    let looks = try LookAlikeNames(tracker)
    let job = Job(context: context, settings: settings, reports: reports, progress: progress, looks: looks)
    let isDryRun = context.arguments.has(.dryRun)
    var outcomes = try isDryRun ? job.rehearse(names, tracker) : names.map { try job.run($0, tracker) }
    if !isDryRun {
      try FollowRun.endJoining(tracker, context)
      try tracker.removeErasedFiles()
    }
    for index in outcomes.indices { try job.takeEvidence(&outcomes[index], tracker, isDryRun: isDryRun) }
    progress.end()
    if !isDryRun { try tracker.read(looks.look) }
    looks.warn(context)
    return try ImportReportText.write(outcomes, context)
  }

  private struct Job {
    let context: Context
    let settings: BundleImport
    let reports: ToolReports
    let progress: ProgressLine
    let looks: LookAlikeNames

    func run(_ name: String, _ tracker: Tracker) throws -> ImportOutcome {
      if let report = reports.report(name) {
        return try outcome(report) { intake, findings in
          try tracker.write { try intake.take(findings, of: report.form, into: $0) }
        }
      }
      return try outcome(name) { file in
        try tracker.write(isBulk: file.bytes > 4 << 20) { try take(file, name, $0) }
      }
    }

    /// All files one after the other, as the real run would import them; nothing is kept.
    func rehearse(_ names: [String], _ tracker: Tracker) throws -> [ImportOutcome] {
      let results = try tracker.rehearse(names.count) { index, writer in
        if let report = reports.report(names[index]) {
          return try outcome(report) { intake, findings in try intake.take(findings, of: report.form, into: writer) }
            .result.get()
        }
        let imported = try outcome(names[index]) { try take($0, names[index], writer) }.result.get()
        try looks.look(writer.reader)
        return imported
      }
      return try zip(names, results).map { name, result in
        switch result {
        case .success(let report): return ImportOutcome(name: name, result: .success(report))
        case .failure(let problem as Problem): return ImportOutcome(name: name, result: .failure(problem))
        case .failure(let error): throw error
        }
      }
    }

    /// Files are copied after all facts, from the folder next to each bundle; standard input has no such folder.
    func takeEvidence(_ outcome: inout ImportOutcome, _ tracker: Tracker, isDryRun: Bool) throws {
      guard let report = outcome.bundle else { return }
      let isFile = outcome.name != "-"
      let tree = isFile ? EvidenceTree(beside: try context.world.absolute(outcome.name)) : nil
      outcome.evidence = try report.takeEvidence(from: tree, into: tracker, isDryRun: isDryRun)
    }

    private func take(_ file: BundleFile, _ name: String, _ writer: Writer) throws -> ImportReport {
      do {
        return try settings.run(file, name: name, into: writer) { progress.update($0, of: file.bytes) }
      } catch let problem as BundleProblem where problem.code == .tracker {
        guard !settings.adopts, try writer.reader.isEmpty() else { throw problem }
        throw BundleProblem(.join, problem.sentence, path: problem.path)
      }
    }

    /// A refused file is an outcome; a tracker that cannot be written ends the command.
    private func outcome(_ name: String, _ body: (BundleFile) throws -> ImportReport) throws -> ImportOutcome {
      do {
        return ImportOutcome(
          name: name, result: .success(.bundle(try BundleInput.with(name, context, settings.limits, body))))
      } catch let problem as BundleProblem {
        return ImportOutcome(name: name, result: .failure(problem.problem(of: name)))
      }
    }

    private func outcome(
      _ report: ToolReports.Report, _ body: (SignalIntake, FindingsReport) throws -> SignalReport
    ) throws -> ImportOutcome {
      switch report.findings {
      case .failure(let problem): return ImportOutcome(name: report.name, result: .failure(problem))
      case .success(let findings):
        let intake = SignalIntake(circumstances: reports.circumstances, editor: reports.editor)
        return ImportOutcome(name: report.name, result: .success(.signals(try body(intake, findings))))
      }
    }
  }
}

/// A bundle that was named: a file, or standard input.
enum BundleInput {
  /// Standard input is put aside in a private file first: a slow sender would keep the tracker locked.
  static func with<T>(
    _ name: String, _ context: Context, _ limits: BundleLimits, _ body: (BundleFile) throws -> T
  ) throws -> T {
    guard name == "-" else {
      return try body(try BundleFile(path: try context.world.absolute(name), limits: limits))
    }
    let spool = try BundleSpool(folder: context.world.setting("TMPDIR") ?? "/tmp")
    defer { spool.close() }
    let input = context.standardInput()
    var total = 0
    while true {
      let piece = try input.read(upTo: 1 << 16)
      if piece.isEmpty { break }
      total += piece.count
      guard total <= limits.fileBytes else {
        throw BundleProblem(.limit, "standard input is longer than \(limits.fileBytes) bytes")
      }
      try spool.append(piece)
    }
    return try body(try spool.read(limits: limits))
  }
}
