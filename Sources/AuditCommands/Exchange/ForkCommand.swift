import Arguments

/// `a11y fork`: replicas that were used in two places.
enum ForkCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "fork", group: .move, "list and resolve forks of a tracker",
      examples: [
        .init("a11y fork list", "forks with their heads"),
        .init("a11y fork settle 4k2m9x7c1p0q --keep 77d0c3a1b2e4", "choose the branch for older entries"),
      ],
      details: [
        "If a tracker is copied and both copies are used, its history has two branches under one machine ID. All "
          + "entries of both count. If they differ on the same build, the item is disputed. No branch can undo or "
          + "correct entries from before the fork until you choose one."
      ],
      subcommands: [list, settle], subcommandName: "WHAT", run: GroupRun.run)
  }

  private static var list: CommandSpec {
    CommandSpec(
      "list", group: .move, "list forks and their heads",
      examples: [.init("a11y fork list", "each fork, with the last entry of each branch")], run: ForkRun.list)
  }

  private static var settle: CommandSpec {
    CommandSpec(
      "settle", group: .move, "choose the branch that may change older entries",
      examples: [
        .init("a11y fork settle 4k2m9x7c1p0q --keep 77d0c3a1b2e4", "choose the branch that ends with this head")
      ],
      positionals: [PositionalSpec("REPLICA", "machine ID from \"a11y fork list\"")],
      flags: [FlagSpec(.keep, value: "HEAD", "first digits of the head (6 or more)"), .dryRun],
      run: ForkRun.settle)
  }
}
