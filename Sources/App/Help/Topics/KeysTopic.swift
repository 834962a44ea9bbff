import CommandLine
import Sessions

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

extension HelpTopic {
  static var exitCodes: HelpTopic {
    HelpTopic(
      name: "exit-codes", summary: "exit codes",
      sections: [
        .init(
          "Codes",
          [
            .entries(ExitCode.allCases.map { .init(String($0.rawValue), $0.meaning) }),
            .paragraph(
              "Results are on standard output, and all other text is on standard error, so a pipe carries only "
                + "results. If the code is not 0, the reason is on standard error, often with a hint for the next "
                + "command."),
          ])
      ])
  }
}

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
                + "no part, so source:**/Home.swift finds the file in any folder, or without one, and component:sign-in/** is all "
                + "of sign-in, with the screen itself."),
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
