import Arguments
import AuditModel
import AuditSync

/// `a11y import`: what other machines have said.
enum ImportCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "import", group: .move, "take in bundles from other machines, and what tools found",
      examples: [
        .init("a11y import tia.a11y.json tom.a11y.json", "adds what is not here yet; a second time it adds nothing"),
        .init("a11y import --dry-run tia.a11y.json", "the same numbers, and nothing is kept"),
        .init("a11y import audit.jsonl --build 3.2", "findings of XCTest, axe-core and other tools, as signals"),
        .init("a11y import --adopt team.a11y.json", "makes a new, empty tracker part of the team's"),
      ],
      details: [
        "A bundle is taken in whole or not at all: its form, its digests and its end are verified, and what is derived "
          + "is checked, before anything counts. Importing again, in any order, changes nothing.",
        "Nothing is overwritten: where two testers saw different things on the same build the cell is disputed, where "
          + "two people edited the same field both values stay in view. a11y list conflicts shows them.",
        "Evidence files are taken from the folder beside the bundle (team.a11y.evidence beside team.a11y.json), where "
          + "there is one. Those that are missing are counted, and a later import or sync brings them.",
        "What a tool found by itself becomes a signal on the component and check it speaks to, once however many screens "
          + "report it; it never passes anything. A fault opens the cell as cant-tell until a person has looked: a11y "
          + "list tool-findings. What belongs to no component or speaks to no check is named, counted and kept (a11y list "
          + "tool-findings state:unmatched), and a11y edit tracker --match says where it belongs. The exit code is 5 where "
          + "some findings have no component, and 3 where none has a component and a check. a11y help formats has the "
          + "forms.",
        "What a tester saved from a worksheet is a bundle like others. If a check was rewritten since the worksheet was "
          + "made, the file is refused and names the check; --accept-changed takes it all the same.",
      ],
      positionals: [PositionalSpec("FILE", arity: .many, completes: .files, "bundles or reports; - is standard input")],
      flags: [
        .dryRun, .adopt, FlagSpec(switch: .exitCode, "end with 5 if a request waits for a decision"),
        FlagSpec(switch: .acceptChanged, "take the answers of a worksheet although its checks were rewritten since"),
        FlagSpec(switch: .unsigned, "take in what nobody has signed, and vouch for what it says"), .bundleLimits,
        FlagSpec(
          .tool, value: "TOOL", choices: ReportForm.allCases.map(\.rawValue),
          "whose report the files are (otherwise told by their content)"),
        .component("where findings go that belong to no other component"),
        .condition("the settings the tool ran under, where the report does not say it"), .build, .device, .os,
        FlagSpec(
          .run, value: "NAME", "the name of the run: what an earlier report of it has and this one has not is closed"),
        .at("when the tool ran, where the report does not say it"), .tester,
      ],
      run: ImportRun.run)
  }
}
