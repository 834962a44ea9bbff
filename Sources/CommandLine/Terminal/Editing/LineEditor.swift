import Base

/// Asks for one line at a terminal that hands over keys, and draws what is typed, over several rows where it is long.
package final class LineEditor {
  package enum Typed: Equatable {
    case notText, tooLong, end
    case line(String)
    case ending(EndingSignal)
  }

  /// What may follow a part of the text before the cursor.
  package struct Completion {
    /// The part of the text that stays.
    let start: String
    /// In the order in which they are listed.
    let names: [String]

    package init(_ start: some StringProtocol, _ names: [String]) {
      self.start = String(start)
      self.names = names
    }
  }

  private static let longestLine = 1 << 16
  /// How long the rest of a key may take to arrive, in milliseconds.
  private static let patience = 50
  private static let mostListed = 100
  /// More keys than this in one read were pasted.
  package static let mostTyped = 3

  private let world: World
  private let prompt: String
  private let history: [String]
  private let complete: ((String) -> Completion)?
  private let takesLines: Bool
  private let write: (String) throws(Problem) -> Void

  private var line = EditedLine()
  /// The place in the history; its count is the line that was begun.
  private var place: Int
  private var begun = ""
  /// Within pasted text, at a terminal that marks it.
  private var isPasting = false
  private var isBroken = false
  private var isTooLong = false
  /// Whether the key before was Tab, and had nothing to add.
  private var lists = false
  /// Where the cursor is, below the row and behind the column of the prompt's end.
  private var cursor = Position()
  private var isCut = false
  private var drawn = EditedLine()

  private struct Position: Equatable {
    var row = 0
    var column = 0
  }

  /// - Parameters:
  ///   - prompt: already printed before `read`; printed again below a list of completions.
  ///   - history: earlier answers, the latest last.
  ///   - takesLines: whether pasted text may have several lines, of which none ends the answer but the last.
  ///   - write: prints at once.
  package init(
    _ world: World, prompt: String, history: [String] = [], takesLines: Bool = false,
    complete: ((String) -> Completion)? = nil, write: @escaping (String) throws(Problem) -> Void
  ) {
    (self.takesLines, self.world, self.prompt) = (takesLines, world, prompt)
    (self.history, self.complete, self.write) = (history, complete, write)
    place = history.count
  }

  /// Whether the terminal at standard input may be drawn on. A screen reader follows what the terminal itself does.
  package static func isPossible(_ world: World, isPlain: Bool) -> Bool {
    !isPlain && world.setting("TERM").map { $0 != "dumb" } ?? false
  }

  // MARK: Typing

  /// The line, once Enter is pressed. After anything else the cursor is still on the line.
  package func read() throws(Problem) -> Typed {
    try begin()
    var pending: [UInt8] = []
    while true {
      switch try world.keyboard.read(waiting: nil) {
      case .bytes(let bytes): pending += bytes
      case .nothing: continue
      case .end: return try leave(.end)
      case .ending(let signal): return try leave(.ending(signal))
      case .resumed: try redrawPrompt()
      }
      while !KeyDecoder.isWhole(pending), case .bytes(let more) = try world.keyboard.read(waiting: Self.patience) {
        pending += more
      }
      if let typed = try take(&pending) {
        world.keyboard.giveBack(pending)
        return typed
      }
    }
  }

  /// Applies typed keys up to Enter, and draws the line once: pasted text is drawn as one.
  private func take(_ pending: inout [UInt8]) throws(Problem) -> Typed? {
    var rest = pending[...]
    var text: [UInt8] = []
    defer { pending = Array(rest) }
    while let (_, count) = KeyDecoder.first(rest) {
      let bytes = rest.prefix(count)
      var key = EditingKey(bytes)
      rest = rest.dropFirst(count)
      // A tab within pasted text.
      if key == .complete, !rest.isEmpty { key = .text }
      if key == .pasteBegin || key == .pasteEnd {
        isPasting = key == .pasteBegin
        while text.last == 0x0A { text.removeLast() }
        continue
      }
      if isPasting, key == .enter || key == .complete { key = .text }
      // A line end within it, at a terminal that does not say where pasted text begins and ends.
      if key == .enter, takesLines, rest.count > Self.mostTyped { key = .text }
      if key == .text {
        text += bytes.first == 0x09 ? [0x20] : bytes.first == 0x0D ? [0x0A] : Array(bytes)
        continue
      }
      insert(&text)
      if key == .complete {
        try drawChange()
        try completeLine()
        continue
      }
      lists = false
      if key == .enter {
        try drawChange()
        return try enter()
      }
      if key == .endOfInput, line.after.isEmpty {
        try drawChange()
        return try leave(.end)
      }
      apply(key)
    }
    // Bytes that can be no key.
    if !rest.isEmpty { isBroken = true }
    rest = []
    insert(&text)
    try drawChange()
    return nil
  }

  private func insert(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    lists = false
    if line.before.utf8.count + line.after.utf8.count + bytes.count > Self.longestLine {
      isTooLong = true
    } else {
      line.insert(String(decoding: bytes, as: UTF8.self))
    }
    bytes = []
  }

  private func apply(_ key: EditingKey) {
    switch key {
    case .broken: isBroken = true
    case .earlier: recall(place - 1)
    case .later: recall(place + 1)
    default: line.apply(key)
    }
  }

  private func recall(_ wanted: Int) {
    guard (0...history.count).contains(wanted) else { return }
    if place == history.count { begun = line.text }
    place = wanted
    line.replace(wanted == history.count ? begun : history[wanted])
  }

  private func enter() throws(Problem) -> Typed {
    let typed: Typed = isBroken ? .notText : isTooLong ? .tooLong : .line(line.text)
    _ = try leave(typed)
    try write("\n")
    return typed
  }

  /// Leaves the cursor behind the text.
  private func leave(_ typed: Typed) throws(Problem) -> Typed {
    if !line.after.isEmpty {
      line.apply(.end)
      try draw()
    }
    // A terminal that closed is asked for nothing: what is typed ends all the same.
    if takesLines { try? write("\u{1B}[?2004l") }
    return typed
  }

  // MARK: Completing

  private func completeLine() throws(Problem) {
    guard let complete else { return try write("\u{7}") }
    let found = complete(line.before)
    let common = found.names.dropFirst().reduce(found.names.first ?? "") { $0.commonPrefix(with: $1) }
    guard !common.isEmpty, line.before != found.start + common else {
      if lists, found.names.count > 1 { return try list(found.names) }
      lists = true
      return try write("\u{7}")
    }
    line.complete(found.start + common)
    try draw()
  }

  private func list(_ names: [String]) throws(Problem) {
    var listed = names.prefix(Self.mostListed).map(MessageText.escaped)
    if names.count > listed.count { listed.append("and \(names.count - listed.count) more") }
    var text = ""
    var used = columns
    for name in listed {
      let width = name.displayWidth + 2
      text += (used + width > columns ? "\n" : "  ") + name
      used = used + width > columns ? width : used + width
    }
    line.apply(.end)
    try draw()
    try write(text)
    try redrawPrompt()
  }

  // MARK: Drawing

  private var columns: Int { max(WidthDecision.range.lowerBound, world.terminalColumns() ?? WidthDecision.fallback) }
  /// The longest text that is drawn as a whole, in rows.
  private var rows: Int { max(2, world.terminalRows() ?? 24) - 1 }

  /// Draws the prompt and the line on rows of their own.
  private func redrawPrompt() throws(Problem) {
    try write("\n" + prompt)
    try begin()
    try draw()
  }

  /// The cursor is behind the prompt.
  private func begin() throws(Problem) {
    if takesLines { try write("\u{1B}[?2004h") }
    let last = end(of: prompt, from: Position())
    if last.column == columns { try write("\n") }
    cursor = Position(row: 0, column: settled(last).column)
  }

  private func drawChange() throws(Problem) {
    guard line != drawn else { return }
    // The end that was typed is enough, where no row changes: a slow connection need not carry the whole line.
    let isTyped = line.after.isEmpty && drawn.after.isEmpty && !isCut && line.before.hasPrefix(drawn.before)
    let added = line.before.utf8.dropFirst(drawn.before.utf8.count)
    let isPlain = added.allSatisfy { (0x20..<0x7F).contains($0) }
    guard isTyped, isPlain, cursor.row + added.count / columns + 1 < rows else { return try draw() }
    let text = String(decoding: Array(added), as: UTF8.self)
    let last = end(of: text, from: cursor)
    try write(text + (last.column == columns ? "\n" : ""))
    cursor = settled(last)
    drawn = line
  }

  private func draw() throws(Problem) {
    let start = settled(end(of: prompt, from: Position())).column
    let (before, after) = shown(in: columns * rows - start - 1)
    let middle = end(of: before, from: Position(row: 0, column: start))
    let last = end(of: after, from: middle)
    let target = after.isEmpty || middle.column == columns ? settled(middle) : middle
    var text = cursor.row > 0 ? "\u{1B}[\(cursor.row)A" : ""
    text += Self.column(start) + "\u{1B}[J" + before + after
    // A terminal wraps a full row only when more text comes.
    if last.column == columns { text += "\n" }
    let up = settled(last).row - target.row
    if up > 0 { text += "\u{1B}[\(up)A" }
    try write(text + Self.column(target.column))
    cursor = target
    drawn = line
  }

  private static func column(_ number: Int) -> String { "\r" + (number > 0 ? "\u{1B}[\(number)C" : "") }

  /// The text around the cursor that fits: what is above the screen cannot be drawn.
  private func shown(in room: Int) -> (before: String, after: String) {
    let (before, after) = (MessageText.escaped(line.before), MessageText.escaped(line.after))
    let wide = before.displayWidth
    isCut = wide + after.displayWidth > room
    guard isCut else { return (before, after) }
    let tail = after.truncated(to: max(room / 4, room - wide))
    var left = room - tail.displayWidth - 1
    let start = before.indices.last { index in
      left -= before[index].displayWidth
      return left < 0
    }
    return (start.map { "…" + before[before.index(after: $0)...] } ?? before, tail)
  }

  /// Where text ends; a column that is the width is behind a full row.
  private func end(of text: String, from start: Position) -> Position {
    var position = start
    for character in text {
      if character == "\n" {
        position = Position(row: position.row + 1, column: 0)
        continue
      }
      let width = character.displayWidth
      if position.column + width > columns { position = Position(row: position.row + 1, column: 0) }
      position.column += width
    }
    return position
  }

  private func settled(_ position: Position) -> Position {
    position.column < columns ? position : Position(row: position.row + 1, column: 0)
  }
}

