import Arguments

/// `a11y suggest`: what to test next.
enum SuggestCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "suggest", group: .other, "suggest what to test next", usage: ["WHAT [FLAGS]"],
      examples: [
        .init("a11y suggest conditions", "device settings to test next"),
        .init("a11y suggest devices", "devices, orientations, and windows for a release"),
      ],
      subcommands: [conditions, devices], subcommandName: "WHAT", formats: formats, run: GroupRun.run)
  }

  private static let formats: [OutputFormat] = [.table, .plain, .json, .md]

  private static var conditions: CommandSpec {
    CommandSpec(
      "conditions", "suggest device settings to test next",
      usage: ["[FLAGS]"],
      examples: [
        .init("a11y suggest conditions", "the combination that covers the most untested pairs"),
        .init("a11y suggest conditions --audit spring-24 --count 3", "the next three, from the results of an audit"),
        .init("a11y suggest conditions --without ipad,rtl", "without tablets and right-to-left text"),
      ],
      details: [
        "Most findings depend on one or two settings, so testing every pair of settings once (dark and text-ax5, "
          + "VoiceOver and landscape) is enough; about 24 conditions cover all pairs. Tested pairs are taken from the "
          + "conditions of your results.",
        "The same results give the same suggestions on every machine.",
      ],
      flags: [
        .audit("audit whose results count (default: all results)"),
        FlagSpec(.count, value: "NUMBER", "number of suggestions (default: 1)"),
        FlagSpec(.without, value: "TOKENS", repeatable: true, "settings to exclude (comma-separated)"),
      ],
      formats: formats, canBeRunAgain: true, run: SuggestConditions.run)
  }

  private static var devices: CommandSpec {
    CommandSpec(
      "devices",
      "suggest the fewest devices and window layouts",
      usage: ["[FLAGS]"],
      examples: [
        .init("a11y suggest devices", "the full set, from a small phone to a large tablet"),
        .init("a11y suggest devices --audit spring-24 --count 3", "the next three, from the results of an audit"),
        .init("a11y suggest devices --without ipad-small,slide-over", "without a device or window that is not in use"),
      ],
      details: [
        "Devices are phone-small, phone, phone-large, ipad-small, and ipad-large (see a11y lookup device), in "
          + "portrait and landscape; tablets also in split-view and slide-over. The suggestions cover every pair of "
          + "these settings once. The size class is that of the width.",
        "The condition of a result names its device, e.g. --condition ipad-large,landscape (see a11y status --by "
          + "device).",
      ],
      flags: [
        .audit("audit whose results count (default: all results)"),
        FlagSpec(.count, value: "NUMBER", "number of suggestions (default: all)"),
        FlagSpec(.without, value: "TOKENS", repeatable: true, "settings to exclude (comma-separated)"),
      ],
      formats: formats, canBeRunAgain: true, run: SuggestDevices.run)
  }
}
