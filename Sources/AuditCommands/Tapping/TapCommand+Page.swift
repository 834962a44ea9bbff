import Arguments

extension TapCommand {
  static var page: CommandSpec {
    CommandSpec(
      "page", group: .tester, "a page for a tablet that shows the targets and takes down what touches them",
      usage: ["PLAN -o FILE"],
      examples: [
        .init("a11y tap page close-44 -o close-44.html", "open it in the browser of the tablet"),
        .init("a11y import tap-1a2b3c4d-KTR4WX.a11y.json", "what it saved, one file for each session"),
      ],
      details: [
        "The page is one file that any browser opens from the disk; it asks for nothing from a network. An adult sets "
          + "a session up, a bank card held against the screen gives its points per inch, and the targets of the plan "
          + "stand there at their true size. The first touch of each trial is taken down with its place and time. "
          + "Nothing on the screen tells a child how it did; Escape, or a control in the corner that is held, stops. "
          + "a11y tap --page PLAN is the same command.",
        "A session is kept in that browser until its file is saved. The file is a bundle with one child's session under "
          + "its random code; a11y import reads it, and reading it twice counts nothing twice.",
        "Printed, the page is a form for an observer with a pen: one child on one sheet, in an order of its own. "
          + "Write the page again for the next child's order.",
      ],
      positionals: [planKey], writesFile: true, isFlagToo: true, run: TapPageRun.run)
  }
}
