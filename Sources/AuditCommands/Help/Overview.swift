import Arguments

/// What `a11y` alone shows: a calm page, commands by the person who needs them.
enum Overview {
  static func document() -> HelpDocument {
    var sections: [HelpDocument.Section] = [
      .init(
        "Start",
        [
          .entries([
            .init("a11y demo", "a tracker with the history of a real app, to look around in"),
            .init("a11y init", "an empty tracker in this folder"),
            .init("a11y status", "where the app stands"),
          ])
        ])
    ]
    let commands = CommandTable.a11y.visible
    for group in CommandGroup.allCases {
      let entries = commands.filter { $0.group == group }.map { HelpDocument.Entry($0.name, $0.summary) }
      if !entries.isEmpty { sections.append(.init(group.rawValue, [.entries(entries)])) }
    }
    sections.append(
      .init(
        "Help",
        [
          .entries([
            .init("a11y help COMMAND", "how a command is used; a11y COMMAND --help is the same"),
            .init("a11y help TOPIC", HelpTopics.all.map(\.name).joined(separator: ", ")),
          ])
        ]))
    return HelpDocument(
      title: "a11y", summary: "accessibility audits of an app, kept in one file on your machine", sections: sections)
  }
}
