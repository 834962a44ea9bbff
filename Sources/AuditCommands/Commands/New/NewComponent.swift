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
        "A file that is read twice registers nothing twice.",
      ],
      positionals: [PositionalSpec("KEY", arity: .optional, "its key, e.g. sign-in/close-button")],
      flags: [
        .kind, .title, .source, .screen, .profile, .owner, .size, .targetTier, .platform, .tag, .from, .partial,
        .dryRun,
      ],
      run: NotBuilt.run)
  }
}
