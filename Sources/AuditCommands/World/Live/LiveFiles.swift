#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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

  func open(_ path: String) throws(Problem) -> ByteReader {
    let name = MessageText.quoted(path)
    try check(path)
    if kind(of: path) == .directory {
      throw Problem(.badInput, code: "file.directory", "\(name) is a folder, not a file")
    }
    let (result, error) = SystemCall.retrying { Int(descriptor(path, O_RDONLY | O_CLOEXEC)) }
    guard error == 0 else {
      if error == ENOENT || error == ENOTDIR {
        throw Problem(.notFound, code: "file.missing", "there is no file \(name)")
      }
      throw Problem(
        .badInput, code: "file.unreadable", "\(name) cannot be read: \(SystemCall.words(for: error))")
    }
    let file = Int32(truncatingIfNeeded: result)
    return LiveStreams.reader(file, name: name, close: true)
  }

  func createDirectory(_ path: String) throws(Problem) {
    try check(path)
    if kind(of: path) == .directory { return }
    let above = Paths.parent(path)
    if above != path, above != ".", kind(of: above) == nil { try createDirectory(above) }
    guard mkdir(path, 0o777) != 0 else { return }
    let error = errno
    if error == EEXIST, kind(of: path) == .directory { return }
    let name = "the folder " + MessageText.quoted(path)
    if error == EEXIST {
      throw Problem(.badInput, code: "folder.taken", "\(name) cannot be made: there is a file of that name")
    }
    throw SystemCall.writeProblem(error, to: name)
  }

  func remove(_ path: String) throws(Problem) {
    try check(path)
    guard unlink(path) != 0 else { return }
    let error = errno
    if error != ENOENT { throw SystemCall.writeProblem(error, to: MessageText.quoted(path)) }
  }

  /// C would take a path with a NUL in it for a shorter one.
  func check(_ path: String) throws(Problem) {
    guard isUsable(path) else {
      throw Problem(
        .badInput, code: "path.invalid",
        path.isEmpty ? "the name of a file is empty" : "\(MessageText.quoted(path)) is not the name of a file")
    }
  }

  private func isUsable(_ path: String) -> Bool { !path.isEmpty && !path.utf8.contains(0) }

  private func descriptor(_ path: String, _ flags: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.open(path, flags)
    #elseif canImport(Musl)
      Musl.open(path, flags)
    #else
      Darwin.open(path, flags)
    #endif
  }
}
