import Base
package import HelpData

/// The help page of a command: examples first, then its usage, then its arguments and flags.
package enum CommandHelp {
  /// - Parameter path: the words that lead to the command, `["new", "component"]`.
  package static func document(for command: CommandSpec, path: [String], _ texts: CommandTexts) -> HelpDocument {
    let line = (["a11y"] + path).joined(separator: " ")
    let (examples, details) = texts[line]
    var sections: [HelpDocument.Section] = []
    if !examples.isEmpty { sections.append(.init("Examples", [.entries(examples)])) }
    let usage = command.usageLines.map { trimmedEnd(line + " " + $0) }
    sections.append(.init("Usage", [.lines(usage)]))
    if !command.subcommands.isEmpty {
      sections.append(.init(command.subcommandName, [.entries(command.subcommands.map { .init($0.name, $0.summary) })]))
    }
    if !command.positionals.isEmpty {
      sections.append(.init("Arguments", [.entries(command.positionals.map { .init($0.heading, doc(of: $0)) })]))
    }
    if !command.flags.isEmpty { sections.append(.init("Flags", [.entries(entries(command.flags))])) }
    if !details.isEmpty { sections.append(.init("More", details)) }
    sections.append(.init("Global flags", [.entries(globalEntries(of: command))]))
    if !command.subcommands.isEmpty {
      sections.append(.init("See also", [.paragraph("\(line) \(command.subcommandName) --help")]))
    }
    return HelpDocument(title: line, summary: command.summary, sections: sections)
  }

  /// What fits on a screen: usage, examples, and flags, with as much of them as there is room for.
  ///
  /// - Parameter fits: whether a page is short enough.
  package static func brief(
    for command: CommandSpec, path: [String], _ texts: CommandTexts, fits: (HelpDocument) -> Bool
  ) -> HelpDocument {
    let line = (["a11y"] + path).joined(separator: " ")
    let usage = HelpDocument.Section("Usage", [.lines(command.usageLines.map { trimmedEnd(line + " " + $0) })])
    let examples = texts[line].examples
    let more = HelpDocument.Section("More", [.paragraph("\(line) --help")])
    let below = command.subcommands.map { HelpDocument.Entry($0.name, $0.summary) }
    /// - Parameters:
    ///   - count: of the examples.
    ///   - isTold: flags and subcommands have their documentation.
    func page(_ count: Int, isTold: Bool) -> HelpDocument {
      func section(_ title: String, _ entries: [HelpDocument.Entry], _ separator: String) -> [HelpDocument.Section] {
        if entries.isEmpty { return [] }
        let names = entries.map(\.term).joined(separator: separator)
        return [.init(title, [isTold ? .entries(entries) : .paragraph(names)])]
      }
      let shown = examples.prefix(count)
      return HelpDocument(
        title: line, summary: command.summary,
        sections: [usage] + (shown.isEmpty ? [] : [.init("Examples", [.entries(Array(shown))])])
          + section(command.subcommandName, below, ", ") + section("Flags", entries(command.flags), ", ") + [more])
    }
    let pages = [(3, true), (1, true), (3, false), (1, false), (0, false)].map { page($0.0, isTold: $0.1) }
    return pages.first(where: fits) ?? pages[pages.count - 1]
  }

  /// Each flag with its documentation.
  package static func entries(_ flags: [FlagSpec]) -> [HelpDocument.Entry] {
    flags.map { .init($0.heading, $0.fullDoc) }
  }

  /// The global flags that a command takes: `--json` only where it writes JSON.
  package static func global(of command: CommandSpec) -> [FlagSpec] {
    GlobalFlags.all.filter { $0.name != .json || formats(of: command).contains(.json) }
  }

  /// The global flags, with the formats of this command.
  private static func globalEntries(of command: CommandSpec) -> [HelpDocument.Entry] {
    global(of: command).map { flag in
      guard flag.name == .format else { return .init(flag.heading, flag.fullDoc) }
      return .init(flag.heading, flag.doc + ": " + formats(of: command).map(\.rawValue).joined(separator: ", "))
    }
  }

  /// Of a command with others below it, those that any of them has.
  static func formats(of command: CommandSpec) -> [OutputFormat] {
    let known =
      command.subcommands.isEmpty ? Set(command.formats) : Set(command.subcommands.flatMap { formats(of: $0) })
    return OutputFormat.allCases.filter(known.contains)
  }

  private static func doc(of positional: PositionalSpec) -> String {
    positional.choices.isEmpty
      ? positional.doc : positional.doc + ": " + positional.choices.joined(separator: ", ")
  }

  private static func trimmedEnd(_ text: String) -> String {
    var result = text
    while result.last == " " { result.removeLast() }
    return result
  }
}

