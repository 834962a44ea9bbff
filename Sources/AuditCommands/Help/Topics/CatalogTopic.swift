import Arguments

extension HelpTopic {
  static var catalog: HelpTopic {
    HelpTopic(
      name: "catalog", summary: "checks, checklists, criteria, and how to add your own",
      sections: [
        .init(
          "Looking things up",
          [
            .entries([
              .init("a11y list checks", "every check with its category, impact and criteria"),
              .init("a11y list checks category:touch-target", "the checks of a category"),
              .init("a11y list checklists", "the checklists"),
              .init("a11y list criteria", "WCAG 2.2 with the clauses of EN 301 549 and Section 508"),
              .init("a11y show touch-target.minimum-44pt", "how to test, what is expected, where sources disagree"),
            ])
          ]),
        .init(
          "What a check is",
          [
            .paragraph(
              "One thing to find out about one component: how to test it, the expected result, the method (manual, "
                + "inspection, automated, child-test), its impact, what is measured, the kinds of components and the "
                + "platforms it applies to, and the WCAG criteria it tests or relates to. The kind, profile and platforms "
                + "of a component decide which checks are in its scope."),
            .paragraph(
              "Levels are never overstated: a target of 44 pt is a platform rule and an AAA figure (2.5.5); the AA floor "
                + "is 24 with the spacing exception (2.5.8). Checks without a criterion are house rules and do not count "
                + "as conformance. What no check tests is listed as not evaluated."),
          ]),
        .init(
          "Your own",
          [
            .entries([
              .init(
                "a11y new check team.no-autoplay --from check.json", "adds a check in the form of the built-in ones"),
              .init("a11y new checklist ours --from checklist.json", "adds a checklist"),
              .init("a11y edit check team.no-autoplay --from check.json", "a new text; older results become stale"),
            ]),
            .paragraph(
              "A result knows the text of the check it was given against. A file that is not right is refused with its "
                + "name, the place in it and the reason."),
          ]),
      ])
  }
}
