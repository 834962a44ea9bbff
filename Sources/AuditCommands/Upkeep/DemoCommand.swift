import Arguments

/// `a11y demo`: a tracker to explore.
enum DemoCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "demo", group: .setUp, "create a demo tracker with real data",
      examples: [.init("a11y demo", "create it in ./a11y-demo, and show its status and the next steps")],
      details: ["The tracker has the history of a real app. The output names the data that is invented."],
      positionals: [
        PositionalSpec("DIR", arity: .optional, completes: .folders, "folder (default: ./a11y-demo)")
      ],
      run: DemoRun.run)
  }
}
