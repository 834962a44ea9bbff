/// What was decided about a failure: its severity counts instead of the one that its testers gave, until it ends.
package struct Triage: Equatable, Sendable {
  package var severity: Severity
  /// When, ms UTC: it counts for the failure that was shown then, and for none before or after.
  package var time: Int64
  /// Who decided; empty where not given.
  package var by: String

  package init(severity: Severity, time: Int64, by: String) {
    self.severity = severity
    self.time = time
    self.by = by
  }
}
