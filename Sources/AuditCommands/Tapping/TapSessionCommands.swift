import Arguments
import AuditModel

/// The part of `a11y tap` that works on a tracker: sessions and what they come to.
extension TapCommand {
  static var planKey: PositionalSpec {
    PositionalSpec("PLAN", completes: .records(.plan), "the plan, by its key")
  }

  private static func choices<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> [String] {
    Word.allCases.map(\.rawValue)
  }

  static var session: CommandSpec {
    CommandSpec(
      "run", group: .tester, "take one child's session down, one key for each tap",
      examples: [
        .init(
          "a11y tap run close-44 --age-band 6-8 --moderator m1 --consent c-17 --guardian --assent --device 'iPad mini 6'",
          "draws a code for the child and begins"),
        .init("a11y tap run close-44 --from sessions.csv", "sessions that were taken down on paper"),
      ],
      details: [
        "h hit at the first tap, m missed, n hit a neighbour, r hit after trying again, g gave up, k did not try, x void, "
          + "u undo, f frustration, c a word on the size, < and > the hand, q stop. Every key is saved at once. A second "
          + "press within 0.3 seconds is ignored and said so. Ctrl-C loses nothing.",
        "Nothing is scored without --guardian and --assent. --full-consent says that the guardian allows more than "
          + "redacted numbers to be handed on. A child is a random code, an age band and nothing else; write the code on "
          + "the consent form. --participant takes the code of a child who comes again: it counts as one child.",
        "Without a terminal each line is one key, with what belongs to it behind: f sigh 2, c too_small, q child_stopped; "
          + "after the last tap u still undoes and q ends. "
          + "A file of sessions has one child on each line; a11y tap form PLAN --format csv makes one to fill in.",
      ],
      positionals: [planKey],
      flags: [
        FlagSpec(.participant, value: "CODE", "the code of a child who was here before, or of a printed form"),
        FlagSpec(.ageBand, value: "BAND", choices: choices(AgeBand.self), "the age in a band, never exactly"),
        FlagSpec(.moderator, value: "CODE", "who leads the session, by a code such as m1"),
        FlagSpec(.consent, value: "CODE", "the consent on paper, by a code such as c-17"),
        FlagSpec(switch: .guardian, "the guardian permits it"), FlagSpec(switch: .assent, "the child wants to"),
        FlagSpec(switch: .fullConsent, "the guardian allows it to be handed on in full"), .device,
        FlagSpec(.ppi, value: "NUMBER", "points per inch of the device"), .os,
        FlagSpec(.orientation, value: "WHICH", choices: choices(ScreenOrientation.self), "how the screen is turned"),
        FlagSpec(.hold, value: "HOW", choices: choices(DeviceHold.self), "how the device is held"),
        FlagSpec(.seat, value: "WHERE", choices: choices(Seating.self), "where the child sits or stands"),
        FlagSpec(.textScale, value: "PERCENT", "the text size (otherwise 100)"),
        FlagSpec(
          .assistive, value: "NAMES", choices: choices(AssistiveTechnology.self), repeatable: true,
          "assistive technology in use"),
        TapFlags.input, FlagSpec(.hand, value: "HAND", choices: choices(TapHand.self), "the hand that taps"),
        FlagSpec(.keys, value: "MODE", choices: ["single", "line"], "one key or one line per answer"), .from, .dryRun,
      ],
      formats: [.table, .plain], run: TapSessionRun.run)
  }

  static var form: CommandSpec {
    CommandSpec(
      "form", group: .tester, "a sheet for observers without the tool, with codes for the children",
      examples: [
        .init("a11y tap form close-44 --children 8", "to print"),
        .init("a11y tap form close-44 --format csv -o sessions.csv", "to fill in and take in with a11y tap run"),
      ],
      positionals: [planKey],
      flags: [FlagSpec(.children, value: "NUMBER", "children who are to take part (otherwise 8)")],
      formats: [.table, .plain, .csv], run: TapFormRun.run)
  }

  static var report: CommandSpec {
    CommandSpec(
      "report", group: .tester, "what the sessions of a plan come to",
      examples: [
        .init("a11y tap report close-44", "the rate with how low and how high it could be, and the verdict"),
        .init("a11y tap report --redact --json", "for others: nothing that would tell of single children"),
      ],
      details: [
        "The strict rate counts the first contact whatever it was; the filtered one leaves out palms, holdovers and "
          + "adults. Sizes, inputs and versions of the scoring are never put together. Numbers of fewer than 5 children "
          + "are hidden, and with --redact of fewer than 10; groups are shown all or not at all.",
        "--redact follows the looks of the plan: between them it says the same, so that two reports do not tell what "
          + "the child in between did.",
      ],
      positionals: [
        PositionalSpec("PLAN", arity: .optional, completes: .records(.plan), "one plan (otherwise all)")
      ],
      flags: [
        TapFlags.redact,
        FlagSpec(switch: .team, "on this screen alone: also groups so small that they may tell of single children"),
      ],
      formats: [.table, .plain, .json, .md], canBeRunAgain: true, run: TapReportRun.report)
  }

  static var close: CommandSpec {
    CommandSpec(
      "close", group: .tester, "end a plan and log its verdict as results",
      examples: [.init("a11y tap close close-44", "met is a pass, not met a fail, everything else cannot tell")],
      details: [
        "The checks child-testing.* that apply to the component take their outcome from the verdict on the plan's target. "
          + "Where a child is erased later, they are worked out anew.",
        "For each cell it is said what stood there before, and from which plan, audit or note. A verdict that cannot tell "
          + "is not logged over a pass or fail that is not of this plan: an undecided test says nothing against a decided "
          + "one, of another size for example. A warning says what stays.",
        "One child's real difficulty is a finding whatever the rate says: where a child missed half of its taps or more, "
          + "gave up, looked for help or was clearly frustrated, the check child-testing.first-tap-success fails under the "
          + "condition one-child, without a word on who it was. Of fewer than 5 children nothing of the kind is logged.",
      ],
      positionals: [planKey], flags: [.tester, .dryRun], run: TapCloseRun.run)
  }

  static var replay: CommandSpec {
    CommandSpec(
      "replay", group: .tester, "score the recorded contacts again and compare",
      examples: [.init("a11y tap replay close-44", "ends with 1 where an outcome is not what the contacts say")],
      positionals: [
        PositionalSpec("PLAN", arity: .optional, completes: .records(.plan), "one plan (otherwise all)")
      ],
      formats: [.table, .plain, .json], canBeRunAgain: true, run: TapReportRun.replay)
  }
}
