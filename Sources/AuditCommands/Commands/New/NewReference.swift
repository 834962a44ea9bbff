/// `a11y new reference`.
enum NewReference {
  static var spec: CommandSpec {
    CommandSpec(
      "reference", group: .setUp, "entries of your own for a11y lookup", usage: ["--from FILE [FLAGS]"],
      examples: [.init("a11y new reference --from styles.json", "one entry, a list of them, or a whole file")],
      details: [
        "An entry is an object with table, name, title, meaning and use_when; aliases, wrong_names, goes_wrong, "
          + "interfaces, platforms, instead, figures, checks, conflicts and sources may stand beside them, as "
          + "a11y lookup style card --json shows. One of the name of a built-in entry takes its place."
      ],
      flags: [.from, .dryRun], run: ReferenceRun.new)
  }
}
