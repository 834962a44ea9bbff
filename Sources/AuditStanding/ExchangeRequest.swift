package import AuditModel
package import AuditStore

/// What a report in the form of another program is asked for, read once for all forms.
package struct ExchangeRequest {
  let filter: Filter
  let audit: AuditRound?
  /// As things were at the moment of the report.
  package let reader: Reader
  let namesTesters: Bool

  package init(_ filter: Filter, of audit: AuditRound?, _ reader: Reader, namesTesters: Bool) {
    self.filter = filter
    self.audit = audit
    self.reader = reader
    self.namesTesters = namesTesters
  }
}