/// A page of help as a value; `HelpText` and `ManualPage` render it, so that both have the same text.
package struct HelpDocument: Sendable {
  /// A heading with its content.
  package struct Section: Sendable {
    package let title: String
    package var blocks: [Block]

    init(_ title: String, _ blocks: [Block]) { (self.title, self.blocks) = (title, blocks) }
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
    package var text: String

    init(_ term: String, _ text: String) { (self.term, self.text) = (term, text) }
  }

  /// `a11y log`.
  package let title: String
  /// A phrase: "record results".
  package let summary: String
  package let sections: [Section]

  init(title: String, summary: String, sections: [Section]) {
    (self.title, self.summary, self.sections) = (title, summary, sections)
  }

  /// Reads sections that are written as text: `# ` begins one, and an empty line ends a block of one. A block is shown
  /// line by line where it is indented, has terms where ` | ` parts them from their text, and else runs on.
  package init(title: String, summary: String, text: String) {
    self.init(title: title, summary: summary, sections: Self.sections(of: text.textLines))
  }

  static func sections(of lines: some Sequence<Substring>) -> [Section] {
    var sections: [Section] = []
    for part in Array(lines).split(whereSeparator: \.isEmpty) {
      if let title = part.first, title.hasPrefix("# ") {
        sections.append(Section(String(title.dropFirst(2)), []))
      } else {
        sections[sections.count - 1].blocks.append(block(part))
      }
    }
    return sections
  }

  private static func block(_ lines: ArraySlice<Substring>) -> Block {
    guard let first = lines.first, !first.hasPrefix("  ") else { return .lines(lines.map { String($0.dropFirst(2)) }) }
    guard first.contains(" | ") else { return .paragraph(lines.joined(separator: " ")) }
    var entries: [Entry] = []
    for line in lines {
      if line.hasPrefix("  ") {
        entries[entries.count - 1].text += line.dropFirst()
      } else {
        let parts = line.split(separator: " | ", maxSplits: 1)
        entries.append(Entry(String(parts[0]), String(parts[1])))
      }
    }
    return .entries(entries)
  }
}

/// Renders help for a terminal.
package enum HelpText {
  /// Longer lines are hard to read, even on a wide terminal.
  private static let widest = 100
  /// Below this, and for plain output, a term comes above or before its explanation instead of next to it.
  private static let narrow = 60

  /// The page as lines of at most the width of the style, and never over 100 columns.
  package static func render(_ document: HelpDocument, style: TerminalStyle) -> String {
    let width = min(style.width, widest)
    var lines = wrap("\(document.title): \(document.summary)", width: width, breakWords: false)
    for section in document.sections {
      lines.append("")
      lines += wrap(section.title, width: width, breakWords: false).map {
        style.hasColor ? "\u{1B}[1m\($0)\u{1B}[0m" : $0
      }
      for (index, block) in section.blocks.enumerated() {
        if index > 0 { lines.append("") }
        lines += render(block, width: width, isPlain: style.isPlain)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func render(_ block: HelpDocument.Block, width: Int, isPlain: Bool) -> [String] {
    switch block {
    case .paragraph(let text):
      return isPlain ? [text] : wrap(text, width: width, margin: "  ", breakWords: false)
    case .lines(let lines):
      return isPlain ? lines : lines.map { $0.isEmpty ? $0 : "  " + $0 }
    case .entries(let entries):
      if isPlain { return entries.map { $0.term + ($0.term.utf8.last == UInt8(ascii: ":") ? " " : ": ") + $0.text } }
      return columns(entries, width: width)
    }
  }

  /// Terms to the left; the text of a term that is longer than its column comes below.
  private static func columns(_ entries: [HelpDocument.Entry], width: Int) -> [String] {
    let longest = entries.map(\.term.count).max() ?? 0
    let column = min(longest, 28)
    var lines: [String] = []
    for entry in entries {
      let margin = "".padded(to: width < narrow || longest > 40 ? 6 : column + 4)
      var text = wrap(entry.text, width: width, margin: margin, breakWords: false)
      let term = "  " + entry.term
      if width >= narrow, longest <= 40, entry.term.count <= column, text[0].hasPrefix(margin) {
        text[0] = term.padded(to: margin.count) + text[0].dropFirst(margin.count)
      } else {
        lines.append(term)
      }
      lines += text
    }
    return lines
  }
}

/// A page of help that is not about one command.
package struct HelpTopic: Sendable {
  package let name: String
  /// A phrase without capital and full stop.
  package let summary: String
  private let text: String

  package init(_ name: String, _ summary: String, _ text: String) {
    (self.name, self.summary, self.text) = (name, summary, text)
  }

  /// Read when it is asked for: most pages name other topics and show none.
  package var document: HelpDocument { HelpDocument(title: "a11y help \(name)", summary: summary, text: text) }

  /// Terms with their explanations, as they stand in the text of a topic.
  package static func entries(_ pairs: [(String, String)]) -> String {
    pairs.map { "\($0.0) | \($0.1)" }.joined(separator: "\n")
  }
}

/// The examples and the running text of each command, by its line: `a11y new component`.
package struct CommandTexts: Sendable {
  let lines: [Substring]

  /// - Parameter text: a section for each command: its examples with their meaning, then paragraphs.
  package init(_ text: String) { lines = text.textLines }

  package subscript(line: String) -> (examples: [HelpDocument.Entry], details: [HelpDocument.Block]) {
    guard let start = lines.firstIndex(of: "# \(line)") else { return ([], []) }
    let own = lines[start...].prefix(1) + lines[(start + 1)...].prefix { !$0.hasPrefix("# ") }
    let blocks = HelpDocument.sections(of: own).flatMap(\.blocks)
    guard case .entries(let examples)? = blocks.first else { return ([], blocks) }
    return (examples, Array(blocks.dropFirst()))
  }
}

extension String {
  fileprivate var textLines: [Substring] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
  }
}

extension help_file {
  /// - Parameter known: what the program knows itself, by the name of its place in the text: `{{columns}}`.
  package func text(_ known: [String: String]) -> String {
    String(filling: UnsafeBufferPointer(start: bytes, count: count), known)
  }
}
