import Arguments

/// All topics, in the order of the overview.
enum HelpTopics {
  static var all: [HelpTopic] {
    [.keys, .formats, .exitCodes, .environment, .accessibility, .query, .privacy, .catalog, .glossary]
  }
}
