/// The style of standard output: decided once per command.
package struct TerminalStyle: Hashable, Sendable {
  /// ANSI colors may be used. They never carry meaning alone.
  package let hasColor: Bool
  /// For a screen reader.
  package let isPlain: Bool
  /// In columns. Below 60 tables become records; ids are never cut.
  package let width: Int
  /// A person looks at it, rather than a program or a file.
  package let isAtTerminal: Bool

  /// Names of files may be links.
  package let hasLinks: Bool

  package init(hasColor: Bool, isPlain: Bool, width: Int, isAtTerminal: Bool = false, hasLinks: Bool = false) {
    self.hasLinks = hasLinks
    self.isAtTerminal = isAtTerminal
    self.hasColor = hasColor
    self.isPlain = isPlain
    self.width = width
  }
}
