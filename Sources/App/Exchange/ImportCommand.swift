import Audit
import CommandLine
import Exchange
import Sessions
import Store

/// `a11y import`: reads bundles of other machines and reports of tools.
enum ImportCommand {
  static let spec = CommandSpec(
    "import", group: .move, "import bundles and automated-tool reports",
    examples: [
      .init("a11y import tia.a11y.json tom.a11y.json", "add new entries; a second import adds nothing"),
      .init("a11y import --dry-run tia.a11y.json", "show the same counts without importing"),
      .init("a11y import audit.jsonl --build 3.2", "tool findings of XCTest, axe-core, and others"),
      .init("a11y import --adopt team.a11y.json", "join a new, empty tracker to the team's"),
      .init("a11y import tickets.csv --map Vorgang=ticket,Erledigt=closed", "tickets in other words"),
    ],
    details: [
      "A bundle is imported completely or not at all: its format, digests, end, and derived data are verified before "
        + "any entry counts. Importing again, in any order, changes nothing.",
      "Nothing is overwritten. If two testers log different outcomes on the same build, the item is disputed. If two "
        + "people edit the same field, both values are kept. Run \"a11y list conflicts\" to see both.",
      "Results of others count, but the release check counts an item that they make better as it was until you follow "
        + "them. What they decided waits until you follow them (a11y waiting, a11y follow), except that "
        + "an empty tracker that joins with --adopt follows the machines of the bundle.",
      "Evidence files are read from the folder next to the bundle, if it exists (team.a11y.evidence next to "
        + "team.a11y.json). Missing files are counted; a later import or sync adds them. A worksheet with images saves "
        + "both in one .zip file, which is imported as it is.",
      "A tool finding is added to its component and check once, even if several screens report it. Its build is that "
        + "of the report, else --build, else the current build of the tracker. It never passes an item. It sets the item to CAN'T TELL until a person tests the item; run \"a11y list tool-findings\" to "
        + "review. Findings that match no component or no check are listed, counted, and kept (a11y list "
        + "tool-findings state:unmatched); run \"a11y edit tracker --match\" to assign them. The exit code is 5 if "
        + "some findings have no component, and 3 if none has both a component and a check. Run \"a11y help "
        + "formats\" for the formats.",
      "A table of tickets, as CSV or JSON of an issue tracker, gives findings their tickets, by their marks, and the state "
        + "of each (a11y list findings ticket:closed). A finding keeps every ticket that it has. No state closes a finding. "
        + "Words of other languages are translated by --map. Nothing is imported unless all rows with a mark are valid or "
        + "you pass --partial; --rejects FILE then keeps the others.",
      "A file that a tester saved from a worksheet is a bundle. If a check has changed since the worksheet was made, "
        + "the file is refused and the error names the check; pass --accept-changed to import it anyway.",
    ],
    positionals: [
      PositionalSpec("FILE", arity: .many, completes: .files, "bundles, reports, or tickets; - is standard input")
    ],
    flags: [
      .dryRun, .adopt, FlagSpec(switch: .exitCode, "exit with code 5 if a request or a change waits for a decision"),
      FlagSpec(switch: .acceptChanged, "accept worksheet answers for checks that have changed since"),
      FlagSpec(switch: .unsigned, "import unsigned bundles and vouch for their content"), .bundleLimits,
      FlagSpec(
        .tool, value: "TOOL", choices: ReportForm.allCases.map(\.rawValue),
        "report format (default: detected)"),
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
