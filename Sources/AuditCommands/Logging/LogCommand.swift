import Arguments

/// `a11y log`: records outcomes.
enum LogCommand {
  private static let inLines = "Values, notes and severities stand in the lines."

  static var spec: CommandSpec {
    CommandSpec(
      "log", group: .tester, "record what you saw",
      usage: [
        "OUTCOME CHECK COMPONENT... [FLAGS]", "fail [CHECK] COMPONENT... --pattern PATTERN [FLAGS]",
        "- [FLAGS] < results.tsv",
      ],
      examples: [
        .init("a11y log pass voiceover.label-present sign-in/close-button", "one result"),
        .init(
          "a11y log fail touch-target.minimum-44pt sign-in/close-button -s 2 --value 40x40 -m \"close cross too small\"",
          "a fault with severity, measured value and a note"),
        .init(
          "a11y log fail voiceover.label-present sign-in/close-button -m \"says only button\" --evidence shot.png",
          "a fault with a picture of it"),
        .init("a11y log fail sign-in/sheet --pattern nested-modals", "a known anti-pattern, with its check and remedy"),
        .init("a11y log na haptics.type-success home search profile", "one outcome for several components"),
        .init("a11y log - --build 3.2 --tester t1 < results.tsv", "many results at once"),
        .init("a11y list cells --all --format csv --bom -o items.csv", "a table to fill in: a11y log - < items.csv"),
      ],
      details: [
        "Every result is on disk before the command ends. What was logged stays in the history; the latest result of a "
          + "cell (component, check and condition) is its state now. a11y undo takes back the last one.",
        "An outcome better than what another tester logged on the same build, or where a build is missing, contradicts "
          + "it: at a terminal you are asked, elsewhere the command ends with 5 unless --retest or --disagree is given. "
          + "A retest of a measured fail has to be measured. log - logs such lines as disagreement unless --retest is "
          + "given, and says how many there were.",
        "A pass whose measured value misses what the check wants is refused. --override REASON, or a note that begins "
          + "with \"override:\" and the reason, keeps it: the value is shown as contradicting, and the cell counts as a fail.",
        "log - reads lines of outcome TAB check TAB component, then if wanted condition TAB value TAB note; a CSV with a "
          + "header row works too. Each refused line is named with its number and the reason, and nothing is recorded "
          + "unless all lines are right or --partial is given.",
        "What a11y list cells --all --format csv wrote can be filled in and read back: a row whose outcome, value, note or "
          + "severity was changed is a new answer, all others are passed over and counted, as are columns of your own. "
          + "Outcomes may be written as people write them (Pass, N/A, can't tell); commas, semicolons and tabs all do. A "
          + "row that somebody has logged since the list was made is refused.",
        "A check that looks at several named parts also takes a list as its value, parts with semicolons: 'brand: light "
          + "dark; accent: light' (variants of each colour), 'press: medium; complete: success' (haptics of each "
          + "interaction), 'default: 3; xxxl: 2; ax1: 1' (columns at each text size). a11y show CHECK says which, and "
          + "what is missing is said beside the outcome.",
        "A copy of each file of --evidence is kept with the tracker: png, jpeg, heic, webp, mp4, pdf or plain text, at most "
          + "25 MiB. What png, jpeg and webp say beside the picture (place, time, camera) is left out of the copy. With "
          + "several components it is attached to each result, and stored once.",
        "--pattern files a fail as a known anti-pattern (a11y lookup pattern): its problem and remedy stand with the "
          + "finding. The check is one of the pattern's; where it has only one, it need not be named. log - and a11y "
          + "walk take no pattern: log such a fail by itself, with --pattern.",
        "The tester is --tester, else A11Y_TESTER, else the configured name; never silently the login name. device, os, "
          + "build, audit and condition can be configured too (a11y config).",
      ],
      positionals: [
        PositionalSpec(
          "OUTCOME", choices: ["pass", "fail", "na", "cant-tell", "-"], "what you saw, or - to read many results"),
        PositionalSpec("CHECK", arity: .optional, completes: .records(.check), "a check, or the beginning of its id"),
        PositionalSpec(
          "COMPONENT", arity: .many, completes: .records(.component),
          "one or more components, or beginnings of their keys"),
      ],
      flags: [
        FlagSpec(
          .severity, short: "s", value: "LEVEL",
          choices: ["1", "2", "3", "4", "critical", "serious", "moderate", "minor"], "how bad a fail is"
        ).doesNotFit("-", hint: inLines),
        FlagSpec(.value, value: "VALUE", "what was measured, e.g. 40x40, 3.2:1, 165%").doesNotFit("-", hint: inLines),
        .message("a note: what you saw").doesNotFit("-", hint: inLines),
        .condition("the settings it was seen under, e.g. dark,text-ax5"),
        .audit("the audit it belongs to"), .tester, .build, .device, .os,
        .at("when it was seen (otherwise now): 2026-03-01T10:00:00Z, or local time without Z"),
        FlagSpec(
          .evidence, value: "FILE", repeatable: true, completes: .files, "a picture, film, PDF or text that shows it"
        ).doesNotFit(
          "-", hint: "a11y new evidence CHECK COMPONENT FILE attaches a file to a result that is there."),
        FlagSpec(
          .pattern, value: "PATTERN", completes: .records(.pattern), "the anti-pattern that it is: a11y lookup pattern"
        ).doesNotFit("-", hint: "a11y log fail CHECK COMPONENT --pattern PATTERN files one by itself."),
        FlagSpec(
          .override, value: "REASON",
          "keeps a pass whose value misses what the check wants: shown as contradicting, counted as a fail"),
        FlagSpec(switch: .retest, "you tested again after what others logged: your outcome replaces theirs")
          .excludes(.disagree, hint: "A retest ends a disagreement."),
        FlagSpec(switch: .disagree, "you see it otherwise on the same build: both outcomes stay in view"),
        .partial, .dryRun,
      ],
      run: LogRun.run)
  }
}
