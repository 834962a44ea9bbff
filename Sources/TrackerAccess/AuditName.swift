package import Arguments
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

  /// The audit that a command asks for, and the moment by which it is shown: a closed one as its closing has left it, for
  /// ever, unless `--now` asks for it with what came since.
  ///
  /// - Parameters:
  ///   - reader: that knows the audit.
  ///   - moment: what `--as-of` asked for.
  package static func asked(
    _ context: Context, _ reader: Reader, asOf moment: Int64?
  ) throws -> (audit: AuditRound?, moment: Int64?) {
    guard let typed = context.arguments.string(.audit) else {
      if context.arguments.has(.now) {
        throw Problem.usage(
          "flag.alone", "--now applies only with --audit", hints: [context.arguments.helpHint])
      }
      return (nil, moment)
    }
    let audit = try find(typed, reader)
    guard !context.arguments.has(.now), let closed = reader.closing(of: audit) else { return (audit, moment) }
    return (try reader.asClosed(audit), min(moment ?? closed, closed))
  }

  /// - Throws: how to reopen the audit, if it is closed.
  package static func refuseClosed(_ audit: AuditRound) throws(Problem) {
    guard audit.closed != nil else { return }
    throw Problem(
      .decision, code: "audit.closed", "audit \(MessageText.quoted(audit.name)) is closed",
      hints: ["Run \"a11y edit audit \(audit.name) --reopen\" to reopen it, or pass another --audit."])
  }
}
