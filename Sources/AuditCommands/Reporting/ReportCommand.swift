import Arguments
import AuditModel
import AuditReports

/// `a11y report`: where the app stands, for those who were not there.
enum ReportCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "report", group: .lead, "where the app stands, for those who were not there",
      usage: ["[QUERY...] [--audit A] [--compare AUDIT|DATE] [--html FILE] [FLAGS]"],
      examples: [
        .init("a11y report", "the figures, what fails and what to look at again"),
        .init("a11y report --html report.html", "one page that any browser opens, to hand on"),
        .init("a11y report --compare 2026-05-01 --md", "a comment for a pull request, with what changed since"),
        .init("a11y report --audit spring-24 --compare autumn-23", "an audit, and what changed since another"),
        .init("a11y report 'screen:sign-in' --as-of 2026-02-28", "a part of the app at the end of February"),
        .init("a11y report --xlsx report.xlsx", "one workbook for Excel, Numbers, and LibreOffice"),
        .init("a11y report --csv -o figures.csv", "each component and each criterion for a spreadsheet"),
        .init(
          "a11y report --openacr acr.yaml --product Pebbles --contact access@example.org",
          "a draft of a conformance report (VPAT) as OpenACR"),
        .init("a11y report --earl results.jsonld", "every cell for programs that read EARL"),
        .init("a11y report --issues jira -o tickets.csv", "tickets for open findings"),
        .init("a11y report --declarations", "what the App Store's accessibility labels could say"),
      ],
      details: [
        "The verdict, compliance with its counts, coverage, open findings by severity and the age of the evidence; then what "
          + "changed, the trend, components with the worst first, the criteria of WCAG 2.2 with EN 301 549 and Section 508, "
          + "findings with notes, owners and waivers, what to look at again, first taps, disputes, and limits. Every form "
          + "says the same. No form claims conformance; a criterion that no check tests is not evaluated.",
        "--compare takes what trend --explain takes: a date, a time, an audit (when it was closed; an open one ends now) or a build. The figures of "
          + "the change are those of all results of the cells, also with --audit.",
        "The query says which cells there are, as in a11y trend: words about what was seen, such as status:, are refused, for "
          + "a rate over what fails says nothing.",
        "--openacr drafts OpenACR 0.1.0 (VPAT 2.5, WCAG 2.2 and Section 508) for the component software. A criterion is "
          + "supported only if every component in use that it applies to was judged for every check of it and none fails; "
          + "--partial declares a report about less, in words that stand in its notes. Where most judged components fail it "
          + "is not supported, where some do partially. not-evaluated may be said at level AAA alone, so a criterion of "
          + "level A or AA without enough evidence gets no term, and the notes say why.",
        "--earl writes EARL 1.0 as JSON-LD: an assertion for each cell of a11y list cells --all, or of --audit. What tools "
          + "found by themselves is in it as the doubt that it opened, and never as a failure.",
        "--earl-form wcag-em writes what the WCAG-EM Report Tool takes: each tested cell as a result of each criterion "
          + "that its check tests, of the page that --address names. That tool keeps every result as one to be decided.",
        "--allure writes a folder of Allure results: passed, failed, skipped for what does not apply or is waived, broken "
          + "for what cannot be told or is disputed, and no status for what nobody tested. --testrail and --xray write test "
          + "cases as CSV, with the columns that their documentation names; results go to both as JUnit (a11y gate "
          + "--junit-items), which their own importers read.",
        "--issues writes a ticket for each open finding that has none: who is affected, steps to reproduce, the expected and "
          + "the measured result, the remedy, and where it is. Each ticket has a mark such as a11y-ghjkmnpqrstv. Export the "
          + "tickets from your tracker as CSV, or from GitHub as JSON, and run \"a11y import FILE\": their numbers then belong "
          + "to the findings, and a second run makes no second ticket.",
        "--declarations drafts Apple's nine accessibility labels for each family of devices: with the common tasks, which are "
          + "the tags task:NAME of components or else the screens, and what fails in each. A result counts for the device it "
          + "names, else for an iPad under the condition ipad. A feature is supported only if all that speaks to it was "
          + "looked at on such a device and is not stale. A family that nobody looked at is not evaluated; what fails on no "
          + "named device is not supported on those that somebody looked at.",
        "The page is one file that opens from the disk and asks for nothing from a network; its foot has a digest of the facts, "
          + "told from the ends of the machines' chains of facts: the same facts have the same digest everywhere. With --html alone nothing else is printed.",
        "Testers are numbered, in this report alone; --testers full names them. The same facts, arguments and --as-of give the "
          + "same bytes on every machine.",
      ],
      positionals: [PositionalSpec("QUERY", arity: .many, "words that must all hold, e.g. screen:sign-in")],
      flags: [
        .audit("only this audit"), .asOf,
        FlagSpec(
          .by, value: "SETTING", choices: ConditionGrouping.allCases.map(\.rawValue),
          "what was seen under which settings, by them; of an audit with several conditions it is told anyway"),
        FlagSpec(
          .compare, value: "MOMENT", completes: .records(.audit), "say what changed since a date, an audit or a build"),
        FlagSpec(
          .html, value: "FILE", completes: .files,
          "write a page for a browser too, whatever lies there; - is standard output"),
        FlagSpec(
          .xlsx, value: "FILE", completes: .files, "workbook of summary, findings, items, criteria, and trend"),
        FlagSpec(switch: .md, "the same as --format md"), FlagSpec(switch: .csv, "the same as --format csv"),
        FlagSpec(
          .testers, value: "HOW", choices: TesterNaming.allCases.map(\.rawValue),
          "how testers are named, otherwise by code"),
        FlagSpec(.limit, value: "NUMBER", "how many rows of each part to show where people read"), .raw, .bom,
        FlagSpec(
          .openacr, value: "FILE", completes: .files, "write a draft of a conformance report; - is standard output"
        ).excludes(.compare, .limit, .raw, .bom, .html, .xlsx, .md, .csv, .declarations),
        FlagSpec(.product, value: "NAME", "the product that --openacr is about")
          .needs(.openacr, hint: "a11y report --openacr acr.yaml"),
        FlagSpec(.partial, value: "TEXT", "the part of the app that --openacr is about, where it is not all of it")
          .needs(.openacr, hint: "a11y report --openacr acr.yaml"),
        FlagSpec(.contact, value: "ADDRESS", "the e-mail address that --openacr names")
          .needs(.openacr, hint: "a11y report --openacr acr.yaml"),
        FlagSpec(.earl, value: "FILE", completes: .files, "write every cell as EARL; - is standard output")
          .excludes(.compare, .limit, .raw, .bom, .html, .xlsx, .md, .csv, .declarations),
        FlagSpec(
          .allure, value: "DIR", completes: .files,
          "write every item into a new folder of Allure results, with evidence"
        ).excludes(.compare, .limit, .html, .xlsx, .md, .csv, .declarations),
        FlagSpec(
          .testrail, value: "FILE", completes: .files,
          "write every item as a test case that TestRail imports from CSV; - is standard output"
        ).excludes(.compare, .limit, .html, .xlsx, .md, .csv, .declarations),
        FlagSpec(
          .xray, value: "FILE", completes: .files,
          "write every item as a test case that Xray imports from CSV; - is standard output"
        ).excludes(.compare, .limit, .html, .xlsx, .md, .csv, .declarations),
        FlagSpec(
          .issues, value: "FORM", choices: TicketForm.allCases.map(\.rawValue),
          "write tickets for open findings instead: jira and azure as CSV, github as a script"
        ).excludes(
          .compare, .limit, .html, .xlsx, .md, .csv, .openacr, .earl, .allure, .testrail, .xray, .declarations),
        FlagSpec(
          .group, value: "WHAT", choices: TicketsRun.Grouping.allCases.map(\.rawValue),
          "ticket for each finding or each check (default: finding)"
        ).needs(.issues, hint: "Run \"a11y report --issues jira --group check\"."),
        FlagSpec(switch: .all, "include findings that have a ticket").needs(.issues, hint: "Pass --issues FORM."),
        FlagSpec(
          .earlForm, value: "FORM", choices: EARLGraph.Form.allCases.map(\.rawValue),
          "the EARL that the receiver reads (earl, or wcag-em for the WCAG-EM Report Tool)"
        ).needs(.earl, hint: "a11y report --earl results.jsonld"),
        FlagSpec(.address, value: "URL", "where the app is found, which --earl names as the source of each component")
          .needs(.earl, hint: "a11y report --earl results.jsonld"),
        FlagSpec(switch: .declarations, "draft the App Store's accessibility labels instead")
          .excludes(.compare, .raw, .bom, .testers),
      ],
      formats: OutputFormat.allCases, takesQuery: true, canBeRunAgain: true, run: ReportRun.run)
  }
}

/// How a report names testers.
enum TesterNaming: String, CaseIterable {
  /// Numbered, in one report alone.
  case code
  /// As they were recorded.
  case full
}
