import Arguments

extension TapCommand {
  static var page: CommandSpec {
    CommandSpec(
      "page", group: .tester, "create a tablet page that records taps",
      usage: ["PLAN -o FILE"],
      examples: [
        .init("a11y tap page close-44 -o close-44.html", "a page for the browser of the tablet"),
        .init("a11y import tap-1a2b3c4d-KTR4WX.a11y.json", "import a session that the page saved"),
      ],
      details: [
        "The page is one file that works offline in any browser. An adult sets up a session and measures the screen "
          + "with a bank card for its points per inch. The page shows the targets of the plan at their true size and "
          + "records the place and time of the first touch of each trial. Nothing on the screen shows a child how it "
          + "did. To stop, press Escape or hold the control in the corner. a11y tap --page PLAN is the same command.",
        "The browser keeps a session until its file is saved. The file is a bundle with the session of one child under "
          + "a random participant code. Import it with a11y import; importing it twice creates no duplicates.",
        "When printed, the page is a form for an observer with a pen: one sheet per child, with its own trial order. "
          + "Create the page again for the trial order of the next child.",
      ],
      positionals: [planKey], writesFile: true, isFlagToo: true, run: TapPageRun.run)
  }
}
