import Arguments
import AuditReports

/// `a11y gate`: checks the release criteria.
enum GateCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "gate", group: .lead, "check release criteria (for CI)",
      usage: ["[QUERY...] [RULES...] [FLAGS]"],
      examples: [
        .init("a11y gate", "the policy of the tracker"),
        .init("a11y gate --why 'sign-in/close-button label-present'", "how the rules count an item"),
        .init(
          "a11y gate --audit spring-24 --min-pass 90 --min-coverage 95 --max-critical 0 --baseline winter-23",
          "an audit compared with the previous one"),
        .init(
          "a11y gate --critical-rules --pre-release", "the pre-release checklists"),
        .init("a11y list cells --json -o baseline.json", "save the current state as a baseline"),
        .init("a11y gate --baseline baseline.json --md", "regressions since the baseline, as a pull request comment"),
        .init(
          "a11y gate --max-critical 0 --junit gate.xml --sarif gate.sarif --report-only",
          "JUnit and SARIF files without failing the build"),
      ],
      details: [
        "Without rules, the policy of the audit or the tracker applies (a11y edit tracker --policy). The result is SHIP, "
          + "HOLD, or NO DECISION. Without a policy it reads NO DECISION, with the result of max-critical 0. A blocker is an open finding against a failing rule about single findings, such as "
          + "--max-critical; it is listed with its owner, and \"To ship\" lists what has to change.",
        "A release check compares single items with rules: 1 fixed and 1 regressed item do not cancel out. With "
          + "--audit, the scope and the results are those of the audit. Without it, the scope is the plan of the "
          + "tracker, tested or not, as in a11y status. A query narrows the scope; filters on results, such as "
          + "status:, are not allowed. If components in use are outside the scope, the last line says so.",
        "--min-pass is compliance (passing / evaluated items) and --min-coverage is coverage (evaluated / applicable "
          + "items). Both are percentages and are compared exactly, without rounding. --max-critical and --max-serious "
          + "count open findings. A finding that no tester rated has the default severity of its check. Without "
          + "--max-critical, critical findings count as serious. --no-regressions, or --baseline alone, fails on items "
          + "that fail now, did not fail at the baseline, and passed before. Without a baseline, it fails on items "
          + "that fail now and passed at any time. --critical-rules and --pre-release require that every item of the "
          + "checklist passes or does not apply, and that at least 1 applies. --pre-release also requires that every "
          + "check applies to a component in scope. --max-age fails on results older than DAYS.",
        "A waived item does not fail the release check; it is counted separately and never as a pass. 2 rules always "
          + "apply. expired-waivers fails if a waiver expired and its item still fails. disagreements fails if results "
          + "differ and none of them decides (a11y list conflicts); each such item is a blocker. --allow-disagreements, "
          + "or allow-disagreements in a policy, turns the second rule off.",
        "--max-waiting fails while too many changes, requests, and entries of others are undecided: changes of people "
          + "who are not followed, requests to undo or erase, forks, and entries with the ID of this machine or the key "
          + "of a person who did not make them. --strict adds max-waiting 0 to the rules that apply, unless they name "
          + "another number. If CI is set, it is the default.",
        "--max-closed-tickets fails on items that fail although a ticket of theirs is closed and none is open, as the "
          + "tickets were when they were last imported (a11y list findings ticket:closed).",
        "A baseline is an audit (each item by the results of the audit, in its scope or not), a date or time (as for "
          + "--as-of, also audit:NAME or build:NAME: each item as of that time), or a file written by a11y list cells "
          + "--json. If a name is both an audit and a file, the audit is used; ./NAME is the file. Items in scope that "
          + "had a result at the baseline are compared, and the output shows how many. Other items regress only if "
          + "they passed at any time.",
        "The exit code is 0 for SHIP, 1 for HOLD (a rule fails), and 3 for NO DECISION: there is no rule, no item was "
          + "tested, or a rule has no data, which is never a pass. Failing rules come last, and the last line is the decision.",
        "JUnit has 3 forms: ant follows the schemas of Ant and Jenkins, surefire those of Maven Surefire and Jenkins, "
          + "and properties adds check, criterion, and evidence to each test case, as Xray, TestRail, and Allure read "
          + "them. SARIF contains failures without a waiver, each at a file and a line: the --source of its component "
          + "(FILE or FILE:LINE, or the line in its note), else its line in components.csv, as written by a11y list "
          + "components --format csv.",
      ],
      positionals: [
        PositionalSpec(
          "QUERY", arity: .many, completes: .records(.query), "filter, e.g. screen:sign-in category:voiceover")
      ],
      flags: [
        FlagSpec(.minPass, value: "PERCENT", "minimum compliance, in percent"),
        FlagSpec(.minCoverage, value: "PERCENT", "minimum coverage, in percent"),
        FlagSpec(.maxCritical, value: "NUMBER", "maximum number of open critical findings"),
        FlagSpec(.maxSerious, value: "NUMBER", "maximum number of open serious findings"),
        FlagSpec(switch: .noRegressions, "fail if an item regressed"),
        FlagSpec(
          .baseline, value: "AUDIT|DATE|FILE", completes: .files, "fail if an item regressed since this baseline"),
        FlagSpec(.maxAge, value: "DAYS", "maximum age of results, in days"),
        FlagSpec(
          .maxWaiting, value: "NUMBER", "maximum number of undecided changes and entries of others (a11y waiting)"),
        FlagSpec(.maxClosedTickets, value: "NUMBER", "maximum number of open findings whose ticket is closed"),
        FlagSpec(switch: .strict, "the same as --max-waiting 0 beside the policy; the default if CI is set"),
        FlagSpec(switch: .allowDisagreements, "do not fail on disputed or contradicted items"),
        FlagSpec(switch: .criticalRules, "require the checklist critical-rules to pass"),
        FlagSpec(switch: .preRelease, "require the checklist pre-release to pass"),
        .audit("audit to check, by its own results"), .asOf, .now,
        FlagSpec(.why, value: "ITEM", "how the rules count an item: its component and check")
          .excludes(.junit, .junitItems, .sarif, .reportOnly),
        FlagSpec(switch: .reportOnly, "report only; always exit with 0"),
        FlagSpec(.junit, value: "FILE", completes: .files, "also write the rules as JUnit XML"),
        FlagSpec(
          .junitItems, value: "FILE", completes: .files, "also write the items as JUnit XML, one test case each"),
        FlagSpec(
          .junitForm, value: "FORM", choices: JUnitForm.allCases.map(\.rawValue),
          "JUnit form (default: ant for --junit, properties for --junit-items)"),
        FlagSpec(.sarif, value: "FILE", completes: .files, "also write the open findings as SARIF 2.1.0"),
        FlagSpec(.limit, value: "NUMBER", "number of items to list per rule, in text output"),
        FlagSpec(switch: .all, "list every item in text output"), FlagSpec(switch: .md, "the same as --format md"),
      ],
      formats: [.table, .plain, .json, .md], takesQuery: true, canBeRunAgain: true, run: GateRun.run)
  }
}
