import Arguments

/// `a11y show`: the details of one record.
enum ShowCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "show", group: .tester, "show details of a check, component, or record",
      usage: ["CHECK COMPONENT", "COMPONENT", "CHECK", "RECORD"],
      examples: [
        .init("a11y show touch-target.minimum-44pt", "how to test, expected result, conflicting sources"),
        .init("a11y show sign-in/close-button", "a component and its results"),
        .init("a11y show touch-target.minimum-44pt sign-in/close-button", "the history of one item"),
        .init(
          "a11y show touch-target.minimum-44pt sign-in/close-button --save-evidence photos", "copies of its evidence"),
        .init("a11y show APP-12", "what a ticket is about"),
        .init("a11y show ghjkmnpq", "a finding by its ID in a list, page, or ticket"),
      ],
      details: [
        "The history shows tester, time, build, condition, value, severity, and note of each result, and what was "
          + "undone. Specify an audit, checklist, waiver, verdict, question, or task by its key, and a WCAG criterion or "
          + "source conflict by its number (2.5.8, E-41). A ticket, its mark, or the name of a result shows its item.",
        "The ID of a finding never changes: 8 letters, the same in lists, the report page, tickets, and workbooks "
          + "(report.html#ghjkmnpq). Its first letters are enough (at least 4) if no other finding begins with them.",
        "--save-evidence never overwrites a file: a second shot.png becomes shot-2.png. File names are made safe, and "
          + "each file is verified against its digest.",
        "If a name matches several kinds of records, add the kind: audit:spring-24.",
      ],
      positionals: [
        PositionalSpec("NAME", completes: .records(.subject), "check, component, or other record"),
        PositionalSpec("COMPONENT", arity: .optional, completes: .records(.component), "component, after a check"),
      ],
      flags: [
        .condition("conditions to show"), .limit,
        FlagSpec(switch: .all, "show the full history, including undone changes"),
        FlagSpec(
          .saveEvidence, value: "DIR", completes: .files, "folder for copies of the evidence; prints nothing else"),
      ],
      formats: [.table, .plain, .json, .md], canBeRunAgain: true, run: ShowRun.run)
  }
}