extension String {
  /// By characters, and the same on every system.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}

/// A line and its cursor, which is between two characters: an accent or a part of an emoji is never apart from its letter.
struct EditedLine: Equatable {
  private(set) var before: String
  private(set) var after = ""
  private var killed = ""

  init(_ text: String = "") { before = text }

  var text: String { before + after }

  mutating func insert(_ text: String) { before += text }

  /// Replaces the text before the cursor.
  mutating func complete(_ text: String) { before = text }

  /// Replaces the whole text; what was removed before can still be inserted.
  mutating func replace(_ text: String) { (before, after) = (text, "") }

  mutating func apply(_ key: EditingKey) {
    switch key {
    case .left: go(to: before.isEmpty ? before.startIndex : before.index(before: before.endIndex))
    case .right: if let next = after.first { step(over: String(next)) }
    case .wordLeft: go(to: wordStart(where: Self.isPartOfWord))
    case .wordRight: step(over: nextWord)
    case .home: go(to: before.startIndex)
    case .end: step(over: after)
    case .backspace: _ = before.popLast()
    case .delete, .endOfInput: if !after.isEmpty { after.removeFirst() }
    case .killRest: (killed, after) = (after, "")
    case .killStart: (killed, before) = (before, "")
    case .killWord:
      let start = wordStart { !$0.isWhitespace }
      killed = String(before[start...])
      before.removeSubrange(start...)
    case .killNextWord:
      killed = nextWord
      after.removeFirst(killed.count)
    case .yank: before += killed
    case .earlier, .later, .complete, .enter, .text, .broken, .unknown, .pasteBegin, .pasteEnd: break
    }
  }

  private mutating func go(to place: String.Index) {
    after = before[place...] + after
    before.removeSubrange(place...)
  }

  private mutating func step(over text: String) {
    before += text
    after.removeFirst(text.count)
  }

  private static func isPartOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  private func wordStart(where isPart: (Character) -> Bool) -> String.Index {
    guard let last = before.lastIndex(where: isPart) else { return before.startIndex }
    return before[..<last].lastIndex { !isPart($0) }.map(before.index(after:)) ?? before.startIndex
  }

  private var nextWord: String {
    let start = after.firstIndex(where: Self.isPartOfWord) ?? after.endIndex
    return String(after[..<(after[start...].firstIndex { !Self.isPartOfWord($0) } ?? after.endIndex)])
  }
}
