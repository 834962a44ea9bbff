import Arguments

/// `a11y backup`: a verified copy.
enum BackupCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "backup", group: .move, "back up the tracker",
      examples: [.init("a11y backup ~/Backups/audit-2026-03-01.db", "copy the tracker and verify the copy")],
      details: [
        "The copy is consistent and complete, even while other programs write. After an error no copy is created. "
          + "An existing file is replaced only after a prompt or with --yes.",
        "Evidence files are copied to the folder FILE.evidence next to the copy, where --db FILE finds them. To "
          + "restore a backup, copy FILE to .a11y/audit.db and the folder to .a11y/evidence.",
        "The copy contains sessions with children, so only its owner can read it, and it is refused inside a git work "
          + "tree, because git history keeps files permanently.",
      ],
      positionals: [PositionalSpec("FILE", completes: .files, "backup file")],
      flags: [.forceIntoGit],
      run: BackupRun.run)
  }
}
