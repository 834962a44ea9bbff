import Arguments

/// `a11y show`: everything about one thing.
enum ShowCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "show", group: .tester, "everything about a check, a component, or both together",
      usage: ["CHECK COMPONENT", "COMPONENT", "CHECK", "RECORD"],
      examples: [
        .init("a11y show touch-target.minimum-44pt", "how to test, what is expected, where sources disagree"),
        .init("a11y show sign-in/close-button", "what it is, and what was seen on it"),
        .init("a11y show touch-target.minimum-44pt sign-in/close-button", "the history of one cell"),
        .init(
          "a11y show touch-target.minimum-44pt sign-in/close-button --save-evidence photos", "copies of its pictures"),
      ],
      details: [
        "The history says who saw what, when, in which build, under which conditions, with value, severity and note, and "
          + "what was undone. An audit, a checklist, a waiver, a question or a task is shown by its key, a WCAG criterion "
          + "and a source conflict by its number (2.5.8, E-41).",
        "--save-evidence never writes over a file: a second shot.png becomes shot-2.png. Names are made safe, and each "
          + "file is compared with its digest.",
        "Where a name stands for more than one thing, put the kind in front of it: audit:spring-24.",
      ],
      positionals: [
        PositionalSpec("NAME", completes: .records(.check), "a check, a component or another record"),
        PositionalSpec("COMPONENT", arity: .optional, completes: .records(.component), "the component, after a check"),
      ],
      flags: [
        .condition("only under these conditions"), .limit,
        FlagSpec(switch: .all, "the whole history, also what was undone"),
        FlagSpec(
          .saveEvidence, value: "DIR", completes: .files, "write copies of the evidence into a folder, and no page"),
      ],
      formats: [.table, .plain, .json, .md], canBeRunAgain: true, run: ShowRun.run)
  }
}
