import CommandLine

extension HelpTopic {
  static let catalog = HelpTopic(
    "catalog", "checks, checklists, and criteria, built-in and custom",
    """
    # Lookup

    a11y list checks | list checks with category, default severity, and criteria
    a11y list checks category:touch-target | list the checks of a category
    a11y list checklists | list checklists
    a11y list criteria | list WCAG 2.2 criteria with the clauses of EN 301 549 and Section 508
    a11y show touch-target.minimum-44pt | show how to test, what to expect, and differing sources

    # Checks

    A check is one requirement for one component. It has test steps, an expected result, a method (manual, inspection,
    automated, child-test), a default severity, and what to measure. It also lists the component kinds and platforms
    that it applies to, and the WCAG criteria that it tests or relates to. The kind, profile, platforms, and features of
    a component decide which checks are in its scope.

    Levels are never overstated. A target of 44 pt is a platform requirement and an AAA figure (2.5.5). The AA
    requirement is 24 pt with the spacing exception (2.5.8). Checks without a criterion are best practice and do not
    count toward WCAG results. Criteria without a check are listed as not evaluated.

    # Custom checks and checklists

    a11y new check team.no-autoplay --from check.json | add a check in the format of the built-in checks
    a11y new checklist ours --from checklist.json | add a checklist
    a11y edit check team.no-autoplay --from check.json | change the text of a check; older results become stale

    Each result stores the version of its check. If a file is invalid, the error names the file, the place in it, and
    the reason.
    """)
}

/// The results for the automatic criteria of the CLI Accessibility Conformance Specification (CLI-ACS) v1.0, a draft of
/// August 2026. A test of the whole program checks each criterion in `passed`.
enum ConformanceList {
  typealias Criterion = (id: String, what: String)

  static let passed: [Criterion] = [
    ("OS-1", "results on standard output, everything else on standard error"),
    ("OS-2", "0 for success, another exit code for failure"), ("OS-3", "no escape sequences in a pipe"),
    ("OS-6", "--json, and CSV and TSV for rows"), ("OS-7", "-q, --quiet"),
    ("OS-8", "the width of the terminal, COLUMNS, 80"), ("OS-9", "a pager for what is longer than the screen"),
    ("OS-10", "--plain"), ("CV-2", "NO_COLOR"),
    ("CV-3", "--no-color"), ("CV-4", "color only on a terminal"), ("CV-5", "TERM=dumb"),
    ("CV-6", "--color always, never, auto"), ("HD-1", "--help and -h"), ("HD-2", "help for each command"),
    ("HD-3", "--version"), ("HD-4", "errors name the missing argument and the help command"),
    ("HD-8", "a message when the program waits for typed data"), ("HD-9", "a manual page"), ("HD-12", "completions"),
    ("HD-13", "a NAME section for whatis"), ("EF-1", "errors on standard error"), ("EF-2", "errors have exit codes"),
    ("EF-4", "different errors have different exit codes"), ("EF-9", "errors as JSON with --json"),
    ("II-1", "a flag for every prompt: log takes all answers of walk"), ("II-2", "no prompts in a pipe"),
    ("II-3", "--no-input"), ("II-4", "Ctrl-C ends at once"), ("II-8", "--dry-run"), ("II-10", "- for standard input"),
    ("EC-3", "flags before variables before the configuration"), ("EC-4", "XDG folders"),
    ("EC-5", "A11Y_PAGER, then PAGER"), ("EC-6", "VISUAL, then EDITOR"), ("EC-7", "UTF-8 in every locale"),
    ("EC-11", "COLUMNS"),
    ("TM-1", "no redrawing in a pipe"), ("TM-2", "progress as lines in a pipe and with --plain"),
    ("TM-6", "a response within 0.5 s"), ("IL-1", "UTF-8"), ("IL-4", "no box drawing"),
  ]

  static let missed: [Criterion] = [
    ("CV-7, CV-10", "NO_COLOR overrides FORCE_COLOR; the specification has the opposite order"),
    ("IL-5", "dates and numbers do not depend on the locale: 2026-03-01, 4.5"),
    ("IN-2", "the program does not check the network for a newer version"),
  ]

  static let unfit: [Criterion] = [
    ("II-5", "no passwords"), ("EC-10", "no network"), ("TM-4", "no time limits"),
    ("TU-14", "no full-screen mode"),
  ]
}
