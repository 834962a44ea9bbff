/// Reads strict JSON token by token, without recursion and without Strings, from a window that moves over the bytes.
///
/// The caller holds the bytes, in one piece or a window at a time, and asks for `next(in:isLast:)`. On `.needsMore`
/// it calls `drop` with at most `cursor` bytes, moves the rest to the front of its buffer, reads more behind it, and
/// asks again; a token is never split, so the buffer must be able to hold the longest one (six times
/// `JSONOptions.stringBytes` and a little), and should grow or refill by more than a few bytes at a time.
/// After an error the tokenizer is of no more use.
///
/// RFC 8259, and beyond it refuses what tools disagree about: duplicate keys, byte order marks, lone surrogates,
/// U+0000, -0, fractions (unless allowed), and anything over the limits of `JSONOptions`.
package struct JSONTokenizer {
  enum Expectation {
    case value
    case firstElement
    case firstKey
    case key
    case colon
    case comma
    case nothing
  }

  /// An array or object that has begun and not ended.
  struct Container {
    var isObject: Bool
    /// Elements of an array that are complete.
    var elements: Int
    /// Where the keys of an object begin in `keys`.
    var firstKey: Int
    var keysAscend: Bool
  }

  /// What is refused. May change between two tokens: a part of a document can have its own limits.
  package var options: JSONOptions
  var expectation = Expectation.value
  /// The innermost container; meaningless while `depth` is 0.
  var current = Container(isObject: false, elements: 0, firstKey: 0, keysAscend: true)
  /// The containers around `current`.
  var outer: [Container] = []
  var keys = OpenKeys()

  /// Bytes dropped so far: what lies before the window.
  package internal(set) var dropped = 0
  /// The line of the cursor, from 1. Line feeds stand between tokens only, so they are counted on the way.
  package internal(set) var line = 1
  /// Where that line begins, counted from the start of the document.
  var lineStart = 0

  /// Offset in the window of the first byte not read yet.
  package internal(set) var cursor = 0
  /// Offset in the window of the first byte of the last token.
  package internal(set) var tokenStart = 0
  /// Arrays and objects that are open.
  package internal(set) var depth = 0
  /// True while everything read since `markCanonical()` was spelled in canonical form, so that the bytes from there
  /// to `cursor` need not be rewritten to be hashed.
  package internal(set) var isCanonical = true

  package init(options: JSONOptions = .standard) { self.options = options }

  /// Begins at an offset of the first window instead of at its start: at a value in the middle of known bytes.
  package init(options: JSONOptions = .standard, at offset: Int) {
    self.options = options
    cursor = max(0, offset)
  }

  /// Starts watching for canonical form: right after the first token of a value, or before it.
  package mutating func markCanonical() { isCanonical = true }

  /// Says that the first `count` bytes of the window are about to leave it.
  /// `count` is at most `cursor`; afterwards `cursor` and `tokenStart` belong to the moved window.
  package mutating func drop(_ count: Int, of window: UnsafeRawBufferPointer) {
    precondition(count >= 0 && count <= cursor && count <= window.count, "only bytes that were read can be dropped")
    dropped += count
    cursor -= count
    tokenStart -= count
  }

  /// Reads on until only `depth` containers are open: to skip, or to capture as bytes, a value whose first token was
  /// just read. False when the window ends before that; move it on and call again.
  package mutating func skip(
    toDepth depth: Int, in window: UnsafeRawBufferPointer, isLast: Bool
  ) throws(JSONError) -> Bool {
    while self.depth > depth {
      if case .needsMore = try next(in: window, isLast: isLast) { return false }
    }
    return true
  }

  /// The next token of the document whose bytes from `dropped` on are in `window`.
  /// `isLast` says that nothing follows the window; without it the end of the window gives `.needsMore`.
  package mutating func next(in window: UnsafeRawBufferPointer, isLast: Bool) throws(JSONError) -> JSONToken {
    if window.count > options.documentBytes - dropped {
      throw error(
        .documentTooLong, at: cursor, in: window, wanted: "a document of at most \(options.documentBytes) bytes",
        found: "a longer one")
    }
    while skipWhiteSpace(in: window) {
      let byte = window[cursor]
      switch expectation {
      case .comma:
        if byte == UInt8(ascii: ",") {
          cursor += 1
          expectation = current.isObject ? .key : .value
          if !current.isObject { current.elements += 1 }
          continue
        }
        if byte == (current.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return close() }
        throw unexpected(in: window, wanted: current.isObject ? "`,` or `}`" : "`,` or `]`")
      case .colon:
        guard byte == UInt8(ascii: ":") else { throw unexpected(in: window, wanted: "`:` after the key") }
        cursor += 1
        expectation = .value
        continue
      case .key, .firstKey:
        if byte == UInt8(ascii: "\"") { return try readKey(in: window, isLast: isLast) }
        if byte == UInt8(ascii: "}"), expectation == .firstKey { return close() }
        throw notAKey(in: window)
      case .firstElement:
        if byte == UInt8(ascii: "]") { return close() }
        return try readValue(byte, in: window, isLast: isLast)
      case .value:
        return try readValue(byte, in: window, isLast: isLast)
      case .nothing:
        throw unexpected(.trailingBytes, in: window, wanted: "nothing more after the value")
      }
    }
    if !isLast { return .needsMore }
    if expectation == .nothing { return .end }
    throw cut(in: window)
  }

  /// Moves the cursor to the next byte that is no white space; false when there is none in the window.
  @inline(__always)
  private mutating func skipWhiteSpace(in window: UnsafeRawBufferPointer) -> Bool {
    var index = cursor
    while index < window.count {
      let byte = window[index]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { break }
      index &+= 1
      if byte == 0x0a {
        line &+= 1
        lineStart = dropped &+ index
      }
    }
    if index != cursor {
      cursor = index
      isCanonical = false
    }
    return index < window.count
  }

  private mutating func readValue(
    _ byte: UInt8, in window: UnsafeRawBufferPointer, isLast: Bool
  ) throws(JSONError) -> JSONToken {
    switch byte {
    case UInt8(ascii: "\""):
      guard let text = try readText(in: window, isLast: isLast) else { return .needsMore }
      valueEnded()
      return .string(text)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try readNumber(in: window, isLast: isLast)
    case UInt8(ascii: "{"):
      try open(isObject: true, in: window)
      return .objectStart
    case UInt8(ascii: "["):
      try open(isObject: false, in: window)
      return .arrayStart
    case UInt8(ascii: "t"):
      return try readWord("true", .bool(true), in: window, isLast: isLast)
    case UInt8(ascii: "f"):
      return try readWord("false", .bool(false), in: window, isLast: isLast)
    case UInt8(ascii: "n"):
      return try readWord("null", .null, in: window, isLast: isLast)
    default:
      // The first byte of a byte order mark needs the other two to be distinguished from any other wrong byte.
      if byte == 0xef, dropped + cursor == 0, window.count < 3, !isLast { return .needsMore }
      throw notAValue(in: window)
    }
  }

  private mutating func open(isObject: Bool, in window: UnsafeRawBufferPointer) throws(JSONError) {
    guard depth < options.depth else {
      throw error(
        .tooDeep, at: cursor, in: window, wanted: "at most \(options.depth) arrays and objects inside each other",
        found: "one more")
    }
    if depth > 0 { outer.append(current) }
    depth += 1
    current = Container(isObject: isObject, elements: 0, firstKey: keys.count, keysAscend: true)
    expectation = isObject ? .firstKey : .firstElement
    tokenStart = cursor
    cursor += 1
  }

  private mutating func close() -> JSONToken {
    let ended = current
    if ended.isObject { keys.remove(from: ended.firstKey) }
    depth -= 1
    if let around = outer.popLast() { current = around }
    tokenStart = cursor
    cursor += 1
    valueEnded()
    return ended.isObject ? .objectEnd : .arrayEnd
  }

  @inline(__always)
  mutating func valueEnded() { expectation = depth == 0 ? .nothing : .comma }
}

