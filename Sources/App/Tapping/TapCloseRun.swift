import Audit
import Base
import Children
import CommandLine
import Reports
import Sessions
import Store

/// What `a11y tap close` does: closes a plan, and logs its verdict as results of the first-tap checks.
enum TapCloseRun {
  static func run(_ context: Context) throws -> ExitCode {
    let tester = try context.requiredTester()
    let tracker = try context.openTracker(.write)
    var said: [String] = []
    var warnings: [String] = []
    var members: JSONMembers = [:]
    try context.change(tracker) { writer in
      let plan = try TapPlans.open(context.arguments.positional(0) ?? "", writer.reader)
      let report = try TapReports.report(plan, writer.reader)
      guard let part = report.main else {
        throw Problem(
          .notFound, code: "plan.no-data", "the plan \(MessageText.quoted(plan.key)) has no scored taps",
          hints: ["Run \"a11y tap run \(ShellWord.quoted(plan.key)) --help\" for how to record a session."])
      }
      try end(plan, writer, by: tester)
      let trouble = try isTroubleSeen(plan, writer.reader)
      let current = try writer.reader.staleRule().build
      let closing = try log(
        plan, part, trouble: trouble, writer, by: tester, build: plan.build.isEmpty ? current : plan.build)
      said = ["Closed plan \(plan.key): \(part.verdict.rawValue).", logged(closing, plan)]
      said += closing.logged.map(\.sentence) + (try words(on: trouble, plan, writer.reader))
      let uncounted = TapReportRun.uncounted(plan, try writer.reader.waitingSessions())
      warnings =
        closing.warnings(plan) + report.changes
        + [uncounted, try closing.outside(writer.reader)].compactMap(\.self)
      members = [
        "plan": plan.key, "component": plan.component, "verdict": part.verdict.rawValue,
        "logged": closing.logged.map(\.json), "kept": closing.kept.map(\.json),
      ]
    }
    if context.arguments.has(.dryRun) {
      said = said.map { line in
        ["Closed ", "Logged "].contains(where: line.hasPrefix)
          ? "Would have " + line.prefix(1).lowercased() + line.dropFirst() : line
      }
    } else {
      try TapPlans.sweep(tracker, context)
    }
    if try context.format() == .json {
      try context.print(document(members, said, warnings, context))
    } else {
      for line in said { try context.say(line) }
    }
    for warning in warnings { context.warn(warning) }
    return .done
  }

  private static func logged(_ closing: TapClosing, _ plan: TapPlan) -> String {
    if let counts = closing.counts { return "Logged \(counts) for \(plan.component)." }
    guard closing.kept.isEmpty else { return "Logged nothing: \(plan.component) already has decided results." }
    let key = ShellWord.quoted(plan.key)
    return
      "Logged nothing: no first-tap check applies to \(plan.component). Run \""
      + "\(TapPlans.profileCommand(plan.component))\" to make them apply, then \"a11y edit plan \(key) --reopen\" and "
      + "\"a11y tap close \(key)\" to log the verdict."
  }

  private static func document(
    _ members: JSONMembers, _ said: [String], _ warnings: [String], _ context: Context
  ) -> JSONText {
    context.document(
      "a11y.tap-close/1",
      ["dry_run": context.arguments.has(.dryRun)] + members
        + ["remarks": said, "warnings": warnings])
  }
}

/// The verdict of a plan as results.
extension TapCloseRun {
  static func end(_ plan: TapPlan, _ writer: Writer, by tester: String) throws {
    try writer.set(kind: TapPlan.recordKind, key: plan.key, fields: ["closed": .integer(writer.now)], by: tester)
  }

