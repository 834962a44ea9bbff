/// Keys, strings, numbers and the three words.
extension JSONTokenizer {
  mutating func readKey(in window: UnsafeRawBufferPointer, isLast: Bool) throws(JSONError) -> JSONToken {
    guard keys.count - current.firstKey < options.members else { throw tooManyMembers(in: window) }
    guard let text = try readText(in: window, isLast: isLast) else { return .needsMore }
    guard text.decodedCount <= options.openKeyBytes - keys.byteCount else { throw keysTooLong(in: window) }
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
    guard isNew else { throw duplicateKey(in: window) }
    if !current.keysAscend {
      isCanonical = false
      guard keys.count - current.firstKey <= options.unsortedMembers else { throw tooManyMembers(in: window) }
    }
    return .key(text)
  }

  /// Reads the string whose opening quote is at the cursor; nil when the window ends inside it.
  mutating func readText(in window: UnsafeRawBufferPointer, isLast: Bool) throws(JSONError) -> JSONText? {
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
        return JSONText(start: start, count: count, decodedCount: count - saved)
      case UInt8(ascii: "\\"):
        switch EscapeScan.scan(window, at: index) {
        case .escape("\0", _, _): throw nulEscape(at: index, in: window)
        case .escape(let scalar, let length, let isCanonical):
          index += length
          saved += length - UTF8.width(scalar)
          if !isCanonical { self.isCanonical = false }
        case .cut: break scan
        case .bad(let offset): throw badEscape(at: offset, in: window)
        case .loneSurrogate: throw loneSurrogate(at: index, in: window)
        }
      case 0x80...:
        switch TextScan.sequence(window, at: index) {
        case .valid(let length): index += length
        case .cut: break scan
        case .invalid: throw invalidUTF8(at: index, in: window)
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
      guard window[index] == letter else { throw notAWord(word, at: index, in: window) }
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
    if end - first > 1, window[first] == UInt8(ascii: "0") { throw leadingZero(at: first, in: window) }
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
      guard options.allowsFractions else { throw numberTooLarge(in: window) }
      return decimal(upTo: end)
    }
    if isNegative, magnitude == 0 { throw negativeZero(in: window) }
    tokenStart = cursor
    cursor = end
    valueEnded()
    return .integer(isNegative ? -magnitude : magnitude)
  }

  /// Reads on from the point or the `e` behind a number's integer part.
  private mutating func readDecimal(
    from mark: Int, in window: UnsafeRawBufferPointer, isLast: Bool
  ) throws(JSONError) -> JSONToken {
    guard options.allowsFractions else { throw fraction(at: mark, in: window) }
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
    let lastIsDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(window[end - 1])
    guard end < window.count || (isLast && lastIsDigit) else {
      if isLast { throw cut(in: window) }
      return .needsMore
    }
    return decimal(upTo: end)
  }

  /// The number from the cursor as it is spelled.
  private mutating func decimal(upTo end: Int) -> JSONToken {
    let text = JSONText(start: cursor, count: end - cursor, decodedCount: end - cursor)
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
