/// The sentences of everything that is refused. None of this is on the way of a good document.
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

  func trailingBytes(in window: UnsafeRawBufferPointer) -> JSONError {
    unexpected(.trailingBytes, in: window, wanted: "nothing more after the value")
  }

  func notAWord(_ word: StaticString, at offset: Int, in window: UnsafeRawBufferPointer) -> JSONError {
    error(.unexpectedByte, at: offset, in: window, wanted: "`\(word)`")
  }

  func notADigit(at offset: Int, in window: UnsafeRawBufferPointer) -> JSONError {
    error(.badNumber, at: offset, in: window, wanted: "a digit")
  }

  func leadingZero(at offset: Int, in window: UnsafeRawBufferPointer) -> JSONError {
    error(.badNumber, at: offset, in: window, wanted: "a number without leading zeroes")
  }

  func fraction(at offset: Int, in window: UnsafeRawBufferPointer) -> JSONError {
    error(.fraction, at: offset, in: window, wanted: "an integer, without fraction or exponent")
  }

  func negativeZero(in window: UnsafeRawBufferPointer) -> JSONError {
    error(.negativeZero, at: cursor, in: window, wanted: "0", found: "`-0`")
  }

  func numberTooLarge(in window: UnsafeRawBufferPointer) -> JSONError {
    error(
      .numberTooLarge, at: cursor, in: window, wanted: "a number from -\(largestInteger) to \(largestInteger)",
      found: "a larger one")
  }

  func numberTooLong(in window: UnsafeRawBufferPointer) -> JSONError {
    error(
      .numberTooLarge, at: cursor, in: window, wanted: "a number of at most \(Self.numberBytes) characters",
      found: "a longer one")
  }

  func duplicateKey(in window: UnsafeRawBufferPointer) -> JSONError {
    error(
      .duplicateKey, at: tokenStart, in: window, wanted: "each key of an object once",
      found: "this key a second time")
  }

  func nulEscape(at offset: Int, in window: UnsafeRawBufferPointer) -> JSONError {
    error(.nul, at: offset, in: window, wanted: "text without U+0000", found: "`\\u0000`")
  }

  func badEscape(at offset: Int, in window: UnsafeRawBufferPointer) -> JSONError {
    error(.badEscape, at: offset, in: window, wanted: "one of the escapes of JSON")
  }

  func loneSurrogate(at offset: Int, in window: UnsafeRawBufferPointer) -> JSONError {
    error(.loneSurrogate, at: offset, in: window, wanted: "whole characters", found: "half of a surrogate pair")
  }

  func invalidUTF8(at offset: Int, in window: UnsafeRawBufferPointer) -> JSONError {
    error(.invalidUTF8, at: offset, in: window, wanted: "well-formed UTF-8")
  }

  func controlCharacter(at offset: Int, in window: UnsafeRawBufferPointer) -> JSONError {
    if window[offset] == 0, dropped + offset == 1 { return utf16(at: offset, in: window) }
    return error(
      window[offset] == 0 ? .nul : .controlCharacter, at: offset, in: window,
      wanted: "control characters of a string as escapes")
  }

  func tooDeep(in window: UnsafeRawBufferPointer) -> JSONError {
    error(
      .tooDeep, at: cursor, in: window, wanted: "at most \(options.depth) arrays and objects inside each other",
      found: "one more")
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

  func keysTooLong(in window: UnsafeRawBufferPointer) -> JSONError {
    error(
      .keysTooLong, at: tokenStart, in: window,
      wanted: "at most \(options.openKeyBytes) bytes of keys in the objects open at one place", found: "more")
  }

  func documentTooLong(in window: UnsafeRawBufferPointer) -> JSONError {
    error(
      .documentTooLong, at: cursor, in: window, wanted: "a document of at most \(options.documentBytes) bytes",
      found: "a longer one")
  }
}
