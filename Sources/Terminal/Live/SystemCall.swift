import Platform

/// Helpers around calls of the operating system.
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
        .storage, code: "storage.full", "there is no space left to write \(name): \(SystemText.of(error))",
        hints: ["Free some space and run the command again."])
    case EROFS:
      return Problem(.storage, code: "storage.read-only", "\(name) is on a read-only file system")
    case EACCES, EPERM:
      return Problem(.storage, code: "storage.denied", "\(name) may not be written: \(SystemText.of(error))")
    case ENOENT, ENOTDIR:
      return Problem(.notFound, code: "folder.missing", "the folder of \(name) does not exist")
    case EISDIR:
      return Problem(.badInput, code: "file.directory", "\(name) is a folder, not a file")
    case EMFILE, ENFILE:
      return tooManyFiles(name, "written")
    case ENXIO:
      return Problem(
        .storage, code: "output.unread", "no program reads the pipe \(name)",
        hints: ["Start the program that reads the pipe first, or pass - to write to standard output."])
    default:
      return Problem(.storage, code: "storage.write", "\(name) could not be written: \(SystemText.of(error))")
    }
  }

  /// A limit of the process or the system, and no fault of the file.
  static func tooManyFiles(_ name: String, _ done: String) -> Problem {
    Problem(
      .storage, code: "system.files", "\(name) cannot be \(done): too many open files",
      hints: ["Raise the limit (ulimit -n), or close other programs. Then try again."])
  }
}
