import Audit
import CommandLine
import HelpData
import Sessions

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
