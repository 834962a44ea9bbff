/// Text that Markdown (CommonMark with GitHub tables) shows as it is, in a table cell or a paragraph.
///
/// Punctuation with a meaning gets a backslash, `&`, `<` and `>` become character references so that no HTML begins,
/// a line break becomes `<br>`, hazards and tabs become visible (`\u{1b}`). At the start of the text also the marks
/// of headings and lists are escaped. No user is mentioned and nothing is linked: see `MarkdownReference`.
package struct MarkdownText: EscapedText {
  package let text: String

  package init(verbatim text: String) { self.text = text }

  package static func escape(_ foreign: String, into output: inout String) {
    let breaks = MarkdownReference.breaks(in: foreign)
    var position = -1
    var isNumber = true
    rewrite(foreign, into: &output) { place in
      position += 1
      let written = escape(place, isFirst: position == 0, endsNumber: isNumber && position > 0)
      isNumber = isNumber && ("0"..."9").contains(place.scalar)
      guard breaks.contains(position) else { return written }
      return (written ?? String(Character(place.scalar))) + MarkdownReference.breaker
    }
  }

  /// - Parameter endsNumber: whether only digits precede it: `1.` begins a list.
  private static func escape(_ place: ScalarPlace, isFirst: Bool, endsNumber: Bool) -> String? {
    switch place.scalar {
    case "&": return "&amp;"
    case "<": return "&lt;"
    case ">": return "&gt;"
    case "\n": return "<br>"
    case "\\", "|", "`", "[", "]", "*", "_", "~", "$":
      return "\\" + String(Character(place.scalar))
    case "#", "-", "+", "=":
      return isFirst ? "\\" + String(Character(place.scalar)) : nil
    case ".", ")":
      return endsNumber && (place.next ?? " ") == " " ? "\\" + String(Character(place.scalar)) : nil
    default:
      return place.isCarriageReturnOfPair ? "" : place.visibleIfHazard
    }
  }

  /// A table.
  ///
  /// - Parameter heads: our own words for the columns; a column of numbers has a colon at the end.
  package static func table(_ heads: [String], _ rows: [[MarkdownText]]) -> String {
    let marks = heads.map { $0.hasSuffix(":") ? "---:" : "---" }
    let names = heads.map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 }
    return ([names, marks] + rows.map { $0.map(\.text) }).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }

  /// The cells of a row of a table, as a page shows them: a bar behind a backslash belongs to its cell, `<br>` is a line
  /// break, and in code a backslash is one.
  package static func cells(_ row: [UInt8]) -> [[UInt8]] {
    let (bar, backslash, backtick) = (UInt8(ascii: "|"), UInt8(ascii: "\\"), UInt8(ascii: "`"))
    var (cells, cell, isCode) = ([[UInt8]](), [UInt8](), false)
    var rest = row.drop { $0 == 0x20 || $0 == 0x09 }
    if rest.first == bar { rest = rest.dropFirst() }
    while let byte = rest.first {
      if byte == bar {
        cells.append(cell)
        (cell, isCode) = ([], false)
      } else if byte == backslash, let next = rest.dropFirst().first, next == bar || !isCode && isPunctuation(next) {
        cell.append(next)
        rest = rest.dropFirst()
      } else if !isCode, let (length, meaning) = markup(rest) {
        cell += Array(meaning.utf8)
        rest = rest.dropFirst(length - 1)
      } else {
        // A backtick that nothing closes opens no code.
        if byte == backtick { isCode = !isCode && rest.dropFirst().prefix { $0 != bar }.contains(byte) }
        cell.append(byte)
      }
      rest = rest.dropFirst()
    }
    return cells + [cell]
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) && !byte.isLetterOrDigit }

  /// How long the reference, line break, or comment is that a text begins with, and what it shows.
  private static func markup(_ text: ArraySlice<UInt8>) -> (length: Int, meaning: String)? {
    guard let first = text.first, "&<".utf8.contains(first) else { return nil }
    let start = text.prefix(8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return markups.first { start.starts(with: $0.spelled.utf8) }.map { ($0.spelled.utf8.count, $0.meaning) }
  }

  private static let markups: [(spelled: String, meaning: String)] = [
    ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&#124;", "|"), ("<br>", "\n"), ("<br/>", "\n"),
    ("<br />", "\n"), (MarkdownReference.breaker, ""),
  ]

  /// Foreign text as a link.
  ///
  /// - Parameter address: printable ASCII without blanks, quotation marks, and angle brackets.
  package static func link(_ foreign: String, to address: String) -> MarkdownText {
    let address = address.replacing("&", with: "&amp;").replacing("|", with: "%7C")
    return MarkdownText(verbatim: "[\(MarkdownText(escaping: foreign).text)](<\(address)>)")
  }

  /// Foreign text as a code span: nothing in it is markup, and a command in it can be copied unchanged.
  ///
  /// The fence is longer than any run of backticks inside; hazards and line breaks become visible. Not for table
  /// cells, where `|` ends the cell before the span is parsed.
  package static func code(_ foreign: String) -> MarkdownText {
    let line = TerminalText(escaping: foreign).text
    var longest = 0
    var run = 0
    for byte in line.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let space = longest > 0 ? " " : ""
    return MarkdownText(verbatim: fence + space + line + space + fence)
  }
}

