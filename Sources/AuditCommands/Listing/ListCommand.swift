import Arguments

/// `a11y list`: rows by query.
enum ListCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "list", group: .lead, "list results, findings, checks, and more",
      usage: ["[WHAT] [QUERY...] [FLAGS]"],
      examples: [
        .init("a11y list 'status:fail severity:1,2'", "critical and serious fails"),
        .init(
          "a11y list findings 'severity:1,2 screen:sign-in -owner:qa-1 since:2026-06-01' --format csv -o fails.csv",
          "open findings for a spreadsheet"),
        .init("a11y list checks category:touch-target --json", "checks of one category"),
        .init(
          "a11y list results 'component:sign-in/**' --sort -at --limit 20", "latest results for part of the app"),
        .init("a11y list findings --as-of 2026-02-28", "findings open at the end of February"),
        .init("a11y list criteria status:fail --standard wcag22-aa", "failed criteria of one standard"),
        .init("a11y list findings --all --sort -returns", "open and fixed findings, most regressed first"),
        .init("a11y list tasks 'source:Views/**'", "tasks for the source files in a folder"),
        .init("a11y list fixes", "fixes that close the most findings"),
        .init("a11y list retest", "items to retest, with the fewest settings changes"),
        .init("a11y list agreement", "agreement between independent testers"),
      ],
      details: [
        "cells (the default; also items) lists items: the current status of each check on each component under each condition. "
          + "--all adds untested items in scope. results lists every logged result. findings lists open findings; "
          + "--all adds fixed ones. A finding has regressed if it fails again after a pass. days_open counts the "
          + "current open period, days_open_all all of them. Use a11y edit finding to set the owner and ticket.",
        "conflicts lists fields with different values from two machines, and disputed items. Use a11y resolve to "
          + "resolve them. tool-findings lists findings of tools, open until a tester logs a newer result. bundles "
          + "lists imported and exported bundles. evidence lists files attached to results. plans and sessions "
          + "belong to first-tap tests.",
        "verdicts lists the verdicts of persons on criteria, with the status of the results. disputed: the levels of two "
          + "persons differ.",
        "enhancements groups tasks by source file. shortcuts shows conflicts: with each other, with system "
          + "shortcuts, and with standard meanings. gestures shows gestures without an alternative, at a system "
          + "edge, or with an unusual meaning.",
        "planned lists items whose measured value differs from the value specified by the component or its style "
          + "(a11y edit component --planned); --all adds those that agree. matrix lists items not tested with "
          + "Reduce Motion or Reduce Transparency both off and on, or failing in either state; --all adds items "
          + "that pass in both.",
        "At a terminal each finding is one line: severity, ID, component, problem (the note of the tester, else what the "
          + "check says), owner, age, tickets, and source file. Notes are shortened with an ellipsis, a component to the last "
          + "part of its name if no other one has the same, and columns without room are named below the list. --wrap shows "
          + "everything.",
        "fixes groups open findings that are not waived by component, by check and kind of component (pattern), by "
          + "source file, and by owner. It counts the findings, screens, and criteria that one fix covers.",
        "retest lists fails from an older app build (iPhone and iPad share builds; Mac, watch, and others have "
          + "their own) or an older source, stale passes, changed checks, expired waivers, and disputes. It is "
          + "ordered in stops: one device and one set of settings, then the most similar settings; most severe "
          + "first within a stop. Use a11y walk --only retest to test them.",
        "agreement compares the first results of two testers who tested the same item on the same build "
          + "independently. Kappa (Cohen) corrects for chance and is shown for 10 pairs or more.",
        "--as-of shows cells, findings, fixes, retest, and results at the end of a day or at a time. See a11y "
          + "status --help for what it covers.",
        "criteria shows the status of each WCAG success criterion, from the items of the checks that cover it. It "
          + "fails if any item fails, passes only if no item is untested, and is not evaluated if no check covers it. "
          + "A tool report without findings is not a pass. Items are those of list cells --all, or of --audit. The "
          + "counts are not a conformance claim.",
        "See a11y help query for query terms and a11y help formats for output formats.",
      ],
      positionals: [
        PositionalSpec(
          "WHAT", arity: .optional, choices: ListKind.names, completes: .records(.query),
          "what to list (default: cells)"),
        PositionalSpec(
          "QUERY", arity: .many, completes: .records(.query),
          "query terms (all must match), e.g. status:fail -owner:qa-1"),
      ],
      flags: [
        .columns, .sort, .limit, .wrap,
        FlagSpec(
          switch: .all,
          "include untested items, fixed findings, and items as planned"
        ).fits("cells", "items", "findings", "planned", "matrix"),
        FlagSpec(switch: .outside, "list only items with a result outside the tracker's plan")
          .fits("cells", "items", "findings").excludes(.all, .audit),
        .audit("audit to list").fits("cells", "items", "findings", "results", "fixes", "retest", "criteria"),
        .asOf.fits("cells", "items", "findings", "results", "fixes", "retest", "criteria"),
        .now.fits("cells", "items", "findings", "results", "fixes", "retest", "criteria"),
        FlagSpec(
          .standard, value: "STANDARD", completes: .records(.standard),
          "standard whose criteria to list, with clauses, e.g. en301549-v3.2.1"
        ).fits("criteria"),
        .raw, .bom, FlagSpec(switch: .exitCode, "exit with 1 if any rows match"),
      ],
      formats: OutputFormat.allCases, takesQuery: true, canBeRunAgain: true, run: ListRun.run)
  }
}
