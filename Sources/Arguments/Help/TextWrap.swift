/// Breaks running text into lines.
enum TextWrap {
  /// Lines of at most `width` columns, broken at spaces; a longer word has its own line, uncut. Columns are counted in
  /// characters, which is correct for the Latin text of help.
  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var count = 0
    for word in text.split(separator: " ") {
      let length = word.count
      if count > 0, count + 1 + length > width {
        lines.append(line)
        line = ""
        count = 0
      }
      if count > 0 {
        line += " "
        count += 1
      }
      line += word
      count += length
    }
    if count > 0 || lines.isEmpty { lines.append(line) }
    return lines
  }
}
