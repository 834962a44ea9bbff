import Arguments
import AuditFigures
import AuditModel

/// `a11y trend`: trends, and explanations of changes.
enum TrendCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "trend", group: .lead, "show trends and explain changes",
      usage: ["[QUERY...] [FLAGS]", "--explain FROM TO [QUERY...] [FLAGS]", "--first-tap [QUERY...] [FLAGS]"],
      examples: [
        .init("a11y trend", "all items by week"),
        .init("a11y trend --by category --every month --since 2026-01-01", "one trend per category of checks"),
        .init("a11y trend --every build 'screen:sign-in'", "one screen by build"),
        .init("a11y trend --explain 2026-05-01 2026-06-01", "changes in May, with counts"),
        .init("a11y trend --explain 3.1 3.2", "changes between 2 builds"),
        .init("a11y trend --first-tap --every build", "first-tap success by build"),
        .init("a11y trend --by screen --format csv -o trend.csv", "all figures for a spreadsheet"),
      ],
      details: [
        "A point is the state at the end of its period, with the same counts as a11y status --as-of. Days, weeks "
          + "(ISO), and months are local. The point of an audit is the audit as it was closed, with the counts of "
          + "a11y list audits; the point of a build is the moment before the first result of the next build. Before its "
          + "first result, a group has no value (not 0 percent).",
        "Open findings are failing items without a waiver. UNTESTED counts items of the current plan that were not "
          + "tested by then. With --by screen, tag, or criterion, an item can count in several rows; with --by tester "
          + "or build, it counts for its latest result. New are items tested for the first time since the previous "
          + "point. The age of a point is the age of its oldest result. If later results hide it, use --age to read "
          + "all results.",
        "--explain accepts dates, times, audits (when they were closed, or now), and builds (their end). It gives the "
          + "reason for each change: regressed (failing, passed before), newly failing (never passed), fixed, newly "
          + "tested, disputed or resolved, stale or no longer stale, waived or no longer waived, and component added, "
          + "restored, or retired. Each item has one reason per figure, so the counts add up. Use audit:NAME or "
          + "build:NAME if a name is both. Undone results do not count at either point.",
        "Results with a future timestamp count now, as in a11y status, and are part of the last point. With --until, "
          + "or for a date or time that you specify, they are left out until then.",
        "--first-tap has a row for each first-tap test plan that was closed in a period (default: for each plan), with "
          + "its confidence limits and the retries per task. Plans are never combined. Periods without a plan and "
          + "hidden figures are gaps. A note shows whether the rate changed by more than chance.",
        "The query selects items (see a11y help query). Filters on results, such as status: or tester:, are not "
          + "allowed.",
      ],
      positionals: [
        PositionalSpec(
          "QUERY", arity: .many, completes: .records(.query),
          "filters that must all match, e.g. screen:sign-in; with --explain, FROM and TO come first")
      ],
      flags: [
        FlagSpec(
          .by, value: "GROUP", choices: TrendGrouping.allCases.map(\.rawValue),
          "one row per group (default: one in all)"
        ),
        FlagSpec(
          .every, value: "PERIOD", choices: TrendStep.allCases.map(\.rawValue), "length of a period (default: week)"),
        FlagSpec(.since, value: "DATE", "start date (default: first result)"),
        FlagSpec(.until, value: "DATE", "end date (default: today)"),
        FlagSpec(switch: .age, "show the age of results at each point (slower)"),
        FlagSpec(switch: .explain, "explain the changes between 2 points in time")
          .excludes(
            .by, .every, .since, .until, .age, .firstTap, .redact,
            hint: "Use \"a11y trend --explain FROM TO [QUERY...]\"."),
        FlagSpec(.limit, value: "NUMBER", "number of periods, groups, or items to show, in text output"),
        FlagSpec(switch: .firstTap, "show first-tap success instead").excludes(.by, .age, .all),
        TapFlags.redact.needs(.firstTap, hint: "Remove --redact: a trend of items contains no names."),
        FlagSpec(switch: .all, "with --explain, show every item in text output")
          .needs(.explain, hint: "Use --limit to show more of a trend."),
        .raw, .bom,
      ],
      formats: OutputFormat.allCases, takesQuery: true, canBeRunAgain: true, run: TrendRun.run)
  }
}
