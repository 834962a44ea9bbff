import Arguments

/// `a11y verify`: verifies the integrity of a bundle or of the tracker.
enum VerifyCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "verify", group: .move, "verify the integrity of a bundle or tracker",
      usage: ["FILE...", "--db"],
      examples: [
        .init("a11y verify team.a11y.json", "verify format, digests, and end; import nothing"),
        .init("a11y verify --db", "verify all entries and derived data, like \"a11y doctor\""),
      ],
      details: ["Exits with code 1 if data is damaged or changed."],
      positionals: [PositionalSpec("FILE", arity: .many, completes: .files, "bundles; - is standard input")],
      flags: [.bundleLimits], isAboutTracker: true, canBeRunAgain: true, run: VerifyRun.run)
  }
}
