import Arguments
import AuditModel

/// `a11y trend`: whether it gets better, and why.
enum TrendCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "trend", group: .lead, "whether it gets better, and why",
      usage: ["[QUERY...] [FLAGS]", "--explain FROM TO [QUERY...] [FLAGS]", "--first-tap [QUERY...] [FLAGS]"],
      examples: [
        .init("a11y trend", "all cells, week by week"),
        .init("a11y trend --by category --every month --since 2026-01-01", "each category of checks by itself"),
        .init("a11y trend --every build 'screen:sign-in'", "a part of the app, from build to build"),
        .init("a11y trend --explain 2026-05-01 2026-06-01", "what changed in May, in counts that add up"),
        .init("a11y trend --explain 3.1 3.2", "from one build to the next"),
        .init("a11y trend --first-tap --every build", "first-tap success of children, from build to build"),
        .init("a11y trend --by screen --format csv -o trend.csv", "every figure for a spreadsheet"),
      ],
      details: [
        "A point is the state at the end of its period, with the same counts as a11y status --as-of gives. Days, weeks (ISO) and months are "
          + "UTC; the point of an audit is the moment it was closed, that of a build the moment before the first result of "
          + "the next. Before the first result of a group there is no value, which is not 0 percent.",
        "Open findings are failing cells without a waiver. Untested are cells that the plan of today asks for and nobody "
          + "had tested by then. By screen, tag and criterion a cell may count in several lines; by tester and "
          + "build it counts for the result it shows. New are cells answered for the first time since the point before. "
          + "The age of a point is that of its oldest result; where later results hide it, --age reads them all.",
        "--explain takes dates, times, audits (when they were closed, or now) and builds (the end of theirs), and says why "
          + "each figure changed: regressed (failing, and had passed before), newly failing (never passed), fixed, newly "
          + "tested, disputed or settled, stale or no longer, waived or no longer, component added, restored or retired. "
          + "Each cell has one reason for each figure, so the parts add up. audit:NAME and build:NAME say which is meant. "
          + "What was taken back never was, so no answer is withdrawn between two moments.",
        "What was seen at a time ahead of this machine's clock counts now, as in a11y status, and so it is in the last point; "
          + "with --until, and of a moment that is named, it is left out until then.",
        "--first-tap has a row for each plan of a test with children that was closed in a period (otherwise for each plan), "
          + "with its limits and the retries for each task; plans are never put together. Periods without one, and numbers that are hidden, are gaps. "
          + "Whether the rate moved by more than chance stands below.",
        "The query says which cells there are: a11y help query. Words about what was seen, such as status: or tester:, "
          + "are refused.",
      ],
      positionals: [
        PositionalSpec(
          "QUERY", arity: .many, "words that must all hold, e.g. screen:sign-in; after --explain the two moments first")
      ],
      flags: [
        FlagSpec(
          .by, value: "GROUP", choices: TrendGrouping.allCases.map(\.rawValue), "a line for each of them, otherwise one"
        ),
        FlagSpec(
          .every, value: "PERIOD", choices: TrendStep.allCases.map(\.rawValue), "the periods, otherwise weeks"),
        FlagSpec(.since, value: "DATE", "where it begins, otherwise with the first result"),
        FlagSpec(.until, value: "DATE", "where it ends, otherwise today"),
        FlagSpec(switch: .age, "say of every point how old its evidence was; reads every result"),
        FlagSpec(switch: .explain, "say why the figures of two moments differ")
          .excludes(
            .by, .every, .since, .until, .age, .firstTap, .redact, hint: "a11y trend --explain FROM TO [QUERY...]"),
        FlagSpec(.limit, value: "NUMBER", "how many periods, groups or cells to show where people read"),
        FlagSpec(switch: .firstTap, "first-tap success of tests with children instead").excludes(.by, .age, .all),
        TapFlags.redact.needs(.firstTap, hint: "A trend of cells names nobody."),
        FlagSpec(switch: .all, "with --explain, every cell where people read")
          .needs(.explain, hint: "--limit says how much of a trend is shown."),
        .raw, .bom,
      ],
      formats: OutputFormat.allCases, takesQuery: true, canBeRunAgain: true, run: TrendRun.run)
  }
}
