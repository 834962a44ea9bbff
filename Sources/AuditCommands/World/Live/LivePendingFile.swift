import AuditStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension LiveFiles {
  /// Writes `.name.random.tmp` beside the target, makes it durable, and renames it over the target.
  ///
  /// A link is followed first, so that it stays a link; the mode of an existing file is kept; devices and pipes are
  /// written directly, because a rename would replace them.
  func create(_ path: String) throws(Problem) -> PendingFile {
    try check(path)
    let name = MessageText.quoted(path)
    switch kind(of: path) {
    case .directory: throw SystemCall.writeProblem(EISDIR, to: name)
    case .other: return try direct(path, name: name)
    case .file: return try beside(resolved(path), name: name)
    case nil: return try beside(path, name: name)
    }
  }

  private func beside(_ target: String, name: String) throws(Problem) -> PendingFile {
    var status = stat()
    let exists = stat(target, &status) == 0
    if exists, access(target, W_OK) != 0 { throw SystemCall.writeProblem(errno, to: name) }
    let suffix = random(8).map { String($0, radix: 16) }.joined()
    let folder = Paths.parent(target)
    let temporary = Paths.join(folder, ".\(Paths.name(target)).\(suffix).tmp")
    let file = try descriptor(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, name: name)
    UnfinishedFiles.note(temporary)
    if exists { _ = fchmod(file, status.st_mode & 0o777) }
    return PendingFile(
      writer: writer(file, name: name),
      finish: { () throws(Problem) in
        defer { UnfinishedFiles.forget(temporary) }
        var error = fsync(file) == 0 ? 0 : errno
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

  private func direct(_ path: String, name: String) throws(Problem) -> PendingFile {
    let file = try descriptor(path, O_WRONLY | O_CLOEXEC, name: name)
    return PendingFile(writer: writer(file, name: name), finish: { close(file) }, abandon: { close(file) })
  }

  private func writer(_ file: Int32, name: String) -> ByteWriter {
    ByteWriter(capacity: 1 << 16) { bytes throws(Problem) in
      let error = SystemCall.writeAll(file, bytes)
      if error != 0 { throw SystemCall.writeProblem(error, to: name) }
    }
  }

  private func descriptor(_ path: String, _ flags: Int32, name: String) throws(Problem) -> Int32 {
    let (result, error) = SystemCall.retrying {
      #if canImport(Glibc)
        Int(Glibc.open(path, flags, 0o666))
      #elseif canImport(Musl)
        Int(Musl.open(path, flags, 0o666))
      #else
        Int(Darwin.open(path, flags, 0o666))
      #endif
    }
    if error != 0 { throw SystemCall.writeProblem(error, to: name) }
    return Int32(truncatingIfNeeded: result)
  }

  /// Where a chain of links ends; the path itself if that cannot be told.
  private func resolved(_ path: String) -> String {
    guard let pointer = realpath(path, nil) else { return path }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  /// A rename is durable when its folder is. File systems that cannot sync a folder lose nothing else by it.
  private func syncFolder(_ path: String) {
    guard let folder = try? descriptor(path, O_RDONLY | O_CLOEXEC, name: path) else { return }
    _ = fsync(folder)
    close(folder)
  }
}
