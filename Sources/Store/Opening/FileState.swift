import Base
import SQLite

/// The few questions about files that SQLite does not answer. The database itself is never opened here: closing
/// another descriptor of it would drop SQLite's locks.
package enum FileState {
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
    try replace(path, with: temporary)
  }

  static func remove(_ path: String) { _ = unlink(path) }

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

/// Hard links: other names of one file.
extension FileState {
  /// How many names a regular file has beside this one; 0 where there is no such file.
  ///
  /// SQLite finds the journal of an interrupted write by the name of the database. Who opens the file by another name
  /// does not find it, reads what is half written, and damages the file with the next write.
  ///
  /// The temporary name that `renameWithoutReplacing` removes a moment later is not counted: a process that is killed
  /// in that moment leaves it, and no database is opened by it.
  static func otherNames(of path: String) -> Int {
    var info = stat()
    guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_nlink > 1 else { return 0 }
    let folder = folder(of: path)
    let temporary = names(in: folder, beginningWith: name(of: path) + ".new-").count { isSame("\(folder)/\($0)", path) }
    return max(0, Int(clamping: info.st_nlink) - 1 - temporary)
  }
}

/// Where files are and who may change them.
extension FileState {
  /// What everyone on the machine may write, of a database and its folder, as words: `the file`, `its folder`.
  static func writableByOthers(_ path: String) -> [String] {
    var found: [String] = []
    var info = stat()
    if stat(path, &info) == 0, info.st_mode & S_IWOTH != 0 { found.append("the file") }
    // A sticky folder (/tmp) lets everyone add files, but not replace those of others.
    if stat(folder(of: path), &info) == 0, info.st_mode & S_IWOTH != 0, info.st_mode & S_ISVTX == 0 {
      found.append("its folder")
    }
    return found
  }

