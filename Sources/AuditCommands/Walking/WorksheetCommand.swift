import Arguments

/// `a11y worksheet`: a page for testers who do not have the tool.
enum WorksheetCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "worksheet", group: .tester, "create an offline test worksheet",
      usage: ["[--audit A] [--component K] [--check C] [--checklist L] -o sheet.html"],
      examples: [
        .init("a11y worksheet --audit spring-24 --component 'sign-in/**' -o sign-in.html", "for a remote tester"),
        .init("a11y worksheet --audit spring-24 --by check --only untested -o rest.html", "untested items, by check"),
        .init("a11y import worksheet-1a2b3c4d.a11y.json", "import the tester's answers"),
      ],
      details: [
        "The worksheet is one HTML file that works in any browser without a network. It keeps a draft in that browser "
          + "and prints as a form. The tester saves a bundle for a11y import; a later save includes the earlier "
          + "answers, and no answer counts twice.",
        "Without --audit the items are those of a11y list cells --all. A page holds up to 150 items; use --part to "
          + "split more.",
        "The page names no tester except the one of --tester.",
      ],
      flags: [
        .audit("audit"), .component("component, pattern, or query, e.g. 'sign-in/**'"),
        .check("check, pattern, or query"),
        FlagSpec(
          .checklist, value: "CHECKLIST", repeatable: true, completes: .records(.checklist),
          "checklists (comma-separated)"),
        .condition("device settings, e.g. dark,text-ax5"), .by, .only,
        FlagSpec(.part, value: "NUMBER", "part number, if the worksheet is split"),
        FlagSpec(
          .tester, value: "WHO", completes: .records(.tester), "tester code to fill in (default: none)"),
        .build,
      ],
      writesFile: true, run: WorksheetRun.run)
  }
}
