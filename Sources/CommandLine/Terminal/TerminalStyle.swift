/// The style of standard output: decided once per command.
package struct TerminalStyle: Hashable, Sendable {
  /// ANSI colors may be used. They never carry meaning alone.
  package let hasColor: Bool
  /// For a screen reader.
  package let isPlain: Bool
  /// In columns. Below 60 tables become records; ids are never cut.
  package let width: Int
  /// A person looks at it, rather than a program or a file.
  package var isAtTerminal = false
  /// Names of files may be links.
  package var hasLinks = false
}

/// When to use color.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// Whether a stream gets color.
package enum ColorDecision {
  /// In this order: `--color`; plain output has none; `NO_COLOR`; `FORCE_COLOR` and `CLICOLOR_FORCE` (0 is never);
  /// `CLICOLOR=0`; `TERM=dumb`; the configuration; whether the stream is a terminal.
  ///
  /// - Parameter configured: called only if nothing before it decides.
  package static func decide(
    flag: ColorChoice?, isPlain: Bool, configured: () -> ColorChoice?, isTerminal: Bool,
    environment: (String) -> String?
  ) -> Bool {
    switch flag {
    case .always: return true
    case .never: return false
    case .auto, nil: break
    }
    if isPlain { return false }
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    if value("NO_COLOR") != nil { return false }
    for name in ["FORCE_COLOR", "CLICOLOR_FORCE"] {
      if let forced = value(name) { return Switch(forced) != .off }
    }
    if value("CLICOLOR") == "0" || value("TERM") == "dumb" { return false }
    switch configured() {
    case .always: return true
    case .never: return false
    case .auto, nil: return isTerminal
    }
  }
}

/// Whether to write for a screen reader: one statement per line, no columns, no redrawing.
package enum PlainDecision {
  /// In this order: `--plain` (or `--format plain`); `A11Y_PLAIN` and `ACCESSIBLE`, where 0 says no; the
  /// configuration; `TERM=dumb`.
  ///
  /// - Parameter configured: called only if neither flag nor environment decide.
  package static func decide(
    flag: Bool, configured: () -> Switch?, environment: (String) -> String?
  ) -> Bool {
    if flag { return true }
    for name in ["A11Y_PLAIN", "ACCESSIBLE"] {
      if let value = environment(name), !value.isEmpty { return Switch(value) != .off }
    }
    if let configured = configured() { return configured == .on }
    return environment("TERM") == "dumb"
  }
}

/// Whether texts may be links (OSC 8): a terminal that does not know them may show their addresses.
package enum LinkDecision {
  private static let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio"]
  private static let terminals = ["kitty", "alacritty", "foot", "ghostty", "wezterm", "contour"]
  private static let marks = ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "DOMTERM"]

  /// In this order: without escapes there are none; `FORCE_HYPERLINK` (0 is never); the terminals that are known to have
  /// them.
  ///
  /// - Parameter hasColor: escapes may be written.
  package static func decide(hasColor: Bool, isTerminal: Bool, environment: (String) -> String?) -> Bool {
    guard hasColor, isTerminal else { return false }
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    if let forced = value("FORCE_HYPERLINK") { return Switch(forced) != .off }
    if let version = value("VTE_VERSION").flatMap(Int.init) { return version >= 5_000 }
    if let program = value("TERM_PROGRAM"), programs.contains(program) { return true }
    if let terminal = value("TERM"), terminals.contains(where: terminal.contains) { return true }
    return marks.contains { value($0) != nil }
  }
}

/// The output width in columns.
package enum WidthDecision {
  package static let range = 20...1_000
  package static let fallback = 80

  /// In this order: `--width`, `COLUMNS`, the configuration, the terminal, 80. A value out of range is ignored; the
  /// flag was checked before.
  package static func decide(
    flag: Int?, configured: () -> Int?, terminal: () -> Int?, environment: (String) -> String?
  ) -> Int {
    if let flag { return flag }
    if let columns = environment("COLUMNS").flatMap(columns) { return columns }
    if let configured = configured() { return configured }
    if let terminal = terminal(), range.contains(terminal) { return terminal }
    return fallback
  }

  /// A number of columns within the range.
  package static func columns(_ text: String) -> Int? {
    guard let number = Int(text), range.contains(number) else { return nil }
    return number
  }
}

/// Yes and no in their usual spellings; spreadsheets write TRUE.
package enum Switch: Sendable {
  case on, off

  package init?(_ text: String) {
    switch text.lowercased() {
    case "1", "yes", "true", "on": self = .on
    case "0", "no", "false", "off": self = .off
    default: return nil
    }
  }

  /// The same of a cell of a table, also in words of spreadsheets in other languages, and as a mark.
  package static func ofCell(_ text: String) -> Switch? {
    if let known = Switch(text) { return known }
    let word = CellText.word(text)
    return yes.contains(word) ? .on : no.contains(word) ? .off : nil
  }

  private static let yes: Set = [
    "wahr", "vrai", "verdadero", "verdadeiro", "vero", "waar", "sant", "sand", "sann", "tosi", "prawda", "pravda",
    "igaz", "истина", "doğru", "ja", "oui", "sí", "si", "sim", "tak", "да", "はい", "是", "y", "x", "✓", "✔", "☑",
  ]
  private static let no: Set = [
    "falsch", "faux", "falso", "onwaar", "falskt", "falsk", "usann", "epätosi", "fałsz", "nepravda", "hamis", "ложь",
    "yanlış", "nein", "non", "nee", "não", "nej", "nei", "nie", "нет", "いいえ", "否", "n", "✗", "☐",
  ]
}
