import Audit
import Children
import CommandLine

/// `a11y tap`: first-tap tests with children.
enum TapCommand {
  static let spec = CommandSpec(
    "tap", group: .tester, "run and report first-tap tests with children",
    examples: [
      .init("a11y tap run close-44 --help", "a session with one child, one key per tap"),
      .init("a11y tap report close-44", "results of all sessions"),
      .init("a11y tap estimate 9/10 8/10 10/10 10/10 9/10 --target 90", "5 children, 10 taps each"),
      .init("a11y tap plan --target 90", "sample size for a target"),
      .init("a11y tap compare 'before: 9/10 8/10' 'after: 10/10 9/10'", "comparison of 2 versions"),
    ],
    details: [
      "Does a child hit the button with the first tap? The sample size is the number of children: many taps of few "
        + "children say less than the same number of taps of many children. A rate is shown with its confidence "
        + "interval."
    ],
    subcommands: [session, page, form, report, close, void, replay, estimate, plan, compare], subcommandName: "WHAT",
    formats: formats, run: GroupRun.run)

  private static let formats: [OutputFormat] = [.table, .plain, .json, .md]

  private static let target = FlagSpec(
    .target, value: "PERCENT", "target success rate in percent, 50 to 99 (default: 90)")
  private static let paired = FlagSpec(switch: .paired, "compare the same children, in the same order")

  private static let estimate = CommandSpec(
    "estimate", group: .tester, "estimate the success rate and its confidence interval",
    examples: [
      .init("a11y tap estimate 9/10 8/10 10/10 10/10 9/10 --target 90", "hits and scored taps of 5 children"),
      .init("a11y tap estimate 10/10 10/10 9/10 --planned-children 8 --json", "an interim look, for scripts"),
      .init("a11y tap estimate - < children.txt", "one child per line"),
    ],
    details: [
      "HITS is the number of scored trials whose first contact hit the target; TAPS is the number of scored trials "
        + "of the child. Add up the sessions of one child: 9/10 and 4/5 are 13/15. Use 0/0 for a child without a "
        + "scored trial.",
      "met requires at least 5 children, a lower limit that reaches the target, and all planned children. not met "
        + "requires at least 3 children and an upper limit below the target. Everything else is not enough evidence. "
        + "Without --planned-children, all planned children are assumed to be included. The lower limit is rounded "
        + "down and the upper limit is rounded up; the verdict uses the exact limits. The exit code is 0 for every "
        + "verdict, and 3 without a scored tap.",
    ],
    positionals: [
      PositionalSpec("HITS/TAPS", arity: .many, "result of each child, e.g. 9/10 (- for stdin)")
    ],
    flags: [target, FlagSpec(.plannedChildren, value: "NUMBER", "planned number of children")], formats: formats,
    canBeRunAgain: true, run: EstimateRun.run)

  private static let plan = CommandSpec(
    "plan", group: .tester, "calculate the sample size for a target",
    examples: [
      .init("a11y tap plan --target 90", "sample size without misses"),
      .init("a11y tap plan --target 90 --taps 10 --rate 97", "sample size for a rate of 97%"),
    ],
    details: [
      "The sample size is the lowest number of children whose lower limit in a11y tap estimate reaches the target. "
        + "One more child improves the estimate more than one more tap per child."
    ],
    flags: [
      target, FlagSpec(.taps, value: "NUMBER", "scored taps per child (default: a table of several)"),
      FlagSpec(.rate, value: "PERCENT", "also show the sample size for this expected rate"), .columns,
    ], formats: OutputFormat.allCases, canBeRunAgain: true, run: PlanRun.run)

  private static let compare = CommandSpec(
    "compare", group: .tester, "compare two versions",
    usage: ["'[NAME:] HITS/TAPS ...' '[NAME:] HITS/TAPS ...' [--paired]", "-"],
    examples: [
      .init("a11y tap compare 'before: 9/10 8/10 7/10' 'after: 10/10 9/10 10/10'", "different children per version"),
      .init(
        "a11y tap compare --paired 'before: 9/10 8/10 7/10' 'after: 10/10 9/10 10/10'",
        "the same three children, in the same order"),
      .init("a11y tap compare - --paired < children.txt", "one child per line: 9/10 10/10"),
    ],
    details: [
      "For different children, the result is the difference of the rates with its confidence limits. For the same "
        + "children, it is an exact test of the difference per child; fewer than 6 children cannot show a change at "
        + "a level of 0.05.",
      "Standard input has one child per line: NAME: 9/10 for different children, or 9/10 10/10 (first version, "
        + "second version) with --paired. Sizes are compared in mm, not in pt.",
    ],
    positionals: [
      PositionalSpec("VERSION", arity: .many, "name, colon, and result of each child (- for stdin)")
    ],
    flags: [paired], formats: formats, canBeRunAgain: true, run: CompareRun.run)
}

