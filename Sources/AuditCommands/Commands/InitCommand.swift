/// `a11y init`: makes a tracker.
enum InitCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "init", group: .setUp, "make a tracker in a folder",
      examples: [
        .init("a11y init", "makes .a11y/audit.db here"),
        .init("a11y init ~/Projects/MovieApp", "makes it there"),
      ],
      details: [
        "The built-in checks and checklists are there at once. A tracker that is there already is left as it is."
      ],
      positionals: [PositionalSpec("DIR", arity: .optional, completes: .folders, "the folder, this one if left out")],
      flags: [.title],
      run: InitRun.run)
  }
}
