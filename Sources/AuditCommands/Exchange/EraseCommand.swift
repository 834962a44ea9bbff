import Arguments
import AuditExchange
import AuditStore

/// `a11y erase`: what must not be known any more.
enum EraseCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "erase", group: .move, "destroy what was recorded and must not be kept",
      examples: [
        .init("a11y erase fact 4k2m9x7c1p0q-118 --reason personal", "the content of one result or note"),
        .init("a11y erase participant KTR4WX --reason withdrawn", "all that is known of a child"),
        .init("a11y erase list", "what was erased, and what other machines ask for"),
        .init("a11y erase follow 8h3n5v2b7r6t-41", "does what another machine asks for"),
      ],
      details: [
        "Undo marks results as not counting; erase destroys their content. Who recorded something and when stays, and "
          + "an old bundle cannot bring the content back. The request travels: on other machines it waits for a "
          + "decision, unless its author signed both (a11y waiting).",
        "Copies that nobody tells stay as they are: backups, bundles that were sent, the history of a git repository. "
          + "a11y list bundles shows what was sent.",
      ],
      subcommands: [fact, participant, list, follow, refuse, handedOver], subcommandName: "WHAT", run: GroupRun.run)
  }

  private static var fact: CommandSpec {
    CommandSpec(
      "fact", group: .move, "destroy the content of results, notes or edits",
      examples: [
        .init("a11y erase fact 4k2m9x7c1p0q-118 --reason personal", "the id is that of a11y list results")
      ],
      details: ["There is no undo. a11y list results --columns id,note and a11y list notes show the ids."],
      positionals: [PositionalSpec("ID", arity: .many, "the facts, by their ids")],
      flags: [reason, .tester, .dryRun], run: EraseRun.erase)
  }

  private static var participant: CommandSpec {
    CommandSpec(
      "participant", group: .move, "destroy all that is known of a child",
      examples: [.init("a11y erase participant KTR4WX --reason withdrawn", "sessions, taps, contacts and remarks")],
      details: [
        "All sessions of the child that are here are destroyed, and what arrives of them later. Verdicts of a11y tap "
          + "close are worked out anew. This cannot be undone. For each recipient of a session a file is written that "
          + "they have to import; a11y erase list shows who has to be told."
      ],
      positionals: [PositionalSpec("CODE", "the child's code")],
      flags: [reason, .tester, .dryRun],
      run: EraseParticipantRun.run)
  }

  private static var list: CommandSpec {
    CommandSpec(
      "list", group: .move, "show erasures and requests to erase",
      examples: [.init("a11y erase list", "the oldest first")], run: EraseRun.list)
  }

  private static var follow: CommandSpec {
    CommandSpec(
      "follow", group: .move, "destroy what others ask to erase",
      examples: [
        .init("a11y erase follow 8h3n5v2b7r6t-41", "this request"),
        .init("a11y erase follow --from 8h3n5v2b7r6t", "all requests of that machine, after a preview"),
      ],
      positionals: [PositionalSpec("ID", arity: .many, "the requests, as a11y waiting shows them")],
      flags: [fromReplica, .dryRun],
      run: { try RequestRun.follow(.erase, $0.arguments.positionals, $0) })
  }

  private static var refuse: CommandSpec {
    CommandSpec(
      "refuse", group: .move, "keep what others ask to erase",
      examples: [.init("a11y erase refuse 8h3n5v2b7r6t-41", "this request no longer waits")],
      positionals: [PositionalSpec("ID", arity: .many, "the requests, as a11y waiting shows them")],
      flags: [fromReplica, .dryRun],
      run: { try RequestRun.refuse(.erase, $0.arguments.positionals, $0) })
  }

  private static var handedOver: CommandSpec {
    CommandSpec(
      "handed-over", group: .move, "record that a recipient got the erasures",
      examples: [.init("a11y erase handed-over 'Research team'", "after they imported the file")],
      positionals: [PositionalSpec("NAME", "the recipient, as a11y erase list shows it")], run: ErasureDelivery.done)
  }

  static var fromReplica: FlagSpec {
    FlagSpec(.from, value: "REPLICA", "all requests that this machine made")
  }

  private static var reason: FlagSpec {
    FlagSpec(.reason, value: "WHY", choices: ErasingReason.allCases.map(\.rawValue), "reason")
  }
}
