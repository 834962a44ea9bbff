import Arguments

/// `a11y backup`: a verified copy.
enum BackupCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "backup", group: .move, "a consistent, verified copy of the tracker, while others write",
      examples: [.init("a11y backup ~/Backups/audit-2026-03-01.db", "copies and checks the copy")],
      details: [
        "The copy is complete or not there at all. An existing file is replaced only after a question or with --yes. "
          + "Evidence files are "
          + "copied into a folder beside it, FILE.evidence, where --db FILE finds them; put back, a copy is "
          + ".a11y/audit.db and its folder .a11y/evidence."
      ],
      positionals: [PositionalSpec("FILE", completes: .files, "the file to write")],
      run: BackupRun.run)
  }
}
