import Base

/// One token of Swift source.
struct SourceToken: Equatable {
  enum Kind: Equatable {
    /// An identifier, a keyword, or a number.
    case word(String)
    /// The content of a string literal; an interpolation is `…`.
    case text(String)
    /// A byte of an operator, a bracket, or other punctuation.
    case sign(UInt8)
  }

  let kind: Kind
  let line: Int
}

/// Splits Swift source into tokens, without comments.
///
/// Any bytes are accepted: an unfinished comment or literal ends with the file, or with its line.
struct SourceTokenizer {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var tokens: [SourceToken] = []
  /// Above any nesting that a person writes; nesting beyond it is read as text.
  private static let deepest = 32

  static func tokens(_ bytes: [UInt8]) -> [SourceToken] {
    var tokenizer = SourceTokenizer(bytes: bytes)
    while tokenizer.next() {}
    return tokenizer.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ offset: Int = 0) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }

  private func isNext(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { wanted in wanted.indices.allSatisfy { byte($0) == wanted[$0] } }
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
  }

  private mutating func next() -> Bool {
    guard index < bytes.count else { return false }
    let first = byte()
    if isNext("//") {
      while index < bytes.count, byte() != UInt8(ascii: "\n") { advance() }
    } else if isNext("/*") {
      skipComment()
    } else if let hashes = hashesOfString() {
      let start = line
      tokens.append(SourceToken(kind: .text(string(hashes: hashes, depth: 0)), line: start))
    } else if Self.isOfWord(first) {
      let start = index
      while index < bytes.count, Self.isOfWord(byte()) { index += 1 }
      tokens.append(SourceToken(kind: .word(String(decoding: bytes[start..<index], as: UTF8.self)), line: line))
    } else {
      if first > 0x20 { tokens.append(SourceToken(kind: .sign(first), line: line)) }
      advance()
    }
    return true
  }

  static func isOfWord(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || byte == UInt8(ascii: "_") || byte >= 0x80 }

  /// Comments may hold comments.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      if isNext("/*") {
        depth += 1
        advance(2)
      } else if isNext("*/") {
        depth -= 1
        advance(2)
      } else {
        advance()
      }
    } while depth > 0 && index < bytes.count
  }

  // MARK: Literals

  /// The number of `#` in front of a string literal that begins here; nil if none begins.
  private func hashesOfString() -> Int? {
    var count = 0
    while byte(count) == UInt8(ascii: "#") { count += 1 }
    return byte(count) == UInt8(ascii: "\"") ? count : nil
  }

  private func hasHashes(_ count: Int, at offset: Int) -> Bool {
    (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
  }

  private mutating func string(hashes: Int, depth: Int) -> String {
    advance(hashes)
    let isLong = isNext("\"\"\"")
    advance(isLong ? 3 : 1)
    var content: [UInt8] = []
    while index < bytes.count {
      let first = byte()
      if first == UInt8(ascii: "\""), !isLong || isNext("\"\"\""), hasHashes(hashes, at: isLong ? 3 : 1) {
        advance((isLong ? 3 : 1) + hashes)
        break
      }
      // A literal of one line that is not finished ends there.
      if first == UInt8(ascii: "\n"), !isLong { break }
      if first == UInt8(ascii: "\\"), hasHashes(hashes, at: 1) {
        advance(1 + hashes)
        if byte() == UInt8(ascii: "("), depth < Self.deepest {
          // An image in a text has no words.
          let key = localizedKey()
          if !key.isEmpty { content += [Self.keyMark] + key + [Self.keyMark] }
          if key.isEmpty, !isNext("(Image(") { content += Array("…".utf8) }
          skipInterpolation(depth: depth + 1)
        } else {
          content += escape()
        }
      } else {
        content.append(first)
        advance()
      }
    }
    return String(decoding: content, as: UTF8.self)
  }

  /// Around the key of a text that an interpolation shows.
  static let keyMark: UInt8 = 0x1E
  /// In bytes, far above any key.
  private static let longestKey = 200

  /// The key of `(String(localized: "files.open"))` that is next; empty for any other interpolation.
  private func localizedKey() -> [UInt8] {
    let start: StaticString = "(String(localized: \""
    guard isNext(start) else { return [] }
    let key = bytes[(index + start.utf8CodeUnitCount)...].prefix(Self.longestKey).prefix { byte in
      byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\n")
    }
    return bytes[key.endIndex...].starts(with: "\"".utf8) ? Array(key) : []
  }

  private mutating func skipInterpolation(depth: Int) {
    var open = 0
    repeat {
      if isNext("/*") {
        skipComment()
      } else if let hashes = hashesOfString() {
        _ = string(hashes: hashes, depth: depth)
      } else {
        if byte() == UInt8(ascii: "(") { open += 1 }
        if byte() == UInt8(ascii: ")") { open -= 1 }
        advance()
      }
    } while open > 0 && index < bytes.count
  }

  /// The bytes of an escape whose backslash was read.
  private mutating func escape() -> [UInt8] {
    let letter = byte()
    guard letter != UInt8(ascii: "\n") else { return [] }
    advance()
    switch letter {
    case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): return [0x20]
    case UInt8(ascii: "u") where byte() == UInt8(ascii: "{"):
      var digits = ""
      advance()
      while digits.utf8.count < 9, Self.isOfWord(byte()) {
        digits.unicodeScalars.append(Unicode.Scalar(byte()))
        advance()
      }
      if byte() == UInt8(ascii: "}") { advance() }
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) } ?? []
    default: return letter == 0 ? [] : [letter]
    }
  }
}
