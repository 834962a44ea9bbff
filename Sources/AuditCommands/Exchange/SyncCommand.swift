import Arguments

/// `a11y sync`: exchange through a folder.
enum SyncCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "sync", group: .move, "exchange with other machines through a shared folder",
      examples: [
        .init("a11y sync ~/TeamDrive/audit", "reads what is new there, writes what is not there yet"),
        .init("a11y sync audits", "in a git work tree; then add, commit, pull and push as usual"),
        .init("a11y sync --status ~/TeamDrive/audit", "who has what, and whose clock is off; changes nothing"),
        .init("a11y sync --adopt ~/TeamDrive/audit", "after a11y init: a new or restored machine joins the team"),
      ],
      details: [
        "Any folder does that all machines see: a network drive, a synchronised folder, a git work tree, a mounted "
          + "bucket. Each machine writes files of its own and changes none; order, repetition, delay and copies that a "
          + "conflict made do no harm. Files that are not whole yet are read the next time.",
        "In a git work tree nothing can conflict. What was erased stays in the history of git, and in backups.",
      ],
      positionals: [PositionalSpec("DIR", completes: .files, "the shared folder")],
      flags: [
        FlagSpec(switch: .status, "show who has what; change nothing"), .adopt,
        FlagSpec(switch: .unsigned, "write no signatures, although a key is configured"),
        FlagSpec(switch: .exitCode, "end with 5 if a request waits for a decision"), .bundleLimits,
      ],
      run: SyncRun.run)
  }
}
