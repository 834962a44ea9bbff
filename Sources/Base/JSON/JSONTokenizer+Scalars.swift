/// Keys, strings, numbers and the three words.
extension JSONTokenizer {
  mutating func readKey(in window: UnsafeRawBufferPointer, isLast: Bool) throws(JSONError) -> JSONToken {
    guard keys.count - current.firstKey < options.members else { throw tooManyMembers(in: window) }
    guard let text = try readText(in: window, isLast: isLast) else { return .needsMore }
    guard text.decodedCount <= options.openKeyBytes - keys.byteCount else {
      throw error(
        .keysTooLong, at: tokenStart, in: window,
        wanted: "at most \(options.openKeyBytes) bytes of keys in the objects open at one place", found: "more")
    }
    let isNew: Bool
    if text.isPlain {
      isNew = keys.add(text.bytes(in: window), since: current.firstKey, ascending: &current.keysAscend)
    } else {
      var decoded: [UInt8] = []
      text.append(to: &decoded, from: window)
      isNew = decoded.withUnsafeBufferPointer {
        keys.add(UnsafeRawBufferPointer($0), since: current.firstKey, ascending: &current.keysAscend)
      }
    }
    expectation = .colon
    guard isNew else {
      throw error(
        .duplicateKey, at: tokenStart, in: window, wanted: "each key of an object once", found: "this key a second time"
      )
    }
    if !current.keysAscend {
      isCanonical = false
      guard keys.count - current.firstKey <= options.unsortedMembers else { throw tooManyMembers(in: window) }
    }
    return .key(text)
  }

  /// Reads the string whose opening quote is at the cursor; nil when the window ends inside it.
  mutating func readText(in window: UnsafeRawBufferPointer, isLast: Bool) throws(JSONError) -> TokenText? {
    let start = cursor + 1
    var index = start
    var saved = 0
    scan: while true {
      index = TextScan.plainEnd(window, from: index)
      guard index < window.count else { break scan }
      switch window[index] {
      case UInt8(ascii: "\""):
        let count = index - start
        guard count - saved <= options.stringBytes else { throw stringTooLong(in: window) }
        tokenStart = cursor
        cursor = index + 1
        return TokenText(start: start, count: count, decodedCount: count - saved)
      case UInt8(ascii: "\\"):
        switch EscapeScan.scan(window, at: index) {
        case .escape("\0", _, _) where !options.mendsText:
          throw error(.nul, at: index, in: window, wanted: "text without U+0000", found: "`\\u0000`")
        case .escape(let scalar, let length, let isCanonical):
          index += length
          saved += length - UTF8.width(TokenText.meaning(scalar))
          if !isCanonical { self.isCanonical = false }
        case .cut: break scan
        case .bad(let offset): throw error(.badEscape, at: offset, in: window, wanted: "one of the escapes of JSON")
        case .loneSurrogate:
          guard options.mendsText else { throw loneSurrogate(at: index, in: window) }
          index += EscapeScan.halfLength
          saved += EscapeScan.halfLength - UTF8.width("\u{FFFD}")
          isCanonical = false
        }
      case 0x80...:
        switch TextScan.sequence(window, at: index) {
        case .valid(let length): index += length
        case .cut: break scan
        case .invalid: throw error(.invalidUTF8, at: index, in: window, wanted: "well-formed UTF-8")
        case .loneSurrogate: throw loneSurrogate(at: index, in: window)
        }
      default:
        throw controlCharacter(at: index, in: window)
      }
    }
    // Only what lies before `index` is counted: the rest may be a cut escape.
    guard index - start - saved <= options.stringBytes else { throw stringTooLong(in: window) }
    if isLast { throw cut(in: window) }
    return nil
  }

  mutating func readWord(
    _ word: StaticString, _ token: JSONToken, in window: UnsafeRawBufferPointer, isLast: Bool
  ) throws(JSONError) -> JSONToken {
    let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    var index = cursor
    for letter in letters {
      guard index < window.count else {
        if isLast { throw cut(in: window) }
        return .needsMore
      }
      guard window[index] == letter else { throw error(.unexpectedByte, at: index, in: window, wanted: "`\(word)`") }
      index += 1
    }
    tokenStart = cursor
    cursor = index
    valueEnded()
    return token
  }

