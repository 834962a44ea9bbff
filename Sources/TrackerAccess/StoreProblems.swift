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
        .notFound, code: "tracker.missing", "there is no tracker at \(path)",
        hints: ["a11y init makes one here; --db names one elsewhere."])
    case .exists(let path):
      Problem(
        .decision, code: "tracker.exists", "there is a tracker already: \(path)",
        hints: ["It was left as it is. a11y status shows where it stands."])
    case .foreign(let path):
      Problem(
        .storage, code: "tracker.foreign", "\(path) is not a tracker of a11y; nothing was changed",
        hints: ["--db names another file. If this was a tracker once, restore it from a backup."])
    case .newer(let path, let version):
      Problem(
        .storage, code: "tracker.newer",
        "\(path) was written by a newer a11y (schema \(version)); this one can read it, not write it",
        hints: ["Install the newer a11y on this machine."])
    case .damaged(let path, let detail):
      Problem(
        .storage, code: "tracker.damaged", "\(path) is damaged: \(detail)",
        hints: ["Keep the file, and go on from a backup. a11y doctor says what can still be read."])
    case .readOnly(let path):
      Problem(
        .storage, code: "tracker.read-only", "\(path) cannot be written: the file, its folder or its disk is read-only",
        hints: ["Nothing was recorded. Allow writing there, or copy the folder to a place where you may write."])
    case .moved(let path):
      Problem(
        .storage, code: "tracker.moved",
        "\(path) was moved, deleted or replaced while this command ran; nothing was recorded",
        hints: ["Put it back, or name its new place with --db, and do it again."])
    case .full(let path):
      Problem(
        .storage, code: "tracker.full", "the disk that holds \(path) is full; nothing was recorded",
        hints: ["Make room on that disk and do it again."])
    case .linked(let path, let others):
      Problem(
        .storage, code: "tracker.linked",
        "\(path) has \(counted(others, "other name")) (hard links): a write that is interrupted under one name damages "
          + "the file under the other; nothing was changed",
        hints: [
          "Run find DIR -samefile \(ShellWord.quoted(path)) to list the names, and remove all but one. For a copy, use "
            + "a11y backup or cp."
        ])
    case .tooManyFiles(let path):
      Problem(
        .storage, code: "system.files", "\(path) cannot be opened: too many open files",
        hints: ["Raise the limit (ulimit -n), or close other programs. Then try again."])
    case .busy(let path):
      Problem(
        .storage, code: "tracker.busy", "another program kept \(path) locked for too long; nothing was recorded",
        hints: ["Do it again. If it happens again, find the program that has the file open."])
    case .unreachable(let path, let detail):
      Problem(
        .storage, code: "tracker.unreachable", "\(path) cannot be opened or written: \(detail)",
        hints: ["Check the path and the rights on the file and its folder."])
    case .commitUnknown(let path, let detail):
      Problem(
        .storage, code: "tracker.commit",
        "the last step of writing \(path) failed (\(detail)); it may or may not count",
        hints: ["a11y show and a11y undo --list say what was recorded."])
    case .interrupted:
      // It may come between a step that was recorded and what is said of it.
      Problem(
        .interrupted, code: "interrupted", "stopped; what was not finished was taken back",
        hints: ["a11y undo --list says what was recorded."])
    case .sqlite(let error):
      Problem(
        .storage, code: "tracker.sqlite", "the database answered: \(error)",
        hints: ["a11y doctor checks the file."])
    }
  }
}

extension Refusal: ProblemConvertible {
  package var problem: Problem {
    switch self {
    case .unknownComponent(let key):
      Problem(
        .notFound, code: "component.unknown", "there is no component \(MessageText.quoted(key))",
        hints: ["a11y new component KEY --kind KIND registers it; a11y list components shows what there is."])
    case .unknownCheck(let id):
      Problem(
        .notFound, code: "check.unknown", "there is no check \(MessageText.quoted(id))",
        hints: ["a11y list checks shows what there is."])
    case .unknownRecord(let kind, let key):
      Problem(.notFound, code: "\(kind).unknown", "there is no \(kind) \(MessageText.quoted(key))")
    case .recordExists(let kind, let key):
      Problem(
        .decision, code: "\(kind).exists", "the \(kind) \(MessageText.quoted(key)) is there already",
        hints: ["a11y edit \(kind) \(ShellWord.quoted(key)) changes it."])
    case .recordDeleted(let kind, let key):
      Problem(
        .decision, code: "\(kind).deleted", "the \(kind) \(MessageText.quoted(key)) was deleted",
        hints: [
          "a11y edit \(kind) \(key.contains(" ") ? "'\(key)'" : key) --restore brings it back, with its history."
        ])
    case .unknownStyle(let name):
      .usage(
        "style.unknown", "\(MessageText.quoted(name)) is no button style",
        hints: Suggestion.hint(
          for: name,
          among: Catalog.reference.filter { $0.table == ReferenceTable.style.rawValue }.map(\.name))
          + ["a11y lookup style lists them; a11y new reference --from FILE adds your own."])
    case .invalid(let reason):
      Problem(.badInput, code: "input.invalid", reason)
    }
  }
}
