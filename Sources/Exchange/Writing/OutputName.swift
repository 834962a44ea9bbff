import Base
import Store

/// The name of a file that is being written, and its temporary name: `.<name>.<random>.tmp` in the same folder. Where the
/// system can do that the file has no name at all until it is whole.
struct OutputName {
  let path: String
  let folder: String
  let temporary: String

  init(path: String) {
    self.path = path
    folder = FileState.folder(of: path)
    let name = FileState.name(of: path)
    let prefix = String(decoding: path.utf8.dropLast(name.utf8.count), as: UTF8.self)
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    temporary = "\(prefix)\(Self.prefix(for: name))\(random).tmp"
  }

  /// How the temporary names of a name begin. A long one leaves no room for more; its beginning is enough to know it
  /// by.
  static func prefix(for name: String) -> String {
    ".\(String(decoding: name.utf8.prefix(200), as: UTF8.self))."
  }

  /// The same temporary file on its way to another name in the same folder.
  init(_ other: OutputName, name: String) {
    folder = other.folder
    temporary = other.temporary
    path = folder == "/" ? "/" + name : folder + "/" + name
  }

  var exists: BundleProblem { BundleProblem(.exists, "file already exists: \(path)") }

  /// Whether the name may be given to a new file: what is no regular file, such as `/dev/null`, is never replaced.
  func check(replacing: Bool) throws(BundleProblem) {
    var info = stat()
    guard lstat(path, &info) == 0 else { return }
    let reason: String
    switch info.st_mode & S_IFMT {
    case S_IFREG:
      guard replacing else { throw exists }
      return
    case S_IFDIR: throw BundleProblem(.kind, "\(path) is a folder, not a file; name a file in it")
    case S_IFLNK: reason = "it is a symbolic link; name the file itself"
    default: reason = "it is a device or a pipe; name a file"
    }
    throw BundleProblem(.unwritable, "\(path) cannot be written: \(reason)")
  }

  /// Makes the whole file.
  func write(_ bytes: [UInt8], replacing: Bool) throws(BundleProblem) {
    let file = try create()
    do throws(BundleProblem) {
      let error = bytes.withUnsafeBytes { WholeWrite.all($0, to: file) }
      try finish(file)
      guard error == 0 else { throw Self.problem(error, path) }
      try publish(replacing: replacing)
    } catch {
      abandon()
      throw error
    }
  }

