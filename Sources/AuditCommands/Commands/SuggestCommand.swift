/// `a11y suggest`: what to do next.
enum SuggestCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "suggest", group: .other, "propose what to test next", usage: ["WHAT [FLAGS]"],
      examples: [.init("a11y suggest conditions", "the settings to test under next")],
      subcommands: [conditions], subcommandName: "WHAT", formats: formats, run: GroupRun.run)
  }

  private static let formats: [OutputFormat] = [.table, .plain, .json, .md]

  private static var conditions: CommandSpec {
    CommandSpec(
      "conditions", "the settings to test under next, so that every two of them were on together once",
      usage: ["[FLAGS]"],
      examples: [
        .init("a11y suggest conditions", "the combination that covers most untested pairs"),
        .init("a11y suggest conditions --audit spring-24 --count 3", "three in a row, from the results of an audit"),
        .init("a11y suggest conditions --without ipad,rtl", "the app runs on phones, left to right"),
      ],
      details: [
        "Nobody tests all combinations of settings. Most faults need one setting or two of them, so it is enough that "
          + "every two choices (dark and text-ax5, VoiceOver and landscape) were seen together once; about two dozen "
          + "conditions do that. What was tested is read off the conditions of your results.",
        "The same results give the same proposals on every machine.",
      ],
      flags: [
        .audit("what was tested in this audit (otherwise in all of the tracker)"),
        FlagSpec(.count, value: "NUMBER", "how many proposals, each going on from those before (otherwise 1)"),
        FlagSpec(.without, value: "TOKENS", repeatable: true, "settings that are not to be proposed, with commas"),
      ],
      formats: formats, run: SuggestConditions.run)
  }
}