extension TapCommand {
  static let page = CommandSpec(
    "page", group: .tester, "create a tablet page that records taps",
    usage: ["PLAN -o FILE"],
    examples: [
      .init("a11y tap page close-44 -o close-44.html", "a page for the browser of the tablet"),
      .init("a11y import tap-1a2b3c4d-KTR4WX.a11y.json", "import a session that the page saved"),
    ],
    details: [
      "The page is one file that works offline in any browser. An adult sets up a session and measures the screen "
        + "with a bank card for its points per inch. The page shows the targets of the plan at their true size and "
        + "records the place and time of the first touch of each trial. Nothing on the screen shows a child how it "
        + "did. To stop, press Escape or hold the control in the corner. a11y tap --page PLAN is the same command.",
      "The browser keeps the device and the test setup for the next child, and each session until its file is saved. "
        + "The file is a bundle with the sessions of all children, or of one, under random participant codes. Import "
        + "it with a11y import; importing it twice creates no duplicates. Each target is shown in the middle of the "
        + "screen before the taps and, if you choose so, said aloud.",
      "When printed, the page is a form for an observer with a pen: one sheet per child, with its own trial order. "
        + "Create the page again for the trial order of the next child.",
    ],
    positionals: [planKey], writesFile: true, isFlagToo: true, run: TapPageRun.run)
}

/// The part of `a11y tap` that works on a tracker: sessions and their results.
extension TapCommand {
  static let planKey = PositionalSpec("PLAN", completes: .records(.plan), "key of the plan")

  private static func choices<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> [String] {
    Word.allCases.map(\.rawValue)
  }

