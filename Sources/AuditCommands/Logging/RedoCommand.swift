import Arguments

/// `a11y redo`: redoes what was undone.
enum RedoCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "redo", group: .tester, "redo the last undone change",
      examples: [
        .init("a11y redo", "redo the last undone change"),
        .init("a11y redo --list", "changes that can be redone"),
      ],
      details: [
        "Redo restores only changes of the current tester, or of --tester. It is not possible after that tester has "
          + "recorded something else; records of other testers do not prevent it."
      ],
      flags: [
        FlagSpec(switch: .list, "list changes that can be redone"), .limit, .testerWhose, .dryRun,
      ],
      run: UndoRun.redo)
  }
}
