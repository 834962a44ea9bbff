import Platform

/// The few questions about files that SQLite does not answer. The database itself is never opened here: closing
/// another descriptor of it would drop SQLite's locks.
enum FileState {
  static func exists(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0
  }

  /// Host and file number: both change when a database is copied to another machine or another file.
  static func place(of path: String, host: String) -> String {
    var info = stat()
    guard stat(path, &info) == 0 else { return "" }
    return "\(host) \(info.st_ino)"
  }

  /// The cause of SQLite's "unable to open database file".
  static func explain(_ path: String) -> StoreError {
    var info = stat()
    if lstat(path, &info) != 0 {
      return errno == ENOENT || errno == ENOTDIR
        ? .missing(path: path) : .unreachable(path: path, detail: SystemText.of(errno))
    }
    switch info.st_mode & S_IFMT {
    case S_IFDIR: return .unreachable(path: path, detail: "it is a folder, not a database")
    case S_IFLNK: return .unreachable(path: path, detail: "it is a symbolic link; specify the file itself")
    case S_IFREG:
      let others = otherNames(of: path)
      guard others == 0 else { return .linked(path: path, others: others) }
      return .unreachable(path: path, detail: "permission denied, or its folder is not writable")
    default: return .unreachable(path: path, detail: "it is not a regular file")
    }
  }

  /// Whether an error number says that no more files can be opened: a limit, not a defect of the file.
  static func isTooManyFiles(_ error: Int32) -> Bool { error == EMFILE || error == ENFILE }

  /// Puts a finished file in its place, unless something is there already.
  static func renameWithoutReplacing(_ temporary: String, to path: String) throws {
    switch moveToFreeName(temporary, path) {
    case 0: return
    case EEXIST: throw StoreError.exists(path: path)
    default: break
    }
    // No way to do that here: a plain rename, after a look.
    if exists(path) { throw StoreError.exists(path: path) }
    guard rename(temporary, path) == 0 else {
      throw StoreError.unreachable(path: path, detail: SystemText.of(errno))
    }
  }

  static func remove(_ path: String) {
    _ = unlink(path)
  }

  /// At most `limit` bytes of a small file; nil when it cannot be read.
  static func read(_ path: String, limit: Int) -> [UInt8]? {
    // Not waiting: a pipe in its place would never be opened.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard isRegular(file) else { return nil }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = bytes.withUnsafeMutableBytes { buffer in
      pread(file, buffer.baseAddress, buffer.count, 0)
    }
    guard count >= 0 else { return nil }
    return Array(bytes.prefix(count))
  }

  /// Writes a small file in one piece from its start; failures do not matter to the caller.
  static func write(_ bytes: [UInt8], to path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    guard isRegular(file) else { return }
    _ = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
  }

  private static func isRegular(_ file: Int32) -> Bool {
    var info = stat()
    return fstat(file, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }
}
