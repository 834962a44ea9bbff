import Arguments
import AuditExchange
import AuditStore

/// `a11y erase`: permanently erases recorded data.
enum EraseCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "erase", group: .move, "permanently erase recorded data",
      examples: [
        .init("a11y erase fact 4k2m9x7c1p0q-118 --reason personal", "the content of one result or note"),
        .init("a11y erase participant KTR4WX --reason withdrawn", "all data about a child"),
        .init("a11y erase list", "erasures here and requests from other machines"),
        .init("a11y erase follow 8h3n5v2b7r6t-41", "apply a request from another machine"),
      ],
      details: [
        "Undo marks results as not counting; erase destroys their content permanently. The author and time of an entry "
          + "are kept, and an old bundle cannot restore the content. The request is shared: on other machines it waits "
          + "for a decision, unless its author signed both the entry and the request (a11y waiting).",
        "Other copies keep the content: backups, bundles already sent, and the history of a git repository. "
          + "Run \"a11y list bundles\" to see which bundles were sent.",
      ],
      subcommands: [fact, participant, list, follow, refuse, handedOver], subcommandName: "WHAT", run: GroupRun.run)
  }

  private static var fact: CommandSpec {
    CommandSpec(
      "fact", group: .move, "erase results, notes, or edits",
      examples: [
        .init("a11y erase fact 4k2m9x7c1p0q-118 --reason personal", "an ID from \"a11y list results\"")
      ],
      details: [
        "This cannot be undone. Run \"a11y list results --columns id,note\" or \"a11y list notes\" for IDs."
      ],
      positionals: [PositionalSpec("ID", arity: .many, "IDs of the entries")],
      flags: [reason, .tester, .dryRun], run: EraseRun.erase)
  }

  private static var participant: CommandSpec {
    CommandSpec(
      "participant", group: .move, "erase all data about a child",
      examples: [.init("a11y erase participant KTR4WX --reason withdrawn", "sessions, taps, contacts, and remarks")],
      details: [
        "All sessions of the child on this machine are erased, and so is any data about them that arrives later. The "
          + "verdicts of \"a11y tap close\" are recalculated. This cannot be undone. For each recipient of a session a "
          + "file is written that the recipient must import. Run \"a11y erase list\" to see which recipients to notify."
      ],
      positionals: [PositionalSpec("CODE", "participant code of the child")],
      flags: [reason, .tester, .dryRun],
      run: EraseParticipantRun.run)
  }

  private static var list: CommandSpec {
    CommandSpec(
      "list", group: .move, "list erasures and erasure requests",
      examples: [.init("a11y erase list", "oldest first")], run: EraseRun.list)
  }

  private static var follow: CommandSpec {
    CommandSpec(
      "follow", group: .move, "apply erasure requests from other machines",
      examples: [
        .init("a11y erase follow 8h3n5v2b7r6t-41", "this request"),
        .init("a11y erase follow --from 8h3n5v2b7r6t", "all requests from that machine, after a preview"),
      ],
      positionals: [PositionalSpec("ID", arity: .many, "request IDs from \"a11y waiting\"")],
      flags: [fromReplica, .dryRun],
      run: { try RequestRun.follow(.erase, $0.arguments.positionals, $0) })
  }

  private static var refuse: CommandSpec {
    CommandSpec(
      "refuse", group: .move, "refuse erasure requests from other machines",
      examples: [.init("a11y erase refuse 8h3n5v2b7r6t-41", "refuse this request")],
      positionals: [PositionalSpec("ID", arity: .many, "request IDs from \"a11y waiting\"")],
      flags: [fromReplica, .dryRun],
      run: { try RequestRun.refuse(.erase, $0.arguments.positionals, $0) })
  }

  private static var handedOver: CommandSpec {
    CommandSpec(
      "handed-over", group: .move, "record that a recipient received the erasures",
      examples: [.init("a11y erase handed-over 'Research team'", "after they imported the file")],
      positionals: [PositionalSpec("NAME", "recipient from \"a11y erase list\"")], run: ErasureDelivery.done)
  }

  static var fromReplica: FlagSpec {
    FlagSpec(.from, value: "REPLICA", "all requests from this machine")
  }

  private static var reason: FlagSpec {
    FlagSpec(.reason, value: "WHY", choices: ErasingReason.allCases.map(\.rawValue), "reason")
  }
}