  /// Logs the result of each check that applies, from its own data, and stores the results in the plan, so that they
  /// can be calculated again.
  ///
  /// An undecided verdict replaces no decided result, except one of the same plan, or a failure of a smaller
  /// size that is no longer in use.
  ///
  /// - Parameters:
  ///   - trouble: as `isTroubleSeen` has it.
  ///   - build: of the app that was tested; empty if unknown.
  @discardableResult
  static func log(
    _ plan: TapPlan, _ part: TapStratum?, trouble: Bool?, _ writer: Writer, by tester: String, build: String
  ) throws -> TapClosing {
    guard let component = try writer.reader.component(plan.component) else { return TapClosing() }
    let sessionRecords = try writer.reader.sessionRecords(plan: plan.key)
    let verdict = part?.verdict ?? .noData
    // A result travels with every bundle, so its note contains no more than a redacted report.
    let told = try TapReports.reports([plan], writer.reader, isRedacted: true).first?.main
    var ids: [String] = []
    // Who took part is asked once for the whole app. One that only people have who are not followed is no other app.
    let apps = try writer.reader.components().filter {
      try !$0.isRetired && $0.isApp && !writer.reader.isOfOthersAlone("component", $0.key)
    }
    let app = apps.count == 1 ? apps[0] : nil
    let standing = try ([plan.component] + [app?.key].compactMap(\.self)).flatMap {
      try TapCellState.all(of: $0, writer.reader)
    }
    var closing = TapClosing()
    let records = sessionRecords.map(TapRecord.init)
    for check in TapJudgement.checks {
      guard let known = try? writer.check(check),
        let target = CheckUnit(of: known.appliesTo) == .app ? app : component,
        known.applies(to: target) == .inScope
      else { continue }
      let judged = TapJudgement.of(
        check, part, told: told, records, mostRetries: known.measurement?.threshold.first)
      let outcome = judged.outcome
      let note = "Plan \(plan.key). \(judged.sentence)"
      let value = judged.value.flatMap { try? MeasuredValue.parse($0, of: known.measurement) }
      let before = standing.first { state in
        state.row.check == check && state.row.condition.isEmpty
          && state.row.component.hasSameBytes(as: target.key)
      }
      var cell = TapClosing.Cell(check: check, outcome: outcome, before: before)
      if !target.key.hasSameBytes(as: plan.component) { cell.component = target.key }
      let isOfSmallerSize = before?.row.outcome == .fail && before?.plan.map { $0.isSmaller(than: plan) } ?? false
      if outcome == .cantTell, let before, before.isDecided, !isOfSmallerSize,
        before.plan.map({ isSame($0, plan) }) != true
      {
        closing.keep(cell)
      } else {
        var result = NewResult(
          component: target.key, check: check, outcome: outcome, value: value, note: note, tester: tester,
          build: build)
        // A larger size is a new round: that the smaller one failed is history.
        result.isRetest = isOfSmallerSize
        let logged = try writer.log(result)
        var superseding = cell
        superseding.isSuperseding = isOfSmallerSize
        closing.log(superseding)
        ids.append(try writer.name(of: logged))
      }
      guard check == TapDifficulty.check, verdict != .notMet else { continue }
      if let (found, outcome) = try logTrouble(trouble, plan, writer, by: tester, build: build) {
        let before = standing.first { $0.row.check == check && $0.row.condition == TapDifficulty.condition }
        closing.log(
          TapClosing.Cell(check: check, condition: TapDifficulty.condition, outcome: outcome, before: before))
        ids.append(try writer.name(of: found))
      }
    }
    // Includes the results of an earlier close: an erasure destroys all that was logged for the plan.
    let known = try writer.reader.resultsOfPlan(plan.key)
    try writer.set(
      kind: TapPlan.recordKind, key: plan.key, fields: ["results": .array((known + ids).map { .string($0) })],
      by: tester)
    return closing
  }

  /// Changes the sessions of some plans, and logs the results of those that are closed again.
  ///
  /// - Parameter change: gets the results that were logged from these plans.
  /// - Returns: what became of each plan, in a sentence.
  static func recalculate<Change>(
    _ keys: Set<String>, _ writer: Writer, by tester: String, _ change: ([String]) throws -> Change
  ) throws -> (change: Change, said: [String]) {
    let plans = try writer.reader.plans().filter { keys.contains($0.key) }
    let before = try plans.map { try TapReports.report($0, writer.reader).main?.verdict ?? .noData }
    let logged = try plans.map { try writer.reader.resultsOfPlan($0.key) }
    // The app that was tested stays the one of then, also on another current build.
    let builds = try plans.map { try build(of: $0, writer.reader) }
    let wereOpen = try plans.map { try isTroubleOpen($0, writer.reader) }
    let changed = try change(logged.flatMap { $0 })
    var said: [String] = []
    for (index, plan) in plans.enumerated() {
      let part = try TapReports.report(plan, writer.reader).main
      let after = part?.verdict ?? .noData
      if plan.closed != nil, !logged[index].isEmpty {
        let trouble = try isTroubleSeen(plan, writer.reader)
        try log(
          plan, part, trouble: trouble, writer, by: tester.isEmpty ? "a11y" : tester, build: builds[index])
      }
      said.append(
        before[index] == after
          ? "Recalculated plan \(plan.key): still \(after.rawValue)."
          : "Recalculated plan \(plan.key): changed from \(before[index].rawValue) to \(after.rawValue).")
      try writer.settle()
      guard wereOpen[index], !logged[index].isEmpty else { continue }
      said.append(
        try isTroubleOpen(plan, writer.reader)
          ? "The finding about a single child stays. If it was about this session, run \"\(troubleCommand(.pass, plan))\"."
          : "The finding about a single child is erased too. If another child had difficulty, log it without identifying "
            + "the child: \(troubleCommand(.fail, plan))")
    }
    return (changed, said)
  }

