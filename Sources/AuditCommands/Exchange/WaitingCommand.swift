import Arguments

/// `a11y waiting`: requests of others to erase or undo entries here.
enum WaitingCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "waiting", group: .move, "list requests from others that need a decision",
      examples: [.init("a11y waiting", "requests by author, with the items concerned")],
      details: [
        "Others can request to erase or undo entries that they did not record. Until you decide, the results still "
          + "count. Run \"a11y erase follow\" or \"a11y undo follow\" to apply a request, or \"refuse\" instead of "
          + "\"follow\" to remove it from this list."
      ],
      flags: [FlagSpec(switch: .exitCode, "exit with code 5 if a request waits")], run: RequestRun.list)
  }
}
