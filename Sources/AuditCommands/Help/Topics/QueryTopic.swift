import Arguments

extension HelpTopic {
  static var query: HelpTopic {
    HelpTopic(
      name: "query", summary: "the words that choose rows",
      sections: [
        .init(
          "Examples",
          [
            .entries([
              .init("a11y list 'status:fail severity:1,2'", "what fails critically or seriously now"),
              .init(
                "a11y list findings 'screen:sign-in -owner:qa-1'", "open faults of a screen that qa-1 does not own"),
              .init("a11y list 'component:sign-in/** check:voiceover.*'", "a part of the app and a family of checks"),
              .init("a11y list results since:2026-06-01 tester:t1", "what a tester saw since June"),
              .init("a11y list 'close stale:yes'", "stale results with \"close\" in a note"),
            ])
          ]),
        .init(
          "Rules",
          [
            .paragraph(
              "A query is a list of words, all of which must hold. A comma means or. A hyphen before a word negates it; "
                + "put the query in quotes, or put -- before it. A word without a colon is looked for in notes. In "
                + "component and check names * matches within one part of a path and ** across parts; **/ may be no "
                + "part at all, so that source:**/Home.swift finds it in every folder and in none."),
            .paragraph(
              "Upper and lower case are one in the words before the colon, and in the values of a closed set such as "
                + "platform:. A kind, category or criterion that does not exist is refused; any other name that nothing "
                + "bears is remarked on, and with --exit-code a check, component or audit that does not exist ends with 3."
            ),
            .paragraph(
              "With --all, audit: names one audit, whose untested cells are added, as with --audit."),
            .paragraph(
              "a11y trend takes the words that say which cells there are: about components, checks and condition:. Words "
                + "about what was seen are refused there."),
            .paragraph(
              "Dates are days (2026-06-01, in UTC) or times with an offset; since: includes its day, until: too."),
          ]),
        .init("Words", [.entries(QueryWord.allCases.map { .init($0.rawValue + ":", $0.doc) })]),
      ])
  }
}
