package import AuditModel
package import Measuring

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
    self.key = key
    self.keys = keys
    self.action = action
    self.screens = screens
    self.component = component
    self.platforms = platforms
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
  private let shortcuts: [RegisteredShortcut]
  private let reserved: [(keys: KeyShortcut, entry: ReferenceEntry)]
  private let screenReader: ReferenceEntry?

  /// Only VoiceOver may use these modifiers together.
  private static let screenReaderKeys: Set<KeyShortcut.Modifier> = [.control, .option]

  /// - Parameter reference: the entries of the table `shortcut`.
  package init(_ shortcuts: [RegisteredShortcut], reference: [ReferenceEntry]) {
    self.shortcuts = shortcuts
    let entries = reference.filter { $0.table == ReferenceTable.shortcut.rawValue }
    reserved = entries.compactMap { entry in (try? KeyShortcut(parsing: entry.name)).map { ($0, entry) } }
    screenReader = entries.first { $0.name == "Control-Option" }
  }

  /// In the order in which they weigh: the app's own, the system's, standard ones, single characters.
  package func conflicts(of shortcut: RegisteredShortcut) -> [ShortcutConflict] {
    guard let keys = shortcut.keys else { return [] }
    var found = shortcuts.filter { $0.key != shortcut.key && $0.keys == keys && clashes($0, shortcut) }.map { other in
      ShortcutConflict(kind: .own, words: "\(keys.text) is also \(Self.quoted(other.action)) (\(other.key))")
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
  private func clashes(_ one: RegisteredShortcut, _ other: RegisteredShortcut) -> Bool {
    overlap(one.screens, other.screens) && overlap(one.platforms.map(\.rawValue), other.platforms.map(\.rawValue))
      && ReferenceEntry.folded(one.action) != ReferenceEntry.folded(other.action)
  }

  private func overlap(_ one: [String], _ other: [String]) -> Bool {
    one.isEmpty || other.isEmpty || one.contains { name in other.contains { $0.utf8.elementsEqual(name.utf8) } }
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
