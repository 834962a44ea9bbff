/// What a key does to a line that is edited, as in the line editors of shells.
enum EditingKey: Equatable {
  case left, right, wordLeft, wordRight, home, end
  case earlier, later
  case backspace, delete
  /// Removes text that `yank` inserts again.
  case killRest, killStart, killWord, killNextWord, yank
  case complete, enter, endOfInput
  case text
  /// Bytes that are no UTF-8.
  case broken
  case unknown

  /// - Parameter bytes: those of one key, as `KeyDecoder` splits them.
  init(_ bytes: ArraySlice<UInt8>) {
    let first = bytes.first ?? 0
    switch first {
    case 0x1B: self = Self.sequences[String(decoding: bytes.dropFirst(), as: UTF8.self)] ?? .unknown
    case 0x7F: self = .backspace
    case ..<0x20: self = Self.controls[first] ?? .unknown
    default: self = String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) ? .text : .broken
    }
  }

  /// Ctrl and a letter; the place of the letter in the alphabet is the byte.
  private static let controls: [UInt8: EditingKey] = [
    0x01: .home, 0x02: .left, 0x04: .endOfInput, 0x05: .end, 0x06: .right, 0x08: .backspace, 0x09: .complete,
    0x0A: .enter, 0x0B: .killRest, 0x0D: .enter, 0x0E: .later, 0x10: .earlier, 0x15: .killStart, 0x17: .killWord,
    0x19: .yank,
  ]

  /// What follows the escape character. Terminals differ in the keys Home and End.
  private static let sequences: [String: EditingKey] = [
    "[A": .earlier, "OA": .earlier, "[B": .later, "OB": .later, "[C": .right, "OC": .right, "[D": .left, "OD": .left,
    "[H": .home, "OH": .home, "[1~": .home, "[7~": .home, "[F": .end, "OF": .end, "[4~": .end, "[8~": .end,
    "[3~": .delete, "[1;5C": .wordRight, "[1;3C": .wordRight, "[1;9C": .wordRight, "f": .wordRight,
    "[1;5D": .wordLeft, "[1;3D": .wordLeft, "[1;9D": .wordLeft, "b": .wordLeft, "d": .killNextWord, "\u{7F}": .killWord,
  ]
}
