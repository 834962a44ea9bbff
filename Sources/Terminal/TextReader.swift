/// Text in any of the spellings that programs on other systems write, as UTF-8 without a mark: PowerShell's `>` writes
/// UTF-16, and spreadsheets put a byte order mark before UTF-8.
///
/// Everything else passes as it is, and its reader says what is wrong with it. Memory does not grow with the input.
extension ByteReader {
  /// The same input as UTF-8.
  ///
  /// - Parameter keepsMark: whether what begins with a mark begins with that of UTF-8 then, for who writes it again.
  package func asText(keepsMark: Bool = false) -> ByteReader {
    var spelling: TextSpelling?
    var waiting: [UInt8] = []
    return ByteReader { [self] (buffer: UnsafeMutableRawBufferPointer) throws(Problem) in
      while waiting.isEmpty {
        // A unit of UTF-16 takes up to three bytes in UTF-8.
        var piece = try read(upTo: max(16, buffer.count / 2))
        if spelling == nil {
          while TextSpelling.isUndecided(piece) {
            let more = try read(upTo: 16)
            if more.isEmpty { break }
            piece += more
          }
          let found = TextSpelling(start: piece)
          spelling = found
          piece.removeFirst(found.mark)
          if keepsMark, found.mark > 0 { waiting = [0xEF, 0xBB, 0xBF] }
          if piece.isEmpty, found.mark > 0 { continue }
        }
        try spelling?.take(piece, into: &waiting)
        if piece.isEmpty { break }
      }
      let count = min(buffer.count, waiting.count)
      buffer.copyBytes(from: waiting[..<count])
      waiting.removeFirst(count)
      return count
    }
  }
}

/// How the bytes of a text spell its characters.
package struct TextSpelling {
  /// The bytes before the text.
  package let mark: Int
  /// Where the higher byte of a unit is, 0 or 1; nil for text that passes as it is.
  private let high: Int?
  /// What is left of a unit, or of a pair of units.
  private var rest: [UInt8] = []

  /// By the mark, else by the zero that UTF-16 has beside a first character of ASCII.
  package init(start: some Collection<UInt8>) {
    let start = Array(start.prefix(4))
    let isWide = start.count == 4 && [start.prefix(2), start.suffix(2)].contains { $0.elementsEqual([0, 0]) }
    if start.starts(with: [0xEF, 0xBB, 0xBF]) {
      (mark, high) = (3, nil)
    } else if start.count < 2 || isWide {
      // Two zeros side by side are UTF-32.
      (mark, high) = (0, nil)
    } else if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
      (mark, high) = (2, start[0] == 0xFF ? 1 : 0)
    } else if start[0] == 0, start[1] != 0 {
      (mark, high) = (0, 0)
    } else {
      (mark, high) = (0, start[1] == 0 && start[0] != 0 ? 1 : nil)
    }
  }

  /// Whether the text does not pass as it is.
  package var isOther: Bool { mark > 0 || high != nil }

  /// Whether more bytes may tell another spelling.
  package static func isUndecided(_ start: [UInt8]) -> Bool {
    guard let first = start.first else { return false }
    switch start.count {
    // A line end by itself is an answer that waits for another one.
    case 1: return (first < 0x80 && first != 0x0A && first != 0x0D) || first >= 0xEF
    case 2: return start == [0xEF, 0xBB] || start.contains(0) || (first >= 0xFE && start[1] >= 0xFE)
    case 3: return start.contains(0) || (first >= 0xFE && start[1] >= 0xFE)
    default: return false
    }
  }

  /// Appends a piece of the input as UTF-8; an empty piece is the end.
  ///
  /// - Throws: bad input: a text that is not well-formed up to there.
  package mutating func take(_ piece: [UInt8], into output: inout [UInt8]) throws(Problem) {
    guard let high else {
      output = output.isEmpty ? piece : output + piece
      return
    }
    guard !piece.isEmpty || rest.isEmpty else { throw Self.half }
    rest += piece
    var index = 0
    func unit(_ index: Int) -> UInt32 { UInt32(rest[index + high]) << 8 | UInt32(rest[index + 1 - high]) }
    while index + 1 < rest.count {
      var value = unit(index)
      var length = 2
      if value & 0xFC00 == 0xD800 {
        guard index + 3 < rest.count else { break }
        let low = unit(index + 2)
        guard low & 0xFC00 == 0xDC00 else { throw Self.half }
        value = 0x10000 + (value & 0x3FF) << 10 + low & 0x3FF
        length = 4
      }
      guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) else { throw Self.half }
      output.append(contentsOf: bytes)
      index += length
    }
    rest.removeFirst(index)
  }

  private static let half = Problem(
    .badInput, code: "input.encoding", "the text is not whole: it is UTF-16 with half of a character",
    hints: ["Save the file as UTF-8, and try again."])
}
