import Arguments

/// `a11y demo`: a tracker to look around in.
enum DemoCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "demo", group: .setUp, "make a tracker with the history of a real app",
      examples: [.init("a11y demo", "makes it in ./a11y-demo, shows its status and what to try next")],
      positionals: [
        PositionalSpec("DIR", arity: .optional, completes: .folders, "the folder, ./a11y-demo if left out")
      ],
      run: DemoRun.run)
  }
}
