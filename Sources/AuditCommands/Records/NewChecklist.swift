/// `a11y new checklist`.
enum NewChecklist {
  static var spec: CommandSpec {
    CommandSpec(
      "checklist", group: .setUp, "an ordered list of checks",
      usage: ["KEY --check CHECK,... [FLAGS]", "[KEY] --from FILE"],
      examples: [
        .init("a11y new checklist ours --from checklist.json", "from a file"),
        .init("a11y new checklist smoke --check voiceover.label-present,keyboard.focus-visible", "from names"),
      ],
      positionals: [PositionalSpec("KEY", arity: .optional, unless: .from, "its key")],
      flags: [
        .title,
        FlagSpec(
          .check, value: "CHECK", repeatable: true, completes: .records(.check), "a check in it; several with commas"
        ).required(unless: .from),
        .from.excludes(.check, .title, hint: "--from brings both."), .dryRun,
      ],
      run: ChecklistRun.new)
  }
}
