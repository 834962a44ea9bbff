/// One line of text that is harmless on a terminal.
///
/// Hazards become visible (`\u{1b}`), a line break (LF or CR LF) becomes ` / `, which reads in every encoding and on
/// every screen reader; a lone CR, which would write over the line, becomes `\u{d}`.
package struct TerminalText: EscapedText {
  package let text: String

  package init(verbatim text: String) { self.text = text }

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

/// Breaks a text into lines of at most `width` columns, at spaces; line feeds in it stay line breaks.
///
/// All lines begin with `margin`, and those after the first of each paragraph with `indent` behind it; a word that has
/// a line of its own gets less of both where it only fits so. A word that is wider than a line is broken between
/// characters, or, with `breakWords` false (identifiers, commands), is unbroken on its own line. Runs of spaces become
/// one unless `keepsSpaces`; an empty text is one empty line. The text must already be escaped.
package func wrap(
  _ text: String, width: Int, margin: String = "", indent: String = "", breakWords: Bool = true,
  keepsSpaces: Bool = false
) -> [String] {
  var wrapping = Wrapping(width: max(1, width), margin: margin, indent: margin + indent, breakWords: breakWords)
  for paragraph in text.split(separator: "\n" as Character, omittingEmptySubsequences: false) {
    wrapping.begin()
    var rest = paragraph
    while let start = rest.firstIndex(where: { $0 != " " }) {
      let word = rest[start...].prefix { $0 != " " }
      wrapping.add(word, after: keepsSpaces ? rest[..<start].utf8.count : 1)
      rest = rest[word.endIndex...]
    }
    wrapping.endLine()
  }
  return wrapping.lines
}

/// The state of `wrap`: finished lines and the line being filled.
private struct Wrapping {
  let width: Int
  let margin: String
  let indent: String
  let breakWords: Bool
  var lines: [String] = []
  private var line = ""
  private var used = 0
  private var hasWord = false

  init(width: Int, margin: String, indent: String, breakWords: Bool) {
    self.width = width
    // One that leaves no room would never end.
    self.margin = margin.displayWidth < width ? margin : ""
    self.indent = indent.displayWidth < width ? indent : ""
    self.breakWords = breakWords
  }

  mutating func begin() { begin(margin) }

  private mutating func begin(_ start: String) {
    line = start
    used = start.displayWidth
    hasWord = false
  }

  mutating func endLine() {
    lines.append(hasWord ? line : "")
    begin(indent)
  }

  mutating func add(_ word: Substring, after spaces: Int) {
    let room = String(word).displayWidth
    let gap = hasWord ? spaces : 0
    if used + gap + room <= width {
      place(word, gap + room, after: gap)
    } else if !breakWords || room <= width {
      if hasWord { endLine() }
      if room <= width { begin(String(line.prefix(width - room))) }
      place(word, room, after: 0)
    } else {
      breakUp(word)
    }
  }

  private mutating func place(_ word: Substring, _ room: Int, after gap: Int) {
    line += String(repeating: " ", count: gap) + word
    used += room
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
      if used + room > width && hasWord { endLine() }
      line.append(character)
      used += room
      hasWord = true
    }
  }
}

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

  /// The columns of the text, or `limit` if it has at least that many; characters after that are not measured.
  package func displayWidth(upTo limit: Int) -> Int {
    if Hazard.isQuiet(self) { return min(utf8.count, limit) }
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
    if utf8.count <= width, Hazard.isQuiet(self) { return self }
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

/// Dates and ages for readers of a page: `1 June 2021`, `5.4 years`.
package enum LongDate {
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// `1 June 2021`, of a moment in ms UTC where these clocks are.
  package static func day(_ moment: Int64, _ clock: LocalClock) -> String { day(clock.date(moment)) }
  package static func day(_ date: CivilDate) -> String { "\(date.day) \(months[date.month - 1]) \(date.year)" }

  /// `1 Jun 2021`
  package static func shortDay(_ moment: Int64, _ clock: LocalClock) -> String {
    "\(clock.date(moment).day) \(month(moment, clock))"
  }

  /// Of a day as it is stored, `2021-06-01`.
  package static func day(_ text: String) -> String {
    (try? Timestamp.read(text, localOffset: { _ in 0 })).map { day($0.timestamp.milliseconds, .utc) } ?? text
  }

  /// `Jun 2021`
  package static func month(_ moment: Int64, _ clock: LocalClock) -> String { month(clock.date(moment)) }
  package static func month(_ date: CivilDate) -> String { "\(months[date.month - 1].prefix(3)) \(date.year)" }

  /// Of a period by its name: `2021-06` is `Jun 2021`, `2021-06-01` is `1 June 2021`, `2021-W22` is `week 22 of 2021`. Every
  /// other name stays: `inspection-8`, `rc-1`, `2021-13`.
  package static func period(_ name: String) -> String {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    func number(_ text: Substring, of digits: Int) -> Int? {
      let isNumber = text.utf8.allSatisfy(\.isDigit)
      return isNumber && text.utf8.count == digits ? Int(text) : nil
    }
    guard parts.count > 1, number(parts[0], of: 4) != nil else { return name }
    guard parts.count == 2 else { return name.utf8.count == 10 ? day(name) : name }
    if let month = number(parts[1], of: 2), (1...12).contains(month) {
      return "\(months[month - 1].prefix(3)) \(parts[0])"
    }
    let digits = parts[1].dropFirst()
    guard parts[1].utf8.first == UInt8(ascii: "W"), let week = number(digits, of: 2), (1...53).contains(week) else {
      return name
    }
    return "week \(digits) of \(parts[0])"
  }

  /// `41 days`, `5.4 years`
  package static func age(_ days: Int) -> String {
    if days < 1 { return "less than a day" }
    guard days >= 365 else { return counted(days, "day") }
    let tenths = days * 10 / 365
    return tenths % 10 == 0 ? counted(tenths / 10, "year") : "\(tenths / 10).\(tenths % 10) years"
  }
}

/// The roles of colors, and the one table that maps each role to one of the 16 ANSI colors.
package enum Theme {
  /// A role that can have a color. The words have the meaning; the color repeats it.
  package enum Role: CaseIterable, Sendable {
    case pass, fail, warning, muted, heading, emphasis, identifier
  }

  /// The SGR parameters of a role; nil is the default color of the terminal.
  ///
  /// Only colors that are readable on light and on dark backgrounds: magenta for warnings, because yellow is invisible
  /// on white; muted text has the default color, because bright black is invisible on many dark themes. So have names and
  /// commands, which are copied letter by letter: cyan is pale on white. Green is too; only one word in bold has it.
  static func parameters(_ role: Role) -> String? {
    switch role {
    case .pass: "1;32"  // bold green
    case .fail: "1;31"  // bold red
    case .warning: "35"  // magenta
    case .muted, .identifier: nil
    case .heading: "1"  // bold
    case .emphasis: "1"
    }
  }
}

/// Adds colors to text, or nothing if color is off.
package struct Styler: Sendable {
  package let isEnabled: Bool

  private let hasLinks: Bool

  package init(enabled: Bool, hasLinks: Bool = false) {
    isEnabled = enabled
    self.hasLinks = hasLinks
  }

  /// The text as a link to a file, where the terminal has links (OSC 8).
  ///
  /// - Parameter path: absolute.
  package func link(_ text: String, toFile path: String) -> String {
    guard hasLinks, !text.isEmpty else { return text }
    return "\u{1b}]8;;file://\(URIText.escaped(path))\u{1b}\\\(text)\u{1b}]8;;\u{1b}\\"
  }

  /// The text as a link to an address of the web, where the terminal has links.
  ///
  /// - Parameter address: printable ASCII without quotation marks and backslashes.
  package func link(_ text: some StringProtocol, to address: String) -> String {
    guard hasLinks, !text.isEmpty else { return String(text) }
    return "\u{1b}]8;;\(address)\u{1b}\\\(text)\u{1b}]8;;\u{1b}\\"
  }

  /// The text in the color of its role. Measure and pad before painting.
  package func paint(_ text: String, _ role: Theme.Role?) -> String {
    guard isEnabled, !text.isEmpty, let role, let parameters = Theme.parameters(role) else { return text }
    return "\u{1b}[\(parameters)m\(text)\u{1b}[0m"
  }

  /// The text with the words in capitals at its beginning in color: a decision.
  package func paintCapitals(of text: String, _ role: Theme.Role) -> String {
    var word = text.prefix { $0.isUppercase || $0 == " " }
    while word.last == " " { word.removeLast() }
    return paint(String(word), role) + text.dropFirst(word.count)
  }
}
