extension HelpTopic {
  static var keys: HelpTopic {
    HelpTopic(
      name: "keys", summary: "keys at a question, and short ways to write names",
      sections: [
        .init(
          "At a question",
          [
            .entries([
              .init("y, Enter", "yes"),
              .init("n, Enter or Enter alone", "no; nothing is changed"),
              .init("Ctrl-D", "the end of input, taken as no"),
              .init("Ctrl-C", "stops the command; everything acknowledged before is kept"),
            ]),
            .paragraph(
              "There is no screen to redraw and no key to hold: every question is a line, and every answer ends with "
                + "Enter. Questions are asked only where standard input is a terminal and neither CI nor --no-input is "
                + "set. Otherwise the command stops with exit code 2 and names the flag that answers."),
          ]),
        .init(
          "Short names",
          [
            .paragraph(
              "Where a person types, the beginning of a check or component is enough as long as only one begins that "
                + "way. Scripts should write ids in full: a check that is added later may make a beginning ambiguous.")
          ]),
        .init(
          "Outcomes",
          [
            .entries([
              .init("pass", "the expected result was seen"),
              .init("fail", "it was not; add a severity with -s and what you saw with -m"),
              .init("na", "the check does not apply to this component"),
              .init("cant-tell", "it was looked at and could not be decided; not the same as untested"),
            ])
          ]),
      ])
  }
}