/// What GitHub and GitLab turn into links in plain text: names (`@name`), numbers (`#12`, `GH-12`, `!12`, `&12`,
/// `%12`), addresses, and the names of commits. A name sends a message to the user with that name.
///
/// Both search for these in the rendered text, so that neither a backslash nor a character reference
/// helps (github/cmark-gfm issue 181). An empty comment does: it splits the text into two pieces. It is not
/// visible, and text copied from the page is unchanged.
enum MarkdownReference {
  static let breaker = "<!-- -->"

  /// The minimum number of digits of a commit name.
  private static let shortestCommit = 7
  private static let longestCommit = 40

  /// The positions of scalars after which a text must be split.
  static func breaks(in text: String) -> Set<Int> {
    guard text.utf8.count > 1 else { return [] }
    var breaks: Set<Int> = []
    var before: Unicode.Scalar?
    var word: [Unicode.Scalar] = []
    var position = 0
    for (scalar, next) in zip(text.unicodeScalars, text.unicodeScalars.dropFirst()) {
      if breaksBetween(before, scalar, next) { breaks.insert(position) }
      collect(scalar, at: position, &word, &breaks)
      before = scalar
      position += 1
    }
    if let last = text.unicodeScalars.last { collect(last, at: position, &word, &breaks) }
    breakCommit(word, endingBefore: position + 1, &breaks)
    return breaks
  }

  private static func breaksBetween(_ before: Unicode.Scalar?, _ scalar: Unicode.Scalar, _ next: Unicode.Scalar) -> Bool
  {
    switch scalar {
    // Also the address of a mailbox.
    case "@": isWord(next)
    case "#": isWord(next)
    case "!", "&": isDigit(next)
    // A milestone; after a digit it is a percentage.
    case "%": (isWord(next) || next == "\"") && !(before.map(isDigit) ?? false)
    // GH-12, and the numbers of other trackers that a project may have set up.
    case "-": (before == "h" || before.map(isCapital) ?? false) && isDigit(next)
    // A page of a wiki.
    case "[": next == "["
    case ":": next == "/"
    case ".": (before == "w" || before == "W") && isWord(next)
    default: false
    }
  }

  private static func collect(
    _ scalar: Unicode.Scalar, at position: Int, _ word: inout [Unicode.Scalar], _ breaks: inout Set<Int>
  ) {
    guard !isWord(scalar) else { return word.append(scalar) }
    breakCommit(word, endingBefore: position, &breaks)
    word.removeAll(keepingCapacity: true)
  }

  /// Breaks a word that may name a commit into pieces that may not. Numbers and words are left alone.
  private static func breakCommit(_ word: [Unicode.Scalar], endingBefore end: Int, _ breaks: inout Set<Int>) {
    guard word.count >= shortestCommit, word.allSatisfy(isHexDigit) else { return }
    guard word.count >= longestCommit || word.contains(where: isDigit) && !word.allSatisfy(isDigit) else { return }
    let step = shortestCommit - 1
    for offset in stride(from: step, to: word.count, by: step) { breaks.insert(end - word.count + offset - 1) }
  }

  /// Also letters of other scripts: names can contain them.
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic || isDigit(scalar)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isCapital(_ scalar: Unicode.Scalar) -> Bool { ("A"..."Z").contains(scalar) }

  private static func isHexDigit(_ scalar: Unicode.Scalar) -> Bool {
    isDigit(scalar) || ("a"..."f").contains(scalar) || ("A"..."F").contains(scalar)
  }
}
