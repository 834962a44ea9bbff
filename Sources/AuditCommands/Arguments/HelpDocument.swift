/// A page of help as a value; `HelpText` and `ManualPage` render it, so that they always say the same.
struct HelpDocument: Sendable {
  struct Section: Sendable {
    let title: String
    let blocks: [Block]

    init(_ title: String, _ blocks: [Block]) {
      self.title = title
      self.blocks = blocks
    }
  }

  enum Block: Sendable {
    /// Running text, wrapped to the width.
    case paragraph(String)
    /// Terms with their explanation, in two columns where there is room.
    case entries([Entry])
    /// Lines as they are: command lines, file contents.
    case lines([String])
  }

  struct Entry: Sendable {
    let term: String
    let text: String

    init(_ term: String, _ text: String) {
      self.term = term
      self.text = text
    }
  }

  /// `a11y log`.
  let title: String
  /// A phrase: "record what you saw".
  let summary: String
  let sections: [Section]
}
