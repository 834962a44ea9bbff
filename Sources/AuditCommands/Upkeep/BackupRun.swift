import Arguments
import AuditModel
import AuditReports
import AuditSessions
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y backup` does.
enum BackupRun {
  static func run(_ context: Context) throws -> ExitCode {
    let world = context.world
    let named = context.arguments.positional(0) ?? ""
    guard !named.isEmpty, named != "-" else {
      throw Problem.usage(
        "backup.target", "a11y backup takes the name of the file to write", hints: ["a11y backup FILE"])
    }
    let target = try world.absolute(named)
    let replaces = try allowed(to: target, context)
    let tracker = try context.openTracker(.read)
    try sweep(tracker, context)
    let progress = context.progress
    progress.begin("Copying")
    defer { progress.end() }
    // First, so that a copy of the database that is there is never without its files.
    let evidence = try tracker.copyEvidence(beside: target)
    let summary: BackupSummary
    do {
      summary = try tracker.backup(to: target, replaces: replaces) { remaining, total in
        progress.update(total - remaining, of: total)
      }
    } catch StoreError.exists {
      // It came there while we were at work.
      throw exists(target)
    }
    progress.end()
    try report(summary, evidence, target, context)
    return .done
  }

  /// A copy keeps what is in it. Where nothing can be written, what is overdue goes into the copy as well: a backup that
  /// failed for it would be worse.
  private static func sweep(_ tracker: Tracker, _ context: Context) throws {
    guard try tracker.read({ try $0.hasOldContacts() }) else { return }
    do {
      let writing = try context.openTracker(.write)
      defer { writing.close() }
      try TapPlans.sweep(writing, context)
    } catch {
      context.remark("Contacts of children are overdue and could not be destroyed: they are in the copy, too.")
    }
  }

  /// Whether a file that is there may be replaced.
  private static func allowed(to target: String, _ context: Context) throws(Problem) -> Bool {
    let files = context.world.files
    if files.isLink(target) { throw files.linkProblem(target) }
    switch files.kind(of: target) {
    case .directory:
      throw Problem(
        .badInput, code: "backup.folder", "\(MessageText.quoted(target)) is a folder; a backup is a file",
        hints: ["Name a file in it: \(Paths.join(target, "audit-backup.db"))"])
    case .other:
      throw Problem(.badInput, code: "backup.target", "\(MessageText.quoted(target)) is not a file")
    case nil:
      guard files.kind(of: Paths.parent(target)) == .directory else {
        throw Problem(
          .notFound, code: "folder.missing", "the folder \(MessageText.quoted(Paths.parent(target))) does not exist",
          hints: ["Make it first, or name another one."])
      }
      return false
    case .file:
      return try Replacement.agree(target, code: "backup.exists", context)
    }
  }

  private static func exists(_ target: String) -> Problem {
    Problem(
      .decision, code: "backup.exists", "there is a file \(MessageText.quoted(target)) already; it was left as it is",
      hints: ["Name another file, or give --yes to replace it."])
  }

  private static func report(_ summary: BackupSummary, _ evidence: Int, _ target: String, _ context: Context) throws {
    if try context.format() == .json {
      return try context.print(
        context.document(
          "a11y.backup/1", ("path", .string(target)), ("facts", .int(summary.facts)),
          ("bytes", .int(Int(summary.bytes))),
          ("evidence", .int(evidence)),
          ("verified", .bool(true))))
    }
    let files = evidence > 0 ? " and \(counted(evidence, "evidence file"))" : ""
    let beside = evidence > 0 ? " and \(EvidenceFolder(beside: target).path)" : ""
    try context.print(
      MessageText.escaped(
        "Copied \(counted(summary.facts, "fact"))\(files) to \(target)\(beside) and verified the copy."))
  }
}