  /// Makes the temporary file, for its owner's eyes only.
  func create() throws(BundleProblem) -> Int32 {
    UnfinishedFiles.note(temporary)
    var file = NamelessFile.make(in: folder)
    if file < 0 { file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600) }
    guard file >= 0 else {
      let error = errno
      UnfinishedFiles.forget(temporary)
      throw Self.problem(error, path)
    }
    hold(file)
    sweep(newest: file)
    return file
  }

  /// Opens the file that is being written once more, to be read back; negative where it cannot be.
  func reopen(_ file: Int32) -> Int32 {
    NamelessFile.isOne(file)
      ? open(NamelessFile.path(file), O_RDONLY | O_CLOEXEC) : open(temporary, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
  }

  /// Makes the content durable and closes the file, which gets the temporary name, and the rights of any new file.
  ///
  /// - Parameter isPrivate: whether it stays readable for its owner alone.
  func finish(_ file: Int32, isPrivate: Bool = false) throws(BundleProblem) {
    if !isPrivate {
      let mask = umask(0)
      umask(mask)
      _ = fchmod(file, 0o666 & ~mask)
    }
    var error = makeDurable(file)
    if error == 0, NamelessFile.isOne(file) { error = NamelessFile.name(file, temporary) }
    if close(file) != 0, error == 0 { error = errno }
    guard error == 0 else { throw Self.problem(error, path) }
  }

  /// Gives the finished file its name, and makes that durable.
  func publish(replacing: Bool) throws(BundleProblem) {
    if replacing {
      guard rename(temporary, path) == 0 else { throw Self.problem(errno, path) }
    } else {
      try takeName()
    }
    UnfinishedFiles.forget(temporary)
    let handle = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard handle >= 0 else { return }
    // Some file systems have no such thing as a durable folder; the file itself is.
    let error = makeDurable(handle)
    close(handle)
    if error == EIO { throw Self.problem(error, path) }
  }

  private func takeName() throws(BundleProblem) {
    switch moveToFreeName(temporary, path) {
    case 0: return
    case EEXIST: throw exists
    default: break
    }
    // No way to do that here: the name is taken by an empty file first, so that no other writer can take it, and that
    // one is then replaced.
    let placeholder = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard placeholder >= 0 else { throw errno == EEXIST ? exists : Self.problem(errno, path) }
    close(placeholder)
    guard rename(temporary, path) == 0 else {
      let error = errno
      unlink(path)
      throw Self.problem(error, path)
    }
  }

  /// Removes the incomplete file.
  func abandon() {
    unlink(temporary)
    UnfinishedFiles.forget(temporary)
  }

  /// The path and what it would take.
  static func problem(_ error: Int32, _ path: String) -> BundleProblem {
    let need: String
    switch error {
    case ENOSPC, EDQUOT: need = "the disk is full; free some space there"
    case EACCES, EPERM: need = "permission to write to its folder is needed"
    case EROFS: need = "the disk is read-only; choose another place"
    case ENOENT, ENOTDIR:
      return BundleProblem(.missing, "\(path) cannot be written: its folder does not exist; create it first")
    case EISDIR: return BundleProblem(.kind, "\(path) is a folder, not a file; name a file in it")
    case EFBIG: need = "the file is larger than the disk allows"
    case ENAMETOOLONG: need = "the name is too long"
    case EPIPE: need = "the reader closed the pipe"
    case EMFILE, ENFILE: need = "too many files are open; raise the limit (ulimit -n)"
    default: need = SystemText.of(error)
    }
    return BundleProblem(.unwritable, "\(path) cannot be written: \(need)")
  }
}

/// Leftover files of writers that were killed.
///
/// A writer holds a lock on its temporary file as long as it lives, and the system lets go of it with the process. So
/// a file without a lock, and unchanged for a minute, has no owner.
extension OutputName {
  private static let age = 60

  /// Marks the temporary file as one that is being written. Where a file system has no locks this does nothing, and
  /// nothing is ever swept there.
  func hold(_ file: Int32) { _ = flock(file, LOCK_EX | LOCK_NB) }

  /// Removes the temporary files of this name that were left behind.
  ///
  /// - Parameter file: the new temporary file; its time is the folder's clock, even if this machine's differs.
  func sweep(newest file: Int32) {
    var now = stat()
    guard fstat(file, &now) == 0 else { return }
    let prefix = Self.prefix(for: FileState.name(of: path))
    let own = FileState.name(of: temporary)
    for name in FileState.names(in: folder, beginningWith: prefix)
    where name != own && Self.isTemporary(name, prefix) {
      let path = folder == "/" ? "/" + name : "\(folder)/\(name)"
      if Self.isLeft(path, now.modified.tv_sec) { unlink(path) }
    }
  }

  private static func isTemporary(_ name: String, _ prefix: String) -> Bool {
    guard name.hasSuffix(".tmp"), name.utf8.count > prefix.utf8.count + 4 else { return false }
    let middle = name.utf8.dropFirst(prefix.utf8.count).dropLast(4)
    return middle.allSatisfy { $0.isDigit || (0x61...0x7a).contains($0) }
  }

  private static func isLeft(_ path: String, _ now: Int) -> Bool {
    var info = stat()
    guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.modified.tv_sec < now - age else {
      return false
    }
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return flock(file, LOCK_EX | LOCK_NB) == 0
  }
}
