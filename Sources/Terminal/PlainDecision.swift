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
