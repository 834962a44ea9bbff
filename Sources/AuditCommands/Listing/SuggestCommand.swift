import Arguments

/// `a11y suggest`: what to do next.
enum SuggestCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "suggest", group: .other, "propose what to test next", usage: ["WHAT [FLAGS]"],
      examples: [
        .init("a11y suggest conditions", "the settings to test under next"),
        .init("a11y suggest devices", "the fewest devices, postures and windows to see a release on"),
      ],
      subcommands: [conditions, devices], subcommandName: "WHAT", formats: formats, run: GroupRun.run)
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
      formats: formats, canBeRunAgain: true, run: SuggestConditions.run)
  }

  private static var devices: CommandSpec {
    CommandSpec(
      "devices",
      "the fewest devices to see the app on, so that every device was upright, on its side and in each window",
      usage: ["[FLAGS]"],
      examples: [
        .init("a11y suggest devices", "the whole set, from a small phone to a large tablet"),
        .init("a11y suggest devices --audit spring-24 --count 3", "the next three, from the results of an audit"),
        .init("a11y suggest devices --without ipad-small,slide-over", "what the team has, and what the app knows"),
      ],
      details: [
        "Devices are phone-small, phone, phone-large, ipad-small and ipad-large (a11y lookup device), each upright and in "
          + "landscape; tablets also in split-view and slide-over, which phones do not have. What is proposed covers every "
          + "two of them once. The size class is that of the width.",
        "A result belongs to a device by its condition, e.g. --condition ipad-large,landscape: a11y status --by device.",
      ],
      flags: [
        .audit("what was tested in this audit (otherwise in all of the tracker)"),
        FlagSpec(.count, value: "NUMBER", "how many proposals, each going on from those before (otherwise all)"),
        FlagSpec(.without, value: "TOKENS", repeatable: true, "settings that are not to be proposed, with commas"),
      ],
      formats: formats, canBeRunAgain: true, run: SuggestDevices.run)
  }
}
