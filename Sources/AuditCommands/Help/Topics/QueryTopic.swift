import Arguments

extension HelpTopic {
  static var query: HelpTopic {
    HelpTopic(
      name: "query", summary: "query syntax",
      sections: [
        .init(
          "Examples",
          [
            .entries([
              .init("a11y list 'status:fail severity:1,2'", "failing items of severity critical or serious"),
              .init(
                "a11y list findings 'screen:sign-in -owner:qa-1'", "open findings on a screen that qa-1 does not own"),
              .init("a11y list 'component:sign-in/** check:voiceover.*'", "a part of the app and a family of checks"),
              .init("a11y list results since:2026-06-01 tester:t1", "results of a tester since 2026-06-01"),
              .init("a11y list 'close stale:yes'", "stale results with \"close\" in a name, title, or note"),
              .init("a11y list findings ticket:APP-12", "the findings that a ticket is about"),
              .init("a11y list findings ghjkmnpq", "the finding with this ID"),
            ])
          ]),
        .init(
          "Rules",
          [
            .paragraph(
              "A query is a list of words, and a row must match all of them. A comma means or. A hyphen before a word "
                + "negates it; put the query in quotes, or put -- before it. A word without a colon "
                + "searches names, titles, screens, criteria, severities of findings, notes, tickets, and IDs of findings. In component and check names, * matches within one part of a path and ** across parts. **/ may match "
                + "no part, so source:**/Home.swift finds the file in any folder, or without one."),
            .paragraph(
              "The words before the colon ignore case, and so do the values of a fixed set such as platform:. An "
                + "unknown kind, category, or criterion is an error. For any other unknown name the command prints a "
                + "note. With --exit-code, an unknown check, component, or audit ends with exit code 3."),
            .paragraph(
              "With --all, audit: takes one audit and adds its untested items, as with --audit."),
            .paragraph(
              "a11y trend accepts only the words that select items: those about components and checks, and condition:. "
                + "Words about results are an error there."),
            .paragraph(
              "Dates are local days (2026-06-01) or times. since: and until: include their day."),
          ]),
        .init("Words", [.entries(QueryWord.allCases.map { .init($0.rawValue + ":", $0.doc) })]),
      ])
  }
}
