/// The places that a pattern can be at while a path is read, one bit each: all of them take a step at once.
struct GlobStates: Equatable {
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
  }

  func match(_ path: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
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
