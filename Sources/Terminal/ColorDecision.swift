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
