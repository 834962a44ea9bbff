import Arguments

/// `a11y verify`: whether a bundle, or the tracker, is what it was.
enum VerifyCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "verify", group: .move, "check that a bundle, or the tracker, is whole and unchanged",
      usage: ["FILE...", "--db"],
      examples: [
        .init("a11y verify team.a11y.json", "form, digests and end of a bundle; nothing is imported"),
        .init("a11y verify --db", "every fact and everything derived in the tracker, as a11y doctor does"),
      ],
      details: ["Ends with 1 where something is not as it was written."],
      positionals: [PositionalSpec("FILE", arity: .many, completes: .files, "bundles; - is standard input")],
      flags: [.bundleLimits], isAboutTracker: true, canBeRunAgain: true, run: VerifyRun.run)
  }
}