/// What `JSONTokenizer.next` comes upon. Commas and colons are checked but not reported.
/// In a hot loop use `switch` or `if case`: `==` has to look at what a token carries.
package enum JSONToken: Sendable, Equatable {
  case objectStart
  case objectEnd
  case arrayStart
  case arrayEnd
  /// A member's key; its value follows.
  case key(TokenText)
  case string(TokenText)
  case integer(Int64)
  /// A number with a fraction or an exponent, as it was spelled. Only when the options allow them.
  case decimal(TokenText)
  case bool(Bool)
  case null
  /// The document is complete, and so is the input.
  case end
  /// The window ends before the next token does: move it on and ask again.
  case needsMore
}

/// What is refused at several places, or for several reasons. None of this is on the way of a good document.
extension JSONTokenizer {
  /// The input ends where the document does not.
  func cut(in window: UnsafeRawBufferPointer) -> JSONError {
    error(.truncated, at: window.count, in: window, wanted: wantedNext, found: "the end of the input")
  }

  private var wantedNext: String {
    switch expectation {
    case .value, .firstElement: "a complete value"
    case .firstKey, .key: "a complete key or the end of the object"
    case .colon: "`:` after the key"
    case .comma: current.isObject ? "`,` or `}`" : "`,` or `]`"
    case .nothing: "the end of the input"
    }
  }

