import Arguments

extension HelpTopic {
  static var catalog: HelpTopic {
    HelpTopic(
      name: "catalog", summary: "checks, checklists, and criteria, built-in and custom",
      sections: [
        .init(
          "Lookup",
          [
            .entries([
              .init("a11y list checks", "list checks with category, default severity, and criteria"),
              .init("a11y list checks category:touch-target", "list the checks of a category"),
              .init("a11y list checklists", "list checklists"),
              .init("a11y list criteria", "list WCAG 2.2 criteria with the clauses of EN 301 549 and Section 508"),
              .init("a11y show touch-target.minimum-44pt", "show how to test, what to expect, and differing sources"),
            ])
          ]),
        .init(
          "Checks",
          [
            .paragraph(
              "A check is one requirement for one component. It has test steps, an expected result, a method (manual, "
                + "inspection, automated, child-test), a default severity, and what to measure. It also lists the "
                + "component kinds and platforms that it applies to, and the WCAG criteria that it tests or relates "
                + "to. The kind, profile, and platforms of a component decide which checks are in its scope."),
            .paragraph(
              "Levels are never overstated. A target of 44 pt is a platform requirement and an AAA figure (2.5.5). The "
                + "AA requirement is 24 pt with the spacing exception (2.5.8). Checks without a criterion are best "
                + "practice and do not count toward WCAG results. Criteria without a check are listed as not "
                + "evaluated."),
          ]),
        .init(
          "Custom checks and checklists",
          [
            .entries([
              .init(
                "a11y new check team.no-autoplay --from "
                  + "check.json", "add a check in the format of the built-in checks"),
              .init("a11y new checklist ours --from checklist.json", "add a checklist"),
              .init(
                "a11y edit check team.no-autoplay --from check.json",
                "change the text of a check; older results become stale"),
            ]),
            .paragraph(
              "Each result stores the version of its check. If a file is invalid, the error names the file, the place "
                + "in it, and the reason."),
          ]),
      ])
  }
}
