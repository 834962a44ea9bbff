import Base
import Children
import CommandLine
import Reports
import Sessions
import Store

/// What `a11y tap report` and `a11y tap replay` do.
enum TapReportRun {
  static func report(_ context: Context) throws -> ExitCode {
    let isRedacted = context.arguments.has(.redact)
    let isForTeam = context.arguments.has(.team)
    if isForTeam { try requireOwnEyes(context) }
    try ReportCommand.refuseSameFile(context)
    let tracker = try context.openTracker(.read)
    var origin: (app: String, facts: PageOrigin)?
    let (reports, courses, waiting) = try tracker.read { reader -> ([TapReport], [TapCourse], [WaitingSession]) in
      if context.arguments.has(.html) { origin = (try reader.trackerTitle(), try facts(context, reader)) }
      let asked = try context.arguments.positional(0).map { try TapPlans.find($0, reader) }
      // A plan is shown with the other plans of its component, also if only one was requested.
      let plans = try reader.plans().filter { plan in
        asked.map { plan.component.hasSameBytes(as: $0.component) } ?? true
      }
      let all = try TapReports.reports(
        plans, reader, isRedacted: isRedacted, isForTeam: isForTeam,
        ages: context.arguments.string(.ages).map(AgeBand.named))
      let own = all.filter { report in asked.map { $0.key.hasSameBytes(as: report.plan.key) } ?? true }
      let courses = TapCourse.courses(all).filter { course in asked.map { course.input == $0.input } ?? true }
      let waiting = try isRedacted ? [] : reader.waitingSessions()
      return (own, courses.filter(\.isTelling), waiting)
    }
    guard !reports.isEmpty else {
      throw Problem(
        .notFound, code: "plan.none", "no first-tap test plan exists",
        hints: ["Run \"a11y new plan KEY --component COMPONENT --size WxH\" to create one."])
    }
    if isForTeam {
      context.warn(
        "only for the team that ran these sessions: small groups are shown and can identify single children; keep this "
          + "report on this screen")
    }
    if let origin, let file = context.arguments.string(.html) {
      let app = origin.app.isEmpty && file != "-" ? DatabaseLocation.trackerName(ofFile: tracker.path) : origin.app
      let page = ReportFirstTap(reports, courses: courses).htmlPage(
        app: app, subject: title(reports, isRedacted), day: LongDate.day(context.world.now(), context.world.clock),
        remarks: strange(reports, waiting), origin: origin.facts)
      try ReportFile.write(file, context, isPrivate: !isRedacted) { try $0.write(page.text) }
      guard file != "-" else { return .done }
      context.remark("Wrote the report to \(file). Open it in any browser.", linking: file)
      guard ReportCommand.asksForForm(context) || context.arguments.has(.output) else { return .done }
    }
    let ages = context.arguments.string(.ages).map { ", age \($0)" } ?? ""
    try TapOutput.write(
      context, json: { document(reports, courses, waiting, isRedacted, generated: $0) },
      page: { text in
        var page = page(reports, courses, waiting, isRedacted, text)
        page.title += ages
        return page
      })
    return .done
  }

  /// What a page is made of; its filter is as it was typed.
  private static func facts(_ context: Context, _ reader: Reader) throws -> PageOrigin {
    let flags = [context.arguments.positional(0), context.arguments.has(.redact) ? FlagName.redact.long : nil]
    return try FactsOrigin.of(reader, filter: flags.compactMap(\.self).joined(separator: " "))
  }

  /// A report that hides nothing is shown on a terminal only and never written to a file.
  private static func requireOwnEyes(_ context: Context) throws {
    let format = try context.format()
    guard !context.arguments.has(.redact), context.world.isTerminal(.output), format != .json, format != .md else {
      throw Problem.usage(
        "team.screen", "--team is for the terminal only and cannot be combined with another format, a file, or a pipe",
        hints: ["Remove --team to write a report that does not identify single children."])
    }
  }

  private static func document(
    _ reports: [TapReport], _ courses: [TapCourse], _ waiting: [WaitingSession], _ isRedacted: Bool, generated: String
  ) -> JSONText {
    .object([
      "schema": "a11y.tap-report/1", "generated": generated, "redacted": isRedacted, "plans": reports.map(\.json),
      "courses": courses.map(\.json), "notes": notes(reports, waiting),
    ])
  }

  private static func page(
    _ reports: [TapReport], _ courses: [TapCourse], _ waiting: [WaitingSession], _ isRedacted: Bool, _ text: RateText
  ) -> Page {
    var sections: [PageSection] = []
    for report in reports {
      var parts = report.sections(text)
      if reports.count > 1, !parts.isEmpty { parts[0].heading = report.plan.key }
      sections += parts
    }
    sections += courses.flatMap { $0.sections(text) }
    sections.append(PageSection("Remarks", notes(reports, waiting).map { .text($0) }))
    return Page(title: title(reports, isRedacted), sections: sections)
  }

