package import AuditModel
package import AuditStore
package import Terminal

/// Audits by what a person typed.
package enum AuditName {
  /// - Throws: not found, with names that look alike.
  package static func find(_ typed: String, _ reader: Reader) throws -> AuditRound {
    if let audit = try reader.audit(typed) { return audit }
    try NameFinder.refuseDeleted("audit", typed, reader)
    let key = try NameFinder.record("audit", typed, reader)
    guard let audit = try reader.audit(key) else { throw Refusal.unknownRecord(kind: "audit", key: typed) }
    return audit
  }

  /// - Throws: what opens it again, for an audit that takes no results any more.
  package static func refuseClosed(_ audit: AuditRound) throws(Problem) {
    guard audit.closed != nil else { return }
    throw Problem(
      .decision, code: "audit.closed", "the audit \(MessageText.quoted(audit.name)) is closed",
      hints: ["a11y edit audit \(audit.name) --reopen opens it again; another --audit takes the result."])
  }
}