  /// Whether two paths name one file.
  static func isSame(_ path: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(path, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  static func isFolder(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  static func size(of path: String) -> Int64 {
    var info = stat()
    return stat(path, &info) == 0 ? Int64(info.st_size) : 0
  }

  /// The folder that holds a path: `.` for a bare name.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  /// The names in a folder that begin with `prefix`, sorted; nothing where it cannot be read.
  package static func names(in folder: String, beginningWith prefix: String) -> [String] {
    (folderNames(folder) ?? []).filter { $0.utf8.starts(with: prefix.utf8) }.sorted()
  }

  /// Puts a finished file in the place of another one, or where none is.
  static func replace(_ path: String, with temporary: String) throws {
    guard rename(temporary, path) == 0 else {
      throw StoreError.unreachable(path: path, detail: SystemText.of(errno))
    }
  }

  /// Makes a file or a folder's names durable. What cannot be synced loses nothing else by it.
  static func sync(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = makeDurable(descriptor)
    close(descriptor)
  }
}

/// How far the replica in this folder had come: a line of text beside the database, outside its transactions.
///
/// It is written after each commit and not forced to disk: a mark that lags behind its database proves nothing, one
/// that is ahead of it proves that an older copy was put in the database's place.
struct Mark {
  var replica: String
  var sequence: Int64
  /// The first 16 hex digits of that fact's digest.
  var digest: String

  static func path(beside database: String) -> String { database + "-mark" }

  static func load(beside database: String) -> Mark? {
    guard let bytes = FileState.read(path(beside: database), limit: 200) else { return nil }
    let parts = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    guard parts.count == 3, let sequence = Int64(String(decoding: parts[1], as: UTF8.self)), sequence > 0,
      sequence <= FactNumber.largestSequence
    else { return nil }
    return Mark(
      replica: String(decoding: parts[0], as: UTF8.self), sequence: sequence,
      digest: String(decoding: parts[2], as: UTF8.self))
  }

  /// One write of one length, so that two processes that end together leave one of the two marks.
  func store(beside database: String) {
    var number = String(sequence)
    while number.utf8.count < 13 { number = "0" + number }
    FileState.write(Array("\(replica) \(number) \(digest)\n".utf8), to: Mark.path(beside: database))
  }
}

/// Who may see a tracker: its owner alone, with any umask, since sessions with children and their codes are in it.
enum PrivateFolder {
  /// The name of a tracker's own folder. Any other one holds what is not ours to hide.
  static let name = ".a11y"
  private static let others: mode_t = 0o077
  private static let writing: mode_t = 0o022

  /// Takes the rights of others from a tracker and its folder, and has git leave the folder alone.
  ///
  /// What others may write was opened to them on purpose, for no umask in use does that: it stays, and `doctor` says so.
  static func secure(_ path: String) {
    narrow(path)
    let folder = FileState.folder(of: path)
    guard FileState.name(of: folder) == name else { return }
    narrow(folder)
    let ignore = folder + "/.gitignore"
    if !FileState.exists(ignore) { FileState.write(Array("*\n".utf8), to: ignore) }
  }

  /// Whether others may read the tracker.
  static func isReadable(_ path: String) -> Bool {
    var (file, folder) = (stat(), stat())
    guard stat(path, &file) == 0, stat(FileState.folder(of: path), &folder) == 0 else { return false }
    return file.st_mode & 0o044 != 0 && folder.st_mode & 0o011 != 0
  }

  private static func narrow(_ path: String) {
    var info = stat()
    guard lstat(path, &info) == 0, info.st_uid == geteuid(), info.st_mode & others != 0,
      info.st_mode & writing == 0, [S_IFREG, S_IFDIR].contains(info.st_mode & S_IFMT)
    else { return }
    _ = chmod(path, info.st_mode & ~(others | S_IFMT))
  }
}

/// Copies that were not finished: a backup that is killed leaves a file with everything in it, wherever it was to go. So a
/// small file beside the tracker names it as long as it is written.
enum UnfinishedCopy {
  private static let ending = ".copying-"

  /// - Returns: the file to remove when the copy has its name or is gone.
  static func begin(_ copy: String, beside path: String) -> String {
    let sign = path + ending + String(UInt64.random(in: .min ... .max), radix: 36)
    UnfinishedFiles.note(sign)
    FileState.write(Array(copy.utf8), to: sign)
    return sign
  }

  /// What is left of them, and what names it.
  static func all(beside path: String) -> [(copy: String, sign: String)] {
    let folder = FileState.folder(of: path)
    return FileState.names(in: folder, beginningWith: FileState.name(of: path) + ending).compactMap { name in
      let sign = "\(folder)/\(name)"
      guard let bytes = FileState.read(sign, limit: 4_096) else { return nil }
      return (String(decoding: bytes, as: UTF8.self), sign)
    }
  }
}

/// Reading a copy of one moment, so that no writer waits for the reader.
///
/// The file keeps a rollback journal: while one reads, no other can commit. A status or a list of a large tracker is
/// read in some tenths of a second; a report, an export or what explains a trend took from 2 to 100 seconds at 320 MB,
/// and a bundle that goes into a pipe as long as its reader takes. The copy takes 1.2 ms for each MB, in steps of 4 MB
/// between which others write, and needs as much room among the temporary files.
extension Connection {
  /// The copy, or why none could be made: there is no room for it, or the file cannot be read as a whole.
  ///
  /// - Throws: as `privateCopy`, for any other reason.
  func readCopy(
    progress: (_ remaining: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> Result<Connection, SQLiteError> {
    do {
      return .success(try privateCopy(progress: progress))
    } catch let error as SQLiteError where error.isFull || error.isCannotOpen || error.isCorrupt || error.isIOError {
      return .failure(error)
    }
  }
}

extension Tracker {
  /// Bytes from which on a long read looks at a copy. Of a smaller file none takes longer than some 2 s, and copying it
  /// would be felt: 40 ms of the 150 that a report takes.
  static let copiedFrom: Int64 = 32 << 20

  /// Goes on from a copy where the file is large; from the file itself where there is no room for one.
  func setApart() throws {
    guard FileState.size(of: path) >= Self.copiedFrom, case .success(let copy) = try database.readCopy() else { return }
    database = copy
  }
}
