import Base

/// A keyboard shortcut as it was registered.
package struct RegisteredShortcut: Sendable {
  package var key: String
  /// Nil where another version wrote what this one cannot read.
  package var keys: KeyShortcut?
  package var action: String
  /// None: everywhere in the app.
  package var screens: [String]
  /// Only while this has the focus, where one is named.
  package var component: String
  /// None: wherever there is a keyboard.
  package var platforms: [Platform]

  package init(
    key: String, keys: KeyShortcut?, action: String, screens: [String] = [], component: String = "",
    platforms: [Platform] = []
  ) {
    (self.key, self.keys, self.action, self.screens) = (key, keys, action, screens)
    (self.component, self.platforms) = (component, platforms)
  }
}

/// What is wrong with a shortcut, or may be.
package struct ShortcutConflict: Equatable, Sendable {
  package enum Kind: String, Sendable {
    /// Another one of the app has the same keys in the same place.
    case own
    /// The system or VoiceOver takes the keys.
    case system
    /// The keys mean something else everywhere.
    case standard
    /// A single character: WCAG 2.1.4.
    case character
  }

  package var kind: Kind
  /// The check that it is a question of.
  package static let check = "keyboard.shortcut-conflicts"
  /// A sentence without full stop.
  package var words: String
}

/// Shortcuts compared with each other and with those of the system.
package struct ShortcutRegister: Sendable {
  /// By their keys, with their actions folded: of each the first `mostCompared`.
  private let byKeys: [KeyShortcut: [(shortcut: RegisteredShortcut, action: String)]]
  private let reserved: [(keys: KeyShortcut, entry: ReferenceEntry)]
  private let screenReader: ReferenceEntry?

  /// Only VoiceOver may use these modifiers together.
  private static let screenReaderKeys: Set<KeyShortcut.Modifier> = [.control, .option]
  /// Anyone can register any number of shortcuts with the same keys, and each is compared with each.
  private static let mostCompared = 500
  /// Of how many others with the same keys each is named.
  private static let mostNamed = 10

  /// - Parameter reference: the entries of the table `shortcut`.
  package init(_ shortcuts: [RegisteredShortcut], reference: [ReferenceEntry]) {
    var byKeys: [KeyShortcut: [(RegisteredShortcut, String)]] = [:]
    for shortcut in shortcuts {
      guard let keys = shortcut.keys, byKeys[keys, default: []].count < Self.mostCompared else { continue }
      byKeys[keys, default: []].append((shortcut, ReferenceEntry.folded(shortcut.action)))
    }
    self.byKeys = byKeys
    let entries = reference.filter { $0.table == ReferenceTable.shortcut.rawValue }
    reserved = entries.compactMap { entry in (try? KeyShortcut(parsing: entry.name)).map { ($0, entry) } }
    screenReader = entries.first { $0.name == "Control-Option" }
  }

  /// In the order in which they weigh: the app's own, the system's, standard ones, single characters.
  package func conflicts(of shortcut: RegisteredShortcut) -> [ShortcutConflict] {
    guard let keys = shortcut.keys else { return [] }
    let others = clashing(with: shortcut, keys)
    var found = others.prefix(Self.mostNamed).map { other in
      ShortcutConflict(kind: .own, words: "\(keys.text) is also \(Self.quoted(other.action)) (\(other.key))")
    }
    if others.count > Self.mostNamed {
      let words = "\(keys.text) is also of \(others.count - Self.mostNamed) more shortcuts"
      found.append(ShortcutConflict(kind: .own, words: words))
    }
    if keys.modifiers.isSuperset(of: Self.screenReaderKeys), let entry = screenReader,
      let place = place(of: entry, shortcut)
    {
      found.append(ShortcutConflict(kind: .system, words: "VoiceOver uses Control and Option together\(place)"))
    }
    for (taken, entry) in reserved where taken == keys {
      guard let place = place(of: entry, shortcut) else { continue }
      if entry.figures.contains(where: { $0.name == "kind" && $0.value == "standard" }) {
        guard !entry.isUsual(shortcut.action) else { continue }
        found.append(
          ShortcutConflict(
            kind: .standard,
            words: "\(keys.text) is \(entry.title) by standard\(place), not \(Self.quoted(shortcut.action))"))
      } else {
        found.append(ShortcutConflict(kind: .system, words: "the system uses \(keys.text)\(place): \(entry.title)"))
      }
    }
    if keys.isCharacter {
      let focus =
        shortcut.component.isEmpty
        ? "the shortcut must work only on focus, or people must be able to turn it off or change it (WCAG 2.1.4)"
        : "the shortcut must work only while \(shortcut.component) has focus (WCAG 2.1.4)"
      found.append(ShortcutConflict(kind: .character, words: "\(keys.text) is a single character: \(focus)"))
    }
    return found
  }

  /// The same keys for two things at one place; one thing that is registered twice is no conflict.
  private func clashing(with one: RegisteredShortcut, _ keys: KeyShortcut) -> [RegisteredShortcut] {
    let action = ReferenceEntry.folded(one.action)
    return (byKeys[keys] ?? []).filter { other in
      other.shortcut.key != one.key && other.action != action && overlap(one.screens, other.shortcut.screens)
        && overlap(one.platforms.map(\.rawValue), other.shortcut.platforms.map(\.rawValue))
    }.map(\.shortcut)
  }

  private func overlap(_ one: [String], _ other: [String]) -> Bool {
    one.isEmpty || other.isEmpty || one.contains { name in other.contains { $0.hasSameBytes(as: name) } }
  }

  /// ` on macOS and iPadOS`, as far as the shortcut is there; nil where it is not.
  private func place(of entry: ReferenceEntry, _ shortcut: RegisteredShortcut) -> String? {
    let platforms = entry.platforms.filter { name in
      shortcut.platforms.isEmpty || shortcut.platforms.contains { $0.rawValue == name }
    }
    if platforms.isEmpty { return entry.platforms.isEmpty ? "" : nil }
    return " on " + platforms.joined(separator: " and ")
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}

extension ReferenceEntry {
  /// Whether a word of a text begins with one of those that it is usual for; true where it names none.
  package func isUsual(_ text: String) -> Bool {
    guard let figure = figures.first(where: { $0.name == "usual" }) else { return true }
    let words = " " + text.lowercased().map { $0.isLetter || $0.isNumber ? $0 : " " }
    return figure.value.lowercased().split(separator: ",").contains { part in
      let word = part.drop { $0 == " " }
      return !word.isEmpty && words.contains(" " + word)
    }
  }
}

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
  package var isCharacter: Bool { modifiers.isSubset(of: [.shift]) && !KeyNames.isFunction(key) }

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

/// What is wrong with a gesture as it was registered, or may be.
package struct GestureConcern: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case noAlternative = "no-alternative"
    case systemEdge = "system-edge"
    case otherMeaning = "other-meaning"
    /// A custom gesture of the app, which people do not know by heart.
    case custom
  }

  package var kind: Kind
  /// A sentence without full stop.
  package var words: String

  package var check: String {
    switch kind {
    case .noAlternative: "gestures.alternatives"
    case .systemEdge: "gestures.system-edges-free"
    case .otherMeaning: "gestures.standard-meaning"
    case .custom: "gestures.custom-discoverable"
    }
  }

  /// - Parameters:
  ///   - entry: what the reference says of the gesture; nil for one of the app's own, which it does not know.
  ///   - action: what it does here. At an edge of the system, what the system does there is nothing against it.
  ///   - alternative: how else that can be done; empty where not given.
  package static func all(
    _ gesture: String, _ entry: ReferenceEntry?, action: String, alternative: String
  ) -> [GestureConcern] {
    var found: [GestureConcern] = []
    // A tap is an alternative itself.
    if alternative.isEmpty, entry?.figures.contains(where: { $0.name == "alternative" }) != true {
      found.append(GestureConcern(kind: .noAlternative, words: "no alternative is recorded"))
    }
    guard let entry else {
      let words = "\(gesture) is not a standard gesture: something visible must indicate it"
      return found + [GestureConcern(kind: .custom, words: words)]
    }
    if entry.figures.contains(where: { $0.name == "reserved by" }) {
      let isItsOwn = entry.figures.contains { $0.name == "usual" } && entry.isUsual(action)
      guard !isItsOwn else { return found }
      found.append(GestureConcern(kind: .systemEdge, words: "\(entry.title): \(entry.meaning.withoutStop)"))
    } else if !entry.isUsual(action) {
      found.append(
        GestureConcern(
          kind: .otherMeaning,
          words: "\(entry.title) is not used for this elsewhere: \(entry.meaning.withoutStop)"))
    }
    return found
  }
}

extension String {
  fileprivate var withoutStop: String { last == "." ? String(dropLast()) : self }
}