  private static func title(_ reports: [TapReport], _ isRedacted: Bool) -> String {
    let title = reports.count == 1 ? "First-tap success: \(reports[0].plan.key)" : "First-tap success"
    return title + (isRedacted ? ", redacted" : "")
  }

  private static func notes(_ reports: [TapReport], _ waiting: [WaitingSession]) -> [String] {
    (TapReport.falseCalls(of: reports.count).map { [$0] } ?? []) + strange(reports, waiting)
  }

  /// Children of other machines that are in the figures, sessions that are in no figure, and what was logged before others
  /// counted.
  private static func strange(_ reports: [TapReport], _ waiting: [WaitingSession]) -> [String] {
    let elsewhere = reports.compactMap { report in report.main?.origins.map { "\(report.plan.key): \($0)." } }
    return elsewhere + reports.compactMap { uncounted($0.plan, waiting) } + reports.compactMap(superseded)
  }

  /// `p: 4 sessions of machines that are not followed here are in none of these figures (a11y waiting).`
  static func uncounted(_ plan: TapPlan, _ waiting: [WaitingSession]) -> String? {
    let count = waiting.count { $0.plan.hasSameBytes(as: plan.key) }
    guard count > 0 else { return nil }
    return "\(plan.key): \(counted(count, "session", "sessions")) of machines that are not followed here "
      + "\(count == 1 ? "is" : "are") in none of these figures (a11y waiting)."
  }

  private static func superseded(_ report: TapReport) -> String? {
    guard let logged = report.loggedVerdict, let part = report.main, part.disclosure != .hidden,
      logged != part.verdict
    else { return nil }
    let key = ShellWord.quoted(report.plan.key)
    return "\(report.plan.key): closed with the verdict \(logged.rawValue), and the sessions that count now give "
      + "\(part.verdict.rawValue). To log it, run \"a11y edit plan \(key) --reopen\" and \"a11y tap close \(key)\"."
  }

  /// Scores the contacts of the page again and compares the outcomes.
  static func replay(_ context: Context) throws -> ExitCode {
    let tracker = try context.openTracker(.read)
    var (replayed, bare, other) = (0, 0, 0)
    var differing: [String] = []
    try tracker.read { reader in
      let plan = try context.arguments.positional(0).map { try TapPlans.find($0, reader).key }
      for sessionRecord in try reader.sessionRecords(plan: plan) {
        for seen in sessionRecord.trials {
          guard let contacts = seen.contacts else {
            bare += 1
            continue
          }
          guard seen.trial.scoring == TapScoring.version else {
            other += 1
            continue
          }
          replayed += 1
          let strict = TapScoring.strict(contacts, recorded: seen.trial.outcome)
          let filtered = TapScoring.filtered(contacts, recorded: seen.trial.outcome)
          let recorded = seen.trial.filtered ?? seen.trial.outcome
          guard strict != seen.trial.outcome || filtered != recorded else { continue }
          differing.append(
            "\(seen.id): recorded \(seen.trial.outcome.rawValue), filtered \(recorded.rawValue); "
              + "now \(strict.rawValue), filtered \(filtered.rawValue)")
        }
      }
    }
    if try context.printed(
      "a11y.tap-replay/1",
      ["replayed": replayed, "without_contacts": bare, "other_scoring": other, "differing": differing])
    {
      return differing.isEmpty ? .done : .no
    }
    for line in differing { try context.say(line) }
    try context.print(
      "\(counted(replayed, "trial")) rescored:  "
        + (differing.isEmpty ? "all match." : "\(differing.count) differ."))
    if bare > 0 {
      context.remark("\(counted(bare, "trial has", "trials have")) no contacts to rescore.")
    }
    if other > 0 { context.remark("\(counted(other, "trial was", "trials were")) scored by another version.") }
    return differing.isEmpty ? .done : .no
  }
}

/// What `a11y tap compare` does: reads two versions and reports their difference.
enum CompareRun {
  static func run(_ context: Context) throws -> ExitCode {
    let isPaired = context.arguments.has(.paired)
    let words = context.arguments.positionals
    let report: ComparisonReport
    if words == ["-"], isPaired {
      report = ComparisonReport(pairs: try pairs(context), names: VersionWords.names)
    } else {
      var versions = VersionWords(kind: words == ["-"] ? .badInput : .usage)
      if words == ["-"] {
        for line in try InputLines.read(context) { try versions.takeLine(line.text, at: line.place) }
      } else {
        try versions.takeArguments(words)
      }
      let (first, second) = try versions.two()
      report = isPaired ? try paired(first, second) : ComparisonReport(first: first.version, second: second.version)
    }
    try TapOutput.write(context, json: report.json, page: report.page)
    return report.finding == .noData ? .notFound : .done
  }

  /// One child per line: the first version, then the second.
  private static func pairs(_ context: Context) throws -> [(first: ChildTaps, second: ChildTaps)] {
    var pairs: [(first: ChildTaps, second: ChildTaps)] = []
    for line in try InputLines.read(context) {
      let counts = TapCounts(place: line.place, kind: .badInput)
      let children = try counts.readAll(line.text)
      guard children.count == 2 else {
        throw counts.refusal(
          line.text, "expected 2 counts per line with --paired, e.g. 9/10 10/10; got \(children.count)")
      }
      pairs.append((children[0], children[1]))
    }
    return pairs
  }