  /// The longest literal of a number that is looked at; no number of use is longer.
  static let numberBytes = 128

  /// Reads the number at the cursor, which is a digit or a minus sign.
  mutating func readNumber(in window: UnsafeRawBufferPointer, isLast: Bool) throws(JSONError) -> JSONToken {
    let isNegative = window[cursor] == UInt8(ascii: "-")
    let first = cursor + (isNegative ? 1 : 0)
    let end = digitsEnd(from: first, in: window)
    if end == first, end < window.count { throw notADigit(at: end, in: window) }
    if end - first > 1, window[first] == UInt8(ascii: "0") {
      throw error(.badNumber, at: first, in: window, wanted: "a number without leading zeroes")
    }
    guard end - cursor <= Self.numberBytes else { throw numberTooLong(in: window) }
    guard end < window.count || (isLast && end > first) else {
      if isLast { throw cut(in: window) }
      return .needsMore
    }
    if end < window.count, window[end] == UInt8(ascii: ".") || window[end] | 0x20 == UInt8(ascii: "e") {
      return try readDecimal(from: end, in: window, isLast: isLast)
    }
    var magnitude = largestInteger + 1
    if end - first <= 16 {
      magnitude = 0
      for index in first..<end { magnitude = magnitude &* 10 &+ Int64(window[index] &- UInt8(ascii: "0")) }
    }
    guard magnitude <= largestInteger else {
      guard options.allowsFractions else {
        throw error(
          .numberTooLarge, at: cursor, in: window, wanted: "a number from -\(largestInteger) to \(largestInteger)",
          found: "a larger one")
      }
      return decimal(upTo: end)
    }
    if isNegative, magnitude == 0 { throw error(.negativeZero, at: cursor, in: window, wanted: "0", found: "`-0`") }
    tokenStart = cursor
    cursor = end
    valueEnded()
    return .integer(isNegative ? -magnitude : magnitude)
  }

  /// Reads on from the point or the `e` behind a number's integer part.
  private mutating func readDecimal(
    from mark: Int, in window: UnsafeRawBufferPointer, isLast: Bool
  ) throws(JSONError) -> JSONToken {
    guard options.allowsFractions else {
      throw error(.fraction, at: mark, in: window, wanted: "an integer, without fraction or exponent")
    }
    var end = mark
    if window[end] == UInt8(ascii: ".") {
      let digits = end + 1
      end = digitsEnd(from: digits, in: window)
      if end == digits, end < window.count { throw notADigit(at: end, in: window) }
    }
    if end < window.count, window[end] | 0x20 == UInt8(ascii: "e") {
      var digits = end + 1
      if digits < window.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(window[digits]) { digits += 1 }
      end = digitsEnd(from: digits, in: window)
      if end == digits, end < window.count { throw notADigit(at: end, in: window) }
    }
    guard end - cursor <= Self.numberBytes else { throw numberTooLong(in: window) }
    let lastIsDigit = window[end - 1].isDigit
    guard end < window.count || (isLast && lastIsDigit) else {
      if isLast { throw cut(in: window) }
      return .needsMore
    }
    return decimal(upTo: end)
  }

  /// The number from the cursor as it is spelled.
  private mutating func decimal(upTo end: Int) -> JSONToken {
    let text = TokenText(start: cursor, count: end - cursor, decodedCount: end - cursor)
    tokenStart = cursor
    cursor = end
    isCanonical = false
    valueEnded()
    return .decimal(text)
  }

  @inline(__always)
  private func digitsEnd(from start: Int, in window: UnsafeRawBufferPointer) -> Int {
    var index = start
    while index < window.count, window[index] &- UInt8(ascii: "0") < 10 { index += 1 }
    return index
  }
}

/// Where an error is: line, column and path are worked out only when there is one.
extension JSONTokenizer {
  /// An error at an offset of the window. Without `found` the byte there is named.
  @inline(never)
  func error(
    _ kind: JSONError.Kind, at offset: Int, in window: UnsafeRawBufferPointer, wanted: String, found: String? = nil
  ) -> JSONError {
    let place = place(at: offset)
    return JSONError(
      kind: kind, line: place.line, column: place.column, offset: dropped + offset, path: path,
      wanted: wanted, found: found ?? name(at: offset, in: window))
  }

