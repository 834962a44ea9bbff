/// How many columns of a terminal text takes up, counted by what a reader sees as one character.
///
/// East Asian wide and full-width characters and emoji take two, combining marks none, everything else one. The
/// figures are for escaped text; a control character counts as none. Terminals differ on rare characters.
extension String {
  /// The columns of the whole text.
  package var displayWidth: Int {
    if Hazard.isQuiet(self) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// The columns of the text, or `limit` if it has at least that many; does not read on from there.
  func displayWidth(upTo limit: Int) -> Int {
    var width = 0
    for character in self {
      width += character.displayWidth
      if width >= limit { return limit }
    }
    return width
  }

  /// The text with spaces after it (or before it) up to `width` columns; a longer text is left as it is.
  package func padded(to width: Int, alignRight: Bool = false) -> String {
    let missing = width - displayWidth
    guard missing > 0 else { return self }
    let space = String(repeating: " ", count: missing)
    return alignRight ? space + self : self + space
  }

  /// The text cut to at most `width` columns, with `…` at its end if anything was cut; never through a character.
  package func truncated(to width: Int) -> String {
    guard width > 0 else { return "" }
    var used = 0
    var cut = startIndex
    for index in indices {
      let next = used + self[index].displayWidth
      if next > width {
        let kept = self[..<cut]
        return kept[..<(kept.lastIndex { $0 != " " }.map { kept.index(after: $0) } ?? kept.startIndex)] + "…"
      }
      used = next
      if used < width { cut = self.index(after: index) }
    }
    return self
  }
}

extension Character {
  /// The columns of one character: 0, 1 or 2.
  package var displayWidth: Int {
    if let ascii = asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
    var width = 0
    for scalar in unicodeScalars {
      // Variation selector 16 selects the colored, two-column form of the character before it.
      if scalar.value == 0xFE0F && width > 0 { return 2 }
      width = max(width, scalar.displayWidth)
    }
    return width
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    if value < 0x300 { return value >= 0xA0 || (0x20..<0x7F).contains(value) ? 1 : 0 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
    default: return properties.isEmojiPresentation || isEastAsianWide ? 2 : 1
    }
  }

  /// Blocks whose characters are Wide or Fullwidth in Unicode's East Asian Width, emoji apart.
  private var isEastAsianWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F: true
    case 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6: true
    case 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x3FFFD: true
    default: false
    }
  }
}
