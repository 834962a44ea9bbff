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
  /// It is `**`: all that begins so matches, as with most patterns that people write.
  private let isOpenEnded: Bool

  /// The characters of the pattern that have several spellings, each as the pattern spells it.
  private let accented: Set<Character>

  /// What it is for beside the paths of the pattern, at most one.
  private let above: [Glob]

  /// Whether the pattern has a star or a trailing slash, and so may match more than one path.
  package let isPattern: Bool

  /// A pattern with which a person chooses components: `sign-in/**` is all of sign-in, with the screen itself, whose checks are
  /// a good part of it. Kept patterns of waivers and audits are for what they were.
  package static func choosing(_ pattern: String) -> Glob {
    Glob(pattern, above: above(pattern).map { [Glob($0)] } ?? [])
  }

  /// The pattern of what `sign-in/**` has below it.
  package static func above(_ pattern: String) -> String? {
    pattern.hasSuffix("/**") ? String(pattern.dropLast(3)) : nil
  }

  package init(_ pattern: String) { self.init(pattern, above: []) }

  private init(_ pattern: String, above: [Glob]) {
    self.above = above
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
    let rest = Array(pieces[head.count...])
    isOpenEnded = rest == [.across]
    states = isPattern && !isOpenEnded ? GlobStates(rest) : nil
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

  /// Matches a path, or one that it had before.
  package func matches(_ path: String, before formerPaths: [String]) -> Bool {
    matches(path) || !formerPaths.isEmpty && formerPaths.contains { matches($0) }
  }

  /// Matches the whole path, in time proportional to the path, times an eighth of a byte of the pattern.
  package func matches(_ path: String) -> Bool {
    if above.contains(where: { $0.matches(path) }) { return true }
    var path = path
    return path.withUTF8 { bytes in
      guard bytes.starts(with: head) else { return false }
      if isOpenEnded { return true }
      guard let states else { return bytes.count == head.count }
      return states.match(bytes[head.count...])
    }
  }
}

/// The places that a pattern can be at while a path is read, one bit each: all of them take a step at once.
///
/// An object, since a pattern is copied for each of the many paths that it is compared with.
final class GlobStates: Equatable, Sendable {
  private typealias Bits = [UInt64]

  /// How many pieces there are; the place behind the last is that of a match.
  private let count: Int
  /// By byte, which of `passing` holds the pieces that it passes.
  private let kinds: [UInt16]
  private let passing: [[UInt64]]
  /// Stars, which stay where they are at any byte, and those of them that do so at a slash.
  private let stars: [UInt64]
  private let across: [UInt64]
  /// Parts that may be left out.
  private let optional: [UInt64]
  /// The first word of each of `passing`: most patterns have no more, and need no lists while a path is read.
  private let firsts: [UInt64]

  init(_ pieces: [Glob.Piece]) {
    count = pieces.count
    let none = Bits(repeating: 0, count: pieces.count / 64 + 1)
    var (kinds, passing) = ([UInt16](repeating: 0, count: 256), [none])
    var (stars, across, optional) = (none, none, none)
    for (place, piece) in pieces.enumerated() {
      let (word, bit) = (place / 64, UInt64(1) << UInt64(place % 64))
      switch piece {
      case .byte(let byte):
        if kinds[Int(byte)] == 0 {
          kinds[Int(byte)] = UInt16(passing.count)
          passing.append(none)
        }
        passing[Int(kinds[Int(byte)])][word] |= bit
      case .within: stars[word] |= bit
      case .across:
        stars[word] |= bit
        across[word] |= bit
      case .optional: optional[word] |= bit
      }
    }
    (self.kinds, self.passing, self.stars, self.across, self.optional) = (
      kinds, passing, stars, across, optional
    )
    firsts = passing.map { $0[0] }
  }

  static func == (left: GlobStates, right: GlobStates) -> Bool {
    (left.count, left.kinds, left.passing) == (right.count, right.kinds, right.passing)
      && (left.stars, left.across, left.optional) == (right.stars, right.across, right.optional)
  }

  func match(_ path: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard stars.count > 1 else { return matchShort(path) }
    var places = Bits(repeating: 0, count: stars.count)
    places[0] = 1
    expand(&places)
    for byte in path {
      let passed = passing[Int(kinds[Int(byte)])]
      let staying = byte == UInt8(ascii: "/") ? across : stars
      var carry: UInt64 = 0
      var isLost = true
      for word in places.indices {
        let moved = places[word] & passed[word]
        places[word] = places[word] & staying[word] | moved << 1 | carry
        carry = moved >> 63
        if places[word] != 0 { isLost = false }
      }
      if isLost { return false }
      expand(&places)
    }
    return places[count / 64] >> UInt64(count % 64) & 1 == 1
  }

  /// The same where all places are in one word.
  private func matchShort(_ path: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let (stars, across, optional) = (stars[0], across[0], optional[0])
    func expanded(_ places: UInt64) -> UInt64 {
      var places = places
      while true {
        let grown = places | (places & (stars | optional)) << 1 | (places & optional) << 3
        if grown == places { return places }
        places = grown
      }
    }
    var places = expanded(1)
    for byte in path {
      let moved = places & firsts[Int(kinds[Int(byte)])]
      places = places & (byte == UInt8(ascii: "/") ? across : stars) | moved << 1
      if places == 0 { return false }
      places = expanded(places)
    }
    return places >> UInt64(count) & 1 == 1
  }

  /// A star may also stand for nothing, and an optional part (itself, a star and a slash) for none.
  private func expand(_ places: inout Bits) {
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      var (one, three): (UInt64, UInt64) = (0, 0)
      for word in places.indices {
        let skipped = places[word] & (stars[word] | optional[word])
        let left = places[word] & optional[word]
        let grown = places[word] | skipped << 1 | one | left << 3 | three
        (one, three) = (skipped >> 63, left >> 61)
        if grown != places[word] {
          places[word] = grown
          isGrowing = true
        }
      }
    }
  }
}
