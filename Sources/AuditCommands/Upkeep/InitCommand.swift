import Arguments

/// `a11y init`: creates a tracker.
enum InitCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "init", group: .setUp, "create a tracker in a folder",
      examples: [
        .init("a11y init", "create .a11y/audit.db in this folder"),
        .init("a11y init ~/Projects/MovieApp", "create it in another folder"),
        .init("a11y init --build 3.2", "set the build that you test"),
        .init("a11y init --catalog 2", "begin with earlier checks, as in an older tracker"),
      ],
      details: [
        "The tracker includes the built-in checks and checklists. An existing tracker is not changed.",
        "Its plan is the checklist essentials: levels A and AA of WCAG 2.2, Apple's accessibility labels, and targets of "
          + "44 pt. To add lists, run a11y edit tracker --checklists essentials,haptics; everything stands for all checks. "
          + "Some checks are asked once for the app or for each screen, so register these too (--kind app, --kind screen).",
        "Results are logged for the current build, unless --build or an audit sets another one. At a terminal the "
          + "command prompts for it. To change it, use a11y edit tracker --current-build.",
      ],
      positionals: [PositionalSpec("DIR", arity: .optional, completes: .folders, "folder (default: this folder)")],
      flags: [
        .title, FlagSpec(.build, value: "BUILD", completes: .records(.build), "current build of the app"),
        FlagSpec(.catalog, value: "EDITION", "edition of the built-in checks: 1, 2, or 3 (default: 3)"),
      ],
      run: InitRun.run)
  }
}
