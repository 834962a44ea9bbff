import Arguments

/// `a11y follow`: whose decisions count on this machine.
enum FollowCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "follow", group: .move, "choose whose decisions count on this machine",
      examples: [
        .init("a11y follow", "whom this machine follows, and whom not"),
        .init("a11y follow ben", "changes that ben makes on his machine count here, those that wait included"),
        .init("a11y follow --once 4k2m9x7c1p0q-12", "one change from a11y waiting"),
        .init("a11y follow --none ben", "no longer: what ben decided waits again"),
        .init("a11y follow '*'", "everyone, also machines that come later"),
      ],
      details: [
        "Results of everyone count. What others decide counts only if this machine follows them: the plan, checklists, "
          + "checks, retired components, waivers, verdicts, the policy, and the like. Until then it waits, and a11y "
          + "waiting lists it with what it would do. A new component, check, checklist, audit, plan, question, or task "
          + "of others is there at once, and so are titles, owners, and tickets.",
        "Sessions with children count if they were recorded on this machine, on a tap page made on it, or by a machine "
          + "that it follows. Others are listed, and are in no figure or verdict until their machine is followed, or the "
          + "sessions of a plan are counted with --once PLAN.",
        "NAME is the ID of a machine, the name of a signer (a11y help signing), or a tester: then the one machine that "
          + "uses that name. A machine whose entries are signed is followed only in what its key signed. The list is of "
          + "this machine alone and is not shared. Of changes that people you follow make at the same time the stricter "
          + "counts.",
      ],
      positionals: [PositionalSpec("NAME", arity: .many, "machine ID, signer, or tester; '*' for everyone")],
      flags: [
        FlagSpec(
          .once, value: "ID", repeatable: true, "apply one change of any author, or count a session or those of a plan"),
        FlagSpec(.none, value: "NAME", repeatable: true, "no longer follow this machine or signer"), .dryRun,
      ],
      run: FollowRun.run)
  }
}
