import Arguments

/// `a11y new`: registers things.
enum NewCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "new", group: .setUp,
      "register components, audits, checks, checklists, waivers, questions, tasks, shortcuts, gestures, notes, evidence, reference entries and test plans",
      usage: ["KIND ... [FLAGS]"],
      examples: [
        .init("a11y new component --from components.csv", "a whole project in one go"),
        .init(
          "a11y new component sign-in/close-button --kind icon-button --screen sign-in --size 40x40", "one component"),
        .init(
          "a11y new audit spring-24 --checklist critical-rules --components 'sign-in/**' --build 3.2", "a round of work"
        ),
      ],
      subcommands: RecordKind.all.compactMap(\.new), run: GroupRun.run)
  }
}
