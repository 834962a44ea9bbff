import Arguments

/// `a11y list`: rows by query.
enum ListCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "list", group: .lead, "rows that match a query",
      usage: ["[WHAT] [QUERY...] [FLAGS]"],
      examples: [
        .init("a11y list 'status:fail severity:1,2'", "what fails critically or seriously now"),
        .init(
          "a11y list findings 'severity:1,2 screen:sign-in -owner:qa-1 since:2026-06-01' --format csv -o fails.csv",
          "open faults as a table for a spreadsheet"),
        .init("a11y list checks category:touch-target --json", "a part of the catalogue"),
        .init(
          "a11y list results 'component:sign-in/**' --sort -at --limit 20", "the latest results of a part of the app"),
        .init("a11y list findings --as-of 2026-02-28", "what was open at the end of February"),
        .init("a11y list criteria status:fail --standard wcag22-aa", "the criteria of a standard that fail"),
        .init("a11y list findings --all --sort -returns", "with what was fixed; first what came back most often"),
        .init("a11y list tasks 'source:Views/**'", "what the files of a folder need"),
        .init("a11y list fixes", "which one change removes most of what is open"),
        .init("a11y list retest", "what is to be seen again, in an order that changes settings least"),
        .init("a11y list agreement", "where two testers answered independently, how often they agreed"),
      ],
      details: [
        "cells, the default, are the state now, one row per component, check and condition; --all adds the untested ones "
          + "of the scope. results are everything ever seen. findings are open faults, with --all also fixed ones. A "
          + "finding has regressed where it fails again after a pass; days_open is the present stretch, days_open_all all "
          + "of them, and a11y edit finding keeps its owner and ticket. conflicts are fields "
          + "that machines wrote differently and cells that testers dispute; a11y resolve settles them. signals are "
          + "what tools found by themselves, open until a person has answered the cell since. bundles are "
          + "what was imported and written here. evidence is files that were attached to results. plans and "
          + "sessions are of tests with children.",
        "enhancements are the tasks by source file. shortcuts say what they collide with: each other, the system's, those "
          + "with a standard meaning. gestures say which have no alternative, take an edge of the system or mean something "
          + "else than usual.",
        "planned is where what was found is not what a component's plan or style promises (a11y edit component --planned), "
          + "with --all also what is as planned. matrix is what was not yet seen both with Reduce Motion or Reduce "
          + "Transparency off and on, or fails on a side; --all adds what passes on both.",
        "fixes groups what is open and not waived by component, by check and kind of component (pattern), by source file "
          + "and by owner, and says how many findings, screens and criteria go with one fix. retest is what fails on an "
          + "older build of the app than was seen anywhere (iPhone and iPad share their builds; a Mac, a watch and so on "
          + "have their own) or on an older source, passes that are stale, changed checks, expired waivers and disputes, "
          + "stop by stop: one device and one set of settings at a time, the nearest settings next, worst first within; "
          + "a11y walk --only retest walks it. agreement compares the first answers of two testers to one cell of one "
          + "build who had not seen each other's; kappa (Cohen) corrects for chance and is given from 10 pairs on.",
        "--as-of gives cells, findings, fixes, retest and results as they stood at the end of a day (UTC) or at a time; a11y status --help "
          + "says what is as of then and what is as it is now.",
        "criteria say how each success criterion of WCAG stands by the cells of the checks that test it: it fails if any "
          + "cell does, passes only if none is untested, and is not evaluated where no check tests it. That a tool found "
          + "nothing is no pass. The cells are those of list cells --all, or of --audit. It is a count of what was "
          + "tested and never a claim of conformance.",
        "The words of a query are in a11y help query, the forms in a11y help formats.",
      ],
      positionals: [
        PositionalSpec(
          "WHAT", arity: .optional, choices: ListKind.allCases.map(\.rawValue), "what to list, cells if left out"),
        PositionalSpec("QUERY", arity: .many, "words that must all hold, e.g. status:fail -owner:qa-1"),
      ],
      flags: [
        .columns, .sort, .limit,
        FlagSpec(
          switch: .all,
          "with the untested cells of the scope; of findings also those fixed, of planned and matrix what is settled"
        ).fits("cells", "findings", "planned", "matrix"),
        FlagSpec(switch: .outside, "the cells with a result that the plan of the tracker does not ask for")
          .fits("cells", "findings").excludes(.all, .audit),
        .audit("only this audit").fits("cells", "findings", "results", "fixes", "retest", "criteria"),
        .asOf.fits("cells", "findings", "results", "fixes", "retest", "criteria"),
        FlagSpec(
          .standard, value: "STANDARD", completes: .records(.standard),
          "only the criteria of a standard, with its clauses, e.g. en301549-v3.2.1"
        ).fits("criteria"),
        .raw, .bom, FlagSpec(switch: .exitCode, "end with 1 if there are rows, for scripts"),
      ],
      formats: OutputFormat.allCases, takesQuery: true, canBeRunAgain: true, run: ListRun.run)
  }
}
