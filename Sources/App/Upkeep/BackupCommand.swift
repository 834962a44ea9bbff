import Base
import CommandLine
import Sessions
import Store

/// `a11y backup`: a verified copy.
enum BackupCommand {
  static let spec = CommandSpec(
    "backup", group: .move, "back up the tracker",
    positionals: [PositionalSpec("FILE", completes: .files, "backup file")], flags: [.forceIntoGit],
    run: run)

  static func run(_ context: Context) throws -> ExitCode {
    let world = context.world
    let named = context.arguments.positional(0) ?? ""
    guard !named.isEmpty, named != "-" else {
      throw Problem.usage(
        "backup.target", "invalid value \(MessageText.quoted(named)) for FILE; expected the name of a file",
        hints: ["Run \"a11y backup FILE\"."])
    }
    let target = try world.absolute(named)
    try GitFolder.refuse(target, context)
    let replaces = try allowed(to: target, context)
    let tracker = try context.openTracker(.read)
    try sweep(tracker, context)
    let progress = context.progress
    progress.begin("Copying")
    defer { progress.end() }
    // First, so that an existing copy of the database always has its files.
    let evidence = try tracker.copyEvidence(beside: target)
    let summary: BackupSummary
    do {
      summary = try tracker.backup(to: target, replaces: replaces) { remaining, total in
        progress.update(total - remaining, of: total)
      }
    } catch StoreError.exists {
      // Another program created the file in the meantime.
      throw exists(target)
    }
    progress.end()
    try report(summary, evidence, target, context)
    return .done
  }

  /// Destroys overdue contacts, which a copy would keep. If the tracker cannot be written, the copy contains them: a
  /// failed backup would be worse.
  private static func sweep(_ tracker: Tracker, _ context: Context) throws {
    guard try tracker.read({ try $0.oldContacts().contains(where: \.isDue) }) else { return }
    do {
      let writing = try context.openTracker(.write)
      defer { writing.close() }
      try TapPlans.sweep(writing, context)
    } catch {
      context.remark("Could not destroy overdue contacts of children. The copy contains them too.")
    }
  }

  /// Whether an existing file may be replaced.
  private static func allowed(to target: String, _ context: Context) throws(Problem) -> Bool {
    let files = context.world.files
    if files.isLink(target) { throw files.linkProblem(target) }
    switch files.kind(of: target) {
    case .directory:
      let example = Paths.join(target, "audit-backup.db")
      throw Problem(
        .badInput, code: "backup.folder", "cannot write \(MessageText.quoted(target)): a folder, not a file",
        hints: ["Specify a file in the folder, e.g. \(ShellWord.quoted(example))."])
    case .other:
      throw Problem(
        .badInput, code: "backup.target", "cannot write \(MessageText.quoted(target)): not a file")
    case nil:
      guard files.kind(of: Paths.parent(target)) == .directory else {
        throw Problem(
          .notFound, code: "folder.missing", "folder \(MessageText.quoted(Paths.parent(target))) does not exist",
          hints: ["Create the folder first, or specify another one."])
      }
      return false
    case .file:
      return try Replacement.agree(target, code: "backup.exists", context)
    }
  }

  private static func exists(_ target: String) -> Problem {
    Problem(
      .decision, code: "backup.exists", "\(MessageText.quoted(target)) already exists; nothing was changed",
      hints: ["Specify another file, or pass --yes to replace it."])
  }

  private static func report(_ summary: BackupSummary, _ evidence: Int, _ target: String, _ context: Context) throws {
    if try context.printed(
      "a11y.backup/1",
      ["path": target, "facts": summary.facts, "bytes": Int(summary.bytes), "evidence": evidence, "verified": true])
    {
      return
    }
    let files = evidence > 0 ? " and \(counted(evidence, "evidence file"))" : ""
    let beside = evidence > 0 ? " and \(EvidenceFolder(beside: target).path)" : ""
    try context.print(
      "Copied \(counted(summary.facts, "entry", "entries"))\(files) to \(target)\(beside) and verified the copy.",
      linking: target)
  }
}
