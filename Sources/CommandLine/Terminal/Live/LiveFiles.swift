import Base

/// The real file system.
struct LiveFiles: FileAccess {
  /// Bytes for the names of temporary files.
  let random: (Int) -> [UInt8]

  func kind(of path: String) -> FileKind? {
    guard let status = status(of: path) else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .directory
    default: return .other
    }
  }

  func size(of path: String) -> Int? {
    status(of: path).flatMap { $0.st_mode & S_IFMT == S_IFREG ? Int($0.st_size) : nil }
  }

  private func status(of path: String) -> stat? {
    var status = stat()
    return isUsable(path) && stat(path, &status) == 0 ? status : nil
  }

  /// Checks before it opens: opening a pipe waits for its other end, and opening a device may start it. A path that is
  /// replaced in between is opened without waiting, and checked again.
  func open(_ path: String) throws(Problem) -> ByteReader {
    let name = MessageText.quoted(path)
    try check(path)
    if let stream = OpenStream.number(path) {
      return LiveStreams.reader(try OpenStream.copy(stream, name: name), name: name, close: true)
    }
    var status = stat()
    guard stat(path, &status) == 0 else { throw Self.unreadable(errno, name) }
    try Self.checkReadable(status, path)
    let file = try Self.openWithoutWaiting(path, name)
    do throws(Problem) {
      guard fstat(file, &status) == 0 else { throw Self.unreadable(errno, name) }
      try Self.checkReadable(status, path)
    } catch {
      close(file)
      throw error
    }
    return LiveStreams.reader(file, name: name, close: true)
  }

  private static func openWithoutWaiting(_ path: String, _ name: String) throws(Problem) -> Int32 {
    let (result, error) = SystemCall.retrying {
      Int(openFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
    }
    guard error == 0 else { throw unreadable(error, name) }
    return Int32(truncatingIfNeeded: result)
  }

  func isPipe(_ path: String) -> Bool {
    var status = stat()
    return isUsable(path) && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// How often, a hundredth of a second apart, it is looked whether a program writes to a pipe.
  private static let mostLooks = 100

  /// The pipe is opened without waiting, and is as at its end until a program writes to it; from then on it is read like
  /// any other.
  func openPipe(_ path: String) throws(Problem) -> ByteReader {
    let name = MessageText.quoted(path)
    let file = try Self.openWithoutWaiting(path, name)
    let rest = LiveStreams.reader(file, name: name, close: true)
    var first = [UInt8](repeating: 0, count: 1 << 12)
    for _ in 0..<Self.mostLooks {
      let (count, error) = first.withUnsafeMutableBytes { SystemCall.readSome(file, $0) }
      guard count > 0 || error != 0 else {
        var interval = timespec(tv_sec: 0, tv_nsec: 10_000_000)
        nanosleep(&interval, nil)
        continue
      }
      guard error == 0 || error == EAGAIN else { throw Self.unreadable(error, name) }
      _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
      let start = ByteReader(bytes: Array(first[..<count]))
      return ByteReader { (buffer: UnsafeMutableRawBufferPointer) throws(Problem) in
        let known = try start.read(upTo: buffer.count)
        let piece = try known.isEmpty ? rest.read(upTo: buffer.count) : known
        buffer.copyBytes(from: piece)
        return piece.count
      }
    }
    throw Problem(
      .badInput, code: "file.kind", "cannot read \(name): no program writes to this named pipe",
      hints: ["Start the program that writes to the pipe first, or specify a file."])
  }

  /// Only files, and `/dev/null` as an empty one: anything else may block, or never end.
  private static func checkReadable(_ status: stat, _ path: String) throws(Problem) {
    let kind: String
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR:
      throw Problem(
        .badInput, code: "file.directory", "cannot read \(MessageText.quoted(path)): a folder, not a file")
    case S_IFIFO: kind = "a named pipe"
    case S_IFSOCK: kind = "a socket"
    default:
      if path == "/dev/null" { return }
      kind = "a device"
    }
    throw Problem(
      .badInput, code: "file.kind", "cannot read \(MessageText.quoted(path)): \(kind), not a file",
      hints: [
        "Specify a file. To read from another program, pass - or /dev/stdin where the command reads standard input."
      ])
  }

  private static func unreadable(_ error: Int32, _ name: String) -> Problem {
    switch error {
    case ENOENT, ENOTDIR: Problem(.notFound, code: "file.missing", "cannot read \(name): no such file")
    case EMFILE, ENFILE: SystemCall.tooManyFiles(name, "read")
    default:
      Problem(.badInput, code: "file.unreadable", "cannot read \(name): \(SystemText.of(error))")
    }
  }

  func isLink(_ path: String) -> Bool {
    var status = stat()
    return isUsable(path) && lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  func target(of path: String) -> String {
    guard isUsable(path), let pointer = realpath(path, nil) else { return path }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  func createDirectory(_ path: String) throws(Problem) {
    try check(path)
    if kind(of: path) == .directory { return }
    let above = Paths.parent(path)
    if above != path, above != ".", kind(of: above) == nil { try createDirectory(above) }
    guard mkdir(path, 0o777) != 0 else { return }
    let error = errno
    if error == EEXIST, kind(of: path) == .directory { return }
    let name = "folder " + MessageText.quoted(path)
    if error == EEXIST {
      throw Problem(.badInput, code: "folder.taken", "cannot create \(name): a file with that name already exists")
    }
    throw SystemCall.writeProblem(error, to: name)
  }

  func remove(_ path: String) throws(Problem) {
    try check(path)
    guard unlink(path) != 0 else { return }
    let error = errno
    if error != ENOENT { throw SystemCall.writeProblem(error, to: MessageText.quoted(path)) }
  }

  /// C would read a path that contains a NUL as a shorter one.
  func check(_ path: String) throws(Problem) {
    guard isUsable(path) else {
      throw Problem(
        .badInput, code: "path.invalid",
        path.isEmpty ? "empty file name" : "invalid file name \(MessageText.quoted(path))")
    }
  }

  private func isUsable(_ path: String) -> Bool { !path.isEmpty && !path.utf8.contains(0) }
}

extension LiveFiles {
  /// Writes `.name.random.tmp` next to the target, makes it durable, and renames it over the target. The mode of an
  /// existing file is kept.
  ///
  /// A link is never followed: in a folder where others may write, its author would choose which file is overwritten. A
  /// link that is created later is replaced by the rename, and not followed either. An open stream, `/dev/null`, a
  /// terminal and a pipe with a reader are written directly, because a rename would replace them.
  package func create(_ path: String, isPrivate: Bool) throws(Problem) -> PendingFile {
    try check(path)
    let name = MessageText.quoted(path)
    if let stream = OpenStream.number(path) { return direct(try OpenStream.copy(stream, name: name), name: name) }
    var status = stat()
    guard lstat(path, &status) == 0 else { return try beside(path, nil, isPrivate: isPrivate, name: name) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return try beside(path, status, isPrivate: isPrivate, name: name)
    case S_IFDIR: throw SystemCall.writeProblem(EISDIR, to: name)
    case S_IFCHR, S_IFIFO:
      // A pipe without a reader is an error; the program does not wait for one.
      return direct(
        try descriptor(path, O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC, name: name), name: name)
    case S_IFLNK: throw linkProblem(path)
    default:
      throw Problem(
        .storage, code: "output.kind", "cannot write \(name): a socket or a disk, not a file; nothing was written",
        hints: ["Specify a file, or pass - to write to standard output."])
    }
  }

  /// - Parameter existing: the file at the path; nil if it does not exist.
  private func beside(
    _ target: String, _ existing: stat?, isPrivate: Bool, name: String
  ) throws(Problem) -> PendingFile {
    if existing != nil, access(target, W_OK) != 0 { throw SystemCall.writeProblem(errno, to: name) }
    let suffix = random(8).map { String($0, radix: 16) }.joined()
    let folder = Paths.parent(target)
    let temporary = Paths.join(folder, ".\(Paths.name(target)).\(suffix).tmp")
    let file = try descriptor(
      temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode: isPrivate ? 0o600 : 0o666, name: name)
    UnfinishedFiles.note(temporary)
    if let existing, !isPrivate { _ = fchmod(file, existing.st_mode & 0o777) }
    return PendingFile(
      writer: writer(file, name: name),
      finish: { () throws(Problem) in
        defer { UnfinishedFiles.forget(temporary) }
        var error = makeDurable(file)
        if close(file) != 0, error == 0 { error = errno }
        if error == 0, rename(temporary, target) != 0 { error = errno }
        if error != 0 {
          unlink(temporary)
          throw SystemCall.writeProblem(error, to: name)
        }
        syncFolder(folder)
      },
      abandon: {
        close(file)
        unlink(temporary)
        UnfinishedFiles.forget(temporary)
      })
  }

  private func direct(_ file: Int32, name: String) -> PendingFile {
    PendingFile(writer: writer(file, name: name), finish: { close(file) }, abandon: { close(file) })
  }

  private func writer(_ file: Int32, name: String) -> ByteWriter {
    ByteWriter(capacity: 1 << 16) { bytes throws(Problem) in
      let error = WholeWrite.all(bytes, to: file)
      if error != 0 { throw SystemCall.writeProblem(error, to: name) }
    }
  }

  private func descriptor(
    _ path: String, _ flags: Int32, mode: mode_t = 0o666, name: String
  ) throws(Problem) -> Int32 {
    let (result, error) = SystemCall.retrying { Int(openFile(path, flags, mode: mode)) }
    if error != 0 { throw SystemCall.writeProblem(error, to: name) }
    return Int32(truncatingIfNeeded: result)
  }

  /// A rename is durable when its folder is. On a file system that cannot sync a folder, an error is ignored.
  private func syncFolder(_ path: String) {
    guard let folder = try? descriptor(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, name: path) else { return }
    _ = makeDurable(folder)
    close(folder)
  }
}

/// A temporary file that only this account may read.
struct PrivateFile {
  /// In bytes, far more than a note may have.
  private static let limit = 1 << 20

  let path: String

  init(_ path: String, _ content: [UInt8]) throws(Problem) {
    self.path = path
    let name = MessageText.quoted(path)
    // Not through a link, and not an existing file: the folder may be writable for all accounts.
    let (result, error) = SystemCall.retrying {
      Int(open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600))
    }
    if error != 0 { throw SystemCall.writeProblem(error, to: name) }
    let descriptor = Int32(truncatingIfNeeded: result)
    let failure = content.withUnsafeBytes { WholeWrite.all($0, to: descriptor) }
    close(descriptor)
    if failure != 0 {
      unlink(path)
      throw SystemCall.writeProblem(failure, to: name)
    }
  }

  /// The current content. An editor may have replaced the file.
  func read() throws(Problem) -> [UInt8] {
    try LiveFiles(random: LiveHost.random).readFile(path, limit: Self.limit)
  }

  func remove() { unlink(path) }
}

/// Paths of streams that this process has open: `/dev/stdin`, and `/dev/fd/63`, which a shell uses for the pipe of
/// `<(...)` and `>(...)`.
///
/// The open stream itself is used: opening the path again would write a file behind it from its beginning, and the path
/// is a link, which is never followed.
enum OpenStream {
  /// The number of the stream; nil for any other path.
  static func number(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdin": return STDIN_FILENO
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      guard let prefix = ["/dev/fd/", "/proc/self/fd/"].first(where: { path.hasPrefix($0) }) else { return nil }
      let digits = path.dropFirst(prefix.count)
      guard digits.utf8.allSatisfy(\.isDigit) else { return nil }
      return Int32(digits)
    }
  }

  /// A descriptor of the same stream, which the caller closes.
  ///
  /// - Throws: not found, `file.missing`, if no stream has the number; storage, `system.files`.
  static func copy(_ stream: Int32, name: String) throws(Problem) -> Int32 {
    let copy = fcntl(stream, F_DUPFD_CLOEXEC, 3)
    if copy >= 0 { return copy }
    throw errno == EBADF
      ? Problem(.notFound, code: "file.missing", "\(name) is not an open stream")
      : SystemCall.tooManyFiles(name, "open")
  }
}
