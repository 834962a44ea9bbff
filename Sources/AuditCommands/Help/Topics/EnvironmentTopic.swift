import Arguments

extension HelpTopic {
  static var environment: HelpTopic {
    HelpTopic(
      name: "environment", summary: "environment variables, configuration file, and tracker location",
      sections: [
        .init(
          "Variables",
          [
            .entries([
              .init("A11Y_DB", "the tracker, without --db"),
              .init("A11Y_TESTER", "the tester, without --tester"),
              .init("A11Y_PLAIN, ACCESSIBLE", "1 is the same as --plain; 0 turns plain output off, also if configured"),
              .init("NO_COLOR", "set: no color"),
              .init("FORCE_COLOR, CLICOLOR_FORCE", "set: color, also in a pipe; 0: no color"),
              .init("CLICOLOR", "0: no color"),
              .init("TERM", "dumb: no color, and plain output"),
              .init("A11Y_PAGER, PAGER", "the pager for output longer than the screen, e.g. less; cat: none"),
              .init("FORCE_HYPERLINK", "set: file names are links at any terminal; 0: never"),
              .init("COLUMNS", "the output width, without --width"),
              .init("CI", "set: no prompts, and a11y gate is strict"),
              .init("XDG_CONFIG_HOME, XDG_DATA_HOME", "the folders of the configuration and of your personal tracker"),
              .init("TZ", "the time zone of times that you type without an offset, and of times in text output"),
            ]),
            .paragraph(
              "An empty variable counts as not set. The first of these decides on color: --color, NO_COLOR, "
                + "FORCE_COLOR and CLICOLOR_FORCE, CLICOLOR, TERM, the configuration, and whether the stream is a "
                + "terminal. Color never carries meaning alone."),
          ]),
        .init(
          "The tracker",
          [
            .paragraph(
              "A command uses the first of these: the database of --db, A11Y_DB, .a11y/audit.db in the current folder "
                + "or the nearest parent folder, and audit.db in $XDG_DATA_HOME/a11y (~/.local/share/a11y).")
          ]),
        .init(
          "The configuration",
          [
            .paragraph(
              "The file $XDG_CONFIG_HOME/a11y/config, or else ~/.config/a11y/config, has lines of the form key = "
                + "value. # begins a comment. To view or change settings, use a11y config. Flags and variables "
                + "override the configuration."),
            .entries(SettingKey.allCases.map { .init($0.rawValue, $0.doc) }),
          ]),
      ])
  }
}
