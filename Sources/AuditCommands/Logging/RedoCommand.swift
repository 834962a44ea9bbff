import Arguments

/// `a11y redo`: brings back what undo took.
enum RedoCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "redo", group: .tester, "bring back what undo took away",
      examples: [
        .init("a11y redo", "brings the last undone thing back"),
        .init("a11y redo --list", "what could be brought back"),
      ],
      details: [
        "As undo it leaves a colleague's steps alone: it brings back what was undone of the tester who is at work, or of "
          + "--tester. What that tester recorded since then stands in the way; what others recorded does not."
      ],
      flags: [
        FlagSpec(switch: .list, "show what could be brought back, change nothing"), .limit, .testerWhose, .dryRun,
      ],
      run: UndoRun.redo)
  }
}
