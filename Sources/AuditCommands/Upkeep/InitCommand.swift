import Arguments

/// `a11y init`: makes a tracker.
enum InitCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "init", group: .setUp, "make a tracker in a folder",
      examples: [
        .init("a11y init", "makes .a11y/audit.db here"),
        .init("a11y init ~/Projects/MovieApp", "makes it there"),
        .init("a11y init --build 3.2", "names the build that is tested"),
      ],
      details: [
        "The built-in checks and checklists are there at once. A tracker that is there already is left as it is.",
        "The current build is what results are logged for where neither --build nor an audit names one. At a terminal "
          + "init asks for it. a11y edit tracker --current-build changes it.",
      ],
      positionals: [PositionalSpec("DIR", arity: .optional, completes: .folders, "the folder, this one if left out")],
      flags: [.title, FlagSpec(.build, value: "BUILD", completes: .records(.build), "the current build of the app")],
      run: InitRun.run)
  }
}
