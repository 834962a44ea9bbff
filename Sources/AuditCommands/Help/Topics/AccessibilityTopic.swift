import Arguments

extension HelpTopic {
  static var accessibility: HelpTopic {
    HelpTopic(
      name: "accessibility", summary: "using this program with a screen reader, a braille line or large type",
      sections: [
        .init(
          "Plain output",
          [
            .paragraph(
              "--plain writes one fact per line in the order of a sentence: no columns, boxes or drawings, \"83 percent\" "
                + "instead of a bar, nothing that is drawn again. To have it always, set A11Y_PLAIN=1 or run "
                + "a11y config plain yes. ACCESSIBLE=1 and TERM=dumb turn it on too.")
          ]),
        .init(
          "Colour and width",
          [
            .paragraph(
              "Colour never stands alone: PASS, FAIL, N/A, CAN'T TELL and UNTESTED are always printed as words. Only the "
                + "16 colours of the terminal are used, so a theme with high contrast keeps its contrast. --no-color "
                + "or NO_COLOR=1 turns them off."),
            .paragraph(
              "Text is wrapped to the width of the terminal. Below 60 columns tables become records of one line per "
                + "field. Ids are never cut, so they can be copied and searched for."),
          ]),
        .init(
          "No screen to get lost in",
          [
            .paragraph(
              "There is no full-screen mode. Everything printed stays where it was printed and can be read again. Help, "
                + "messages and questions are lines of text; problems are one sentence, with the next step on a line "
                + "that begins with \"hint:\". Long texts can be sent to a pager or a file with -o FILE.")
          ]),
        .init(
          "A walk",
          [
            .paragraph(
              "a11y walk prints each item once, below what was there, and then waits for one key. Plain output begins "
                + "each item with \"Item 1 of 2.\" and has the same facts in the same order every time, each under its "
                + "own first words. Nothing depends on how fast you are. Arrows, function keys and pasted text answer "
                + "nothing; Enter alone answers nothing. r repeats the item, w says where you are, u takes the last "
                + "answer back, ? lists the keys. What is typed at a question is edited by the terminal itself."),
            .lines(WalkTranscripts.keys),
            .paragraph("With --keys line every answer is a line, which some screen readers and voice control prefer:"),
            .lines(WalkTranscripts.lines),
          ]),
        .init("The accessibility specification for command lines", ConformanceList.blocks),
        .init(
          "When something is hard to use",
          [
            .paragraph(
              "That is a fault of this program. Say what you tried, what you heard or felt, and what you expected.")
          ]),
      ])
  }
}
