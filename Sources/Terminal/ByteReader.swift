/// A source of bytes: standard input, a file or a test's memory.
package final class ByteReader {
  private let fill: (UnsafeMutableRawBufferPointer) throws(Problem) -> Int
  private let close: () -> Void
  /// Read but not yet handed out: `chunk[position...]`.
  private var chunk: [UInt8] = []
  private var position = 0

  /// - Parameters:
  ///   - fill: puts at most as many bytes as fit into the buffer and returns how many; 0 is the end.
  ///   - close: called once, when the reader goes.
  package init(
    fill: @escaping (UnsafeMutableRawBufferPointer) throws(Problem) -> Int, close: @escaping () -> Void = {}
  ) {
    self.fill = fill
    self.close = close
  }

  /// A reader of bytes in memory.
  package convenience init(bytes: [UInt8]) {
    var rest = bytes[...]
    self.init { buffer in
      let part = rest.prefix(buffer.count)
      buffer.copyBytes(from: part)
      rest = rest.dropFirst(part.count)
      return part.count
    }
  }

  deinit { close() }

  /// The next piece, of at most `limit` bytes; empty at the end. For readers of large inputs.
  package func read(upTo limit: Int = 1 << 16) throws(Problem) -> [UInt8] {
    if position < chunk.count {
      let end = min(chunk.count, position + max(1, limit))
      defer { position = end }
      return Array(chunk[position..<end])
    }
    return try fetch(max(1, limit))
  }

  /// Everything that is left.
  ///
  /// - Throws: `Problem` of kind bad input, code `file.too-large`, if it is more than `limit` bytes.
  package func readAll(limit: Int, name: String) throws(Problem) -> [UInt8] {
    var result: [UInt8] = []
    while true {
      // Reading one byte more than the limit shows that the input is longer; a larger buffer would only cost memory.
      let room = limit - result.count
      let piece = try read(upTo: room < 1 << 16 ? room + 1 : 1 << 16)
      if piece.isEmpty { return result }
      guard piece.count <= room else {
        throw Problem(
          .badInput, code: "file.too-large",
          "cannot read \(name): larger than the limit of \(limit) bytes")
      }
      result += piece
    }
  }

  /// The next line without its line feed (and without a carriage return before it), or nothing at the end.
  ///
  /// - Throws: `Problem` of kind bad input, code `line.too-long`, if a line is longer than `limit` bytes.
  package func readLine(limit: Int = 1 << 20) throws(Problem) -> [UInt8]? {
    var line: [UInt8] = []
    var sawAny = false
    while true {
      if position >= chunk.count {
        chunk = try fetch(1 << 16)
        position = 0
        if chunk.isEmpty { return sawAny ? line : nil }
      }
      sawAny = true
      let rest = chunk[position...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      let part = rest[..<(end ?? chunk.endIndex)]
      guard part.count <= limit - line.count else {
        throw Problem(.badInput, code: "line.too-long", "a line of the input is longer than \(limit) bytes")
      }
      line += part
      position = (end ?? chunk.endIndex - 1) + 1
      if end != nil {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
      }
    }
  }

  private func fetch(_ count: Int) throws(Problem) -> [UInt8] {
    var failure: Problem?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(Problem) {
        initialized = min(count, max(0, try fill(UnsafeMutableRawBufferPointer(buffer))))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