  /// A byte that cannot stand at the cursor, sorted by what it most probably is.
  func unexpected(_ kind: JSONError.Kind = .unexpectedByte, in window: UnsafeRawBufferPointer, wanted: String)
    -> JSONError
  {
    let absolute = dropped + cursor
    let byte = window[cursor]
    if byte == 0 {
      if absolute > 1 { return error(.nul, at: cursor, in: window, wanted: wanted) }
      return utf16(at: cursor, in: window)
    }
    if absolute == 0 {
      if byte == 0xfe || byte == 0xff {
        return error(.notUTF8, at: cursor, in: window, wanted: "UTF-8", found: "the byte order mark of UTF-16")
      }
      if window.starts(with: [0xef, 0xbb, 0xbf]) {
        return error(.byteOrderMark, at: 0, in: window, wanted: wanted, found: "a byte order mark; save without it")
      }
    }
    return error(kind, at: cursor, in: window, wanted: wanted)
  }

  /// One of the first two bytes is zero.
  private func utf16(at offset: Int, in window: UnsafeRawBufferPointer) -> JSONError {
    error(.notUTF8, at: offset, in: window, wanted: "UTF-8", found: "a zero byte, as of UTF-16 or UTF-32")
  }

  func notAValue(in window: UnsafeRawBufferPointer) -> JSONError {
    let isElement = expectation == .value && depth > 0 && !current.isObject
    let trails = isElement && window[cursor] == UInt8(ascii: "]")
    return unexpected(
      trails ? .trailingComma : .unexpectedByte, in: window,
      wanted: expectation == .firstElement ? "a value or `]`" : isElement ? "a value after the comma" : "a value")
  }

  func notAKey(in window: UnsafeRawBufferPointer) -> JSONError {
    let trails = expectation == .key && window[cursor] == UInt8(ascii: "}")
    return unexpected(
      trails ? .trailingComma : .unexpectedByte, in: window,
      wanted: expectation == .firstKey ? "a key in quotes or `}`" : "a key in quotes after the comma")
  }

  func notADigit(at offset: Int, in window: UnsafeRawBufferPointer) -> JSONError {
    error(.badNumber, at: offset, in: window, wanted: "a digit")
  }

  func numberTooLong(in window: UnsafeRawBufferPointer) -> JSONError {
    error(
      .numberTooLarge, at: cursor, in: window, wanted: "a number of at most \(Self.numberBytes) characters",
      found: "a longer one")
  }

  func loneSurrogate(at offset: Int, in window: UnsafeRawBufferPointer) -> JSONError {
    error(.loneSurrogate, at: offset, in: window, wanted: "whole characters", found: "half of a surrogate pair")
  }

  func controlCharacter(at offset: Int, in window: UnsafeRawBufferPointer) -> JSONError {
    if window[offset] == 0, dropped + offset == 1 { return utf16(at: offset, in: window) }
    return error(
      window[offset] == 0 ? .nul : .controlCharacter, at: offset, in: window,
      wanted: "control characters of a string as escapes")
  }

  func stringTooLong(in window: UnsafeRawBufferPointer) -> JSONError {
    error(
      .stringTooLong, at: cursor, in: window, wanted: "a string of at most \(options.stringBytes) bytes",
      found: "a longer one")
  }

  func tooManyMembers(in window: UnsafeRawBufferPointer) -> JSONError {
    error(
      .tooManyMembers, at: cursor, in: window, wanted: "at most \(options.members) members in an object",
      found: "one more")
  }

}