  static let session = CommandSpec(
    "run", group: .tester, "record a session with one child",
    examples: [
      .init(
        "a11y tap run close-44 --age-band 6-8 --moderator m1 --consent c-17 --guardian --assent --device 'iPad mini "
          + "6'",
        "a new participant code and a first session"),
      .init("a11y tap run close-44 --from sessions.csv", "sessions recorded on paper"),
    ],
    details: [
      "Keys: h hit at the first tap, m missed, n hit a neighbor, r hit after a retry, g gave up, k did not try, x "
        + "void, u undo, f frustration, c comment on the size, < and > hand, q stop. Every key is saved at once. A "
        + "second press within 0.3 s is ignored, with a message. Ctrl-C loses no data.",
      "Scoring requires --guardian and --assent. --full-consent confirms that the guardian consented to sharing more "
        + "than redacted data. Only a random participant code and an age band are stored about a child; write the "
        + "code on the consent form. Use --participant for a child who took part before: both sessions count as one "
        + "child.",
      "Without a terminal, each line is one key with its details: f sigh 2, c too_small, q child_stopped. After the "
        + "last tap, u still undoes and q ends the session. A file of sessions has one child per line; to create "
        + "one, run a11y tap form PLAN --format csv. With --json, the answers to keys are on standard error.",
    ],
    positionals: [planKey],
    flags: [
      FlagSpec(.participant, value: "CODE", "participant code of an earlier session or a printed form"),
      FlagSpec(.ageBand, value: "BAND", choices: choices(AgeBand.self), "age band (never an exact age)"),
      FlagSpec(.moderator, value: "CODE", "moderator code, e.g. m1"),
      FlagSpec(.consent, value: "CODE", "consent form code, e.g. c-17"),
      FlagSpec(switch: .guardian, "confirm guardian consent"), FlagSpec(switch: .assent, "confirm child assent"),
      FlagSpec(switch: .fullConsent, "confirm guardian consent to share full data"), .device,
      FlagSpec(.ppi, value: "NUMBER", "points per inch of the device"), .os,
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
    examples: [
      .init("a11y tap form close-44 --children 8", "a form to print"),
      .init("a11y tap form close-44 --format csv -o sessions.csv", "a file to fill in for a11y tap run"),
    ],
    positionals: [planKey],
    flags: [FlagSpec(.children, value: "NUMBER", "number of children (default: 8)")],
    formats: [.table, .plain, .json, .csv], isPrivate: { _ in true }, run: TapFormRun.run)

  static let report = CommandSpec(
    "report", group: .tester, "report first-tap results",
    examples: [
      .init("a11y tap report close-44", "rate, confidence interval, and verdict"),
      .init("a11y tap report --redact --json", "a report to share, without data about single children"),
      .init("a11y tap report --redact --html tests.html", "the same as a page"),
    ],
    details: [
      "The strict rate counts every first contact; the filtered rate leaves out palms, holdovers, and adults. Sizes, "
        + "inputs, and scoring versions are never combined. Figures for fewer than 5 children are hidden, with "
        + "--redact for fewer than 10. Groups are shown either all or not at all.",
      "With --redact, the report changes only at the planned looks. Otherwise, 2 reports could reveal the results of "
        + "the child between them. For the same reason, the rate of a plan is hidden after a child was erased, until 5 "
        + "new children have taken part; --team shows it.",
      "--html writes the rates with their intervals and targets as a page, and below them what is known of each plan. "
        + "It works offline. With --html alone, nothing else is printed. Without --redact, only the owner of the file "
        + "can read it.",
    ],
    positionals: [
      PositionalSpec("PLAN", arity: .optional, completes: .records(.plan), "plan (default: all)")
    ],
    flags: [
      TapFlags.redact,
      FlagSpec(switch: .team, "also show small groups, on this terminal only"),
      FlagSpec(
        .ages, value: "BAND", choices: choices(AgeBand.self) + [AgeBand.younger], "only children of these ages"
      ).needs(.team),
      FlagSpec(.html, value: "FILE", completes: .files, "also write an HTML page, replacing FILE (- for stdout)")
        .excludes(.team),
    ],
    formats: [.table, .plain, .json, .md], canBeRunAgain: true, isPrivate: { !$0.has(.redact) },
    run: TapReportRun.report)

  static let close = CommandSpec(
    "close", group: .tester, "close a plan and log its verdict",
    examples: [.init("a11y tap close close-44", "PASS for met, FAIL for not met, else CAN'T TELL")],
    details: [
      "The checks child-testing.* that apply to the component get their outcome from the verdict on the target of "
        + "the plan. If a child is erased later, the outcomes are recalculated. Where the tracker's plan does not ask for "
        + "these checks, their results do not count: a warning has the command that adds them.",
      "For each item, the output shows its previous result and the plan, audit, or note of that result. CAN'T TELL "
        + "is not logged over a PASS or FAIL from elsewhere: an undecided test does not contradict a decided result, "
        + "for example of another size. A warning shows the results that stay.",
      "Real difficulty of a single child is a finding regardless of the rate: if a child missed at least half of its "
        + "taps, gave up, looked for help, or was clearly frustrated, the check child-testing.first-tap-success "
        + "fails under the condition one-child, without details about the child. With fewer than 5 children, no such "
        + "finding is logged.",
    ],
    positionals: [planKey], flags: [.tester, .dryRun], run: TapCloseRun.run)

  static let void = CommandSpec(
    "void", group: .tester, "take a session out of all figures",
    examples: [.init("a11y tap void 4k2m9x7c1p0q-1 --reason technical", "the session stays listed with the reason")],
    details: [
      "SESSION is the ID from \"a11y list sessions --columns plan,participant,id\", or the code of a child with one "
        + "session. The verdict of a closed plan is recalculated. \"a11y undo\" takes the session back in.",
      "After that, nothing is published with --redact until enough new children have taken part.",
    ],
    positionals: [PositionalSpec("SESSION", "ID of the session, or participant code")],
    flags: [
      FlagSpec(.reason, value: "CAUSE", choices: choices(VoidCode.self), "reason").required(), .tester, .dryRun,
    ],
    isPrivate: { _ in true }, run: TapVoidRun.run)

  static let replay = CommandSpec(
    "replay", group: .tester, "rescore recorded touches and compare",
    examples: [.init("a11y tap replay close-44", "exit code 1 if an outcome differs")],
    positionals: [
      PositionalSpec("PLAN", arity: .optional, completes: .records(.plan), "plan (default: all)")
    ],
    formats: [.table, .plain, .json], canBeRunAgain: true, isPrivate: { _ in true }, run: TapReportRun.replay)
}
