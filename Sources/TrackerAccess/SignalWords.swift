import AuditModel
import AuditReports
package import AuditStore

/// Tool findings as text. Not escaped; that happens where they are printed.
package enum SignalWords {
  /// The maximum number of screens that are named one by one.
  private static let named = 5

  /// `xctest contrast: Contrast failed, on home, sign-in, and 3 more screens.`; with the severity of the tool, as in
  /// `axe button-name, critical: Buttons must have discernible text.`
  package static func note(_ signal: Signal) -> String {
    let message = signal.message.isEmpty ? "" : ": \(signal.message)"
    let place = signal.screens.isEmpty ? "" : ", on \(screens(signal.screens))"
    let impact = signal.impact.map { ", \($0.rawValue)" } ?? ""
    return "\(signal.tool) \(signal.rule)\(impact)\(message)\(place)."
  }

  package static func screens(_ screens: [String]) -> String {
    let rest = screens.count - named
    return screens.prefix(named).joined(separator: ", ") + (rest > 0 ? ", and \(counted(rest, "more screen"))" : "")
  }
}
