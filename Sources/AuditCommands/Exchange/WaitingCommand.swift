import Arguments

/// `a11y waiting`: what others ask to have removed here.
enum WaitingCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "waiting", group: .move, "list requests of others that need a decision",
      examples: [.init("a11y waiting", "requests by author, with the items they concern")],
      details: [
        "Others can ask to erase or undo what they did not record. Until you decide, the results still count. "
          + "a11y erase follow and a11y undo follow do what is asked; refuse keeps it out of this list."
      ],
      flags: [FlagSpec(switch: .exitCode, "end with 5 if a request waits")], run: RequestRun.list)
  }
}
