import Arguments

/// `a11y tap`: tests with children.
enum TapCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "tap", group: .tester, "test with children: sessions, and what may be said of first-tap success",
      examples: [
        .init("a11y tap run close-44 --help", "one child's session, one key for each tap"),
        .init("a11y tap report close-44", "what all sessions come to"),
        .init("a11y tap estimate 9/10 8/10 10/10 10/10 9/10 --target 90", "five children, ten taps each"),
        .init("a11y tap plan --target 90", "how many children it takes"),
        .init("a11y tap compare 'before: 9/10 8/10' 'after: 10/10 9/10'", "two versions"),
      ],
      details: [
        "Does a child hit the button at the first tap? Children are counted and not taps: many taps of few children "
          + "say less than as many taps of many children. A rate comes with how low and how high it could be."
      ],
      subcommands: [session, page, form, report, close, replay, estimate, plan, compare], subcommandName: "WHAT",
      formats: formats, run: GroupRun.run)
  }

  private static let formats: [OutputFormat] = [.table, .plain, .json, .md]

  private static var target: FlagSpec {
    FlagSpec(.target, value: "PERCENT", "the rate to reach, from 50 to 99 (otherwise 90)")
  }
  private static var paired: FlagSpec {
    FlagSpec(switch: .paired, "the same children used both versions, in the same order")
  }

  private static var estimate: CommandSpec {
    CommandSpec(
      "estimate", group: .tester, "a rate with its limits and its verdict, from what each child did",
      examples: [
        .init("a11y tap estimate 9/10 8/10 10/10 10/10 9/10 --target 90", "hits and scored taps of five children"),
        .init("a11y tap estimate 10/10 10/10 9/10 --planned-children 8 --json", "an interim look, for a script"),
        .init("a11y tap estimate - < children.txt", "one child on each line"),
      ],
      details: [
        "HITS are scored trials whose first contact was on the target, TAPS all scored trials of the child. Put two "
          + "sessions of one child together: 9/10 and 4/5 are 13/15. 0/0 is a child without a scored trial.",
        "met takes 5 children, a lower limit that reaches the target, and all planned children; not met takes 3 "
          + "children and an upper limit below it; everything else is not enough evidence. Without --planned-children "
          + "those given are taken as all. The lower limit is shown rounded down and the upper one rounded up; the "
          + "verdict is on the limits as they are. Every verdict is an answer, with the exit code 0; without a scored "
          + "tap it is 3.",
      ],
      positionals: [
        PositionalSpec("HITS/TAPS", arity: .many, "what each child did, such as 9/10; - reads standard input")
      ],
      flags: [target, FlagSpec(.plannedChildren, value: "NUMBER", "how many children the plan has")], formats: formats,
      canBeRunAgain: true, run: EstimateRun.run)
  }

  private static var plan: CommandSpec {
    CommandSpec(
      "plan", group: .tester, "how many children with how many taps a target takes",
      examples: [
        .init("a11y tap plan --target 90", "children who make no miss at all"),
        .init("a11y tap plan --target 90 --taps 10 --rate 97", "and if the rate comes out at 97%"),
      ],
      details: [
        "The numbers are those of a11y tap estimate: the fewest children whose lower limit reaches the target. A child "
          + "more counts for more than a tap more of each child."
      ],
      flags: [
        target, FlagSpec(.taps, value: "NUMBER", "scored taps of each child (otherwise a table of several)"),
        FlagSpec(.rate, value: "PERCENT", "also the children needed if their mean rate comes out like this"), .columns,
      ], formats: OutputFormat.allCases, canBeRunAgain: true, run: PlanRun.run)
  }

  private static var compare: CommandSpec {
    CommandSpec(
      "compare", group: .tester, "whether two versions differ",
      usage: ["'[NAME:] HITS/TAPS ...' '[NAME:] HITS/TAPS ...' [--paired]", "-"],
      examples: [
        .init("a11y tap compare 'before: 9/10 8/10 7/10' 'after: 10/10 9/10 10/10'", "different children"),
        .init(
          "a11y tap compare --paired 'before: 9/10 8/10 7/10' 'after: 10/10 9/10 10/10'",
          "the same three children, in the same order"),
        .init("a11y tap compare - --paired < children.txt", "one child on each line: 9/10 10/10"),
      ],
      details: [
        "Different children: the difference of the rates with its limits. The same children: the exact test on each "
          + "child's difference; with fewer than 6 children it can show no change at a level of 0.05.",
        "Standard input has one child on each line: NAME: 9/10 for different children, 9/10 10/10 (first version, "
          + "second version) with --paired. Sizes are compared in millimetres and not in points.",
      ],
      positionals: [
        PositionalSpec("VERSION", arity: .many, "a name, a colon and what each child did; - reads standard input")
      ],
      flags: [paired], formats: formats, canBeRunAgain: true, run: CompareRun.run)
  }
}
