/// `a11y new question`.
enum NewQuestion {
  static var spec: CommandSpec {
    CommandSpec(
      "question", group: .setUp, "something the team has to decide",
      usage: ["TEXT [FLAGS]"],
      examples: [
        .init("a11y new question \"Do we support landscape on iPhone?\" --owner lead-1", "asks"),
        .init("a11y edit question KEY --decision \"yes, from 3.3\" --decided 2026-03-01", "answers; KEY was printed"),
      ],
      positionals: [PositionalSpec("TEXT", "the question")],
      flags: [
        .component("the component it is about"), .check("the check it is about"), .owner, .tag, .ticket,
        .message("what is known so far"), .dryRun,
      ],
      run: WorkRun.newQuestion)
  }
}
