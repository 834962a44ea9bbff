import Base

/// Text in any of the spellings that programs on other systems write, as UTF-8 without a mark: PowerShell's `>` writes
/// UTF-16, and spreadsheets put a byte order mark before UTF-8.
///
/// Everything else passes as it is, and its reader says what is wrong with it. Memory does not grow with the input.
extension ByteReader {
  /// The same input as UTF-8. What is no text is refused, with what it is.
  ///
  /// - Parameters:
  ///   - name: of the input in the message of a refusal.
  ///   - keepsMark: whether what begins with a mark begins with that of UTF-8 then, for who writes it again.
  package func asText(_ name: String = "standard input", keepsMark: Bool = false) -> ByteReader {
    var spelling: TextSpelling?
    var waiting: [UInt8] = []
    return ByteReader { [self] (buffer: UnsafeMutableRawBufferPointer) throws(Problem) in
      while waiting.isEmpty {
        // A unit of UTF-16 takes up to three bytes in UTF-8.
        var piece = try read(upTo: max(ContentKind.bytes, buffer.count / 2))
        if spelling == nil {
          while TextSpelling.isUndecided(piece) {
            let more = try read(upTo: 16)
            if more.isEmpty { break }
            piece += more
          }
          if let kind = ContentKind(start: piece) {
            let advice = kind.advice.prefix(1).uppercased() + kind.advice.dropFirst()
            throw Problem(
              .badInput, code: "input.kind", "cannot read \(name): it is \(kind.name), and not text",
              hints: ["\(advice)."])
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
    (self.fill, self.close) = (fill, close)
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

  /// - Parameter advice: what to do about it.
  package static func tooLarge(_ name: String, limit: Int, advice: [String] = []) -> Problem {
    Problem(
      .badInput, code: "file.too-large", "cannot read \(name): larger than the limit of \(limit) bytes", hints: advice)
  }

  /// Everything that is left.
  ///
  /// - Throws: `Problem` of kind bad input, code `file.too-large`, if it is more than `limit` bytes.
  package func readAll(limit: Int, name: String, advice: [String] = []) throws(Problem) -> [UInt8] {
    var result: [UInt8] = []
    while true {
      // Reading one byte more than the limit shows that the input is longer; a larger buffer would only cost memory.
      let room = limit - result.count
      let piece = try read(upTo: room < 1 << 16 ? room + 1 : 1 << 16)
      if piece.isEmpty { return result }
      guard piece.count <= room else { throw Self.tooLarge(name, limit: limit, advice: advice) }
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

/// A buffer in front of a file descriptor, a file or a test's memory.
package final class ByteWriter {
  /// How many of the first bytes are remembered.
  package static let headLength = 1_024

  private var buffer: [UInt8] = []
  /// The first bytes of what went to the sink.
  private var begun: [UInt8] = []
  private let capacity: Int
  /// Called before something goes to the sink.
  package var willPassOn: () -> Void = {}
  /// Where a build server reads it: what keeps text from being a command there.
  var commands: RunnerCommands?
  private let sink: (UnsafeRawBufferPointer) throws(Problem) -> Void

  /// - Parameters:
  ///   - capacity: bytes to collect before the sink is called; 0 passes every write on at once.
  ///   - sink: writes all of the bytes or throws. The pointer is valid during the call only.
  package init(capacity: Int, sink: @escaping (UnsafeRawBufferPointer) throws(Problem) -> Void) {
    (self.capacity, self.sink) = (capacity, sink)
  }

  /// Appends UTF-8 text.
  package func write(_ text: String) throws(Problem) {
    if commands == nil { buffer.append(contentsOf: text.utf8) } else { commands?.append(text, to: &buffer) }
    if buffer.count >= capacity { try flush() }
  }

  package func write(_ bytes: some Collection<UInt8>) throws(Problem) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= capacity { try flush() }
  }

  /// The first `headLength` bytes that were written.
  package var head: [UInt8] { begun + buffer.prefix(Self.headLength - begun.count) }

  /// Writes everything collected to the sink. After a failure the rest is dropped, and the writer cannot be used again.
  package func flush() throws(Problem) {
    guard !buffer.isEmpty else { return }
    willPassOn()
    if begun.count < Self.headLength { begun = head }
    var failure: Problem?
    buffer.withUnsafeBytes { bytes in
      do throws(Problem) { try sink(bytes) } catch { failure = error }
    }
    buffer.removeAll(keepingCapacity: true)
    if let failure { throw failure }
  }
}

/// Splits one CSV record, quotes as in RFC 4180; blanks around a quoted field do not count.
enum CSVFields {
  /// - Parameter comma: the separator; a semicolon where the spreadsheet's language has decimal commas.
  static func split(_ record: [UInt8], line: Int, at comma: UInt8) throws -> [[UInt8]] {
    let quote = UInt8(ascii: "\"")
    var fields: [[UInt8]] = []
    var field: [UInt8] = []
    var isQuoted = false
    // Blanks after a closing quote are no part of the field.
    func skipBlanks(_ index: inout Int) {
      while index < record.count, record[index] == UInt8(ascii: " "), record[index] != comma { index += 1 }
    }
    var index = 0
    while index < record.count {
      let byte = record[index]
      index += 1
      if isQuoted {
        if byte != quote {
          field.append(byte)
        } else if index < record.count, record[index] == quote {
          field.append(quote)
          index += 1
        } else {
          isQuoted = false
          skipBlanks(&index)
          guard index == record.count || record[index] == comma else {
            throw Problem(.badInput, code: "csv.quote", "line \(line): unexpected text after a closing quote")
          }
        }
      } else if byte == quote, field.allSatisfy({ $0 == UInt8(ascii: " ") }) {
        isQuoted = true
        field = []
      } else if byte == comma {
        fields.append(field)
        field = []
      } else {
        field.append(byte)
      }
    }
    fields.append(field)
    return fields
  }

  /// What is in the quotes of a tab-separated cell; nil for one that no spreadsheet would have put in quotes.
  static func inner(_ cell: ArraySlice<UInt8>) -> [UInt8]? {
    let quote = UInt8(ascii: "\"")
    guard cell.count > 2, cell.first == quote, cell.last == quote, !isOpen(Array(cell), at: 0x09, before: false),
      let inner = try? split(Array(cell), line: 0, at: 0x09).first,
      inner.contains(where: { $0 == quote || ",;".utf8.contains($0) })
    else { return nil }
    return inner
  }

  /// Whether a quoted cell is open after a line. A quote within a cell opens none: `a 5" screen`.
  ///
  /// - Parameters:
  ///   - comma: the separator; nil where it is not known yet.
  ///   - before: whether a quoted cell is open before the line.
  static func isOpen(_ bytes: [UInt8], at comma: UInt8?, before: Bool) -> Bool {
    let quote = UInt8(ascii: "\"")
    guard bytes.contains(quote) else { return before }
    var (isOpen, mayOpen) = (before, true)
    for byte in bytes {
      if byte == quote {
        // Two quotes in a quoted cell are one that stands for itself.
        (isOpen, mayOpen) = (isOpen ? false : mayOpen, isOpen)
      } else if !isOpen, comma.map({ byte == $0 }) ?? ",;|\t".utf8.contains(byte) {
        mayOpen = true
      } else if byte != UInt8(ascii: " ") {
        mayOpen = false
      }
    }
    return isOpen
  }
}
