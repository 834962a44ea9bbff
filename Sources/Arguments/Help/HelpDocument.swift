/// A page of help as a value; `HelpText` and `ManualPage` render it, so that both have the same text.
package struct HelpDocument: Sendable {
  /// A heading with its content.
  package struct Section: Sendable {
    package let title: String
    package let blocks: [Block]

    package init(_ title: String, _ blocks: [Block]) {
      self.title = title
      self.blocks = blocks
    }
  }

  /// A piece of a section.
  package enum Block: Sendable {
    /// Running text, wrapped to the width.
    case paragraph(String)
    /// Terms with their explanation, in two columns where there is room.
    case entries([Entry])
    /// Lines as they are: command lines, file contents.
    case lines([String])
  }

  /// A term with its explanation.
  package struct Entry: Sendable {
    package let term: String
    package let text: String

    package init(_ term: String, _ text: String) {
      self.term = term
      self.text = text
    }
  }

  /// `a11y log`.
  package let title: String
  /// A phrase: "record results".
  package let summary: String
  package let sections: [Section]

  package init(title: String, summary: String, sections: [Section]) {
    self.title = title
    self.summary = summary
    self.sections = sections
  }
}
