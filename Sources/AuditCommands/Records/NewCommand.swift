import Arguments

/// `a11y new`: adds records.
enum NewCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "new", group: .setUp,
      "add a component, audit, or other record",
      usage: ["KIND ... [FLAGS]"],
      examples: [
        .init("a11y new component --from components.csv", "all components of a project"),
        .init(
          "a11y new component sign-in/close-button --kind icon-button --screen sign-in --size 40x40", "one component"),
        .init(
          "a11y new audit spring-24 --checklist critical-rules --components 'sign-in/**' --build 3.2", "one audit"
        ),
      ],
      subcommands: RecordKind.all.compactMap(\.new), run: GroupRun.run)
  }
}
