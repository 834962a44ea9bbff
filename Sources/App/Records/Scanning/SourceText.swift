/// The words and names in the code of a label.
extension SourceCode {
  /// Far more tokens than a label has: nested code is not read again and again.
  private static let longestLabel = 600
  /// How far a label leads from property to property.
  private static let deepest = 3

  private func places(_ range: Range<Int>) -> Range<Int> {
    range.lowerBound..<min(range.upperBound, range.lowerBound + Self.longestLabel)
  }

  // MARK: Words

  /// What shows no words although it has a literal.
  private static let wordless: Set = ["Image", "Color", "Font", "URL", "UIImage", "NSImage", "UIColor", "AsyncImage"]
  private static let unshown: Set = [
    "systemName", "systemImage", "image", "icon", "comment", "tableName", "table", "value", "format", "specifier",
    "named", "forKey", "url", "destination", "id", "bundle",
  ]

  /// The first words that the code shows, in one line.
  func words(_ range: Range<Int>) -> String? {
    var left = Self.longestLabel
    return words(range, Self.deepest, &left)
  }

  private func words(_ range: Range<Int>, _ depth: Int, _ left: inout Int) -> String? {
    for index in places(range) {
      left -= 1
      guard left > 0 else { return nil }
      let isWord = word(index) != nil
      guard isWord ? beginsName(index) : text(index) != nil, !isOther(index) else { continue }
      let callee = outer[index] >= range.lowerBound ? callee(of: index) : nil
      let isShown = callee.map { $0 == "NSLocalizedString" || $0.first?.isUppercase == true } ?? true
      // In brackets a literal belongs to something else, and in a closure only a property shows anything.
      let isPlain = outer[index] < range.lowerBound || isSign(outer[index], "(") || isWord && isSign(outer[index], "{")
      guard isShown, isPlain, !Self.wordless.contains(callee ?? ""),
        !Self.unshown.contains(argumentLabel(of: index) ?? "")
      else { continue }
      let shown = isWord ? named(index, depth, &left) : text(index).map(strings.text)
      if let line = shown.flatMap(Self.line) { return choice(line, at: index) }
    }
    return nil
  }

  static func line(_ text: String) -> String? {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.contains { $0.isLetter || $0.isNumber } ? line : nil
  }

  /// Whether a literal stands in for a text that is missing, or is only compared.
  private func isOther(_ index: Int) -> Bool {
    isSign(index - 1, "?") && isSign(index - 2, "?")
      || isSign(index - 1, "=") && (isSign(index - 2, "=") || isSign(index - 2, "!"))
      || isSign(index + 2, "=") && (isSign(index + 1, "=") || isSign(index + 1, "!"))
  }

  /// Whether a name begins here that may stand for words: `L10n.close`, `.close`, `title`, `RowTitle()`.
  private func beginsName(_ index: Int) -> Bool {
    guard let first = word(index)?.unicodeScalars.first else { return false }
    if isSign(index - 1, ".") {
      guard word(index - 2) == "self" || word(index - 2) == "Self" else { return beginsImplicit(index) }
    }
    if isSign(index + 1, ":") { return false }
    return first.properties.isUppercase
      ? isSign(index + 1, ".") || shownView(index) != nil : members.member(word(index) ?? "", at: index) != nil
  }

  /// The body of a view of the same file that is made here.
  private func shownView(_ index: Int) -> Range<Int>? {
    guard isSign(index + 1, "("), !isSign(index - 1, "."), let name = word(index) else { return nil }
    return members.all["\(name).body"]?.range
  }

  /// Whether the type of a name is left out: `Text(.close)`.
  private func beginsImplicit(_ index: Int) -> Bool {
    isSign(index - 1, ".") && callee(of: index).map { ["Text", "Label", "Button", "Toggle"].contains($0) } == true
      && (outer[index] == index - 2 || isSign(index - 2, ":"))
  }

  /// The words that a name stands for.
  private func named(_ index: Int, _ depth: Int, _ left: inout Int) -> String? {
    guard let first = word(index) else { return nil }
    if beginsImplicit(index) { return strings.text(of: names(from: index), isWhole: false) }
    if isSign(index + 1, "."), first.first?.isUppercase == true, !isSign(index - 1, ".") {
      return strings.text(of: names(from: index), isWhole: true)
    }
    if depth > 0, let body = shownView(index), !body.contains(index) { return words(body, depth - 1, &left) }
    guard depth > 0, first.first?.isLowercase == true, let member = members.member(first, at: index),
      !member.range.contains(index), !isSign(index + 1, ".") || isText(member.range.lowerBound)
    else { return nil }
    return isSingle(member) ? words(member.range, depth - 1, &left) : nil
  }

  /// Whether a member has one text; one that depends on a state has several.
  func isSingle(_ member: SourceMembers.Member) -> Bool {
    !["switch", "if", "guard", "let", "var"].contains(word(member.range.lowerBound))
  }

  private func isText(_ index: Int) -> Bool { text(index) != nil }

  /// The names that dots join, with the text before a call: `L10n`, `signIn` of `L10n.signIn(name)`.
  private func names(from index: Int) -> [String] {
    var (names, place) = ([String](), index)
    while names.count < 8, let name = word(place) {
      names.append(name)
      guard isSign(place + 1, ".") else { break }
      place += 2
    }
    return names
  }

