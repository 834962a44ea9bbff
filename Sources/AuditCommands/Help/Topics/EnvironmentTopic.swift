import Arguments

extension HelpTopic {
  static var environment: HelpTopic {
    HelpTopic(
      name: "environment", summary: "variables, the configuration file, and where the tracker is found",
      sections: [
        .init(
          "Variables",
          [
            .entries([
              .init("A11Y_DB", "the tracker, where --db is not given"),
              .init("A11Y_TESTER", "who logs, where --tester is not given"),
              .init("A11Y_PLAIN, ACCESSIBLE", "1 is --plain; 0 turns it off, whatever the configuration says"),
              .init("NO_COLOR", "set: no colours"),
              .init("FORCE_COLOR, CLICOLOR_FORCE", "set: colours, also in a pipe; 0: none"),
              .init("CLICOLOR", "0: no colours"),
              .init("TERM", "dumb: no colours, and plain output"),
              .init("COLUMNS", "the width to write for, where --width is not given"),
              .init("CI", "set: nothing is asked"),
              .init("XDG_CONFIG_HOME, XDG_DATA_HOME", "where the configuration and your own tracker are"),
              .init("TZ", "the zone of times that are written without an offset, and of times shown to people"),
            ]),
            .paragraph(
              "An empty variable counts as not set. Colours are decided by --color, then NO_COLOR, then FORCE_COLOR and "
                + "CLICOLOR_FORCE, then CLICOLOR, then TERM, then the configuration, then by whether the stream is a "
                + "terminal. A colour never says anything that a word does not say too."),
          ]),
        .init(
          "The tracker",
          [
            .paragraph(
              "A command uses the database that --db names, else A11Y_DB, else .a11y/audit.db of the current folder or "
                + "the nearest one above, else audit.db in $XDG_DATA_HOME/a11y (~/.local/share/a11y).")
          ]),
        .init(
          "The configuration",
          [
            .paragraph(
              "$XDG_CONFIG_HOME/a11y/config, or else ~/.config/a11y/config, holds lines of key = value; # begins a "
                + "remark. a11y config shows and changes it. A flag and a variable come before it."),
            .entries(SettingKey.allCases.map { .init($0.rawValue, $0.doc) }),
          ]),
      ])
  }
}
