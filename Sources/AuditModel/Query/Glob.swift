/// A path pattern: `*` stands for any run within one part, `**` for any run across parts, all else for itself.
///
/// A pattern without a star matches the path itself, or all paths below it when it ends with `/`.
package struct Glob: Equatable, Sendable {
  private enum Piece: Equatable {
    case byte(UInt8)
    case within
    case across
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
    if pattern.hasSuffix("/") { pieces.append(.across) }
    self.pieces = pieces
    isPattern = pieces.contains { $0 == .within || $0 == .across }
  }

  /// Matches the whole path, in time proportional to pattern times path whatever the pattern.
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
        }
      }
      expand(&next)
      if next.isEmpty { return false }
      states = next
    }
    return states.contains(pieces.count)
  }

  /// A star may also stand for nothing.
  private func expand(_ states: inout Set<Int>) {
    for start in states {
      var state = start
      while state < pieces.count, pieces[state] == .within || pieces[state] == .across {
        state += 1
        states.insert(state)
      }
    }
  }
}
