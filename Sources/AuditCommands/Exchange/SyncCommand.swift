import Arguments

/// `a11y sync`: syncs through a folder.
enum SyncCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "sync", group: .move, "sync with teammates through a shared folder",
      examples: [
        .init("a11y sync ~/TeamDrive/audit", "read new entries, write your own"),
        .init("a11y sync audits", "in a git work tree; then add, commit, pull, and push as usual"),
        .init("a11y sync --status ~/TeamDrive/audit", "sync status and clock of each machine; changes nothing"),
        .init("a11y sync --adopt ~/TeamDrive/audit", "after \"a11y init\": join a new or restored machine to the team"),
      ],
      details: [
        "Use any folder that all machines can read and write: a network drive, a synchronized folder, a git work tree, "
          + "or a mounted bucket. Each machine writes its own files and changes no others. Order, repetition, delays, "
          + "and conflict copies do no harm. Incomplete files are read by the next sync. A damaged file is named and set "
          + "aside until it changes, and all others are read; with --exit-code it is an error.",
        "A machine that joins with --adopt follows the machines that are in the folder then: what they decided counts "
          + "here. --follow follows only those that are named, e.g. on a build server, and \"--follow none\" follows no other machine. What "
          + "a machine that comes later decides waits until you follow it (a11y follow).",
        "In a git work tree no merge conflicts occur. Erased content stays in git history and in backups.",
      ],
      positionals: [PositionalSpec("DIR", completes: .files, "shared folder")],
      flags: [
        FlagSpec(switch: .status, "show sync status without changing anything"), .adopt,
        FlagSpec(.follow, value: "NAMES", "with --adopt: follow only these machines or people, or none"),
        FlagSpec(switch: .unsigned, "do not sign files, even if a key is configured"),
        FlagSpec(
          switch: .exitCode, "exit with code 5 if a request or a change waits for a decision, 4 for a damaged file"),
        .bundleLimits,
      ],
      run: SyncRun.run)
  }
}
