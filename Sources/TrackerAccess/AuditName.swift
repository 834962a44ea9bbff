package import AuditModel
package import AuditStore
package import Terminal

/// Finds audits from what was typed.
package enum AuditName {
  /// - Throws: not found, with similar names.
  package static func find(_ typed: String, _ reader: Reader) throws -> AuditRound {
    if let audit = try reader.audit(typed) { return audit }
    try NameFinder.refuseDeleted("audit", typed, reader)
    let key = try NameFinder.record("audit", typed, reader)
    guard let audit = try reader.audit(key) else { throw Refusal.unknownRecord(kind: "audit", key: typed) }
    return audit
  }

  /// - Throws: how to reopen the audit, if it is closed.
  package static func refuseClosed(_ audit: AuditRound) throws(Problem) {
    guard audit.closed != nil else { return }
    throw Problem(
      .decision, code: "audit.closed", "audit \(MessageText.quoted(audit.name)) is closed",
      hints: ["Run \"a11y edit audit \(audit.name) --reopen\" to reopen it, or pass another --audit."])
  }
}
