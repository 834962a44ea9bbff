/// `a11y new waiver`.
enum NewWaiver {
  static var spec: CommandSpec {
    CommandSpec(
      "waiver", group: .setUp, "permission to live with a fault for a while",
      usage: ["COMPONENT CHECK --reason WORD --approver WHO --until DATE [FLAGS]"],
      examples: [
        .init(
          "a11y new waiver sign-in/close-button touch-target.minimum-44pt --reason platform-limit --approver lead-1 "
            + "--until 2027-01-31 -m \"fixed with the new toolbar\"",
          "until the end of January"),
        .init(
          "a11y new waiver 'maps/**' 'voiceover.*' --reason third-party --approver lead-1 --until 2027-01-31",
          "what a library does, in a part of the app"),
      ],
      details: [
        "A waiver never turns a fail into a pass: the fault stays in every count, marked as waived. When its last day is "
          + "over the finding is open again and a11y gate fails. a11y list waivers says which are in force, have expired, "
          + "or cover nothing that fails."
      ],
      positionals: [
        PositionalSpec("COMPONENT", completes: .records(.component), "the component, or a pattern such as 'maps/**'"),
        PositionalSpec("CHECK", completes: .records(.check), "the check it fails, or a pattern such as 'voiceover.*'"),
      ],
      flags: [
        .reason.required(), FlagSpec(.approver, value: "WHO", "who allows it").required(),
        FlagSpec(.until, value: "DATE", "the last day it holds").required(), .condition("only under these conditions"),
        .ticket,
        .message("what else there is to say"), .dryRun,
      ],
      run: WaiverRun.new)
  }
}
