import Arguments

/// `a11y export`: the entries of a tracker in a file, for other machines.
enum ExportCommand {
  /// What a partial export leaves out would never be sent later.
  private static let part = "Use --since only with a complete export: remove AUDIT, --query, and --redact."

  static var spec: CommandSpec {
    CommandSpec(
      "export", group: .move, "export data to a bundle file",
      examples: [
        .init("a11y export -o team.a11y.json", "all entries; also a backup"),
        .init("a11y export --since last-week.a11y.json -o news.a11y.json", "only entries that are not in that bundle"),
        .init("a11y export spring-24 -o spring.a11y.json", "the results of one audit"),
        .init("a11y export --query 'screen:sign-in' --redact -o vendor.a11y.json", "matching results, without notes"),
      ],
      details: [
        "The same entries and flags always give the same bytes, on every machine. A bundle is written under a "
          + "temporary name, read back, and verified before it gets its final name.",
        "A partial export (an audit, --query, or --redact) leaves out results and notes. It always includes "
          + "components, checks, audits, undone results, and erasures. --redact removes free text: notes, results with "
          + "a note, remarks on audits, waivers, verdicts, questions, tasks, and evidence. Tester names, titles, and the purpose "
          + "of an audit are kept, because other entries need them.",
        "Data about children is not exported: bundles leave out sessions, trials, and contacts. With --full and --to, "
          + "a bundle includes the sessions whose guardians consented to sharing, and the recipient is recorded. "
          + "--full is refused inside a git work tree, because git history keeps files permanently.",
        "A bundle names evidence files but does not contain them. Pass --with-evidence to write them to a folder next "
          + "to the bundle: team.a11y.evidence next to team.a11y.json. Send both; \"a11y import\" reads the files from "
          + "that folder.",
        "A bundle shows accidental changes, but not who made it. If that matters, sign it with git, ssh-keygen -Y "
          + "sign, or minisign.",
      ],
      positionals: [
        PositionalSpec("AUDIT", arity: .optional, completes: .records(.audit), "export only the results of this audit")
      ],
      flags: [
        FlagSpec(
          .since, value: "FILE", completes: .files,
          "skip entries that FILE already contains (or REPLICA:NUMBER,...)"
        ).excludes(.query, .redact, hint: part).takesNoWords(hint: part),
        FlagSpec(.query, value: "QUERY", "only matching results; see \"a11y help query\""),
        FlagSpec(switch: .redact, "remove free text and evidence"),
        FlagSpec(switch: .full, "include sessions whose guardian consented to sharing")
          .excludes(.since, .query, .redact, hint: "Use --full only with a complete export.")
          .takesNoWords(hint: "Use --full only with a complete export.").needs(.recipient),
        FlagSpec(.recipient, value: "NAME", "recipient (with --full), to notify of erasures").needs(.full),
        .forceIntoGit.needs(.full),
        FlagSpec(switch: .withEvidence, "also write evidence files, to a folder next to the bundle")
          .excludes(.redact, hint: "Remove one of them: --redact leaves out evidence."),
        FlagSpec(switch: .unsigned, "do not sign the bundle, even if a key is configured"), .bundleLimits,
      ],
      writesFile: true, run: ExportRun.run)
  }
}
