/// Breaks a text into lines of at most `width` columns, at spaces; line feeds in it stay line breaks.
///
/// Lines after the first of each paragraph begin with `indent`. A word that is wider than a line is broken between
/// characters, or, with `breakWords` false (identifiers, commands), is unbroken on its own line. Runs of
/// spaces become one; an empty text is one empty line. The text must already be escaped.
package func wrap(_ text: String, width: Int, indent: String = "", breakWords: Bool = true) -> [String] {
  var wrapping = Wrapping(width: max(1, width), indent: indent, breakWords: breakWords)
  for paragraph in text.split(separator: "\n" as Character, omittingEmptySubsequences: false) {
    wrapping.begin()
    for word in paragraph.split(separator: " " as Character) {
      wrapping.add(word)
    }
    wrapping.endLine()
  }
  return wrapping.lines
}

/// The state of `wrap`: finished lines and the line being filled.
private struct Wrapping {
  let width: Int
  let indent: String
  let breakWords: Bool
  let indentWidth: Int
  var lines: [String] = []
  private var line = ""
  private var used = 0
  private var hasWord = false

  init(width: Int, indent: String, breakWords: Bool) {
    self.width = width
    let indentWidth = indent.displayWidth
    // An indent that leaves no room would never end.
    self.indent = indentWidth < width ? indent : ""
    self.indentWidth = indentWidth < width ? indentWidth : 0
    self.breakWords = breakWords
  }

  mutating func begin() {
    line = ""
    used = 0
    hasWord = false
  }

  mutating func endLine() {
    lines.append(line)
    line = indent
    used = indentWidth
    hasWord = false
  }

  mutating func add(_ word: Substring) {
    let room = String(word).displayWidth
    if used + (hasWord ? 1 : 0) + room <= width {
      place(word, room)
    } else if !breakWords || room <= width - indentWidth {
      if hasWord { endLine() }
      place(word, room)
    } else {
      breakUp(word)
    }
  }

  private mutating func place(_ word: Substring, _ room: Int) {
    if hasWord { line += " " }
    line += word
    used += room + (hasWord ? 1 : 0)
    hasWord = true
  }

  /// Fills lines with the characters of a word that no line can hold.
  private mutating func breakUp(_ word: Substring) {
    if hasWord && used + 2 <= width {
      line += " "
      used += 1
    } else if hasWord {
      endLine()
    }
    for character in word {
      let room = character.displayWidth
      if used + room > width && used > indentWidth { endLine() }
      line.append(character)
      used += room
    }
    hasWord = true
  }
}
