import Arguments
import AuditCatalog
import AuditModel
import AuditReports
import AuditStore
package import Terminal

extension StoreError: ProblemConvertible {
  package var problem: Problem {
    switch self {
    case .missing(let path):
      Problem(
        .notFound, code: "tracker.missing", "no tracker found at \(MessageText.quoted(path, limit: 1_000))",
        hints: ["Run \"a11y init\" to create a tracker here, or pass --db PATH to use another one."])
    case .exists(let path):
      Problem(
        .decision, code: "tracker.exists", "tracker \(MessageText.quoted(path, limit: 1_000)) already exists",
        hints: ["Run \"a11y status\" to see its status. Nothing was changed."])
    case .foreign(let path):
      Problem(
        .storage, code: "tracker.foreign", "\(path) is not an a11y tracker; nothing was changed",
        hints: ["Pass --db PATH to use another file. If this file was a tracker, restore a backup."])
    case .newer(let path, let version):
      Problem(
        .storage, code: "tracker.newer",
        "\(path) was written by a newer version of a11y (schema \(version)); this version can only read it",
        hints: ["Install the newer version of a11y on this machine."])
    case .damaged(let path, let detail):
      Problem(
        .storage, code: "tracker.damaged", "\(path) is damaged: \(detail)",
        hints: ["Keep the file and restore a backup. Run \"a11y doctor\" to see what is readable."])
    case .readOnly(let path):
      Problem(
        .storage, code: "tracker.read-only",
        "cannot write \(path): the file, its folder, or its disk is read-only; nothing was recorded",
        hints: ["Allow writing there, or copy the folder to a writable location."])
    case .moved(let path):
      Problem(
        .storage, code: "tracker.moved",
        "\(path) was moved, deleted, or replaced while this command ran; nothing was recorded",
        hints: ["Restore it, or pass its new location with --db. Then try again."])
    case .full(let path):
      Problem(
        .storage, code: "tracker.full", "the disk that holds \(path) is full; nothing was recorded",
        hints: ["Free up disk space and try again."])
    case .linked(let path, let others):
      Problem(
        .storage, code: "tracker.linked",
        "\(path) has \(counted(others, "other name")) (hard links): a write that is interrupted under one name damages "
          + "the file under the other; nothing was changed",
        hints: [
          "Run \"find DIR -samefile \(ShellWord.quoted(path))\" to list the names, and remove all but one. For a copy, "
            + "use \"a11y backup\" or \"cp\"."
        ])
    case .tooManyFiles(let path):
      Problem(
        .storage, code: "system.files", "cannot open \(path): too many open files",
        hints: ["Close other programs, or raise the limit (ulimit -n). Then try again."])
    case .busy(let path):
      Problem(
        .storage, code: "tracker.busy",
        "timed out: another program has \(path) locked; nothing was recorded",
        hints: ["Try again. If the problem persists, close the program that has the file open."])
    case .unreachable(let path, let detail):
      Problem(
        .storage, code: "tracker.unreachable", "cannot open or write \(path): \(detail)",
        hints: ["Check the path, and the permissions of the file and its folder."])
    case .notUpgraded(let path, let version):
      Problem(
        .storage, code: "tracker.not-upgraded",
        "cannot upgrade \(path) from schema \(version) to \(Tracker.newestVersion): the file or its folder is not writable",
        hints: ["Allow writing to both, or copy the tracker to another folder and use the copy."])
    case .commitUnknown(let path, let detail):
      Problem(
        .storage, code: "tracker.commit",
        "the last step of writing \(path) failed (\(detail)); the change may or may not be recorded",
        hints: ["Run \"a11y undo --list\" or \"a11y show\" to see what was recorded."])
    case .interrupted:
      // It may come after a step was recorded and before its confirmation.
      Problem(
        .interrupted, code: "interrupted", "stopped; unfinished changes were discarded",
        hints: ["Run \"a11y undo --list\" to see what was recorded."])
    case .sqlite(let error):
      Problem(
        .storage, code: "tracker.sqlite", "database error: \(error)",
        hints: ["Run \"a11y doctor\" to check the file."])
    }
  }
}

extension Refusal: ProblemConvertible {
  package var problem: Problem {
    switch self {
    case .unknownComponent(let key):
      Problem(
        .notFound, code: "component.unknown", "unknown component \(MessageText.quoted(key))",
        hints: [
          "Run \"a11y list components\" for valid keys, or \"a11y new component KEY --kind KIND\" to add a component."
        ])
    case .unknownCheck(let id):
      Problem(
        .notFound, code: "check.unknown", "unknown check \(MessageText.quoted(id))",
        hints: ["Run \"a11y list checks\" for valid IDs."])
    case .unknownRecord(let kind, let key):
      Problem(.notFound, code: "\(kind).unknown", "unknown \(kind) \(MessageText.quoted(key))")
    case .recordExists(let kind, let key):
      Problem(
        .decision, code: "\(kind).exists", "\(kind) \(MessageText.quoted(key)) already exists",
        hints: ["Run \"a11y edit \(kind) \(ShellWord.quoted(key))\" to change it."])
    case .recordDeleted(let kind, let key):
      Problem(
        .decision, code: "\(kind).deleted", "\(kind) \(MessageText.quoted(key)) is deleted",
        hints: [
          "Run \"a11y edit \(kind) \(key.contains(" ") ? "'\(key)'" : key) --restore\" to restore it with its history."
        ])
    case .unknownStyle(let name):
      .usage(
        "style.unknown", "unknown button style \(MessageText.quoted(name))",
        hints: Suggestion.hint(
          for: name,
          among: Catalog.reference.filter { $0.table == ReferenceTable.style.rawValue }.map(\.name))
          + ["Run \"a11y lookup style\" for valid names, or \"a11y new reference --from FILE\" to add a custom style."])
    case .tooManyItems:
      Problem(
        .badInput, code: "scope.size",
        "the scope has more than \(WorkScope.mostListed) items, which are not listed at once",
        hints: [
          "Run \"a11y edit tracker --checklists A,B --conditions A,B\" to ask for fewer, or pass a query for a part of them."
        ])
    case .invalid(let reason):
      Problem(.badInput, code: "input.invalid", reason)
    }
  }
}
