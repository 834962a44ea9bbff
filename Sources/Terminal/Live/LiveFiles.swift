import Platform

/// The real file system.
struct LiveFiles: FileAccess {
  /// Bytes for the names of temporary files.
  let random: (Int) -> [UInt8]

  func kind(of path: String) -> FileKind? {
    guard isUsable(path) else { return nil }
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .directory
    default: return .other
    }
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
    let (result, error) = SystemCall.retrying {
      Int(openFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
    }
    guard error == 0 else { throw Self.unreadable(error, name) }
    let file = Int32(truncatingIfNeeded: result)
    do throws(Problem) {
      guard fstat(file, &status) == 0 else { throw Self.unreadable(errno, name) }
      try Self.checkReadable(status, path)
    } catch {
      close(file)
      throw error
    }
    return LiveStreams.reader(file, name: name, close: true)
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
    let (result, error) = SystemCall.retrying {
      Int(openFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
    }
    guard error == 0 else { throw Self.unreadable(error, name) }
    let file = Int32(truncatingIfNeeded: result)
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
