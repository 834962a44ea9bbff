import Audit
import CommandLine
import HelpData
import Sessions

/// `a11y help`: the overview, a command, a group of commands, a topic, or the manual page.
enum HelpCommand {
  static var spec: CommandSpec { spec(words: []) }

  /// With the words that a shell offers: commands, groups and topics. The command itself reports any other word.
  static var offering: CommandSpec { spec(words: names) }

  private static var names: [String] {
    CommandTable.a11y.visibleNames + CommandGroup.allCases.map(\.rawValue) + HelpTopics.all.map(\.name)
  }

  private static func spec(words: [String]) -> CommandSpec {
    CommandSpec(
      "help", "show help for a command or topic",
      usage: ["[COMMAND [KIND]]", "GROUP", "TOPIC", "--man [COMMAND [KIND] | TOPIC]"],
      positionals: [PositionalSpec("WORD", arity: .many, choices: words, "command, group, or topic")],
      flags: [
        FlagSpec(switch: .man, "write the manual page of the program, a command, or a topic in troff"),
        FlagSpec(switch: .brief, "show usage, examples, and flags of a command in 25 lines at most"),
      ],
      formats: [.table, .plain], canBeRunAgain: true, run: run)
  }

  /// The manual pages, that of the program first.
  static var manual: [ManualPage] {
    ManualPage.all(overview: Overview.document(), commands: CommandTable.a11y.visible, .a11y, topics: HelpTopics.all)
  }

  private static func run(_ context: Context) throws -> ExitCode {
    if context.arguments.has(.man) {
      // `new-component`, as the page is named, or `new component`.
      let name = (["a11y"] + context.arguments.positionals).joined(separator: "-")
      guard let page = manual.first(where: { $0.name == name }) else { throw unknown(context.arguments.positionals) }
      try context.output.write(page.text)
      return .done
    }
    let style = try context.style()
    let document = try document(for: context.arguments.positionals) { command, path in
      guard context.arguments.has(.brief) else { return CommandHelp.document(for: command, path: path, .a11y) }
      return CommandHelp.brief(for: command, path: path, .a11y) { page in
        HelpText.render(page, style: style).utf8.count { $0 == UInt8(ascii: "\n") } <= mostBrief
      }
    }
    try context.output.write(HelpText.render(document, style: style))
    return .done
  }

  /// The lines of a short page.
  private static let mostBrief = 25

  private static func document(
    for words: [String], of page: (CommandSpec, [String]) -> HelpDocument
  ) throws(Problem) -> HelpDocument {
    guard let first = words.first else { return Overview.document() }
    if let topic = HelpTopics.all.first(where: { $0.name == first }), words.count == 1 { return topic.document }
    if let group = CommandGroup(rawValue: first), words.count == 1 { return Overview.document(of: group) }
    guard let (command, path) = CommandTable.a11y.command(at: words) else { throw unknown(words) }
    if path.count < words.count {
      if command.subcommands.isEmpty { throw unknown(words) }
      throw ParseProblem.unknownSubcommand(words[path.count], of: command, path: path)
    }
    return page(command, path)
  }

  /// - Parameter words: one at least. Where the first is a name, it is the others, or the page in troff, that is not known.
  private static func unknown(_ words: [String]) -> Problem {
    let alike = names.contains(words[0]) ? [] : Suggestion.hint(for: words[0], among: names)
    return Problem(
      .notFound, code: "help.unknown",
      "unknown command, group, or topic \(MessageText.quoted(words.joined(separator: " ")))",
      hints: alike + ["Run \"a11y help\" for commands, groups, and topics."])
  }
}

