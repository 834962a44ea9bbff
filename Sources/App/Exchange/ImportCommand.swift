package import CommandLine
package import Exchange
import Sessions
import Store

/// `a11y import`: reads bundles of other machines and reports of tools.
enum ImportCommand {
  static let spec = CommandSpec(
    "import", group: .move, "import bundles and automated-tool reports",
    positionals: [
      PositionalSpec("FILE", arity: .many, completes: .files, "bundles, reports, or tickets; - is standard input")
    ],
    flags: [
      .dryRun, .adopt, FlagSpec(switch: .exitCode, "exit with code 5 if a request or a change waits for a decision"),
      FlagSpec(switch: .acceptChanged, "accept worksheet answers for checks that have changed since"),
      FlagSpec(switch: .unsigned, "import unsigned bundles and vouch for their content"), .bundleLimits,
      .choice(.tool, value: "TOOL", of: ReportForm.self, "report format (default: detected)"),
      .component("component for findings that match no other component"),
      .condition("condition of the tool run, if the report has none"), .build, .device, .os,
      FlagSpec(.run, value: "NAME", "run name; findings missing from its newer report are closed"),
      .at("time of the tool run, if the report has none"), .tester, .map("Vorgang=ticket,Erledigt=closed"),
      .headerRow,
      .partial, .rejects,
    ],
    run: run)

  static func run(_ context: Context) throws -> ExitCode {
    let names = context.arguments.positionals
    guard !names.isEmpty else {
      throw Problem.usage("import.files", "missing argument FILE", hints: ["Run \"a11y import FILE...\"."])
    }
    var settings = BundleImport()
    settings.limits = try LimitFlag.limits(context.arguments)
    let inputs = try ImportInput.all(names, context, settings.limits)
    if let tables = try TicketImport.tables(inputs, context) { return try TicketImport(tables, context).run() }
    settings.adopts = context.arguments.has(.adopt)
    settings.acceptsChanged = context.arguments.has(.acceptChanged)
    settings.gathersSteps = inputs.count > 1 || settings.adopts
    let reports = try ToolReports(context, inputs)
    let tracker = try context.openTracker(.write)
    settings.trust = try SigningSetup(context, tracker).trust()
    if settings.trust.vouches { settings.importer = try context.requiredTester() }
    let progress = context.progress
    progress.begin("Importing")
    defer { progress.end() }
    let before = BeforeNews(context)
    settings.willAdd = before.look
    let job = Job(context: context, settings: settings, reports: reports, progress: progress, before: before)
    let isDryRun = context.arguments.has(.dryRun)
    var (outcomes, change) =
      try isDryRun ? job.rehearse(inputs, tracker) : (inputs.map { try job.run($0, tracker) }, nil)
    if !isDryRun {
      if let joined = try FollowCommand.endJoining(tracker, context) {
        let places = outcomes.indices.filter { outcomes[$0].bundle != nil }
        var reports = outcomes.compactMap(\.bundle)
        joined.look(at: &reports)
        for (place, report) in zip(places, reports) { outcomes[place].result = .success(.bundle(report)) }
      }
      try tracker.removeErasedFiles()
      change = try before.compare(tracker, hasNews: outcomes.contains { $0.added > 0 })
    }
    for (index, input) in inputs.enumerated() {
      try job.takeEvidence(&outcomes[index], input, tracker, isDryRun: isDryRun)
    }
    progress.end()
    before.warn()
    if settings.adopts { try context.remarkLaterEdition(of: tracker) }
    return try ImportReportText.write(outcomes, change, context)
  }

  private struct Job {
    let context: Context
    let settings: BundleImport
    let reports: ToolReports
    let progress: ProgressLine
    let before: BeforeNews

    func run(_ input: ImportInput, _ tracker: Tracker) throws -> ImportOutcome {
      if let report = reports.report(input.name) {
        return try outcome(report) { intake, findings in
          try tracker.write { try take(findings, of: report, intake, $0) }
        }
      }
      return try outcome(input) { file in
        try tracker.write(isBulk: file.bytes > 4 << 20) { try take(file, input.name, $0) }
      }
    }

