import CommandLine
import Sessions

extension HelpTopic {
  static let keys = HelpTopic(
    "keys", "keyboard commands and name abbreviations",
    """
    # Keys of a walk

    \(entries(WalkKeys.all.map { ($0.line, $0.doc) }))

    At a terminal the letter alone is enough: it acts at once, and the program prompts for other values. Ctrl-D at such
    a prompt cancels the answer. Other keys, Enter alone, arrows, and pasted text do nothing. At the prompt of e, Enter
    proposes a screenshot of the booted simulator, or else the newest image of the folder that you set with a11y config
    screenshots.

    # Line mode

    With --keys line, or if standard input or output is not a terminal, each line is an answer: the letter or its word,
    a space, and the values listed above. Words:
    \(WalkKeys.all.map { "\($0.letter) \($0.word)" }.joined(separator: ", ")).

      p
      f close cross too small
      f 2 v=40x40 close cross too small
      f - 3 buttons overlap
      c no device with a notch
      g close-button
      q

    After f, a first word from 1 to 4 (or critical, serious, moderate, minor) is the severity. Without it, or after -,
    the result gets the default severity of the check. v= and a value without spaces, or in quotes, is the measured
    value; v on a separate line takes a value as typed. The rest is the note.

    # Keys at a prompt

    y, Enter | yes
    n, Enter or Enter alone | no; nothing is changed
    Ctrl-D | end of input, the same as no
    Ctrl-C | stop the command; saved answers are kept

    A line is edited with the keys of shells: arrows, Home, End, Ctrl-A, Ctrl-E, Ctrl-W, Ctrl-U, Ctrl-K, and Ctrl-Y. In
    a walk, Up and Down bring back what you typed at the same prompt, and Tab completes files, components, and checks.
    In plain output the terminal itself edits the line.

    Every prompt is a line, and every answer ends with Enter. Prompts appear only if standard input is a terminal and
    neither CI nor --no-input is set. If a prompt is required but not possible, the command ends with exit code 2 and
    names the flag that answers.

    # Short names

    You can type the beginning of a check or component if only one name begins that way. Use full IDs in scripts,
    because a check that is added later may make a beginning ambiguous.

    # Outcomes

    pass | the component meets the expected result
    fail | it does not; add a severity with -s and a note with -m
    na | the check does not apply to this component
    cant-tell | tested, but without a clear result; not the same as untested
    """)

  static let exitCodes = HelpTopic(
    "exit-codes", "exit codes",
    """
    # Codes

    \(entries(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }))

    Results are on standard output, and all other text is on standard error, so a pipe carries only results. If the code
    is not 0, the reason is on standard error, often with a hint for the next command.
    """)

  static let query = HelpTopic(
    "query", "query syntax",
    """
    # Examples

    a11y list 'status:fail severity:1,2' | failing items of severity critical or serious
    a11y list findings 'screen:sign-in -owner:qa-1' | open findings on a screen that qa-1 does not own
    a11y list 'component:sign-in/** check:voiceover.*' | a part of the app and a family of checks
    a11y list results since:2026-06-01 tester:t1 | results of a tester since 2026-06-01
    a11y list 'close stale:yes' | stale results with "close" in a name, title, or note
    a11y list findings ticket:APP-12 | the findings that a ticket is about
    a11y list findings ghjkmnpq | the finding with this ID

    # Rules

    A query is a list of words, and a row must match all of them. A comma means or. A hyphen before a word negates it;
    put the query in quotes, or put -- before it. A word without a colon searches names, titles, screens, criteria,
    severities of findings, notes, tickets, and IDs of findings. In component and check names, * matches within one part
    of a path and ** across parts. **/ may match no part, so source:**/Home.swift finds the file in any folder, or
    without one, and component:sign-in/** is all of sign-in, with the screen itself.

    The words before the colon ignore case, and so do the values of a fixed set such as platform:. An unknown kind,
    category, or criterion is an error. For any other unknown name the command prints a note. With --exit-code, an
    unknown check, component, or audit ends with exit code 3.

    With --all, audit: takes one audit and adds its untested items, as with --audit.

    a11y trend accepts only the words that select items: those about components and checks, and condition:. Words about
    results are an error there.

    Dates are local days (2026-06-01) or times. since: and until: include their day.

    # Words

    \(entries(QueryWord.allCases.map { ($0.rawValue + ":", $0.doc) }))
    """)

  static let environment = HelpTopic(
    "environment", "environment variables, configuration file, and tracker location",
    """
    # Variables

    A11Y_DB | the tracker, without --db
    A11Y_TESTER | the tester, without --tester
    A11Y_PLAIN, ACCESSIBLE | 1 is the same as --plain; 0 turns plain output off, also if configured
    NO_COLOR | set: no color
    FORCE_COLOR, CLICOLOR_FORCE | set: color, also in a pipe; 0: no color
    CLICOLOR | 0: no color
    TERM | dumb: no color, and plain output
    A11Y_PAGER, PAGER | the pager for output longer than the screen, e.g. less; cat: none
    FORCE_HYPERLINK | set: file names are links at any terminal; 0: never
    COLUMNS | the output width, without --width
    CI | set: no prompts, and a11y gate is strict
    XDG_CONFIG_HOME, XDG_DATA_HOME | the folders of the configuration and of your personal tracker
    TZ | the time zone of times that you type without an offset, and of times in text output

    An empty variable counts as not set. The first of these decides on color: --color, NO_COLOR, FORCE_COLOR and
    CLICOLOR_FORCE, CLICOLOR, TERM, the configuration, and whether the stream is a terminal. Color never carries meaning
    alone.

    # The tracker

    A command uses the first of these: the database of --db, A11Y_DB, .a11y/audit.db in the current folder or the
    nearest parent folder, and audit.db in $XDG_DATA_HOME/a11y (~/.local/share/a11y).

    # The configuration

    The file $XDG_CONFIG_HOME/a11y/config, or else ~/.config/a11y/config, has lines of the form key = value. # begins a
    comment. To view or change settings, use a11y config. Flags and variables override the configuration.

    \(entries(SettingKey.allCases.map { ($0.rawValue, $0.doc) }))
    """)
}