  /// The build that the latest results of a plan were logged for.
  private static func build(of plan: TapPlan, _ reader: Reader) throws -> String {
    guard plan.build.isEmpty else { return plan.build }
    let known = Set(try reader.resultsOfPlan(plan.key))
    return try reader.history(component: plan.component).filter { known.contains($0.id) }.max { $0.time < $1.time }?
      .build
      ?? ""
  }

  private static func isSame(_ left: TapPlan, _ right: TapPlan) -> Bool { left.key.hasSameBytes(as: right.key) }

  // MARK: Difficulty of a single child

  /// Logs a child's difficulty as a finding, and its end if a later test found none. A missed target is already
  /// a finding.
  private static func logTrouble(
    _ trouble: Bool?, _ plan: TapPlan, _ writer: Writer, by tester: String, build: String
  ) throws -> (LoggedResult, Outcome)? {
    guard let isSeen = trouble, try isSeen || isTroubleOpen(plan, writer.reader) else { return nil }
    let condition = try Condition(parsing: TapDifficulty.condition)
    let note =
      isSeen
      ? "Plan \(plan.key): a child had repeated difficulty. This is a finding regardless of the rate."
      : "Plan \(plan.key): no child had repeated difficulty."
    let outcome = isSeen ? Outcome.fail : .pass
    let logged = try writer.log(
      NewResult(
        component: plan.component, check: TapDifficulty.check, condition: condition, outcome: outcome, note: note,
        tester: tester, build: build))
    return (logged, outcome)
  }

  /// Whether the finding about a single child is open for the component of a plan.
  private static func isTroubleOpen(_ plan: TapPlan, _ reader: Reader) throws -> Bool {
    let failing = [
      Filter.Term(.check, [TapDifficulty.check]), Filter.Term(.status, [Outcome.fail.rawValue]),
    ]
    return try reader.cells(Filter(terms: failing), .all).contains { cell in
      cell.component.hasSameBytes(as: plan.component) && cell.condition == TapDifficulty.condition
    }
  }

  /// Whether a child had difficulty, of those of whom a closing may tell; nil for too few.
  private static func isTroubleSeen(_ plan: TapPlan, _ reader: Reader) throws -> Bool? {
    let removed = try reader.lastRemoval(ofPlan: plan.key) ?? Int64.min
    let sessionRecords = try reader.sessionRecords(plan: plan.key).filter { $0.time > removed }
    return TapDifficulty.isSeen(in: sessionRecords.map(TapRecord.init))
  }

  /// The remark for the person who closes the plan.
  private static func words(on trouble: Bool?, _ plan: TapPlan, _ reader: Reader) throws -> [String] {
    guard let trouble else {
      let all = try reader.sessionRecords(plan: plan.key).map(TapRecord.init)
      let reason =
        TapDifficulty.isSeen(in: all) == nil
        ? "With so few children, difficulties of single children are not logged."
        : "Since a session was erased or voided, difficulties of single children are not logged until "
          + "\(DisclosureRule.standard.fewest) new children took part."
      return [
        "\(reason) If a child had difficulty, log it without identifying the child: \(troubleCommand(.fail, plan))"
      ]
    }
    return trouble ? ["A child had repeated difficulty. This is a finding regardless of the rate."] : []
  }

  private static func troubleCommand(_ outcome: Outcome, _ plan: TapPlan) -> String {
    "a11y log \(outcome.rawValue) \(TapDifficulty.check) \(ShellWord.quoted(plan.component)) --condition "
      + TapDifficulty.condition
  }
}
