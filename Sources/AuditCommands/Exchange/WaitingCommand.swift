import Arguments

/// `a11y waiting`: what others ask for here: changes of records, and to erase or undo entries.
enum WaitingCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "waiting", group: .move, "list what others decided or request that needs a decision here",
      examples: [
        .init("a11y waiting", "changes and requests by author, with what they would do"),
        .init("a11y waiting --refuse 4k2m9x7c1p0q-12", "take one change or request off the list"),
        .init("a11y waiting --refuse ben", "all changes of ben that wait now"),
      ],
      details: [
        "Changes by people whom this machine does not follow wait if they decide a figure: a checklist, a waiver, the "
          + "policy, a retired component. Each author is listed with what it would do to the figures to follow that "
          + "author (a11y follow).",
        "Others can request to erase or undo entries that they did not record. Until you decide, the results still "
          + "count. Run \"a11y erase follow\" or \"a11y undo follow\" to apply a request, or \"refuse\" instead of "
          + "\"follow\" to remove it from this list.",
        "Sessions with children of machines that are not followed wait too.",
      ],
      flags: [
        FlagSpec(
          .refuse, value: "NAME", repeatable: true, "refuse what waits under this ID, or of this machine or tester"),
        .dryRun, FlagSpec(switch: .exitCode, "exit with code 5 if anything waits"),
      ], run: WaitingRun.run)
  }
}
