/// A page of help that is not about one command.
package struct HelpTopic: Sendable {
  package let name: String
  /// A phrase without capital and full stop.
  package let summary: String
  package let sections: [HelpDocument.Section]

  package init(name: String, summary: String, sections: [HelpDocument.Section]) {
    self.name = name
    self.summary = summary
    self.sections = sections
  }

  package var document: HelpDocument {
    HelpDocument(title: "a11y help \(name)", summary: summary, sections: sections)
  }
}
