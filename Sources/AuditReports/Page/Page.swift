/// A page about one thing: facts, then sections with texts and rows. `a11y show` makes it before drawing.
///
/// All of it may be foreign and is escaped by the renderers; only phrases of rates and labels of details are the
/// program's own words. A heading can contain foreign names, and a label the build of a figure.
package struct Page: Sendable {
  /// What it is: `sign-in/close-button`.
  package var title: String
  package var sections: [PageSection]

  package init(title: String, sections: [PageSection] = []) {
    self.title = title
    self.sections = sections
  }
}

/// A part of a page. A section without items is not drawn.
package struct PageSection: Sendable {
  /// Nil for the first part, which is directly under the title.
  package var heading: String?
  package var items: [PageItem]

  package init(_ heading: String? = nil, _ items: [PageItem] = []) {
    self.heading = heading
    self.items = items
  }
}

/// A piece of a section.
package enum PageItem: Sendable {
  /// A labeled text, wrapped. An empty one is left out.
  case fact(String, String)
  /// Labeled identifiers, which are never broken. An empty list is left out.
  case names(String, [String])
  /// A labeled share, always with its counts: `76%, 70 of 92 evaluated items pass`. The phrase is not foreign text.
  case rate(String, Int, of: Int, String)
  /// A sentence or more.
  case text(String)
  /// A sentence that begins with a decision in capitals.
  case decision(String, Theme.Role)
  /// The number of further rows, and the sentence about them.
  case more(Int, String)
  case row(PageRow)
}

/// One of several like things: a cell, a result, a criterion.
package struct PageRow: Sendable {
  /// An outcome's id; its word comes first.
  package var outcome: String?
  /// Identifiers and times, never broken.
  package var head: [String]
  /// More details, each a phrase.
  package var words: [String]
  /// Longer texts with their labels.
  package var details: [(label: String, text: String)]
  /// The titles of identifiers, for a page that is read aloud.
  package var titles: [String: String] = [:]

  package init(
    outcome: String? = nil, _ head: [String], words: [String] = [], details: [(label: String, text: String)] = []
  ) {
    self.outcome = outcome
    self.head = head
    self.words = words
    self.details = details
  }
}

extension PageSection {
  /// The items that are not empty.
  var filled: [PageItem] {
    items.filter { item in
      switch item {
      case .fact(_, let text), .text(let text), .decision(let text, _), .more(_, let text): !text.isEmpty
      case .names(_, let names): !names.isEmpty
      case .rate, .row: true
      }
    }
  }
}

extension PageRow {
  /// The words as one phrase, escaped.
  var phrase: String {
    words.filter { !$0.isEmpty }.map { TerminalText(escaping: $0).text }.joined(separator: ", ")
  }

  var filledDetails: [(label: String, text: String)] { details.filter { !$0.text.isEmpty } }
}
