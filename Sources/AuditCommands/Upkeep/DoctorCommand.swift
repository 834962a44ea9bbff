import Arguments

/// `a11y doctor`: checks the tracker.
enum DoctorCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "doctor", group: .setUp, "check the tracker for problems",
      examples: [
        .init("a11y doctor", "check the file, its entries, and the data derived from them"),
        .init("a11y doctor --rebuild", "rebuild the derived data from the entries"),
        .init("a11y doctor --sources", "list components with a missing or changed source file"),
      ],
      details: [
        "Only --rebuild and --refresh change the tracker. The exit code is 1 if a problem is found. Notes are not "
          + "problems.",
        "The command checks a temporary copy, so that other programs can keep writing to the tracker. The copy is as "
          + "large as the tracker and is in the folder of TMPDIR.",
        "With --sources the command checks only the source files of components. Paths start in this folder or in the "
          + "tracker's folder. Each result stores the version of the file that was tested. If you register a changed "
          + "file again, earlier results become stale. Use a11y edit component KEY --source FILE for one file, or "
          + "--refresh for all changed files.",
      ],
      flags: [
        FlagSpec(switch: .rebuild, "rebuild derived data"),
        FlagSpec(switch: .sources, "check only the source files of components")
          .excludes(.rebuild, hint: "Run one command after the other."),
        FlagSpec(switch: .refresh, "register changed source files again")
          .needs(.sources, hint: "Run \"a11y doctor --sources --refresh\"."),
        .dryRun.needs(.rebuild, .refresh, hint: "Remove --dry-run; without those flags nothing is changed."),
      ],
      canBeRunAgain: true, run: DoctorRun.run)
  }
}