  private static func paired(
    _ first: VersionWords.Group, _ second: VersionWords.Group
  ) throws(Problem) -> ComparisonReport {
    guard first.children.count == second.children.count else {
      throw .usage(
        "tap.unpaired",
        "\(MessageText.quoted(first.name)) has \(counted(first.children.count, "child", "children")) and "
          + "\(MessageText.quoted(second.name)) has \(second.children.count), but --paired requires the same children",
        hints: ["Write 0/0 for a child without a scored tap, or remove --paired for different children."])
    }
    let pairs = Array(zip(first.children, second.children))
    return ComparisonReport(pairs: pairs.map { ($0.0, $0.1) }, names: (first.name, second.name))
  }
}

/// What `a11y tap estimate` does: reads counts and reports a rate with its limits and verdict.
enum EstimateRun {
  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let target = try PercentValue.target(arguments)
    let planned = try arguments.int(.plannedChildren, in: 1...TapCounts.mostChildren)
    let report = EstimateReport(
      Estimate(try children(context)), target: target, plan: planned.map { .children($0) } ?? .unsaid)
    try TapOutput.write(context, json: report.json, page: report.page)
    if case .unsaid = report.plan, report.verdict == .met {
      context.remark("All planned children are assumed to be included. Use --planned-children N if more will follow.")
    }
    return report.verdict == .noData ? .notFound : .done
  }

  private static func children(_ context: Context) throws -> [ChildTaps] {
    let words = context.arguments.positionals
    guard !words.isEmpty else {
      throw Problem.usage(
        "argument.missing", "missing argument HITS/TAPS: the result of each child, e.g. 9/10",
        hints: [context.arguments.helpHint])
    }
    var children: [ChildTaps] = []
    if words == ["-"] {
      for line in try InputLines.read(context) {
        children.append(try TapCounts(place: line.place, kind: .badInput).one(line.text))
      }
    } else {
      try TapCounts.checkCount(words.count, .usage)
      for (index, word) in words.enumerated() {
        children.append(try TapCounts(place: "argument \(index + 1)", kind: .usage).read(word))
      }
    }
    return children
  }
}

extension TapCounts {
  fileprivate func one(_ line: String) throws(Problem) -> ChildTaps {
    let found = try readAll(line)
    guard let child = found.first, found.count == 1 else {
      throw refusal(line, "expected 1 child per line; got \(found.count)")
    }
    return child
  }
}

/// Writes a report about taps in the requested format.
enum TapOutput {
  static func write(_ context: Context, json: (String) -> JSONText, page: (RateText) -> Page) throws {
    let rates: RateText = try context.format() == .plain ? .words : .symbol
    try context.write(page(rates), json: json(context.generated))
  }
}

/// What `a11y tap plan` does: the number of children that a target requires.
enum PlanRun {
  /// The default taps per child.
  private static let taps = [1, 2, 3, 5, 8, 10, 20]

  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let target = try PercentValue.target(arguments)
    let rate = try PercentValue.rate(arguments, above: target)
    let asked = try arguments.int(.taps, in: 1...ChildTaps.mostTaps)
    let shown = rate.map { RateText.symbol.exact($0) } ?? "a lower rate"
    func children(_ taps: Int) -> Int? { NeededChildren.children(target: target, taps: taps) }
    return try ListOutput(context).write(
      Table(
        "tap-plan", title: "Sample size for a target of \(RateText.symbol.exact(target))",
        columns: [
          Column("taps", "Taps each", .number) { $0 }, Column("children", "Children (no miss)", .number, children),
          Column("taps_in_all", "Total taps", .number) { taps in children(taps).map { $0 * taps } },
          Column("children_at_rate", "Children at \(shown)", .number) { taps in
            rate.flatMap { NeededChildren.children(target: target, taps: taps, rate: $0) }
          }.extra(rate == nil), Column("target", "Target", .number) { _ in target }.extra,
          Column("rate", "Rate", .number) { _ in rate }.extra,
        ], rows: TableRows(asked.map { [$0] } ?? PlanRun.taps), summary: summary(target, rate)))
  }

  private static func summary(_ target: Double, _ rate: Double?) -> [String] {
    let goal = RateText.symbol.exact(target)
    var sentences = [
      "With fewer children, even a test without a miss does not meet \(goal); fewer than \(Verdict.fewestToMeet) "
        + "children are never enough."
    ]
    if let rate {
      sentences.append(
        "At \(RateText.symbol.exact(rate)): sample size if this is the mean rate of the children. About half of the "
          + "tests of such a target have a lower rate and need more children. An empty field means more than "
          + "\(NeededChildren.most).")
    }
    return sentences + ["Small samples can show that a target is bad, but rarely that it is good."]
  }
}
