/// `a11y new note`.
enum NewNote {
  static var spec: CommandSpec {
    CommandSpec(
      "note", group: .setUp, "a remark on a component, a check of it, or an audit",
      usage: ["TEXT --component COMPONENT [--check CHECK]", "TEXT --audit AUDIT"],
      examples: [.init("a11y new note \"label comes from the server\" --component home/banner", "on a component")],
      positionals: [PositionalSpec("TEXT", "the remark")],
      flags: [
        .component("the component").required(unless: .audit).excludes(.audit),
        .check("the check").needs(.component), .audit("the audit"), .tester, .dryRun,
      ],
      run: NoteRun.new)
  }
}
