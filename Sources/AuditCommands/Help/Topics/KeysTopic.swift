import Arguments
import AuditSessions

extension HelpTopic {
  static var keys: HelpTopic {
    HelpTopic(
      name: "keys", summary: "the keys of a walk, keys at a question, and short ways to write names",
      sections: [
        .init(
          "In a walk",
          [
            .entries(WalkKeys.all.map { .init($0.line, $0.doc) }),
            .paragraph(
              "At a terminal the letter alone is enough: it acts at once, and what else is needed is asked for. Ctrl-D at "
                + "such a question takes the answer back. A key that is not here does nothing, and neither do Enter "
                + "alone, arrows, and pasted text."),
          ]),
        .init(
          "A walk in lines",
          [
            .paragraph(
              "With --keys line, and wherever standard input or output is no terminal, a line is an answer: the letter or "
                + "its word, a space, and what stands behind it above. In words: "
                + WalkKeys.all.map { "\($0.letter) \($0.word)" }.joined(separator: ", ") + "."),
            .lines([
              "p",
              "f close cross too small",
              "f 2 v=40x40 close cross too small",
              "f - 3 buttons overlap",
              "c no device with a notch",
              "g close-button",
              "q",
            ]),
            .paragraph(
              "Behind f a first word from 1 to 4 (or critical, serious, moderate, minor) is the severity; without it, and "
                + "after -, the usual one of the check is taken. v= and a value without spaces, or in quotes, is what "
                + "was measured; v on a line of its own takes one as it is. What follows is the note."),
          ]),
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
