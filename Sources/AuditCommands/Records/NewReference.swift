/// `a11y new reference`.
enum NewReference {
  static var spec: CommandSpec {
    CommandSpec(
      "reference", group: .setUp, "entries of your own for a11y lookup", usage: ["--from FILE [FLAGS]"],
      examples: [.init("a11y new reference --from styles.json", "one entry, a list of them, or a whole file")],
      details: [
        "An entry is an object: {\"table\": \"style\", \"name\": \"hero\", \"title\": \"Hero button\", \"meaning\": \"Our "
          + "largest button.\", \"use_when\": \"Once on a screen.\"}. These may stand beside: aliases, goes_wrong, platforms, "
          + "checks and conflicts (lists of texts), instead, wrong_names [{name, why}], figures [{name, value}], interfaces "
          + "[{name, since: {iOS: \"17.0\"}}], sources [{document, section}]; of a style also expects {size: \"56x56\", "
          + "haptics: [\"medium\"], measures: [CHECK], planned: {CHECK: VALUE}}, which is what sizes, haptics, the figures "
          + "of these checks and these values are held to, and omits, the checks that it is not asked. One of the name of a built-in entry takes its place."
      ],
      flags: [.from.required(), .dryRun], run: ReferenceRun.new)
  }
}
