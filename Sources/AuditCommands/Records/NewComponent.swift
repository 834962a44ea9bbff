/// `a11y new component`.
enum NewComponent {
  static var spec: CommandSpec {
    CommandSpec(
      "component", group: .setUp, "one control, view or screen of the app, or many from a file",
      usage: ["KEY --kind KIND [FLAGS]", "--from FILE [FLAGS]"],
      examples: [
        .init(
          "a11y new component sign-in/close-button --kind icon-button --source Views/SignIn.swift --screen sign-in",
          "one component"),
        .init("a11y new component --from components.csv", "many: columns key, kind, source, ... or JSON"),
      ],
      details: [
        "The key is how everyone names it: parts with hyphens, joined by slashes. Kind, profile and platforms decide "
          + "which checks apply. A component that is used on several screens is registered once and lists them.",
        "A file is CSV or TSV with a header row, or JSON (an array, or what a11y list components --json writes); its "
          + "columns are \(ComponentLines.columnNames). A field without content says nothing. Every refused entry is named "
          + "with its place and the reason, and nothing is registered unless all are right or --partial is given. A "
          + "component that is there already is changed in the columns that the file has, so that a file that is read "
          + "twice registers nothing twice.",
      ],
      positionals: [PositionalSpec("KEY", arity: .optional, unless: .from, "its key, e.g. sign-in/close-button")],
      flags: [
        .kind.required(
          unless: .from, hint: "It decides which checks apply: a11y new component KEY --kind icon-button, for example."),
        .title, .source, .screen, .profile, .style, .owner, .size, .targetTier, .platform, .planned, .tag,
        .from.excludes(
          .kind, .title, .source, .screen, .profile, .style, .owner, .size, .targetTier, .platform, .planned, .tag,
          hint: "The file says it."
        ).takesNoWords(hint: "The keys stand in the file."),
        .partial.needs(.from),
        .dryRun,
      ],
      run: ComponentRun.new)
  }
}