/// The page of `a11y` and `a11y help`, which fits a terminal of 80x24, and a page for each group of commands.
enum Overview {
  static func document() -> HelpDocument {
    let commands = CommandTable.a11y.visible
    let groups = CommandGroup.allCases.map(\.rawValue)
    return HelpDocument(
      title: "a11y", summary: "plan, run, and report accessibility audits",
      text: """
        # Start

        a11y demo | explore a tracker with real data
        a11y init | create an empty tracker here
        a11y status | show audit status

        # Commands

        \(HelpTopic.entries(
          CommandGroup.allCases.map { group in
            (group.rawValue, commands.filter { $0.group == group }.map(\.name).joined(separator: ", "))
          }))

        # Help

        a11y help COMMAND | show help for a command
        a11y help GROUP | list a group with summaries: \(groups.joined(separator: ", "))
        a11y help TOPIC | \(HelpTopics.all.map(\.name).joined(separator: ", "))
        """)
  }

  /// The commands of a group with their summaries.
  static func document(of group: CommandGroup) -> HelpDocument {
    let commands = CommandTable.a11y.visible.filter { $0.group == group }
    return HelpDocument(
      title: "a11y help \(group.rawValue)", summary: group.summary,
      text: """
        # Commands

        \(HelpTopic.entries(commands.map { ($0.name, $0.summary) }))

        # See also

        a11y help COMMAND
        """)
  }
}

/// The topics: their texts are files of `HelpData`.
extension HelpTopic {
  static let keys = HelpTopic(
    "keys", "keyboard commands and name abbreviations", help_keys(),
    [
      "keys": entries(WalkKeys.all.map { ($0.line, $0.doc) }),
      "words": WalkKeys.all.map { "\($0.letter) \($0.word)" }.joined(separator: ", "),
    ])
  static let formats = HelpTopic(
    "formats", "output formats and their stability guarantees", help_formats(),
    [
      "formats": entries(OutputFormat.allCases.map { ($0.rawValue, $0.meaning) }),
      "edition": Catalog.standardEdition, "columns": ComponentLines.columnNames,
    ])
  static let exitCodes = HelpTopic(
    "exit-codes", "exit codes", help_exit_codes(),
    ["codes": entries(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) })])
  static let environment = HelpTopic(
    "environment", "environment variables, configuration file, and tracker location", help_environment(),
    ["settings": entries(SettingKey.allCases.map { ($0.rawValue, $0.doc) })])
  static let accessibility = HelpTopic(
    "accessibility", "screen readers, braille displays, and large text", help_accessibility())
  static let query = HelpTopic(
    "query", "query syntax", help_query(), ["query": entries(QueryWord.allCases.map { ($0.rawValue + ":", $0.doc) })])
  static let privacy = HelpTopic("privacy", "data storage, sharing, and privacy", help_privacy())
  static let catalog = HelpTopic(
    "catalog", "checks, checklists, and criteria, built-in and custom", help_catalog())
  static let glossary = HelpTopic("glossary", "terms and their meanings", help_glossary())

  private init(_ name: String, _ summary: String, _ file: help_file, _ known: [String: String] = [:]) {
    self.init(name, summary, file.text(known))
  }
}

extension CommandTexts {
  /// The texts of all commands: files of `HelpData`, one for each group.
  static let a11y = {
    let files = [
      help_tester_commands(), help_lead_commands(), help_exchange_commands(), help_setup_commands(),
      help_other_commands(),
    ]
    let known = [
      "columns": ComponentLines.columnNames,
      "editions": Catalog.editions.compactMap(\.shortNames.last).joined(separator: ", "),
      "groups": list(CommandGroup.allCases.map { ($0.rawValue, $0.summary) }),
      "topics": list(HelpTopics.all.map { ($0.name, $0.summary) }),
      "settings": list(SettingKey.allCases.map { ($0.rawValue, $0.doc) }),
    ]
    return CommandTexts(files.map { $0.text(known) }.joined(separator: "\n"))
  }()

  private static func list(_ names: [(String, String)]) -> String {
    names.map { "\($0.0) (\($0.1))" }.joined(separator: "; ")
  }
}

/// All topics, in the order of the overview.
enum HelpTopics {
  static let all: [HelpTopic] = [
    .keys, .formats, .exitCodes, .environment, .accessibility, .query, .privacy, .catalog, .glossary,
  ]
}
