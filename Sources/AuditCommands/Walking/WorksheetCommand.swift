import Arguments

/// `a11y worksheet`: a page for testers without the tool.
enum WorksheetCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "worksheet", group: .tester, "a page to fill in without a11y",
      usage: ["[--audit A] [--component K] [--check C] [--checklist L] -o sheet.html"],
      examples: [
        .init("a11y worksheet --audit spring-24 --component 'sign-in/**' -o sign-in.html", "for a tester elsewhere"),
        .init("a11y worksheet --audit spring-24 --by check --only untested -o rest.html", "one check after the other"),
        .init("a11y import worksheet-1a2b3c4d.a11y.json", "what the tester sent back"),
      ],
      details: [
        "The page is one file that any browser opens from the disk; it asks for nothing from a network, keeps a draft in "
          + "that browser, and prints as a form. What a tester saves in it is a bundle, which a11y import reads; saved "
          + "again later it holds the same answers and the new ones, so that nothing counts twice.",
        "Without --audit the items are those of a11y list cells --all. At most 150 are on one page: more are "
          + "refused, and --part takes them in parts.",
        "The page names no tester but the one that --tester fills in.",
      ],
      flags: [
        .audit("the audit it is for"), .component("only this component; * within a part of a key and ** across"),
        .check("only this check"),
        FlagSpec(
          .checklist, value: "CHECKLIST", repeatable: true, completes: .records(.checklist),
          "only the checks of this checklist; several with commas"),
        .condition("only under these settings, e.g. dark,text-ax5"), .by, .only,
        FlagSpec(.part, value: "NUMBER", "which part, where one page does not hold all items"),
        FlagSpec(
          .tester, value: "WHO", completes: .records(.tester), "the code of who is going to test; left open otherwise"),
        .build,
      ],
      writesFile: true, run: WorksheetRun.run)
  }
}
