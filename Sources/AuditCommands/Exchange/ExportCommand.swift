import Arguments

/// `a11y export`: everything that was said, for other machines.
enum ExportCommand {
  /// What a part leaves out would never be sent.
  private static let part = "Export a part without --since, or everything that is new with it."

  static var spec: CommandSpec {
    CommandSpec(
      "export", group: .move, "write a bundle for other machines",
      examples: [
        .init("a11y export -o team.a11y.json", "everything; this is also a backup of the facts"),
        .init("a11y export --since last-week.a11y.json -o news.a11y.json", "only what that bundle does not hold"),
        .init("a11y export spring-24 -o spring.a11y.json", "the results of one audit"),
        .init("a11y export --query 'screen:sign-in' --redact -o vendor.a11y.json", "a part, without notes"),
      ],
      details: [
        "The same facts and the same flags give the same bytes on every machine. A file is written beside its place, "
          + "read back and verified before it gets its name.",
        "A part (an audit, --query, --redact) leaves out results and notes; components, checks, audits, what was taken "
          + "back and erasures are always in it. --redact leaves out what people wrote in their own words: notes, "
          + "results with a note, remarks on audits, waivers, questions, tasks, and evidence. Names of testers stay, and so do titles "
          + "and what an audit is said to be for: they are part of the facts that the rest needs.",
        "What children did stays here: sessions, trials and contacts are left out of every bundle. --full with --to "
          + "puts those in whose guardians allow it, remembers who was given them, and is refused inside a git work tree, whose history "
          + "keeps for ever what it once held.",
        "A bundle names evidence files and does not hold them. --with-evidence writes them into a folder that belongs to "
          + "it: team.a11y.evidence beside team.a11y.json. Send both; a11y import takes the files from there.",
        "A bundle shows that nothing was changed by accident, not who made it: sign it with git, ssh-keygen -Y sign "
          + "or minisign where that matters.",
      ],
      positionals: [
        PositionalSpec("AUDIT", arity: .optional, completes: .records(.audit), "only the results of this audit")
      ],
      flags: [
        FlagSpec(
          .since, value: "FILE", completes: .files,
          "leave out what this bundle holds, or what REPLICA:NUMBER,... names"
        ).excludes(.query, .redact, hint: part).takesNoWords(hint: part),
        FlagSpec(.query, value: "QUERY", "only the results that match; a11y help query"),
        FlagSpec(switch: .redact, "without what people wrote in their own words, and without evidence"),
        FlagSpec(switch: .full, "with the sessions of children whose guardians allow that")
          .excludes(.since, .query, .redact, hint: "--full goes with a whole export only.")
          .takesNoWords(hint: "--full goes with a whole export only.").needs(.recipient),
        FlagSpec(.recipient, value: "NAME", "with --full: who gets it, to be told of erasures").needs(.full),
        FlagSpec(switch: .withEvidence, "write the evidence files too, into a folder beside the bundle")
          .excludes(.redact, hint: "--redact leaves evidence out."),
        FlagSpec(switch: .unsigned, "write no signature, although a key is configured"), .bundleLimits,
      ],
      writesFile: true, run: ExportRun.run)
  }
}
