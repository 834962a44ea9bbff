/// `a11y new task`.
enum NewTask {
  static var spec: CommandSpec {
    CommandSpec(
      "task", group: .setUp, "an improvement that a component needs",
      usage: ["TEXT --component COMPONENT [FLAGS]"],
      examples: [
        .init(
          "a11y new task \"Grow the hit area to 48 pt\" --component sign-in/close-button --owner dev-2", "notes it"),
        .init("a11y edit task KEY --done", "it is done; KEY was printed"),
      ],
      positionals: [PositionalSpec("TEXT", "what is needed")],
      flags: [
        .component("the component that needs it").required(), .check("the check it serves"), .owner, .tag, .ticket,
        FlagSpec(.until, value: "DATE", "when it should be done"), .message("more about it"), .dryRun,
      ],
      run: WorkRun.newTask)
  }
}
