package import Terminal

/// Renders help for a terminal.
package enum HelpText {
  /// Longer lines are hard to read, even on a wide terminal.
  private static let widest = 100
  /// Below this, and for plain output, a term comes above or before its explanation instead of next to it.
  private static let narrow = 60

  /// The page as lines of at most the width of the style, and never over 100 columns.
  package static func render(_ document: HelpDocument, style: TerminalStyle) -> String {
    let width = min(style.width, widest)
    var lines = TextWrap.lines("\(document.title): \(document.summary)", width: width)
    for section in document.sections {
      lines.append("")
      lines += TextWrap.lines(section.title, width: width).map { style.hasColor ? "\u{1B}[1m\($0)\u{1B}[0m" : $0 }
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
      return isPlain ? [text] : indented(TextWrap.lines(text, width: width - 2), by: 2)
    case .lines(let lines):
      return isPlain ? lines : indented(lines, by: 2)
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
      if width < narrow || longest > 40 || entry.term.count > column {
        lines += ["  " + entry.term]
        let indent = width < narrow || longest > 40 ? 6 : column + 4
        lines += indented(TextWrap.lines(entry.text, width: width - indent), by: indent)
        continue
      }
      let text = TextWrap.lines(entry.text, width: width - column - 4)
      let padding = String(repeating: " ", count: column - entry.term.count)
      lines.append("  " + entry.term + padding + "  " + (text.first ?? ""))
      lines += indented(Array(text.dropFirst()), by: column + 4)
    }
    return lines
  }

  private static func indented(_ lines: [String], by count: Int) -> [String] {
    lines.map { $0.isEmpty ? $0 : String(repeating: " ", count: count) + $0 }
  }
}
