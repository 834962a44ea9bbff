import Arguments

/// The page of `a11y` and `a11y help`, which fits a terminal of 80x24, and a page for each group of commands.
enum Overview {
  static func document() -> HelpDocument {
    let commands = CommandTable.a11y.visible
    let groups = CommandGroup.allCases.map(\.rawValue)
    return HelpDocument(
      title: "a11y", summary: "plan, run, and report accessibility audits",
      sections: [
        .init(
          "Start",
          [
            .entries([
              .init("a11y demo", "explore a tracker with real data"),
              .init("a11y init", "create an empty tracker here"),
              .init("a11y status", "show audit status"),
            ])
          ]),
        .init(
          "Commands",
          [
            .entries(
              CommandGroup.allCases.map { group in
                .init(group.rawValue, commands.filter { $0.group == group }.map(\.name).joined(separator: ", "))
              })
          ]),
        .init(
          "Help",
          [
            .entries([
              .init("a11y help COMMAND", "show help for a command"),
              .init("a11y help GROUP", "list a group with summaries: " + groups.joined(separator: ", ")),
              .init("a11y help TOPIC", HelpTopics.all.map(\.name).joined(separator: ", ")),
            ])
          ]),
      ])
  }

  /// The commands of a group with their summaries.
  static func document(of group: CommandGroup) -> HelpDocument {
    let commands = CommandTable.a11y.visible.filter { $0.group == group }
    return HelpDocument(
      title: "a11y help \(group.rawValue)", summary: group.summary,
      sections: [
        .init("Commands", [.entries(commands.map { .init($0.name, $0.summary) })]),
        .init("See also", [.paragraph("a11y help COMMAND")]),
      ])
  }
}
