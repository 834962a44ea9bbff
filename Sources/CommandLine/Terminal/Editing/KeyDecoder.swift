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
