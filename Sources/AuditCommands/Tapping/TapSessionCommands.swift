import Arguments
import AuditModel
import Tapping

/// The part of `a11y tap` that works on a tracker: sessions and their results.
extension TapCommand {
  static var planKey: PositionalSpec {
    PositionalSpec("PLAN", completes: .records(.plan), "key of the plan")
  }

  private static func choices<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> [String] {
    Word.allCases.map(\.rawValue)
  }

  static var session: CommandSpec {
    CommandSpec(
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
      run: TapSessionRun.run)
  }

  static var form: CommandSpec {
    CommandSpec(
      "form", group: .tester, "print an observer form with participant codes",
      examples: [
        .init("a11y tap form close-44 --children 8", "a form to print"),
        .init("a11y tap form close-44 --format csv -o sessions.csv", "a file to fill in for a11y tap run"),
      ],
      positionals: [planKey],
      flags: [FlagSpec(.children, value: "NUMBER", "number of children (default: 8)")],
      formats: [.table, .plain, .json, .csv], run: TapFormRun.run)
  }

  static var report: CommandSpec {
    CommandSpec(
      "report", group: .tester, "report first-tap results",
      examples: [
        .init("a11y tap report close-44", "rate, confidence interval, and verdict"),
        .init("a11y tap report --redact --json", "a report to share, without data about single children"),
      ],
      details: [
        "The strict rate counts every first contact; the filtered rate leaves out palms, holdovers, and adults. Sizes, "
          + "inputs, and scoring versions are never combined. Figures for fewer than 5 children are hidden, with "
          + "--redact for fewer than 10. Groups are shown either all or not at all.",
        "With --redact, the report changes only at the planned looks. Otherwise, 2 reports could reveal the results of "
          + "the child between them.",
      ],
      positionals: [
        PositionalSpec("PLAN", arity: .optional, completes: .records(.plan), "plan (default: all)")
      ],
      flags: [
        TapFlags.redact,
        FlagSpec(switch: .team, "also show small groups, on this terminal only"),
      ],
      formats: [.table, .plain, .json, .md], canBeRunAgain: true, run: TapReportRun.report)
  }

  static var close: CommandSpec {
    CommandSpec(
      "close", group: .tester, "close a plan and log its verdict",
      examples: [.init("a11y tap close close-44", "PASS for met, FAIL for not met, else CAN'T TELL")],
      details: [
        "The checks child-testing.* that apply to the component get their outcome from the verdict on the target of "
          + "the plan. If a child is erased later, the outcomes are recalculated.",
        "For each item, the output shows its previous result and the plan, audit, or note of that result. CAN'T TELL "
          + "is not logged over a PASS or FAIL from elsewhere: an undecided test does not contradict a decided result, "
          + "for example of another size. A warning shows the results that stay.",
        "Real difficulty of a single child is a finding regardless of the rate: if a child missed at least half of its "
          + "taps, gave up, looked for help, or was clearly frustrated, the check child-testing.first-tap-success "
          + "fails under the condition one-child, without details about the child. With fewer than 5 children, no such "
          + "finding is logged.",
      ],
      positionals: [planKey], flags: [.tester, .dryRun], run: TapCloseRun.run)
  }

  static var void: CommandSpec {
    CommandSpec(
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
      run: TapVoidRun.run)
  }

  static var replay: CommandSpec {
    CommandSpec(
      "replay", group: .tester, "rescore recorded touches and compare",
      examples: [.init("a11y tap replay close-44", "exit code 1 if an outcome differs")],
      positionals: [
        PositionalSpec("PLAN", arity: .optional, completes: .records(.plan), "plan (default: all)")
      ],
      formats: [.table, .plain, .json], canBeRunAgain: true, run: TapReportRun.replay)
  }
}
