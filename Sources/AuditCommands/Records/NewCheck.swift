/// `a11y new check`.
enum NewCheck {
  static var spec: CommandSpec {
    CommandSpec(
      "check", group: .setUp, "a check of your own, in the form of the built-in ones",
      usage: ["[ID] --from FILE"],
      examples: [
        .init("a11y new check team.no-autoplay --from check.json", "one check"),
        .init("a11y new check --from checks.json", "all checks of a file"),
        .init("a11y show voiceover.label-present --json -o check.json", "a built-in one, as a pattern"),
      ],
      positionals: [
        PositionalSpec(
          "ID", arity: .optional, "the one to take, where the file holds more; or its id, where the file does not say")
      ],
      flags: [.from.required(), .dryRun],
      run: CheckRun.new)
  }
}
