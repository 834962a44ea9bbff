/// A page of help that belongs to no single command.
struct HelpTopic: Sendable {
  let name: String
  /// A phrase without capital and full stop.
  let summary: String
  let sections: [HelpDocument.Section]

  var document: HelpDocument {
    HelpDocument(title: "a11y help \(name)", summary: summary, sections: sections)
  }
}

/// All topics, in the order of the overview.
enum HelpTopics {
  static var all: [HelpTopic] {
    [.keys, .formats, .exitCodes, .environment, .accessibility, .query, .privacy, .catalog]
  }
}
