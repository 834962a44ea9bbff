package import AuditModel

/// Keys pressed together, in one form however they were written: `Shift-Command-N`.
package struct KeyShortcut: Hashable, Sendable {
  /// In the order in which they are written.
  package enum Modifier: String, CaseIterable, Sendable {
    case function = "Fn"
    case control = "Control"
    case option = "Option"
    case shift = "Shift"
    case command = "Command"

    fileprivate var words: [String] {
      switch self {
      case .function: ["fn", "globe", "function"]
      case .control: ["control", "ctrl", "ctl", "⌃", "^"]
      case .option: ["option", "opt", "alt", "⌥"]
      case .shift: ["shift", "⇧"]
      case .command: ["command", "cmd", "⌘"]
      }
    }
  }

  package let modifiers: Set<Modifier>
  /// A capital letter, a digit, or a name such as `Comma`, `Left Arrow`, `F5`.
  package let key: String

  /// `Control-Option-Command-8`.
  package var text: String {
    (Modifier.allCases.filter(modifiers.contains).map(\.rawValue) + [key]).joined(separator: "-")
  }

  /// Whether it is one character that could also be typed: WCAG 2.1.4 is about these.
  package var isCharacter: Bool {
    modifiers.isSubset(of: [.shift]) && !KeyNames.isFunction(key)
  }

  /// Reads `Command-Shift-N`, `cmd+shift+n`, `⇧⌘N`, `Command N`, in any order of the modifiers.
  package init(parsing typed: String) throws(NameProblem) {
    guard typed.utf8.count <= 60 else { throw NameProblem("the keys of a shortcut are longer than 60 bytes") }
    var parts = Self.parts(typed)
    var modifiers: Set<Modifier> = []
    while parts.count > 1, let modifier = Self.modifier(parts[0]) {
      guard modifiers.insert(modifier).inserted else {
        throw NameProblem("\"\(typed)\" has \(modifier.rawValue) twice")
      }
      parts.removeFirst()
    }
    let word = parts.joined(separator: " ")
    guard !word.isEmpty, Self.modifier(word) == nil else {
      throw NameProblem("\"\(typed)\" has modifiers but no key, e.g. Shift-Command-N")
    }
    guard let found = KeyNames.find(word) else {
      let alike = suggestions(
        for: parts.first ?? word, among: Modifier.allCases.map(\.rawValue) + KeyNames.all)
      let help =
        alike.isEmpty
        ? "expected a character or a name such as Comma, Left Arrow, or F5"
        : "did you mean \(alike.prefix(2).joined(separator: " or "))?"
      throw NameProblem("unknown key \"\(word)\"; \(help)")
    }
    if found.isShifted { modifiers.insert(.shift) }
    self.modifiers = modifiers
    key = found.name
  }

  private static func modifier(_ word: String) -> Modifier? {
    let word = word.lowercased()
    return Modifier.allCases.first { $0.words.contains(word) }
  }

  /// The words of it; a sign that stands for a modifier is one by itself, and a hyphen or plus at the end is a key.
  private static func parts(_ typed: String) -> [String] {
    var parts: [String] = []
    var current = ""
    func close(_ current: inout String) {
      if !current.isEmpty { parts.append(current) }
      current = ""
    }
    let characters = Array(typed)
    for (place, character) in characters.enumerated() {
      let isLast = place == characters.count - 1
      if character == "-" || character == "+" {
        if isLast, current.isEmpty {
          current.append(character)
        } else {
          close(&current)
        }
      } else if character.isWhitespace {
        close(&current)
      } else if "⌃⌥⇧⌘".contains(character) {
        close(&current)
        parts.append(String(character))
      } else {
        current.append(character)
      }
    }
    close(&current)
    return parts
  }
}

/// The keys that have names.
private enum KeyNames {
  private static let functions: [(name: String, words: [String])] = [
    ("Space", ["spacebar", "space bar", "␣"]), ("Return", ["enter", "⏎", "↩", "↵"]), ("Escape", ["esc", "⎋"]),
    ("Delete", ["backspace", "⌫"]), ("Forward Delete", ["del", "⌦"]), ("Tab", ["⇥"]), ("Left Arrow", ["left", "←"]),
    ("Right Arrow", ["right", "→"]), ("Up Arrow", ["up", "↑"]), ("Down Arrow", ["down", "↓"]), ("Home", ["↖"]),
    ("End", ["↘"]), ("Page Up", ["pageup", "⇞"]), ("Page Down", ["pagedown", "⇟"]),
  ]
  private static let signs: [(name: String, words: [String])] = [
    ("Comma", [","]), ("Period", [".", "dot"]), ("Slash", ["/"]), ("Backslash", ["\\"]), ("Semicolon", [";"]),
    ("Quote", ["'", "apostrophe"]), ("Left Bracket", ["["]), ("Right Bracket", ["]"]), ("Minus", ["-", "hyphen"]),
    ("Plus", ["+"]), ("Equals", ["=", "equal"]), ("Grave", ["`", "backtick"]),
  ]

  static var all: [String] { (functions + signs).map(\.name) }

  static func isFunction(_ key: String) -> Bool { functions.contains { $0.name == key } || number(key) != nil }

  static func find(_ typed: String) -> (name: String, isShifted: Bool)? {
    let word = typed.lowercased()
    // As it is printed on the key.
    if word == "?" || word == "question mark" { return ("Slash", true) }
    if let known = (functions + signs).first(where: { $0.name.lowercased() == word || $0.words.contains(word) }) {
      return (known.name, false)
    }
    if let number = number(typed) { return ("F\(number)", false) }
    guard typed.count == 1, let character = typed.first, !character.isWhitespace else { return nil }
    let capital = typed.uppercased()
    let isPlain = character.unicodeScalars.allSatisfy { $0.value > 0x20 && !(0x7F...0x9F).contains($0.value) }
    return isPlain ? (capital.count == 1 ? capital : typed, false) : nil
  }

  /// 5 of `F5`.
  private static func number(_ word: String) -> Int? {
    guard word.utf8.count > 1, word.utf8.first.map({ $0 == UInt8(ascii: "F") || $0 == UInt8(ascii: "f") }) == true,
      let number = Int(word.dropFirst()), (1...20).contains(number)
    else { return nil }
    return number
  }
}
