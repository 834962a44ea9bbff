import Arguments

/// How the program stands to the automatic criteria of the CLI Accessibility Conformance Specification (CLI-ACS) v1.0,
/// a draft of August 2026. A test of the whole program stands behind each that is said to pass.
enum ConformanceList {
  typealias Criterion = (id: String, what: String)

  static let passed: [Criterion] = [
    ("OS-1", "results on standard output, everything else on standard error"),
    ("OS-2", "0 for success, another exit code for failure"), ("OS-3", "no escape sequences in a pipe"),
    ("OS-6", "--json, csv and tsv for whatever has rows"), ("OS-7", "-q, --quiet"),
    ("OS-8", "the width of the terminal, COLUMNS, 80"), ("OS-10", "--plain"), ("CV-2", "NO_COLOR"),
    ("CV-3", "--no-color"), ("CV-4", "colours only on a terminal"), ("CV-5", "TERM=dumb"),
    ("CV-6", "--color always, never, auto"), ("HD-1", "--help and -h"), ("HD-2", "help for each command"),
    ("HD-3", "--version"), ("HD-4", "what is missing is named, with the way to help"),
    ("HD-8", "who waits for typed data says so"), ("HD-9", "a manual page"), ("HD-12", "completions"),
    ("HD-13", "a NAME that whatis can read"), ("EF-1", "errors on standard error"), ("EF-2", "errors have exit codes"),
    ("EF-4", "different errors have different exit codes"), ("EF-9", "errors as JSON with --json"),
    ("II-1", "whatever is asked can be given: log does what walk does"), ("II-2", "no questions in a pipe"),
    ("II-3", "--no-input"), ("II-4", "Ctrl-C ends at once"), ("II-8", "--dry-run"), ("II-10", "- for standard input"),
    ("EC-3", "flags before variables before the configuration"), ("EC-4", "XDG folders"),
    ("EC-6", "VISUAL, then EDITOR"), ("EC-7", "UTF-8 in every locale"), ("EC-11", "COLUMNS"),
    ("TM-1", "nothing is drawn over in a pipe"), ("TM-2", "progress as lines in a pipe and with --plain"),
    ("TM-6", "an answer within half a second"), ("IL-1", "UTF-8"), ("IL-4", "no boxes to be broken"),
  ]

  static let missed: [Criterion] = [
    ("OS-9", "no pager is started: pipe into yours"),
    ("CV-7, CV-10", "NO_COLOR comes before FORCE_COLOR here, and after it there"),
    ("IL-5", "dates and numbers are written alike everywhere: 2026-03-01, 4.5"),
    ("IN-2", "nothing asks the network for a newer version"),
  ]

  static let unfit: [Criterion] = [
    ("II-5", "there are no passwords"), ("EC-5", "there is no pager"), ("EC-10", "there is no network"),
    ("TM-4", "no answer has a time limit"), ("TU-14", "there is no full screen"),
  ]

  static var blocks: [HelpDocument.Block] {
    [
      .paragraph(
        "The CLI Accessibility Conformance Specification (CLI-ACS) v1.0 has criteria that a program can check. These pass, and the "
          + "tests of this program check them; EC-1 and EC-2 repeat CV-2 and CV-5:"),
      entries(passed), .paragraph("These do not pass:"), entries(missed), .paragraph("These have nothing to apply to:"),
      entries(unfit),
      .paragraph("The criteria that people have to judge are not claimed here."),
    ]
  }

  private static func entries(_ criteria: [Criterion]) -> HelpDocument.Block {
    .entries(criteria.map { .init($0.id, $0.what) })
  }
}
