import Children
import CommandLine

/// `a11y tap`: first-tap tests with children.
enum TapCommand {
  static let spec = CommandSpec(
    "tap", group: .tester, "run and report first-tap tests with children",
    subcommands: [session, page, form, report, close, void, replay, estimate, plan, compare], subcommandName: "WHAT",
    formats: formats, run: GroupRun.run)

  private static let formats: [OutputFormat] = [.table, .plain, .json, .md]

  private static let target = FlagSpec(
    .target, value: "PERCENT", "target success rate in percent, 50 to 99 (default: 90)")
  private static let paired = FlagSpec(switch: .paired, "compare the same children, in the same order")

  private static let estimate = CommandSpec(
    "estimate", group: .tester, "estimate the success rate and its confidence interval",
    positionals: [
      PositionalSpec("HITS/TAPS", arity: .many, "result of each child, e.g. 9/10 (- for stdin)")
    ],
    flags: [target, .number(.plannedChildren, "planned number of children")], formats: formats,
    canBeRunAgain: true, run: EstimateRun.run)

  private static let plan = CommandSpec(
    "plan", group: .tester, "calculate the sample size for a target",
    flags: [
      target, .number(.taps, "scored taps per child (default: a table of several)"),
      FlagSpec(.rate, value: "PERCENT", "also show the sample size for this expected rate"), .columns,
    ], formats: OutputFormat.allCases, canBeRunAgain: true, run: PlanRun.run)

  private static let compare = CommandSpec(
    "compare", group: .tester, "compare two versions",
    usage: ["'[NAME:] HITS/TAPS ...' '[NAME:] HITS/TAPS ...' [--paired]", "-"],
    positionals: [
      PositionalSpec("VERSION", arity: .many, "name, colon, and result of each child (- for stdin)")
    ],
    flags: [paired], formats: formats, canBeRunAgain: true, run: CompareRun.run)
}

extension TapCommand {
  static let page = CommandSpec(
    "page", group: .tester, "create a tablet page that records taps",
    usage: ["PLAN -o FILE"], positionals: [planKey], writesFile: true, isFlagToo: true, run: TapPageRun.run)
}

/// The part of `a11y tap` that works on a tracker: sessions and their results.
extension TapCommand {
  static let planKey = PositionalSpec("PLAN", completes: .records(.plan), "key of the plan")
  private static let anyPlan = PositionalSpec(
    "PLAN", arity: .optional, completes: .records(.plan), "plan (default: all)")

  private static func choices<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> [String] {
    Word.allCases.map(\.rawValue)
  }

  static let session = CommandSpec(
    "run", group: .tester, "record a session with one child", positionals: [planKey],
    flags: [
      FlagSpec(.participant, value: "CODE", "participant code of an earlier session or a printed form"),
      FlagSpec(.ageBand, value: "BAND", choices: choices(AgeBand.self), "age band (never an exact age)"),
      FlagSpec(.moderator, value: "CODE", "moderator code, e.g. m1"),
      FlagSpec(.consent, value: "CODE", "consent form code, e.g. c-17"),
      FlagSpec(switch: .guardian, "confirm guardian consent"), FlagSpec(switch: .assent, "confirm child assent"),
      FlagSpec(switch: .fullConsent, "confirm guardian consent to share full data"), .device,
      .number(.ppi, "points per inch of the device"), .os,
      FlagSpec(.orientation, value: "WHICH", choices: choices(ScreenOrientation.self), "screen orientation"),
      FlagSpec(.hold, value: "HOW", choices: choices(DeviceHold.self), "how the child holds the device"),
      FlagSpec(.seat, value: "WHERE", choices: choices(Seating.self), "seating"),
      FlagSpec(.textScale, value: "PERCENT", "text size in percent (default: 100)"),
      FlagSpec(
        .assistive, value: "NAMES", choices: choices(AssistiveTechnology.self), repeatable: true,
        "assistive technology in use"),
      TapFlags.input, FlagSpec(.hand, value: "HAND", choices: choices(TapHand.self), "hand used"),
      FlagSpec(.keys, value: "MODE", choices: ["single", "line"], "input mode: single key or line"), .from,
      .headerRow.needs(.from), .partial.needs(.from), .rejects.needs(.from), .dryRun,
    ],
    isPrivate: { _ in true }, run: TapSessionRun.run)

  static let form = CommandSpec(
    "form", group: .tester, "print an observer form with participant codes",
    positionals: [planKey], flags: [.number(.children, "number of children (default: as planned)")],
    formats: [.table, .plain, .json, .csv], isPrivate: { _ in true }, run: TapFormRun.run)

  static let report = CommandSpec(
    "report", group: .tester, "report first-tap results",
    positionals: [anyPlan],
    flags: [
      TapFlags.redact,
      FlagSpec(switch: .team, "also show small groups, on this terminal only"),
      FlagSpec(
        .ages, value: "BAND", choices: choices(AgeBand.self) + [AgeBand.younger],
        "only children of these ages (with --team)"
      ).needs(.team),
      .file(.html, "also write an HTML page, replacing FILE (- for stdout)").excludes(.team),
    ],
    formats: [.table, .plain, .json, .md], canBeRunAgain: true, isPrivate: { !$0.has(.redact) },
    run: TapReportRun.report)

  static let close = CommandSpec(
    "close", group: .tester, "close a plan and log its verdict",
    positionals: [planKey], flags: [.tester, .dryRun], run: TapCloseRun.run)

  static let void = CommandSpec(
    "void", group: .tester, "take a session out of all figures",
    positionals: [PositionalSpec("SESSION", "ID of the session, or participant code")],
    flags: [
      FlagSpec(.reason, value: "CAUSE", choices: choices(VoidCode.self), "reason").required(), .tester, .dryRun,
    ],
    isPrivate: { _ in true }, run: TapVoidRun.run)

  static let replay = CommandSpec(
    "replay", group: .tester, "rescore recorded touches and compare",
    positionals: [anyPlan],
    formats: [.table, .plain, .json], canBeRunAgain: true, isPrivate: { _ in true }, run: TapReportRun.replay)
}
