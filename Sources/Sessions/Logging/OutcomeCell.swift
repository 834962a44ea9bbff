import Audit
import CommandLine

/// The outcome that a cell of a table says.
extension RowLayout {
  /// The outcome for a word in a table, in any case and with spaces and punctuation, or for a mark, alone or beside the
  /// word. A word and a mark that differ say nothing, and what can mean several things, such as x, yes, a dash, or P1,
  /// stays a question.
  static func outcome(_ text: String) -> String {
    // `#N/A` is what a spreadsheet writes where it found nothing, and no result of a test.
    if text.hasPrefix("#") { return text }
    // A number or a question beside a word says something else: `0 fail`, `Pass (2/3)`, `Passed?`.
    guard !text.unicodeScalars.contains(where: { $0 == "?" || $0.properties.numericType != nil }) else { return text }
    let letters = String(text.unicodeScalars.filter(\.properties.isAlphabetic)).lowercased()
    let said = letters.isEmpty ? [] : [word(letters)]
    let all = Set(said + text.unicodeScalars.compactMap { marks[$0] })
    guard all.count == 1, let outcome = all.first.flatMap(\.self), !hasEmptyBox(text) else { return text }
    // A warning, a star, or a line through a pass says that it is none, or not quite.
    return outcome != "pass" || withoutEmphasis(text).unicodeScalars.allSatisfy(isPlain) ? outcome : text
  }

  /// Whether a text has a box with nothing in it, as a form has for each answer that was not chosen: `[ ] Pass`.
  private static func hasEmptyBox(_ text: String) -> Bool {
    let seen = text.unicodeScalars.filter { !CellText.isBlank($0) }
    return seen.contains { boxes.contains($0) }
      || zip(seen, seen.dropFirst()).contains { $0 == "[" && $1 == "]" || $0 == "(" && $1 == ")" }
  }

  private static let boxes = Set(
    "\u{2610}\u{25A1}\u{25A2}\u{25CB}\u{25EF}\u{25FB}\u{25FD}\u{2B1C}\u{1F532}\u{1F533}".unicodeScalars)

  /// A text without the stars with which Markdown makes it bold.
  private static func withoutEmphasis(_ text: String) -> Substring {
    let stars = text.prefix { $0 == "*" }
    guard text.count > 2 * stars.count, text.hasSuffix(stars) else { return text[...] }
    return text.dropFirst(stars.count).dropLast(stars.count)
  }

  /// Whether a sign in the cell of a pass takes nothing from it.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .otherSymbol, .mathSymbol, .currencySymbol, .modifierSymbol:
      marks[scalar] == "pass" || ["`", "|", "\u{2611}", "\u{1F7E2}", "\u{1F7E9}", "\u{1F44D}"].contains(scalar)
    // A line through each letter.
    case .nonspacingMark, .enclosingMark: scalar == "\u{FE0F}"
    default: scalar != "*" && scalar != "\u{2026}"
    }
  }

  private static func word(_ letters: String) -> String? {
    switch letters {
    case "pass", "passed", "p", "ok": "pass"
    case "fail", "failed", "f", "notok", "nok": "fail"
    case "na", "notapplicable", "inapplicable": "na"
    case "canttell", "cannottell": "cant-tell"
    case "untested", "nottested", "notrun", "notexecuted": "untested"
    default: nil
    }
  }

  /// What a mark says by itself.
  private static let marks: [Unicode.Scalar: String] = [
    "\u{2713}": "pass", "\u{2714}": "pass", "\u{2705}": "pass",
    "\u{2717}": "fail", "\u{2718}": "fail", "\u{2716}": "fail", "\u{274C}": "fail",
  ]
}
