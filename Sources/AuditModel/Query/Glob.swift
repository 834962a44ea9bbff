/// A path pattern: `*` stands for any run within one part, `**` for any run across parts, all else for itself.
///
/// A part of its own that is `**` may also be no part at all: `**/a` matches `a` as well as `b/a`.
///
/// A pattern without a star matches the path itself, or all paths below it when it ends with `/`.
package struct Glob: Equatable, Sendable {
  enum Piece: Equatable {
    case byte(UInt8)
    case within
    case across
    /// Before an `across` and a slash that may be left out together.
    case optional
  }

  /// The bytes before the first star.
  private let head: [UInt8]
  /// What follows it; nil where there is no star.
  private let states: GlobStates?

  /// The characters of the pattern that have several spellings, each as the pattern spells it.
  private let accented: Set<Character>

  /// Whether the pattern has a star or a trailing slash, and so may match more than one path.
  package let isPattern: Bool

  package init(_ pattern: String) {
    accented = pattern.utf8.allSatisfy { $0 < 0x80 } ? [] : Set(pattern.filter { !$0.isASCII })
    var pieces: [Piece] = []
    for byte in pattern.utf8 {
      if byte != UInt8(ascii: "*") {
        pieces.append(.byte(byte))
      } else if pieces.last == .within {
        pieces[pieces.count - 1] = .across
      } else if pieces.last != .across {
        pieces.append(.within)
      }
    }
    pieces = Self.withOptionalParts(pieces)
    if pattern.hasSuffix("/") { pieces.append(.across) }
    head = pieces.prefix { if case .byte = $0 { true } else { false } }.compactMap {
      if case .byte(let byte) = $0 { byte } else { nil }
    }
    isPattern = pieces.contains { $0 == .within || $0 == .across }
    states = isPattern ? GlobStates(Array(pieces[head.count...])) : nil
  }

  /// Marks every `**/` that begins a part and has something behind it.
  private static func withOptionalParts(_ pieces: [Piece]) -> [Piece] {
    let slash = Piece.byte(UInt8(ascii: "/"))
    return pieces.indices.flatMap { place -> [Piece] in
      let isPart =
        pieces[place] == .across && (place == 0 || pieces[place - 1] == slash)
        && place + 2 < pieces.count && pieces[place + 1] == slash
      return isPart ? [.optional, .across] : [pieces[place]]
    }
  }

  /// Matches a text that people and tools spell in several ways, as a label: `é` is `e` with an accent.
  package func matchesText(_ text: String) -> Bool {
    guard !accented.isEmpty, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return matches(text) }
    // Characters are equal however they are spelled; in the pattern's own spelling bytes decide.
    let respelled = text.map { character in accented.firstIndex(of: character).map { accented[$0] } ?? character }
    return matches(String(respelled))
  }

  /// Matches the whole path, in time proportional to the path, times an eighth of a byte of the pattern.
  package func matches(_ path: String) -> Bool {
    var path = path
    return path.withUTF8 { bytes in
      guard bytes.starts(with: head) else { return false }
      guard let states else { return bytes.count == head.count }
      return states.match(bytes[head.count...])
    }
  }
}
