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
