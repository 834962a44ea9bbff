import Platform

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
