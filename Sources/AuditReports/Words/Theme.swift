/// What colours mean, and the one table that says which of the 16 ANSI colours each meaning has.
package enum Theme {
  /// A meaning that may be coloured. The words carry it; the colour repeats it.
  package enum Role: CaseIterable, Sendable {
    case pass, fail, warning, muted, heading, emphasis, identifier
  }

  /// The SGR parameters of a role; nil is the terminal's own colour.
  ///
  /// Only colours that are readable on light and on dark grounds: magenta warns, as yellow vanishes on white, and
  /// muted text keeps the terminal's colour, as bright black vanishes on many dark themes.
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

/// Puts colours around text, or nothing at all if colour is off.
package struct Styler: Sendable {
  package let isEnabled: Bool

  package init(enabled: Bool) {
    isEnabled = enabled
  }

  /// The text in the colour of its role. Measure and pad before painting.
  package func paint(_ text: String, _ role: Theme.Role?) -> String {
    guard isEnabled, !text.isEmpty, let role, let parameters = Theme.parameters(role) else { return text }
    return "\u{1b}[\(parameters)m\(text)\u{1b}[0m"
  }
}
