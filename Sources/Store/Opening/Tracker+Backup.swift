import Base
import SQLite

/// A copy that was made and verified.
package struct BackupSummary: Equatable, Sendable {
  package var facts: Int
  /// Size of the copy.
  package var bytes: Int64
}

extension Tracker {
  /// The names of the copies beside the file that were made before its schema was brought up to date: what has been
  /// erased since is still in them.
  package var copiesBeforeUpgrades: [String] {
    FileState.names(in: FileState.folder(of: path), beginningWith: FileState.name(of: path) + ".before-version-")
  }

  /// Copies the whole tracker into another file while others go on writing, and verifies the copy: its structure, and
  /// that it holds the facts that the tracker holds.
  ///
  /// The copy is made under a temporary name beside its place, forced to disk and renamed. When it is written to later
  /// it becomes a replica of its own, wherever it is put.
  ///
  /// - Parameters:
  ///   - replaces: whether a file that is there already is replaced.
  ///   - progress: told how many pages are left, of how many; throwing gives up.
  /// - Throws: `StoreError`: `exists`, `unreachable`, `full` about the copy; `busy`, `damaged` about the tracker.
  package func backup(
    to target: String, replaces: Bool = false, progress: (_ remaining: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> BackupSummary {
    try Self.checkPlace(target, of: path, replaces: replaces)
    let temporary = "\(target).new-\(environment.newIdentifier())"
    UnfinishedFiles.note(temporary)
    UnfinishedFiles.note(temporary + "-journal")
    let sign = UnfinishedCopy.begin(temporary, beside: path)
    defer {
      FileState.remove(sign)
      UnfinishedFiles.forget(sign)
      UnfinishedFiles.forget(temporary)
      UnfinishedFiles.forget(temporary + "-journal")
    }
    do {
      let before = try Self.mapping(path) { try database.read { try FactEnds(database) } }
      try copy(to: temporary, target: target, progress)
      let after = try Self.mapping(temporary) {
        try FactEnds(Connection.open(path: temporary, mode: .readOnly, environment))
      }
      try Self.mapping(path) { try verify(after, before: before, target: target) }
      try Self.mapping(temporary) { try Self.detach(temporary) }
      FileState.sync(temporary)
      let bytes = FileState.size(of: temporary)
      if replaces {
        try FileState.replace(target, with: temporary)
      } else {
        try FileState.renameWithoutReplacing(temporary, to: target)
      }
      FileState.sync(FileState.folder(of: target))
      return BackupSummary(facts: after.count, bytes: bytes)
    } catch {
      FileState.remove(temporary)
      FileState.remove(temporary + "-journal")
      throw error
    }
  }

  private static func checkPlace(_ target: String, of path: String, replaces: Bool) throws {
    if FileState.isFolder(target) { throw StoreError.unreachable(path: target, detail: "it is a folder") }
    if FileState.isSame(target, path) {
      throw StoreError.unreachable(path: target, detail: "it is the tracker itself")
    }
    if FileState.exists(target), !replaces { throw StoreError.exists(path: target) }
    if !FileState.isFolder(FileState.folder(of: target)) {
      throw StoreError.unreachable(path: target, detail: "its folder does not exist")
    }
    // SQLite would play such a file back into the copy.
    for ending in ["-journal", "-wal"] where FileState.exists(target + ending) {
      throw StoreError.unreachable(
        path: target, detail: "\(target)\(ending) of another database exists; remove both files first")
    }
  }

  /// Says of each error which of the two files it is about.
  private func copy(
    to temporary: String, target: String, _ progress: (Int, Int) throws -> Void
  ) throws {
    do {
      try database.backup(to: temporary, progress: progress) { environment.watch.stage("Checking the copy") }
    } catch let error as SQLiteError {
      let isAboutCopy = error.isCannotOpen || error.isFull || error.isReadOnly
      guard isAboutCopy, !FileState.isTooManyFiles(error.systemError) else { throw StoreError(error, path: path) }
      throw error.isFull
        ? StoreError.full(path: target)
        : StoreError.unreachable(path: target, detail: "its folder is not writable (\(error.message))")
    }
  }

  /// Has the copy know no place: put back where the tracker was, it may get the file number the tracker had, and would
  /// take itself for it. And has it keep a rollback journal, as all trackers do, even if another program changed the
  /// original.
  private static func detach(_ copy: String) throws {
    let database = try Connection(path: copy, mode: .readWrite)
    try database.write { try Identity.doubt(database) }
    try database.leaveWriteAheadLog()
    try database.close()
  }

  /// Others may have written since: the copy holds at least what was there before, and nothing that is not here.
  private func verify(_ copy: FactEnds, before: FactEnds, target: String) throws {
    let isWhole =
      copy.count >= before.count
      && before.ends.allSatisfy { copy.ends[$0.key].map { $0.sequence } ?? 0 >= $0.value.sequence }
    let isSame = try copy.ends.allSatisfy { line, end in
      try FactTable.digest(database, number: FactNumber.make(line: line, sequence: end.sequence)) == end.digest
    }
    guard isWhole, isSame else {
      throw StoreError.damaged(path: target, detail: "the copy does not have the same entries")
    }
  }
}

/// How many facts a file holds, and the last of each line.
private struct FactEnds {
  var count: Int
  var ends: [Int64: (sequence: Int64, digest: Digest)] = [:]

  init(_ database: Connection) throws {
    count = Int(try database.scalar("SELECT (SELECT count(*) FROM result) + (SELECT count(*) FROM fact)") ?? 0)
    for line in try database.all("SELECT id FROM branch", [], { $0.int64(0) }) {
      if let last = try FactTable.last(database, line: line) { ends[line] = (last.sequence, last.digest) }
    }
  }
}
