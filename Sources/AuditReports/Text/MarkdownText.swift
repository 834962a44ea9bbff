/// Text that Markdown (CommonMark with GitHub tables) shows as it is, in a table cell or a paragraph.
///
/// Punctuation with a meaning gets a backslash, `&`, `<` and `>` become character references so that no HTML begins,
/// a line break becomes `<br>`, hazards and tabs become visible (`\u{1b}`). At the start of the text also the marks
/// of headings and lists are escaped. No user is mentioned and nothing is linked: see `MarkdownReference`.
package struct MarkdownText: EscapedText {
  package let text: String

  package init(verbatim text: String) {
    self.text = text
  }

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
