/// One line of text that is harmless on a terminal.
///
/// Hazards become visible (`\u{1b}`), a line break (LF or CR LF) becomes ` / `, which reads in every encoding and on
/// every screen reader; a lone CR, which would write over the line, becomes `\u{d}`.
package struct TerminalText: EscapedText {
  package let text: String

  package init(verbatim text: String) {
    self.text = text
  }

  package static func escape(_ foreign: String, into output: inout String) {
    if Hazard.isQuiet(foreign) {
      output += foreign
      return
    }
    rewrite(foreign, into: &output) { place in
      if place.scalar == "\n" { return " / " }
      return place.isCarriageReturnOfPair ? "" : place.visibleIfHazard
    }
  }

  /// The lines of a foreign text of several lines (a note, a how-to), each harmless.
  package static func lines(_ foreign: String) -> [TerminalText] {
    var lines: [TerminalText] = []
    var line = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in foreign.unicodeScalars {
      if scalar == "\n" {
        if previous == "\r" { line.removeLast() }
        lines.append(TerminalText(escaping: String(line)))
        line = String.UnicodeScalarView()
      } else {
        line.append(scalar)
      }
      previous = scalar
    }
    lines.append(TerminalText(escaping: String(line)))
    return lines
  }
}
