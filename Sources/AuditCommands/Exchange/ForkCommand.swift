import Arguments

/// `a11y fork`: replicas that went on in two places.
enum ForkCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "fork", group: .move, "list and settle copies that went on apart",
      examples: [
        .init("a11y fork list", "forks with their heads"),
        .init("a11y fork settle 4k2m9x7c1p0q --keep 77d0c3a1b2e4", "let one branch speak for what is older"),
      ],
      details: [
        "A tracker that was copied and used in both places has two branches under one name. All facts of both count. "
          + "Where they differ on the same build, the item is disputed, and no branch can undo or correct what is older "
          + "until you choose one."
      ],
      subcommands: [list, settle], subcommandName: "WHAT", run: GroupRun.run)
  }

  private static var list: CommandSpec {
    CommandSpec(
      "list", group: .move, "show forks and their heads",
      examples: [.init("a11y fork list", "every fork, and how far each branch goes")], run: ForkRun.list)
  }

  private static var settle: CommandSpec {
    CommandSpec(
      "settle", group: .move, "choose the branch that speaks for older facts",
      examples: [
        .init(
          "a11y fork settle 4k2m9x7c1p0q --keep 77d0c3a1b2e4", "the branch that ends with this head speaks for both")
      ],
      positionals: [PositionalSpec("REPLICA", "the replica, as a11y fork list shows it")],
      flags: [FlagSpec(.keep, value: "HEAD", "first digits of the head to keep (6 or more)"), .dryRun],
      run: ForkRun.settle)
  }
}
