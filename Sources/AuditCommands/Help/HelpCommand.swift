import Arguments
import Terminal

/// `a11y help`: the overview, a command, a topic, or the manual page.
enum HelpCommand {
  static var spec: CommandSpec { spec(words: []) }

  /// With the words that a shell offers: commands and topics. The command itself answers any other word.
  static var offering: CommandSpec {
    spec(words: CommandTable.a11y.visibleNames + HelpTopics.all.map(\.name))
  }

  private static func spec(words: [String]) -> CommandSpec {
    CommandSpec(
      "help", "help for a command or a topic",
      usage: ["[COMMAND [KIND]]", "TOPIC", "--man"],
      examples: [
        .init("a11y help log", "how to record results"),
        .init("a11y help new component", "a command with its kind"),
        .init("a11y help query", "a topic"),
        .init("a11y help --man > a11y.1", "the manual page"),
      ],
      details: ["Topics: " + HelpTopics.all.map { "\($0.name) (\($0.summary))" }.joined(separator: "; ") + "."],
      positionals: [PositionalSpec("WORD", arity: .many, choices: words, "a command or a topic")],
      flags: [FlagSpec(switch: .man, "the manual page, in the troff language")],
      formats: [.table, .plain], canBeRunAgain: true, run: run)
  }

  /// The manual page of all commands and topics.
  static var manual: String {
    ManualPage.render(overview: Overview.document(), commands: CommandTable.a11y.visible, topics: HelpTopics.all)
  }

  private static func run(_ context: Context) throws -> ExitCode {
    if context.arguments.has(.man) {
      try context.output.write(manual)
      return .done
    }
    let document = try document(for: context.arguments.positionals)
    try context.output.write(HelpText.render(document, style: try context.style()))
    return .done
  }

  private static func document(for words: [String]) throws(Problem) -> HelpDocument {
    guard let first = words.first else { return Overview.document() }
    if let topic = HelpTopics.all.first(where: { $0.name == first }), words.count == 1 { return topic.document }
    guard let (command, path) = CommandTable.a11y.command(at: words) else {
      let names = CommandTable.a11y.visibleNames + HelpTopics.all.map(\.name)
      throw Problem(
        .notFound, code: "help.unknown", "there is no help on \(MessageText.quoted(first))",
        hints: Suggestion.hint(for: first, among: names) + ["a11y help lists commands and topics."])
    }
    if path.count < words.count, !command.subcommands.isEmpty {
      throw ParseProblem.unknownSubcommand(words[path.count], of: command, path: path)
    }
    return CommandHelp.document(for: command, path: path)
  }
}
