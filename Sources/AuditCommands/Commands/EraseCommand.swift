/// `a11y erase`: what must not be known any more.
enum EraseCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "erase", group: .move, "destroy what was recorded and must not be kept",
      examples: [
        .init("a11y erase fact 4k2m9x7c1p0q-118 -m 'a name in the note'", "the content of one result or note"),
        .init("a11y erase participant KTR4WX -m 'consent withdrawn'", "all that is known of a child"),
        .init("a11y erase list", "what was erased, and what other machines ask for"),
        .init("a11y erase follow 8h3n5v2b7r6t-41", "does what another machine asks for"),
      ],
      details: [
        "Undo says that something does not count; erase destroys it. Who said something and when stays, as a stub that "
          + "keeps the chain of facts whole; what was said is gone from the tracker, and an old bundle cannot bring it "
          + "back. It travels: machines follow without asking when it comes from the machine that had recorded it, and "
          + "ask otherwise.",
        "Copies that nobody tells stay as they are: backups, bundles that were sent, the history of a git repository. "
          + "a11y list bundles shows what was sent.",
      ],
      subcommands: [fact, participant, list, follow], subcommandName: "WHAT", run: GroupRun.run)
  }

  private static var fact: CommandSpec {
    CommandSpec(
      "fact", group: .move, "destroy the content of results, notes or edits",
      examples: [
        .init("a11y erase fact 4k2m9x7c1p0q-118 -m 'a name in the note'", "the id is that of a11y list results")
      ],
      details: ["There is no undo. a11y list results --columns id,note and a11y list notes show the ids."],
      positionals: [PositionalSpec("ID", arity: .many, "the facts, by their ids")],
      flags: [
        .message("why, for those who follow; keep the content itself out of it"), .tester, .dryRun,
      ], run: EraseRun.erase)
  }

  private static var participant: CommandSpec {
    CommandSpec(
      "participant", group: .move, "destroy all that is known of a child",
      examples: [.init("a11y erase participant KTR4WX -m 'consent withdrawn'", "sessions, taps, contacts and remarks")],
      details: [
        "Whoever recorded it and whenever it arrives: the code travels as a digest, and what comes later goes as well. "
          + "Verdicts that were logged by a11y tap close are worked out anew. There is no undo. Those who were given "
          + "bundles with it are named, so that they can be told."
      ],
      positionals: [PositionalSpec("CODE", "the child's code")],
      flags: [.message("why, for those who follow; keep the content itself out of it"), .tester, .dryRun],
      run: EraseParticipantRun.run)
  }

  private static var list: CommandSpec {
    CommandSpec(
      "list", group: .move, "what was asked to be erased, here and elsewhere",
      examples: [.init("a11y erase list", "the oldest first")], run: EraseRun.list)
  }

  private static var follow: CommandSpec {
    CommandSpec(
      "follow", group: .move, "destroy what another machine asks to have erased",
      examples: [
        .init("a11y erase follow 8h3n5v2b7r6t-41", "this one"),
        .init("a11y erase follow 8h3n5v2b7r6t-41 --always", "and later ones of that machine without asking"),
      ],
      positionals: [PositionalSpec("ID", "the request, by its id in a11y erase list")],
      flags: [FlagSpec(switch: .always, "follow this machine from now on without asking"), .dryRun],
      run: EraseRun.follow)
  }
}
