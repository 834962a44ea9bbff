/// `a11y undo`: takes back what was recorded last.
enum UndoCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "undo", group: .tester, "take back the last thing recorded",
      examples: [
        .init("a11y undo", "takes it back, and says what it was and what holds now"),
        .init("a11y undo --list", "what could be taken back, the latest first"),
      ],
      details: [
        "Undo adds a fact that says the earlier one does not count; nothing is erased, and a11y redo brings it back. "
          + "Only what was recorded on this machine is undone."
      ],
      flags: [
        FlagSpec(switch: .list, "show what could be undone, change nothing"), .limit, .tester, .dryRun,
      ],
      run: UndoRun.undo)
  }
}