  /// The title of the `Alert` or `ActionSheet` that a closure makes, itself or by a member of its type.
  func alertTitle(_ range: Range<Int>) -> Range<Int>? {
    let makers =
      [range] + places(range).compactMap { index in word(index).flatMap { members.member($0, at: index)?.range } }
    return makers.lazy.flatMap(places)
      .filter { ["Alert", "ActionSheet"].contains(self.word($0) ?? "") && self.isSign($0 + 1, "(") }
      .compactMap { SourceCall(self, at: $0)?.argument("title") }.first
  }

  /// What VoiceOver reads or a pointer shows: the label of the control or of a view in it.
  func spoken(_ modifiers: [SourceCall], _ ranges: [Range<Int>]) -> String? {
    let names = ["accessibilityLabel", "accessibility"]
    for call in modifiers where names.contains(call.name) {
      if let words = call.arguments.first.flatMap({ words($0.range) }) { return words }
    }
    for index in ranges.lazy.flatMap(places) where word(index) == "accessibilityLabel" && isSign(index + 1, "(") {
      if let words = words(inside(index + 1)) { return words }
    }
    return modifiers.lazy.filter { $0.name == "help" }.compactMap {
      $0.arguments.first.flatMap { self.words($0.range) }
    }
    .first
  }

  // MARK: Images

  /// The name of the first image.
  func symbol(_ range: Range<Int>) -> String? {
    for index in places(range) {
      guard let text = text(index) else { continue }
      let label = argumentLabel(of: index)
      if label == "systemName" || label == "systemImage" || label == "image" { return text }
      if callee(of: index) == "Image" { return text }
    }
    return nil
  }

  private static let drawn: Set = [
    "Image", "ZStack", "HStack", "VStack", "Circle", "Rectangle", "RoundedRectangle", "Capsule", "Color", "Group",
    "Spacer", "Font", "EdgeInsets", "CGSize", "AsyncImage", "Double", "CGFloat", "Gradient", "LinearGradient",
  ]

  func showsOnlyImage(_ range: Range<Int>, hasIconOnly: Bool) -> Bool {
    let words = places(range).filter { word($0) != nil }
    if words.contains(where: { word($0) == "Label" && !isSign($0 - 1, ".") }) {
      return hasIconOnly || words.contains { word($0) == "iconOnly" }
    }
    let made = words.filter { index in
      (isSign(index + 1, "(") || isSign(index + 1, "{")) && !isSign(index - 1, ".")
        && word(index)?.first?.isUppercase == true
    }.compactMap(word)
    return made.contains("Image") && made.allSatisfy(Self.drawn.contains)
  }

  func makesLabel(_ range: Range<Int>) -> Bool {
    places(range).contains {
      word($0) == "Label" && !isSign($0 - 1, ".") && (isSign($0 + 1, "(") || isSign($0 + 1, "{"))
    }
  }

  /// The names in the arguments of a call.
  func names(in call: SourceCall) -> [String] { call.arguments.flatMap { places($0.range).compactMap { word($0) } } }

  func has(_ name: String, in call: SourceCall) -> Bool {
    call.arguments.contains { places($0.range).contains { word($0) == name } }
  }

  // MARK: Names

  /// The last name of `Strings.Common.close`.
  func path(_ range: Range<Int>) -> String? {
    guard range.count >= 3, range.count < 12, word(range.lowerBound)?.first?.isUppercase == true,
      range.allSatisfy({ word($0) != nil || isSign($0, ".") })
    else { return nil }
    return word(range.upperBound - 1)
  }

  /// The last name of the first constant that a text shows: `close` of `Text(Strings.close)`.
  func shownPath(_ range: Range<Int>) -> String? {
    places(range).lazy.filter { self.isSign($0 + 1, "(") && ["Text", "Label"].contains(self.word($0) ?? "") }
      .compactMap { SourceCall(self, at: $0)?.arguments.first.flatMap { self.path($0.range) } }.first
  }

  private static let plainActions: Set = [
    "if", "guard", "switch", "while", "for", "withAnimation", "print", "await", "try", "self", "return", "let", "var",
    "set", "append", "in", "Task", "else", "canImport", "os", "available", "wrappedValue", "action",
  ]

  /// What an action calls or sets first.
  func action(_ range: Range<Int>) -> String? {
    let isName = range.allSatisfy { word($0) != nil || isSign($0, ".") }
    if isName, let last = word(range.upperBound - 1), !Self.plainActions.contains(last) { return last }
    for index in places(range) {
      guard let word = word(index), !Self.plainActions.contains(word), word.first?.isLowercase == true else { continue }
      if isSign(index + 1, "("), !isSign(index - 1, "#") {
        return word == "toggle" ? self.word(index - 2) : word
      }
      if isSign(index + 1, "="), !isSign(index + 2, "=") { return word }
    }
    return nil
  }

  /// The last name of a binding: `isOn` in `$settings.isOn`.
  func binding(_ call: SourceCall) -> String? {
    for part in call.arguments where isSign(part.range.lowerBound, "$") {
      if let name = word(part.range.upperBound - 1) { return name }
    }
    return nil
  }

  /// The type that the code creates first.
  func created(_ range: Range<Int>) -> String? {
    places(range).lazy.compactMap { isSign($0 + 1, "(") ? word($0) : nil }.first { $0.first?.isUppercase == true }
  }
}

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

  static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

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
          if !isNext("(Image(") { content += Array("…".utf8) }
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
