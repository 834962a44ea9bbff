import Arguments
import AuditModel
import AuditReports
import AuditSessions
import AuditStore
import Tapping
import Terminal
import TrackerAccess

/// What `a11y tap report` and `a11y tap replay` do.
enum TapReportRun {
  static func report(_ context: Context) throws -> ExitCode {
    let context = context
    let isRedacted = context.arguments.has(.redact)
    let isForTeam = context.arguments.has(.team)
    if isForTeam { try requireOwnEyes(context) }
    let tracker = try context.openTracker(.read)
    let (reports, courses, waiting) = try tracker.read { reader -> ([TapReport], [TapCourse], [WaitingSession]) in
      let asked = try context.arguments.positional(0).map { try TapPlans.find($0, reader) }
      // A plan is shown with the other plans of its component, also if only one was requested.
      let plans = try reader.plans().filter { plan in
        asked.map { plan.component.utf8.elementsEqual($0.component.utf8) } ?? true
      }
      let all = try TapReports.reports(plans, reader, isRedacted: isRedacted, isForTeam: isForTeam)
      let own = all.filter { report in asked.map { $0.key.utf8.elementsEqual(report.plan.key.utf8) } ?? true }
      let courses = TapCourse.courses(all).filter { course in asked.map { course.input == $0.input } ?? true }
      let waiting = try isRedacted ? [] : reader.waitingSessions()
      return (own, courses.filter(\.isTelling), waiting)
    }
    guard !reports.isEmpty else {
      throw Problem(
        .noData, code: "plan.none", "no first-tap test plan exists",
        hints: ["Run \"a11y new plan KEY --component COMPONENT --size WxH\" to create one."])
    }
    if isForTeam {
      context.warn(
        "only for the team that ran these sessions: small groups are shown and can identify single children; keep this "
          + "report on this screen")
    }
    try TapOutput.write(
      context, json: { document(reports, courses, waiting, isRedacted, generated: $0) },
      page: { page(reports, courses, waiting, isRedacted, $0) })
    return .done
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
      ("schema", .string("a11y.tap-report/1")), ("generated", .string(generated)), ("redacted", .bool(isRedacted)),
      ("plans", .array(reports.map(\.json))), ("courses", .array(courses.map(\.json))),
      ("notes", .strings(notes(reports, waiting))),
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
    let title = reports.count == 1 ? "First-tap success: \(reports[0].plan.key)" : "First-tap success"
    return Page(title: title + (isRedacted ? ", redacted" : ""), sections: sections)
  }

  private static func notes(_ reports: [TapReport], _ waiting: [WaitingSession]) -> [String] {
    let strange = reports.compactMap { report -> String? in
      let count = waiting.count { $0.plan.utf8.elementsEqual(report.plan.key.utf8) }
      guard count > 0 else { return nil }
      return "\(report.plan.key): \(counted(count, "session", "sessions")) of machines that are not followed here "
        + "\(count == 1 ? "is" : "are") in none of these figures (a11y waiting)."
    }
    return (TapReport.falseCalls(of: reports.count).map { [$0] } ?? []) + strange
  }

  /// Scores the contacts of the page again and compares the outcomes.
  static func replay(_ context: Context) throws -> ExitCode {
    let context = context
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
    if try context.format() == .json {
      try context.print(
        context.document(
          "a11y.tap-replay/1", ("replayed", .int(replayed)), ("without_contacts", .int(bare)),
          ("other_scoring", .int(other)),
          ("differing", .strings(differing))))
      return differing.isEmpty ? .done : .no
    }
    for line in differing { try context.print(MessageText.escaped(line)) }
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