  /// Line and column, both from 1 and the column in bytes, of an offset of the window that is not before the last
  /// token. No token goes over a line, so that the line is that of the cursor.
  package func place(at offset: Int) -> (line: Int, column: Int) {
    (line, max(1, dropped + offset - lineStart + 1))
  }

  private func name(at offset: Int, in window: UnsafeRawBufferPointer) -> String {
    guard offset < window.count else { return "the end of the input" }
    let byte = window[offset]
    if (0x21...0x7e).contains(byte) { return "`\(Unicode.Scalar(byte))`" }
    let hex = String(byte, radix: 16)
    return "the byte 0x\(byte < 16 ? "0" : "")\(hex)"
  }

  /// The value being read, as in `$.facts[3].body.note`.
  package var path: String {
    var path = "$"
    guard depth > 0 else { return path }
    for (index, container) in outer.enumerated() {
      let inner = index + 1 < outer.count ? outer[index + 1] : current
      // The key that led into the inner container is the last one before the inner container's own.
      path += step(into: container, lastKey: inner.firstKey - 1)
    }
    switch expectation {
    case .value, .colon, .firstElement:
      path += step(into: current, lastKey: keys.count - 1)
    default:
      break
    }
    return path
  }

  private func step(into container: Container, lastKey: Int) -> String {
    guard container.isObject else { return "[\(container.elements)]" }
    return KeyPathText.step(keys.text(at: lastKey))
  }
}

/// Keys as steps of a path that is fit for a terminal.
enum KeyPathText {
  /// `.name` for a plain name, `["any text"]` for others; shortened after 64 characters.
  static func step(_ key: String) -> String {
    let shown = key.unicodeScalars.prefix(64)
    let isWhole = shown.endIndex == key.unicodeScalars.endIndex
    let isPlain = isWhole && !shown.isEmpty && shown.allSatisfy { $0 == "_" || $0 == "-" || isLetterOrDigit($0) }
    if isPlain { return "." + key }
    var text = "[\""
    for scalar in shown { text += escaped(scalar) }
    return text + (isWhole ? "\"]" : "…\"]")
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }

  /// Letters of any script and printable ASCII as they are; the rest could steer a terminal or hide text.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
    if (0x20...0x7e).contains(scalar.value) || scalar.properties.isAlphabetic { return String(scalar) }
    return "\\u{\(String(scalar.value, radix: 16))}"
  }
}

/// Why a document was refused, and where.
package struct JSONError: Error, Sendable, Equatable {
  /// What is wrong, for code that decides by it; the words are in `wanted` and `found`.
  package enum Kind: String, Sendable, CaseIterable {
    /// The document ends too early; it may be incomplete.
    case truncated
    case unexpectedByte
    case trailingComma
    /// Something other than white space follows the value.
    case trailingBytes
    case duplicateKey
    case byteOrderMark
    /// UTF-16 or UTF-32.
    case notUTF8
    /// A byte sequence that is no UTF-8, overlong forms included.
    case invalidUTF8
    /// Half of a surrogate pair, as an escape or as bytes.
    case loneSurrogate
    /// U+0000, as a byte or as an escape.
    case nul
    /// A control character inside a string that is not escaped.
    case controlCharacter
    case badEscape
    case badNumber
    /// A fraction or an exponent where only integers are allowed.
    case fraction
    case negativeZero
    /// Beyond 2^53-1, or a literal of absurd length.
    case numberTooLarge
    case tooDeep
    case stringTooLong
    case tooManyMembers
    case keysTooLong
    case documentTooLong
  }

  package let kind: Kind
  /// 1-based; lines end at a line feed.
  package let line: Int
  /// 1-based, counted in bytes from the start of the line.
  package let column: Int
  /// From the start of the document, in bytes.
  package let offset: Int
  /// The value that was being read, as in `$.facts[3].body.note`; between two members it is the object or array.
  package let path: String
  /// What would have been right here, as a noun phrase.
  package let wanted: String
  /// What is here instead, as a noun phrase; contains no control characters.
  package let found: String
}

extension JSONError: CustomStringConvertible {
  /// One sentence: the place, what was expected, and what was found.
  package var description: String {
    "Line \(line), column \(column), at \(path): expected \(wanted), found \(found)."
  }
}
