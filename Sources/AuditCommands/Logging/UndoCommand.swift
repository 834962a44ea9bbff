import Arguments

/// `a11y undo`: undoes the last change.
enum UndoCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "undo", group: .tester, "undo the last change",
      examples: [
        .init("a11y undo", "undo the last change and show the current result"),
        .init("a11y undo --list", "changes that can be undone, latest first, and changes undone by others"),
        .init("a11y undo --tester t2", "undo the last change by t2"),
        .init("a11y undo follow 8h3n5v2b7r6t-41", "accept another machine's request to undo"),
        .init("a11y undo refuse --from 8h3n5v2b7r6t", "reject all undo requests of a machine"),
      ],
      details: [
        "Undo adds an entry that marks an earlier one as not counting; nothing is erased, and a11y redo restores it. "
          + "Undo covers only changes made on this machine.",
        "--list also shows changes that others undid, and requests that were accepted here. Use a11y undo refuse ID to "
          + "restore one, or --from to restore all of one machine.",
        "If testers share a machine, undo covers the last change of the current tester (A11Y_TESTER or the configured "
          + "name), or of --tester. If no tester is set, it undoes the last change of any tester and names the tester.",
      ],
      positionals: [
        PositionalSpec("follow|refuse", arity: .optional, "accept or reject undo requests (see a11y waiting)"),
        PositionalSpec("ID", arity: .many, "request IDs"),
      ],
      flags: [
        FlagSpec(switch: .list, "list changes that can be undone"), EraseCommand.fromReplica, .limit,
        .testerWhose, .dryRun,
      ],
      run: UndoRun.undo)
  }
}
