import Platform

/// Helpers for system calls.
enum SystemCall {
  /// Repeats a call while a signal interrupts it. Returns the result and, if that is negative, the error number.
  static func retrying(_ call: () -> Int) -> (result: Int, error: Int32) {
    while true {
      let result = call()
      let error = errno
      if result >= 0 { return (result, 0) }
      if error != EINTR { return (result, error) }
    }
  }

  /// Reads from a descriptor; the count, or the error number.
  static func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> (count: Int, error: Int32) {
    let (count, error) = retrying { read(descriptor, buffer.baseAddress, buffer.count) }
    return (max(0, count), error)
  }

  /// The problem of a write that failed.
  static func writeProblem(_ error: Int32, to name: String) -> Problem {
    switch error {
    case EPIPE:
      return .pipeClosed
    case ENOSPC, EDQUOT, EFBIG:
      return Problem(
        .storage, code: "storage.full", "cannot write \(name): no space left: \(SystemText.of(error))",
        hints: ["Free up disk space and try again."])
    case EROFS:
      return Problem(.storage, code: "storage.read-only", "cannot write \(name): read-only file system")
    case EACCES, EPERM:
      return Problem(.storage, code: "storage.denied", "cannot write \(name): \(SystemText.of(error))")
    case ENOENT, ENOTDIR:
      return Problem(.notFound, code: "folder.missing", "cannot write \(name): its folder does not exist")
    case EISDIR:
      return Problem(.badInput, code: "file.directory", "cannot write \(name): a folder, not a file")
    case EMFILE, ENFILE:
      return tooManyFiles(name, "write")
    case ENXIO:
      return Problem(
        .storage, code: "output.unread", "cannot write \(name): no program reads the pipe",
        hints: ["Start the program that reads the pipe first, or pass - to write to standard output."])
    default:
      return Problem(.storage, code: "storage.write", "cannot write \(name): \(SystemText.of(error))")
    }
  }

  /// A limit of the process or the system, not of the file.
  ///
  /// - Parameter action: a verb, such as `read`.
  static func tooManyFiles(_ name: String, _ action: String) -> Problem {
    Problem(
      .storage, code: "system.files", "cannot \(action) \(name): too many open files",
      hints: ["Close other programs, or raise the limit (ulimit -n). Then try again."])
  }
}
