import AuditModel

/// A key and its argument.
struct WalkOrder: Equatable {
  var action: WalkAction
  /// Nil for a single key press: a prompt asks for the argument.
  var rest: String?
}

/// Line mode: a line is a key, a space, and its argument.
enum WalkLine {
  /// Nil if the line does not begin with a key.
  static func parse(_ line: String) -> WalkOrder? {
    let text = trimmed(line)
    // `/close` without a space, as in pagers.
    if text.utf8.first == UInt8(ascii: "/"), text.utf8.count > 1 {
      return WalkOrder(action: .find, rest: trimmed(String(text.dropFirst())))
    }
    let (word, rest) = split(text)
    if rest.isEmpty, word.utf8.count == 1, let digit = word.unicodeScalars.first,
      case .answered? = WalkKeys.action(digit)
    {
      return WalkKeys.action(digit).map { WalkOrder(action: $0) }
    }
    guard let key = WalkKeys.key(named: word), rest.isEmpty || !key.argument.isEmpty else { return nil }
    return WalkOrder(action: key.action, rest: rest)
  }

  /// The first word and the rest.
  static func split(_ text: String) -> (word: String, rest: String) {
    let bytes = text.utf8
    guard let end = bytes.firstIndex(where: isSpace) else { return (text, "") }
    return (String(text[..<end]), trimmed(String(text[end...])))
  }

  static func trimmed(_ text: String) -> String {
    var bytes = text.utf8[...]
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return String(Substring(bytes))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// The parts of an answer besides its outcome, as typed.
struct AnswerParts: Equatable {
  /// Of a fail; nil for the default.
  var severity: Severity?
  var value: String?
  /// Of a fail of the whole app: keys or prefixes of components, as typed.
  var components: [String] = []
  var note: String?

  init(severity: Severity? = nil, value: String? = nil, note: String? = nil) {
    self.severity = severity
    self.value = value
    self.note = note
  }

  /// Parses `[SEVERITY] [v=VALUE] [in=COMPONENTS] [NOTE]`: a severity only for a fail (1 to 4, its word, or `-` for the
  /// default, so that a note can begin with a number), and no value for N/A. A value with spaces is quoted.
  ///
  /// - Parameter isOfApp: whether components can be named, which is only so for the whole app.
  init(parsing text: String, for outcome: Outcome, isOfApp: Bool = false) {
    var text = WalkLine.trimmed(text)
    if outcome == .fail {
      let (word, rest) = WalkLine.split(text)
      severity = Severity(word: word)
      if severity != nil || word == "-" { text = rest }
    }
    if outcome != .na, text.utf8.starts(with: "v=".utf8) {
      let (word, rest) = Self.quoted(text) ?? WalkLine.split(text)
      value = String(Substring(word.utf8.dropFirst(2)))
      text = rest
    }
    if isOfApp, outcome == .fail, text.utf8.starts(with: "in=".utf8) {
      let (word, rest) = WalkLine.split(text)
      components = Self.names(String(word.dropFirst(3)))
      text = rest
    }
    note = text.isEmpty ? nil : text
  }

  /// Names separated by commas.
  static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { WalkLine.trimmed(String($0)) }.filter { !$0.isEmpty }
  }

  /// `v="brand: light dark" NOTE` as `v=brand: light dark` and the rest; nil if the text does not begin with a quoted
  /// value.
  private static func quoted(_ text: String) -> (word: String, rest: String)? {
    let mark = UInt8(ascii: "\"")
    let bytes = text.utf8
    guard bytes.starts(with: "v=\"".utf8), let end = bytes.dropFirst(3).firstIndex(of: mark) else { return nil }
    return (
      "v=" + String(Substring(bytes[..<end].dropFirst(3))), WalkLine.trimmed(String(text[bytes.index(after: end)...]))
    )
  }
}
