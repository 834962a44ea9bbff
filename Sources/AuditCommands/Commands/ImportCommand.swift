/// `a11y import`: what other machines have said.
enum ImportCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "import", group: .move, "take in bundles from other machines",
      examples: [
        .init("a11y import tia.a11y.json tom.a11y.json", "adds what is not here yet; a second time it adds nothing"),
        .init("a11y import --dry-run tia.a11y.json", "the same numbers, and nothing is kept"),
        .init("a11y import --adopt team.a11y.json", "makes a new, empty tracker part of the team's"),
      ],
      details: [
        "A bundle is taken in whole or not at all: its form, its digests and its end are verified, and what is derived "
          + "is checked, before anything counts. Importing again, in any order, changes nothing.",
        "Nothing is overwritten: where two testers saw different things on the same build the cell is disputed, where "
          + "two people edited the same field both values stay in view. a11y list conflicts shows them.",
        "Evidence files are taken from the folder beside the bundle (team.a11y.evidence beside team.a11y.json), where "
          + "there is one. Those that are missing are counted, and a later import or sync brings them.",
      ],
      positionals: [PositionalSpec("FILE", arity: .many, completes: .files, "bundles; - is standard input")],
      flags: [.dryRun, .adopt, .bundleLimits],
      run: ImportRun.run)
  }
}
