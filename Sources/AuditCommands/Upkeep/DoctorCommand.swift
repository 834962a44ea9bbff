import Arguments

/// `a11y doctor`: is the tracker sound.
enum DoctorCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "doctor", group: .setUp, "check the tracker and say what is wrong with it",
      examples: [
        .init("a11y doctor", "checks the file, the facts and what is derived from them"),
        .init("a11y doctor --rebuild", "makes everything that is derived anew from the facts"),
        .init("a11y doctor --sources", "components whose source file is gone, or changed since it was registered"),
      ],
      details: [
        "Nothing is changed but with --rebuild and --refresh. The exit code is 1 if something is wrong; notes are not.",
        "It looks at a copy of the tracker that has no name and ends with the command, so that others go on writing. The "
          + "copy takes as much room as the tracker, in the folder that TMPDIR names.",
        "With --sources only the source files of components are looked at, from this folder or that of the tracker. A "
          + "result says which content of the file it was seen against, so registering a file again after a change makes "
          + "earlier results stale: a11y edit component KEY --source FILE for one, --refresh for all that changed.",
      ],
      flags: [
        FlagSpec(switch: .rebuild, "derive every table anew from the facts"),
        FlagSpec(switch: .sources, "look at the source files of components instead")
          .excludes(.rebuild, hint: "Do one after the other."),
        FlagSpec(switch: .refresh, "register the source files that changed as they are now")
          .needs(.sources, hint: "a11y doctor --sources --refresh"),
        .dryRun.needs(.rebuild, .refresh, hint: "Without them nothing is changed anyway."),
      ],
      canBeRunAgain: true, run: DoctorRun.run)
  }
}
