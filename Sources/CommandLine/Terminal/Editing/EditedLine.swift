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
    case .earlier, .later, .complete, .enter, .text, .broken, .unknown: break
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
