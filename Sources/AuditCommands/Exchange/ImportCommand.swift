import Arguments
import AuditModel
import AuditSync

/// `a11y import`: reads bundles of other machines and reports of tools.
enum ImportCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "import", group: .move, "import bundles and automated-tool reports",
      examples: [
        .init("a11y import tia.a11y.json tom.a11y.json", "add new entries; a second import adds nothing"),
        .init("a11y import --dry-run tia.a11y.json", "show the same counts without importing"),
        .init("a11y import audit.jsonl --build 3.2", "tool findings of XCTest, axe-core, and others"),
        .init("a11y import --adopt team.a11y.json", "join a new, empty tracker to the team's"),
        .init("a11y import tickets.csv --map Vorgang=ticket,Erledigt=closed", "tickets in other words"),
      ],
      details: [
        "A bundle is imported completely or not at all: its format, digests, end, and derived data are verified before "
          + "any entry counts. Importing again, in any order, changes nothing.",
        "Nothing is overwritten. If two testers log different outcomes on the same build, the item is disputed. If two "
          + "people edit the same field, both values are kept. Run \"a11y list conflicts\" to see both.",
        "Results of others count. What they decided waits until you follow them (a11y waiting, a11y follow), except that "
          + "an empty tracker that joins with --adopt follows the machines of the bundle.",
        "Evidence files are read from the folder next to the bundle, if it exists (team.a11y.evidence next to "
          + "team.a11y.json). Missing files are counted; a later import or sync adds them.",
        "A tool finding is added to its component and check once, even if several screens report it. It never passes "
          + "an item. It sets the item to CAN'T TELL until a person tests the item; run \"a11y list tool-findings\" to "
          + "review. Findings that match no component or no check are listed, counted, and kept (a11y list "
          + "tool-findings state:unmatched); run \"a11y edit tracker --match\" to assign them. The exit code is 5 if "
          + "some findings have no component, and 3 if none has both a component and a check. Run \"a11y help "
          + "formats\" for the formats.",
        "A table of tickets, as CSV or JSON of an issue tracker, gives findings their tickets, by their marks, and the state "
          + "of each (a11y list findings ticket:closed). A finding keeps every ticket that it has. No state closes a finding. "
          + "Words of other languages are translated by --map. Nothing is imported unless all rows with a mark are valid or "
          + "you pass --partial; --rejects FILE then keeps the others.",
        "A file that a tester saved from a worksheet is a bundle. If a check has changed since the worksheet was made, "
          + "the file is refused and the error names the check; pass --accept-changed to import it anyway.",
      ],
      positionals: [
        PositionalSpec("FILE", arity: .many, completes: .files, "bundles, reports, or tickets; - is standard input")
      ],
      flags: [
        .dryRun, .adopt, FlagSpec(switch: .exitCode, "exit with code 5 if a request or a change waits for a decision"),
        FlagSpec(switch: .acceptChanged, "accept worksheet answers for checks that have changed since"),
        FlagSpec(switch: .unsigned, "import unsigned bundles and vouch for their content"), .bundleLimits,
        FlagSpec(
          .tool, value: "TOOL", choices: ReportForm.allCases.map(\.rawValue),
          "report format (default: detected)"),
        .component("component for findings that match no other component"),
        .condition("condition of the tool run, if the report has none"), .build, .device, .os,
        FlagSpec(
          .run, value: "NAME", "run name; findings missing from its newer report are closed"),
        .at("time of the tool run, if the report has none"), .tester, .map("Vorgang=ticket,Erledigt=closed"),
        .headerRow,
        .partial, .rejects,
      ],
      run: ImportRun.run)
  }
}
