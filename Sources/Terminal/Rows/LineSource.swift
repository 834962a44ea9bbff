/// Lines of bytes, some of them read ahead.
package final class LineSource {
  private let input: ByteReader
  private var ahead: [UInt8] = []
  private var position = 0
  private var isAtEnd = false

  /// The longest line that is accepted, in bytes.
  static let longestLine = 1 << 20

  /// Reads up to `readAhead` bytes at once.
  package init(_ input: ByteReader, readAhead: Int) throws(Problem) {
    self.input = input
    while ahead.count < readAhead, !isAtEnd { try fetch() }
  }

  private func fetch() throws(Problem) {
    let piece = try input.read(upTo: 1 << 18)
    if piece.isEmpty { isAtEnd = true }
    ahead += piece
  }

  /// Calls `body` with the next line, without its end; nil at the end of the input.
  func next<T>(_ body: (UnsafeBufferPointer<UInt8>) throws -> T) throws -> T? {
    var searched = position
    while true {
      let end = ahead.withUnsafeBufferPointer { bytes in
        bytes[searched...].firstIndex(of: UInt8(ascii: "\n"))
      }
      if let end { return try line(upTo: end, next: end + 1, body) }
      if isAtEnd { return position < ahead.count ? try line(upTo: ahead.count, next: ahead.count, body) : nil }
      guard ahead.count - position <= Self.longestLine else {
        throw Problem(
          .badInput, code: "line.too-long", "a line of the input is longer than \(Self.longestLine) bytes")
      }
      searched = ahead.count
      if position > 1 << 20 {
        ahead.removeFirst(position)
        searched -= position
        position = 0
      }
      try fetch()
    }
  }

  private func line<T>(upTo end: Int, next: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> T) throws -> T {
    let start = position
    position = next
    return try ahead.withUnsafeBufferPointer { bytes in
      var end = end
      if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      guard end - start <= Self.longestLine else {
        throw Problem(
          .badInput, code: "line.too-long", "a line of the input is longer than \(Self.longestLine) bytes")
      }
      return try body(UnsafeBufferPointer(rebasing: bytes[start..<end]))
    }
  }
}
