/// `a11y redo`: brings back what undo took.
enum RedoCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "redo", group: .tester, "bring back what undo took away",
      examples: [
        .init("a11y redo", "brings the last undone thing back"),
        .init("a11y redo --list", "what could be brought back"),
      ],
      flags: [
        FlagSpec(switch: .list, "show what could be brought back, change nothing"), .limit, .tester, .dryRun,
      ],
      run: UndoRun.redo)
  }
}
