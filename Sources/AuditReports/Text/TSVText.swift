/// Fields of tab-separated text: one record is always one line, and nothing is quoted.
///
/// Tab, line feed, CR and backslash are written `\t`, `\n`, `\r` and `\\`; other hazards become visible (`\u{1b}`).
/// A backslash in the text is doubled, so every field can be read back exactly. A text field that a
/// spreadsheet would take for a formula gets a leading `'` as in `CSVText`, unless `raw`.
package enum TSVText {
  /// A field of foreign text.
  package static func field(_ foreign: String, raw: Bool = false) -> String {
    var output = ""
    rewrite(raw ? foreign : CSVText.guarded(foreign), into: &output) { place in
      switch place.scalar {
      case "\t": "\\t"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\\": "\\\\"
      default: place.visibleIfHazard
      }
    }
    return output
  }
}
