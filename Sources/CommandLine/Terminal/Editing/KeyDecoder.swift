/// A typed key, as far as a walk distinguishes keys.
package enum TypedKey: Equatable {
  /// A visible ASCII character.
  case letter(Unicode.Scalar)
  case enter
  /// Ctrl-D, if the terminal does not turn it into the end of input.
  case end
  /// Arrows and other keys that send several bytes, letters beyond ASCII, control characters.
  case other
}

/// Splits typed bytes into keys.
///
/// An arrow or a letter of several bytes is one key: its bytes must not count as separate keys.
package enum KeyDecoder {
  /// The first key of some bytes and its length; nil if the bytes end within a key.
  package static func first(_ bytes: ArraySlice<UInt8>) -> (key: TypedKey, count: Int)? {
    guard let byte = bytes.first else { return nil }
    switch byte {
    case 0x0A, 0x0D: return (.enter, 1)
    case 0x04: return (.end, 1)
    case 0x1B: return escape(bytes)
    case 0x21...0x7E: return (.letter(Unicode.Scalar(byte)), 1)
    case 0x80...: return beyondASCII(bytes, byte)
    default: return (.other, 1)
    }
  }

  /// All keys of some bytes; an incomplete key counts as one.
  package static func keys(_ bytes: [UInt8]) -> [TypedKey] {
    var keys: [TypedKey] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let (key, count) = first(rest) else { return keys + [.other] }
      keys.append(key)
      rest = rest.dropFirst(count)
    }
    return keys
  }

  package static func isWhole(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let (_, count) = first(rest) else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// `ESC [ ... letter`, `ESC O letter`, `ESC letter`.
  private static func escape(_ bytes: ArraySlice<UInt8>) -> (TypedKey, Int)? {
    let rest = bytes.dropFirst()
    guard let second = rest.first else { return nil }
    switch second {
    case UInt8(ascii: "["):
      // Parameters and intermediates up to one final byte; a terminal sends few of them.
      let body = rest.dropFirst().prefix(32)
      guard let final = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
        return body.count == 32 ? (.other, 34) : nil
      }
      return (.other, final - bytes.startIndex + 1)
    case UInt8(ascii: "O"): return rest.count < 2 ? nil : (.other, 3)
    case 0x1B: return (.other, 1)
    default: return (.other, 2)
    }
  }

  private static func beyondASCII(_ bytes: ArraySlice<UInt8>, _ lead: UInt8) -> (TypedKey, Int)? {
    let wanted =
      switch lead {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    let tail = bytes.dropFirst().prefix(wanted - 1).prefix { (0x80...0xBF).contains($0) }
    let isCut = tail.count < wanted - 1 && 1 + tail.count == bytes.count
    return isCut ? nil : (.other, 1 + tail.count)
  }
}

/// What a key does to a line that is edited, as in the line editors of shells.
enum EditingKey: Equatable {
  case left, right, wordLeft, wordRight, home, end
  case earlier, later
  case backspace, delete
  /// Removes text that `yank` inserts again.
  case killRest, killStart, killWord, killNextWord, yank
  case complete, enter, endOfInput
  /// What a terminal that was asked to sends around pasted text.
  case pasteBegin, pasteEnd
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
    "[200~": .pasteBegin, "[201~": .pasteEnd,
  ]
}
