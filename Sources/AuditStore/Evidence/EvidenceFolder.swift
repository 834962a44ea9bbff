import AuditModel
package import CanonicalJSON
import Evidence
import Platform

/// The evidence files of a tracker. Each is named by the SHA-256 of what it holds and by nothing else, so that the same
/// file is there once, and no name that came from elsewhere is ever a path.
///
/// The folder is `evidence` beside `audit.db`; a database of another name (a backup, a copy to look into) has its own,
/// `<name>.evidence`. What a fact says about a file and whether the file is here are two things: facts travel by
/// themselves.
package struct EvidenceFolder {
  package let path: String

  /// - Parameter database: the path of the database.
  package init(beside database: String) {
    let isUsual = FileState.name(of: database).utf8.elementsEqual("audit.db".utf8)
    let folder = FileState.folder(of: database)
    path = isUsual ? (folder == "/" ? "/evidence" : folder + "/evidence") : database + ".evidence"
  }

  package func path(of digest: Digest) -> String { "\(path)/\(digest.hex)" }

  /// Whether a file of that name and size is here. What is in it is not read; see `content`.
  package func holds(_ digest: Digest, bytes: Int64) -> Bool {
    var info = stat()
    return lstat(path(of: digest), &info) == 0 && info.st_mode & S_IFMT == S_IFREG && Int64(info.st_size) == bytes
  }

  /// What is kept under a digest; nil where it is missing, or is not what its name says.
  package func content(_ digest: Digest) -> [UInt8]? {
    Self.content(of: path(of: digest), digest)
  }

  /// A file from elsewhere whose content has a digest; nil for anything else, a link or a pipe included.
  package static func content(of file: String, _ digest: Digest) -> [UInt8]? {
    guard let bytes = read(file), SHA256.digest(of: bytes) == digest else { return nil }
    return bytes
  }

  /// Takes a file from elsewhere that a fact names: only if it is a regular file, is what the fact says of it, and is
  /// of a size and kind that would be taken from a person as well.
  ///
  /// - Returns: false where there is no such file.
  /// - Throws: `StoreError` where it cannot be kept.
  package func take(_ file: String, _ wanted: NewEvidence) throws -> Bool {
    guard let bytes = Self.content(of: file, wanted.digest), Int64(bytes.count) == wanted.bytes,
      EvidenceType(of: bytes)?.rawValue == wanted.type
    else { return false }
    try store(bytes, wanted.digest)
    return true
  }

  /// Keeps some bytes under their digest: under a temporary name first, made durable, then renamed. What is here
  /// already stays.
  ///
  /// - Returns: false where it was here.
  /// - Throws: `StoreError`, with nothing left behind.
  @discardableResult
  package func store(_ bytes: [UInt8], _ digest: Digest) throws -> Bool {
    if holds(digest, bytes: Int64(bytes.count)), content(digest) != nil { return false }
    try prepare()
    sweep()
    let temporary = try Self.put(bytes, into: path, mode: 0o600)
    defer { UnfinishedFiles.forget(temporary) }
    // What has the name already is damaged, or is the same, which another process has just put there.
    guard rename(temporary, path(of: digest)) == 0 else {
      let error = errno
      unlink(temporary)
      throw Self.problem(error, path)
    }
    FileState.sync(path)
    return true
  }

  /// Writes a copy into another folder, under the first of some names that is free there.
  ///
  /// - Parameter name: the first, second … name to try; safe in any folder.
  /// - Returns: the name it got; nil where the file is missing here, or is not what its name says.
  /// - Throws: `StoreError` where it cannot be written, with nothing left behind.
  package func save(_ digest: Digest, into folder: String, as name: (Int) -> String) throws -> String? {
    guard let bytes = content(digest) else { return nil }
    let temporary = try Self.put(bytes, into: folder, mode: 0o666)
    defer { UnfinishedFiles.forget(temporary) }
    for number in 1..<10_000 {
      do {
        try FileState.renameWithoutReplacing(temporary, to: "\(folder)/\(name(number))")
        FileState.sync(folder)
        return name(number)
      } catch StoreError.exists {
        continue
      } catch {
        unlink(temporary)
        throw error
      }
    }
    unlink(temporary)
    throw StoreError.exists(path: "\(folder)/\(name(1))")
  }

  package func remove(_ digest: Digest) {
    FileState.remove(path(of: digest))
  }

  /// The digests under which something is kept.
  package func digests() -> [Digest] {
    FileState.names(in: path, beginningWith: "").compactMap { Digest(hex: $0) }
  }

  // MARK: -

  private static let unfinished = ".new-"

  /// Writes a file under a temporary name and makes it durable. The caller renames it and forgets it as unfinished.
  private static func put(_ bytes: [UInt8], into folder: String, mode: mode_t) throws -> String {
    let name = "\(folder)/\(unfinished)\(String(UInt64.random(in: .min ... .max), radix: 36))"
    UnfinishedFiles.note(name)
    let file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard file >= 0 else {
      let error = errno
      UnfinishedFiles.forget(name)
      throw problem(error, folder)
    }
    // Held as long as it is written: that is how others know it from what a killed process left.
    _ = flock(file, LOCK_EX | LOCK_NB)
    var error = bytes.withUnsafeBytes { WholeWrite.all($0, to: file) }
    if error == 0 { error = makeDurable(file) }
    if close(file) != 0, error == 0 { error = errno }
    guard error == 0 else {
      unlink(name)
      UnfinishedFiles.forget(name)
      throw problem(error, folder)
    }
    return name
  }

  private func prepare() throws {
    if FileState.isFolder(path) { return }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST && FileState.isFolder(path) else {
      throw Self.problem(errno, path)
    }
    FileState.sync(FileState.folder(of: path))
  }

  /// Removes what killed processes left half-written: no process uses it any more.
  private func sweep() {
    for name in FileState.names(in: path, beginningWith: Self.unfinished) {
      let file = open("\(path)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      var info = stat()
      // A minute, for the moment between making a file and holding it.
      if fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG, Self.age(info) > 60,
        flock(file, LOCK_EX | LOCK_NB) == 0
      {
        unlink("\(path)/\(name)")
      }
      close(file)
    }
  }

  private static func age(_ info: stat) -> Int {
    time(nil).subtractingReportingOverflow(info.modified.tv_sec).partialValue
  }

  /// All of a regular file that is not too large.
  private static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size > 0,
      info.st_size <= EvidenceType.largest
    else { return nil }
    let size = Int(info.st_size)
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count..<size])
        let step = pread(file, rest.baseAddress, rest.count, off_t(count))
        if step < 0, errno == EINTR { continue }
        guard step > 0 else {
          isWhole = false
          return
        }
        count += step
      }
    }
    return isWhole ? bytes : nil
  }

  private static func problem(_ error: Int32, _ path: String) -> StoreError {
    switch error {
    case ENOSPC, EDQUOT: .full(path: path)
    case EACCES, EPERM, EROFS: .readOnly(path: path)
    case EMFILE, ENFILE: .tooManyFiles(path: path)
    default: .unreachable(path: path, detail: SystemText.of(error))
    }
  }
}
