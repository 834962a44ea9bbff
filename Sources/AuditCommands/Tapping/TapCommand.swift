import Arguments

/// `a11y tap`: first-tap tests with children.
enum TapCommand {
  static var spec: CommandSpec {
    CommandSpec(
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
  }

  private static let formats: [OutputFormat] = [.table, .plain, .json, .md]

  private static var target: FlagSpec {
    FlagSpec(.target, value: "PERCENT", "target success rate in percent, 50 to 99 (default: 90)")
  }
  private static var paired: FlagSpec {
    FlagSpec(switch: .paired, "compare the same children, in the same order")
  }

  private static var estimate: CommandSpec {
    CommandSpec(
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
  }

  private static var plan: CommandSpec {
    CommandSpec(
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
  }

  private static var compare: CommandSpec {
    CommandSpec(
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
}
