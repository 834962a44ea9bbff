package import Arguments
import AuditModel
import AuditReports
import AuditStore
package import AuditSync
package import Terminal

/// The sync status as text.
package enum SyncStatusText {
  /// Prints the status of each machine, and returns the exit code.
  package static func write(_ state: FolderState, path: String, _ context: Context) throws -> ExitCode {
    if try context.format() == .json {
      try context.print(document(state, path: path, context).render(indent: 2))
      return .done
    }
    // By ear the answer is first, and the ID of a machine only where nothing else names it.
    let isPlain = try context.format() == .plain
    if !isPlain { try context.print(MessageText.escaped("Tracker \(state.tracker), folder \(path)")) }
    for replica in state.replicas {
      try context.print(MessageText.escaped(sentence(replica, state, isPlain: isPlain)))
    }
    if state.replicas.isEmpty { try context.print("No entries yet.") }
    if state.unread.isEmpty {
      try context.print("All files in the folder were read.")
    } else {
      try context.print(
        MessageText.escaped(
          "\(counted(state.unread.count, "file is", "files are")) not read yet: \(names(state.unread)). "
            + "Run \"a11y sync\" to read \(state.unread.count == 1 ? "it" : "them")."))
    }
    for skipped in state.skipped {
      try context.print(MessageText.escaped("Skipped \(skipped.path): \(skipped.reason)."))
    }
    for refused in state.refused {
      try context.print(MessageText.escaped("Cannot import \(refused.path): \(refused.problem)."))
    }
    if state.waiting > 0 {
      try context.print(
        "\(counted(state.waiting, "request waits", "requests wait")) for a decision. Run \"a11y waiting\" to review.")
    }
    if state.proposals > 0 {
      try context.print(
        "\(counted(state.proposals, "change waits", "changes wait")): by people who are not followed here. "
          + "Run \"a11y waiting\" to review.")
    }
    for notice in Notice.imposture(state.imposture) {
      try context.print(MessageText.escaped("\(notice.sentence) Run \"\(notice.command)\" to review."))
    }
    if !state.others.isEmpty {
      try context.print(MessageText.escaped(others(state.others, path)))
    }
    if isPlain { try context.print(MessageText.escaped("Folder: \(path). Tracker: \(state.tracker).")) }
    return .done
  }

  /// Two trackers side by side exchange nothing, which is hardly what their owners want.
  static func others(_ others: [String], _ path: String) -> String {
    "\(others.count == 1 ? "Another tracker is" : "Other trackers are") in the folder: \(names(others)). Nothing is "
      + "exchanged with \(others.count == 1 ? "it" : "them"). Run \"a11y init\" in a new folder, and \"a11y sync "
      + "--adopt \(ShellWord.quoted(path))\" there, to join one."
  }

  private static func names(_ all: [String]) -> String {
    all.prefix(5).joined(separator: ", ") + (all.count > 5 ? " and \(all.count - 5) more" : "")
  }

  /// `tia (4k2m9x7c1p0q), this machine: 118 entries, last 2026-03-01T10:00:00Z; all in the folder.`
  private static func sentence(_ replica: FolderState.Replica, _ own: FolderState, isPlain: Bool) -> String {
    let state = replica.state
    let id = state.tester.isEmpty ? state.replica : state.tester + (isPlain ? "" : " (\(state.replica))")
    var name = id + (state.replica == own.own ? ", this machine" : "")
    if !state.parent.isEmpty { name += ", continued from \(state.parent)" }
    let missing = state.facts - replica.inFolder - replica.withheld
    var folder = missing == 0 ? "all in the folder" : "\(missing) not in the folder"
    if replica.withheld > 0 {
      folder = missing == 0 ? "all others in the folder" : folder
      folder = "\(replica.withheld) of first-tap tests, not shared; " + folder
    }
    var parts = [
      "\(counted(state.facts, "entry", "entries")), "
        + "last \(Timestamp(milliseconds: state.clock.milliseconds).iso8601Second)", folder,
    ]
    if state.missing > 0 { parts.append("\(counted(state.missing, "earlier entry", "earlier entries")) missing") }
    if state.aheadOfClock > 0 { parts.append("\(state.aheadOfClock) ahead of this machine's clock") }
    if state.keptForNewer > 0 { parts.append("\(state.keptForNewer) kept for a newer version") }
    if state.isForked { parts.append("forked, see \"a11y doctor\"") }
    return "\(name): \(parts.joined(separator: "; "))."
  }

  private static func document(_ state: FolderState, path: String, _ context: Context) -> JSONText {
    context.document(
      "a11y.sync-status/1", ("folder", .string(path)),
      ("tracker", .string(state.tracker)), ("replica", .string(state.own)),
      ("replicas", .array(state.replicas.map(entry))), ("unread", .array(state.unread.map { .string($0) })),
      (
        "skipped",
        .array(state.skipped.map { .object([("file", .string($0.path)), ("reason", .string($0.reason))]) })
      ),
      (
        "refused",
        .array(
          state.refused.map {
            .object([
              ("file", .string($0.path)), ("code", .string($0.problem.code.rawValue)),
              ("message", .string($0.problem.description)),
            ])
          })
      ),
      ("waiting", .int(state.waiting)), ("proposals", .int(state.proposals)),
      ("under_own_name", .int(state.imposture.underOwnName)), ("not_signed", .int(state.imposture.notSigned)),
      ("other_trackers", .array(state.others.map { .string($0) })))
  }

  private static func entry(_ replica: FolderState.Replica) -> JSONText {
    let state = replica.state
    return .object([
      ("replica", .string(state.replica)), ("tester", .string(orNull: state.tester.isEmpty ? nil : state.tester)),
      ("parent", .string(orNull: state.parent.isEmpty ? nil : state.parent)),
      ("facts", .int(state.facts)), ("last", .int(Int(clamping: state.last))),
      ("last_at", .string(Timestamp(milliseconds: state.clock.milliseconds).iso8601)),
      ("in_folder", .int(replica.inFolder)), ("withheld", .int(replica.withheld)), ("missing", .int(state.missing)),
      ("ahead_of_clock", .int(state.aheadOfClock)), ("kept_for_newer", .int(state.keptForNewer)),
      ("forked", .bool(state.isForked)),
    ])
  }
}
