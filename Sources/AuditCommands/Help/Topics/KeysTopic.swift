import Arguments
import AuditSessions

extension HelpTopic {
  static var keys: HelpTopic {
    HelpTopic(
      name: "keys", summary: "keyboard commands and name abbreviations",
      sections: [
        .init(
          "Keys of a walk",
          [
            .entries(WalkKeys.all.map { .init($0.line, $0.doc) }),
            .paragraph(
              "At a terminal the letter alone is enough: it acts at once, and the program prompts for other values. "
                + "Ctrl-D at such a prompt cancels the answer. Other keys, Enter alone, arrows, and pasted text do "
                + "nothing. At the prompt of e, Enter proposes a screenshot of the booted simulator, or else the newest "
                + "image of the folder that you set with a11y config screenshots."),
          ]),
        .init(
          "Line mode",
          [
            .paragraph(
              "With --keys line, or if standard input or output is not a terminal, each line is an answer: the letter "
                + "or its word, a space, and the values listed above. Words: "
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
              "After f, a first word from 1 to 4 (or critical, serious, moderate, minor) is the severity. Without it, "
                + "or after -, the result gets the default severity of the check. v= and a value without spaces, or in "
                + "quotes, is the measured value; v on a separate line takes a value as typed. The rest is the note."),
          ]),
        .init(
          "Keys at a prompt",
          [
            .entries([
              .init("y, Enter", "yes"),
              .init("n, Enter or Enter alone", "no; nothing is changed"),
              .init("Ctrl-D", "end of input, the same as no"),
              .init("Ctrl-C", "stop the command; saved answers are kept"),
            ]),
            .paragraph(
              "A line is edited with the keys of shells: arrows, Home, End, Ctrl-A, Ctrl-E, Ctrl-W, Ctrl-U, Ctrl-K, and "
                + "Ctrl-Y. In a walk, Up and Down bring back what you typed at the same prompt, and Tab completes files, "
                + "components, and checks. In plain output the terminal itself edits the line."),
            .paragraph(
              "Every prompt is a line, and every answer ends with Enter. Prompts appear only if standard input is a "
                + "terminal and neither CI nor --no-input is set. If a prompt is required but not possible, the "
                + "command ends with exit code 2 and names the flag that answers."),
          ]),
        .init(
          "Short names",
          [
            .paragraph(
              "You can type the beginning of a check or component if only one name begins that way. Use full IDs in "
                + "scripts, because a check that is added later may make a beginning ambiguous.")
          ]),
        .init(
          "Outcomes",
          [
            .entries([
              .init("pass", "the component meets the expected result"),
              .init("fail", "it does not; add a severity with -s and a note with -m"),
              .init("na", "the check does not apply to this component"),
              .init("cant-tell", "tested, but without a clear result; not the same as untested"),
            ])
          ]),
      ])
  }
}
