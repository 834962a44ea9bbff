package import AuditModel
package import AuditStore

/// How severities are printed: 1 critical, 2 serious, 3 moderate, 4 minor.
package enum SeverityWords {
  /// The word of a severity; a number outside 1 to 4 (a newer tracker has it) is `severity 7`.
  package static func word(_ severity: Int) -> String {
    switch severity {
    case 1: "critical"
    case 2: "serious"
    case 3: "moderate"
    case 4: "minor"
    default: "severity \(severity)"
    }
  }

  /// The color role of a severity; nil without one.
  static func role(_ severity: Int) -> Theme.Role? {
    switch severity {
    case 1: .fail
    case 2: .warning
    default: nil
    }
  }

  /// `serious by lead-1, tester: minor`, where it was set for the finding; else the word alone.
  package static func word(of cell: Cell) -> String {
    let word = word(cell.severity)
    return cell.triage.map { "\(word) \($0.words)" } ?? word
  }

  /// `serious`; `serious (default)` if no tester rated it. Every failing cell has one.
  package static func word(_ severity: Severity?, isUsual: Bool = false) -> String {
    let word = severity?.word ?? "no severity"
    return isUsual ? "\(word) (default)" : word
  }
}