    /// All files one after the other, as the real run would import them; nothing is kept.
    ///
    /// - Returns: also what they would do to the release check, where a policy was in force before.
    func rehearse(_ inputs: [ImportInput], _ tracker: Tracker) throws -> ([ImportOutcome], GateChange?) {
      var change: GateChange?
      var hasNews = false
      let results = try tracker.rehearse(inputs.count + 1) { index, writer -> ImportOutcome.Imported? in
        guard index < inputs.count else {
          try writer.settle()
          change = try writer.look { try before.compare($0, hasNews: hasNews) }
          return nil
        }
        let input = inputs[index]
        if let report = reports.report(input.name) {
          let found = try outcome(report) { try take($1, of: report, $0, writer) }
          hasNews = hasNews || found.added > 0
          return try found.result.get()
        }
        let imported = try outcome(input) { try take($0, input.name, writer) }
        hasNews = hasNews || imported.added > 0
        return try imported.result.get()
      }
      let outcomes = try zip(inputs, results).map { input, result in
        switch result {
        case .success(let report?): return ImportOutcome(name: input.name, result: .success(report))
        case .success(nil): throw Refusal.invalid("nothing was rehearsed")
        case .failure(let problem as Problem): return ImportOutcome(name: input.name, result: .failure(problem))
        case .failure(let error): throw error
        }
      }
      return (outcomes, change)
    }

    /// Files are copied after all facts, from the folder next to each bundle, or from the archive that it is in; a stream
    /// has neither.
    func takeEvidence(
      _ outcome: inout ImportOutcome, _ input: ImportInput, _ tracker: Tracker, isDryRun: Bool
    ) throws {
      guard let report = outcome.bundle else { return }
      let beside = input.hasNeighbors ? EvidenceTree(beside: try context.world.absolute(outcome.name)) : nil
      outcome.evidence = try report.takeEvidence(from: input.packed ?? beside, into: tracker, isDryRun: isDryRun)
    }

    private func take(_ file: BundleFile, _ name: String, _ writer: Writer) throws -> ImportReport {
      do {
        return try settings.run(file, name: name, into: writer) { progress.update($0, of: file.bytes) }
      } catch let problem as BundleProblem where problem.code == .tracker {
        guard !settings.adopts, try writer.reader.isEmpty() else { throw problem }
        throw BundleProblem(.join, problem.sentence, path: problem.path)
      }
    }

    private func take(
      _ findings: FindingsReport, of report: ToolReports.Report, _ intake: SignalIntake, _ writer: Writer
    ) throws -> SignalReport {
      try writer.look(before.look)
      return try intake.take(findings, of: report.form, into: writer)
    }

    /// A refused file is an outcome; a tracker that cannot be written ends the command.
    private func outcome(_ input: ImportInput, _ body: (BundleFile) throws -> ImportReport) throws -> ImportOutcome {
      do {
        return ImportOutcome(name: input.name, result: .success(.bundle(try body(try input.bundle()))))
      } catch let problem as BundleProblem {
        return ImportOutcome(name: input.name, result: .failure(input.problem(problem)))
      } catch let problem as Problem where !input.isReadable {
        return ImportOutcome(name: input.name, result: .failure(problem))
      }
    }

    private func outcome(
      _ report: ToolReports.Report, _ body: (SignalIntake, FindingsReport) throws -> SignalReport
    ) throws -> ImportOutcome {
      switch report.findings {
      case .failure(let problem): return ImportOutcome(name: report.name, result: .failure(problem))
      case .success(let findings):
        let intake = SignalIntake(
          circumstances: reports.circumstances, editor: reports.editor, others: reports.others(than: report))
        return ImportOutcome(name: report.name, result: .success(.signals(try body(intake, findings))))
      }
    }
  }
}

/// What became of one file.
package struct ImportOutcome {
  package var name: String
  package var result: Result<Imported, Problem>
  package var evidence = EvidenceCount()

  package var bundle: ImportReport? {
    guard case .success(.bundle(let report)) = result else { return nil }
    return report
  }

  /// Why the file was refused; nil where it was not.
  package var problem: Problem? {
    guard case .failure(let problem) = result else { return nil }
    return problem
  }

  /// How many entries and tool findings are new.
  var added: Int { bundle?.received.added ?? signals?.added ?? 0 }

  var signals: SignalReport? {
    guard case .success(.signals(let report)) = result else { return nil }
    return report
  }

  /// What the file was.
  package enum Imported {
    case bundle(ImportReport)
    case signals(SignalReport)
  }
}
