/// The roles of colors, and the one table that maps each role to one of the 16 ANSI colors.
package enum Theme {
  /// A role that can have a color. The words have the meaning; the color repeats it.
  package enum Role: CaseIterable, Sendable {
    case pass, fail, warning, muted, heading, emphasis, identifier
  }

  /// The SGR parameters of a role; nil is the default color of the terminal.
  ///
  /// Only colors that are readable on light and on dark backgrounds: magenta for warnings, because yellow is invisible
  /// on white; muted text has the default color, because bright black is invisible on many dark themes.
  static func parameters(_ role: Role) -> String? {
    switch role {
    case .pass: "32"  // green
    case .fail: "1;31"  // bold red
    case .warning: "35"  // magenta
    case .muted: nil
    case .heading: "1"  // bold
    case .emphasis: "1"
    case .identifier: "36"  // cyan
    }
  }
}

/// Adds colors to text, or nothing if color is off.
package struct Styler: Sendable {
  package let isEnabled: Bool

  private let hasLinks: Bool

  package init(enabled: Bool, hasLinks: Bool = false) {
    isEnabled = enabled
    self.hasLinks = hasLinks
  }

  /// The text as a link to a file, where the terminal has links (OSC 8).
  ///
  /// - Parameter path: absolute.
  package func link(_ text: String, toFile path: String) -> String {
    guard hasLinks, !text.isEmpty else { return text }
    return "\u{1b}]8;;file://\(URIText.escaped(path))\u{1b}\\\(text)\u{1b}]8;;\u{1b}\\"
  }

  /// The text in the color of its role. Measure and pad before painting.
  package func paint(_ text: String, _ role: Theme.Role?) -> String {
    guard isEnabled, !text.isEmpty, let role, let parameters = Theme.parameters(role) else { return text }
    return "\u{1b}[\(parameters)m\(text)\u{1b}[0m"
  }

  /// The text with the words in capitals at its beginning in color: a decision.
  func paintCapitals(of text: String, _ role: Theme.Role) -> String {
    var word = text.prefix { $0.isUppercase || $0 == " " }
    while word.last == " " { word.removeLast() }
    return paint(String(word), role) + text.dropFirst(word.count)
  }
}
