import Arguments

/// `a11y resolve`: settles what machines disagree about.
enum ResolveCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "resolve", group: .lead, "settle what machines disagree about",
      usage: ["[--exit-code]", "KIND KEY FIELD [VALUE]", "CHECK COMPONENT OUTCOME [FLAGS]"],
      examples: [
        .init("a11y resolve", "what is to be settled, both sides of it, and the command that settles each"),
        .init("a11y resolve component sign-in/close-button owner qa-2", "one of the values in view"),
        .init("a11y resolve component sign-in/close-button owner 2", "the same by its number; 1 is shown now"),
        .init(
          "a11y resolve touch-target.minimum-44pt sign-in/close-button fail -s 2 -m \"measured again: 40x40\"",
          "the outcome of a disputed cell"),
      ],
      details: [
        "Where two machines wrote the same field, or two testers differ on the same build, both sides stay in view and "
          + "the worse is shown. A field is settled by an ordinary edit that has seen all sides. It travels with the next "
          + "bundle, and a11y undo takes it back, which opens the matter again.",
        "An outcome that one side logged takes the other sides back on this machine; other machines are asked to follow "
          + "(a11y waiting), and a11y undo brings them back. Another outcome, or one with --value, -m or --build, is a "
          + "result of your own: you looked again, and measured where others did. The build is --build, else what log "
          + "would take, else the one that is disputed.",
        "VALUE is one of the values in view, as it is shown, or else its number. Without it you are asked; where nobody "
          + "can be asked the command ends with 5 and names the choices. a11y edit sets any other value. The field "
          + "deleted is whether a record stands: deleted or kept.",
      ],
      positionals: [
        PositionalSpec(
          "WHAT", arity: .optional, completes: .records(.check), "a kind of record, such as component, or a check"),
        PositionalSpec(
          "KEY", arity: .optional, completes: .records(.component), "the record, or the component of a disputed cell"),
        PositionalSpec("FIELD", arity: .optional, "the field, or the outcome: pass, fail, na or cant-tell"),
        PositionalSpec("VALUE", arity: .optional, "the value of the field that holds, or its number"),
      ],
      flags: [
        .condition("the condition of the cell, where several are disputed"),
        FlagSpec(
          .severity, short: "s", value: "LEVEL",
          choices: ["1", "2", "3", "4", "critical", "serious", "moderate", "minor"], "how bad a fail is"),
        FlagSpec(.value, value: "VALUE", "what was measured, e.g. 40x40, 3.2:1, 165%"),
        .message("a note: why it is so"), .audit("the audit it belongs to"), .tester, .build, .device, .os,
        FlagSpec(switch: .exitCode, "end with 1 if anything is to be settled, for scripts"), .dryRun,
      ],
      run: ResolveRun.run)
  }
}
