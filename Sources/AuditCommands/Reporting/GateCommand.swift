import Arguments
import AuditReports

/// `a11y gate`: whether it may go out.
enum GateCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "gate", group: .lead, "whether it may go out: a clear yes or no, for people and for build servers",
      usage: ["[QUERY...] RULES... [FLAGS]"],
      examples: [
        .init(
          "a11y gate --audit spring-24 --min-pass 90 --min-tested 95 --max-critical 0 --baseline winter-23",
          "an audit against the one before"),
        .init(
          "a11y gate --critical-rules --pre-release", "the lists before a release"),
        .init("a11y list cells --json -o baseline.json", "keep how it stands"),
        .init("a11y gate --baseline baseline.json --md", "what has got worse since, for a pull request"),
        .init(
          "a11y gate --max-critical 0 --junit gate.xml --sarif gate.sarif --report-only",
          "files for a build server, without breaking the build"),
      ],
      details: [
        "A gate holds cells against rules, by their names and not by their number: one fixed and one regressed are not "
          + "even. With --audit the scope is that audit's, and its own results count. Otherwise it is the plan of "
          + "the tracker, looked at or not, as in a11y status. A query narrows it; words about what was seen, such as "
          + "status:, are refused. A verdict about fewer components than are in use says so.",
        "--min-pass is pass of pass and fail, --min-tested is pass and fail of what applies; both are percentages, held "
          + "exactly. --max-critical and --max-serious count open findings; one that no tester rated has the "
          + "severity of its check, and critical ones count as serious where --max-critical is not given. --no-regressions, and "
          + "--baseline alone, refuse what fails, did not fail at the baseline and had passed; without a baseline, what "
          + "fails and had ever passed. --critical-rules and --pre-release want every cell of these two checklists to pass "
          + "or not to apply, and one at least to apply; of --pre-release every check has to be asked of some component. "
          + "--max-age refuses evidence older than so many days.",
        "A waiver lets a failing cell through, counted apart, but never counts as a pass. One that has expired on a cell "
          + "that still fails is a rule of its own, which fails.",
        "A baseline is an audit (every cell by the results in its name, in its scope or not), a date or time (as --as-of, "
          + "also audit:NAME or build:NAME: every cell as it stood then), or a file that a11y list cells --json wrote. A "
          + "name that is both is the audit; ./NAME is the file. Cells of the gate's scope that had an answer then are "
          + "compared, and the gate says how many; of the others only what had ever passed can have regressed.",
        "The exit code is 0 for a pass, 1 where a rule fails, and 3 where nothing was looked at or a rule has nothing to "
          + "judge by: that is never a pass. Rules that fail come last, and the last line is the verdict.",
        "JUnit has three forms: ant is valid by the schemas of Ant and Jenkins, surefire by those of Maven Surefire and "
          + "Jenkins, and properties adds check, criterion and evidence to each test case, as Xray, TestRail and Allure "
          + "read them. SARIF holds failures that no waiver covers, each at a file and a line: the --source of its "
          + "component (FILE or FILE:LINE, or the line that its note names), else its line in components.csv, as a11y "
          + "list components --format csv writes it.",
      ],
      positionals: [PositionalSpec("QUERY", arity: .many, "which cells, e.g. screen:sign-in category:voiceover")],
      flags: [
        FlagSpec(.minPass, value: "PERCENT", "at least so many of the judged cells pass"),
        FlagSpec(.minTested, value: "PERCENT", "at least so many of the applicable cells are judged"),
        FlagSpec(.maxCritical, value: "NUMBER", "at most so many critical findings are open"),
        FlagSpec(.maxSerious, value: "NUMBER", "at most so many serious findings are open"),
        FlagSpec(switch: .noRegressions, "nothing fails that had passed"),
        FlagSpec(
          .baseline, value: "AUDIT|DATE|FILE", completes: .files, "nothing fails that had passed and did not fail then"),
        FlagSpec(.maxAge, value: "DAYS", "no evidence is older"),
        FlagSpec(switch: .criticalRules, "the checklist critical-rules passes"),
        FlagSpec(switch: .preRelease, "the checklist pre-release passes"),
        .audit("only this audit, by its own results"), .asOf,
        FlagSpec(switch: .reportOnly, "end with 0 whatever the verdict"),
        FlagSpec(.junit, value: "FILE", completes: .files, "write the rules as JUnit XML as well"),
        FlagSpec(
          .junitItems, value: "FILE", completes: .files, "write the items as JUnit XML as well, one test case each"),
        FlagSpec(
          .junitForm, value: "FORM", choices: JUnitForm.allCases.map(\.rawValue),
          "the JUnit that the receiver reads (ant for --junit, properties for --junit-items)"),
        FlagSpec(.sarif, value: "FILE", completes: .files, "write the open findings as SARIF 2.1.0 as well"),
        FlagSpec(.limit, value: "NUMBER", "how many cells of each rule to list where people read"),
        FlagSpec(switch: .all, "every cell where people read"), FlagSpec(switch: .md, "the same as --format md"),
      ],
      formats: [.table, .plain, .json, .md], takesQuery: true, canBeRunAgain: true, run: GateRun.run)
  }
}
