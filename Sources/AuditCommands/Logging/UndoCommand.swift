import Arguments

/// `a11y undo`: takes back what was recorded last.
enum UndoCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "undo", group: .tester, "take back the last thing recorded",
      examples: [
        .init("a11y undo", "takes it back, and says what it was and what holds now"),
        .init("a11y undo --list", "what can be undone, the latest first, and what others undid"),
        .init("a11y undo --tester t2", "the last thing of t2"),
        .init("a11y undo follow 8h3n5v2b7r6t-41", "what another machine asks to undo"),
        .init("a11y undo refuse --from 8h3n5v2b7r6t", "keep all that this machine asks to undo"),
      ],
      details: [
        "Undo adds a fact that says the earlier one does not count; nothing is erased, and a11y redo brings it back. "
          + "Only what was recorded on this machine is undone.",
        "What others undid of their own, and what was followed here of their requests, is listed by --list and comes back "
          + "with a11y undo refuse ID, or with --from for all of one machine.",
        "Where several testers share a machine, undo takes back the last thing of the tester who is at work (A11Y_TESTER "
          + "or the configured name) and leaves a colleague's alone; --tester takes that tester's. Where no tester is "
          + "known it takes the last thing whoever did it, and says whose it was.",
      ],
      positionals: [
        PositionalSpec("follow|refuse", arity: .optional, "do or refuse what others ask to undo (a11y waiting)"),
        PositionalSpec("ID", arity: .many, "the requests of others"),
      ],
      flags: [
        FlagSpec(switch: .list, "show what could be undone, change nothing"), EraseCommand.fromReplica, .limit,
        .testerWhose, .dryRun,
      ],
      run: UndoRun.undo)
  }
}
