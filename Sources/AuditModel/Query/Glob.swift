/// A path pattern: `*` stands for any run within one part, `**` for any run across parts, all else for itself.
///
/// A part of its own that is `**` may also be no part at all: `**/a` matches `a` as well as `b/a`.
///
/// A pattern without a star matches the path itself, or all paths below it when it ends with `/`.
package struct Glob: Equatable, Sendable {
  private enum Piece: Equatable {
    case byte(UInt8)
    case within
    case across
    /// Before an `across` and a slash that may be left out together.
    case optional
  }

  private let pieces: [Piece]

  /// Whether the pattern has a star or a trailing slash, and so may match more than one path.
  package let isPattern: Bool

  package init(_ pattern: String) {
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
    self.pieces = pieces
    isPattern = pieces.contains { $0 == .within || $0 == .across }
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

  /// Matches the whole path, in time proportional to pattern times path for any pattern.
  package func matches(_ path: String) -> Bool {
    var states: Set<Int> = [0]
    expand(&states)
    for byte in path.utf8 {
      var next: Set<Int> = []
      for state in states where state < pieces.count {
        switch pieces[state] {
        case .byte(let wanted): if wanted == byte { next.insert(state + 1) }
        case .within: if byte != UInt8(ascii: "/") { next.insert(state) }
        case .across: next.insert(state)
        case .optional: break
        }
      }
      expand(&next)
      if next.isEmpty { return false }
      states = next
    }
    return states.contains(pieces.count)
  }

  /// A star may also stand for nothing, and an optional part for none.
  private func expand(_ states: inout Set<Int>) {
    var open = Array(states)
    while let state = open.popLast() {
      guard state < pieces.count else { continue }
      let after: [Int] =
        switch pieces[state] {
        case .byte: []
        case .within, .across: [state + 1]
        case .optional: [state + 1, state + 3]
        }
      for next in after where states.insert(next).inserted { open.append(next) }
    }
  }
}
